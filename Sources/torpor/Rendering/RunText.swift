import TorporModel
import TorporText

// Runs of jobs in words.

extension JobRunEnd {
  /// How the run ended, for the cell of a table: "ok", "status 3", "SIGSEGV".
  var label: String {
    switch self {
    case .exited(status: 0): "ok"
    case .exited(let status): "status \(status)"
    case .signalled(let signal): LinuxNames.signal(signal)
    case .timedOut: "timed out"
    case .conditionLost: "stopped"
    case .cancelled: "cancelled"
    case .interrupted: "interrupted"
    case .notStarted, .notInFolder: "not started"
    case .unseen: "unseen"
    }
  }

  /// How the run ended, as a clause.
  func clause(_ words: NeedText) -> String {
    switch self {
    case .exited(status: 0): "succeeded"
    case .exited(let status): "failed with status \(status)"
    case .signalled(let signal): "was ended by \(LinuxNames.signal(signal))"
    case .timedOut: "timed out"
    case .conditionLost(let reason):
      "stopped: \(Self.loss(of: reason)); will run again"
    case .cancelled: "was cancelled"
    case .interrupted: "was interrupted by a restart of the machine; will run again"
    case .notStarted(let errno): "could not be started: \(LinuxNames.error(errno))"
    case .notInFolder(let path, let errno):
      "could not be started: its working directory \(Printable.line(path)) cannot be entered: "
        + "\(LinuxNames.error(errno))"
    case .unseen: "ended; its exit status is unknown"
    }
  }

  /// How a command for a failure ended, which is not run again.
  func commandClause(_ words: NeedText) -> String {
    switch self {
    case .conditionLost(let reason): "stopped: \(Self.loss(of: reason))"
    case .interrupted: "was interrupted by a restart of the machine"
    default: clause(words)
    }
  }

  /// "external power was lost", as `torpor log` says it too.
  private static func loss(of reason: Reason) -> String {
    Condition(.conditionLost, holds: false, subject: reason.rawValue).phrase(for: .run(.fetch))
  }

  var role: Style.Role {
    switch self {
    case .exited(status: 0): .good
    case .exited, .signalled, .timedOut, .notStarted, .notInFolder: .bad
    case .conditionLost, .cancelled, .interrupted, .unseen: .quiet
    }
  }

  /// The exit status of `torpor when --wait`, by the conventions of shells and of `timeout`(1).
  var exitStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .signalled(let signal): 128 + signal
    case .timedOut: 124
    case .notStarted(let errno), .notInFolder(_, let errno): errno == 2 ? 127 : 126
    case .cancelled: 143
    case .conditionLost, .interrupted, .unseen: 137
    }
  }
}

extension JobState {
  var role: Style.Role {
    switch self {
    case .running: .good
    case .waiting, .ending: .plain
    case .paused: .quiet
    case .failed: .bad
    case .done, .cancelled: .faint
    }
  }

  /// Whether nothing comes any more.
  var isFinal: Bool {
    switch self {
    case .waiting, .running, .paused, .ending: false
    case .done, .failed, .cancelled: true
    }
  }
}

extension JobStatus {
  /// The words for what it needs.
  var words: NeedText { NeedText(needs: request.needs) }

  /// The run of now, if there is one.
  var currentRun: JobRun? { runs.last.flatMap { $0.endedAt == nil ? $0 : nil } }

  /// Whether its command for a failure runs.
  var isInFailureCommand: Bool { failureRun.map { $0.endedAt == nil } ?? false }

  /// The last run that is over.
  var lastRun: JobRun? { runs.last { $0.endedAt != nil } }

  /// "Job 12 (backup)".
  var title: String { "Job \(job) (\(name))" }

  /// What does not hold.
  var unmetConditions: [Condition] { conditions.filter { !$0.holds } }

  /// What it waits for but for its time; each once.
  var neededThings: [String] {
    var things: [String] = []
    for obstacle in unmetConditions where !obstacle.isOfClock {
      let noun = words.noun(obstacle)
      if !things.contains(noun) { things.append(noun) }
    }
    return things
  }

  /// When its time comes, where it waits for a clock.
  var nextTime: Instant? {
    let times = unmetConditions.compactMap { $0.isOfClock ? $0.until : nil }
    return times.max() ?? forecast.at
  }
}

extension Condition {
  /// Whether it waits for a clock alone: for its time, or for the end of the pause after a failure.
  fileprivate var isOfClock: Bool { reason == .notBefore || reason == .rateLimit && until != nil }
}
