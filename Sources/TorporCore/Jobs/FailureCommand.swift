package import TorporModel

/// The command of `--on-failure`, with the information that it gets about the failed job.
package struct FailureCommand: Hashable, Sendable, Saved {
  /// For `/bin/sh -c`.
  package let command: String
  package let job: JobIdentifier
  package let jobName: String
  /// How the job failed: `exited 3`, `signalled 9`, `timedOut`, `notStarted 2`, `dependency`.
  package let result: String

  package init(command: String, job: JobIdentifier, jobName: String, result: String) {
    self.command = command
    self.job = job
    self.jobName = jobName
    self.result = result
  }

  /// How long it may take.
  ///
  /// 10 minutes, our choice: room for a mail over a slow network, not for the work itself.
  package static let timeMax = Duration.minutes(10)
}

extension JobRecord {
  /// The reason why a job failed permanently, and the response.
  package struct Failure: Hashable, Sendable, Saved {
    /// The prerequisite that will not succeed; `nil`: the job's own command failed.
    package let prerequisite: JobIdentifier?
    /// Whether its command for a failure is still to begin.
    package internal(set) var owesCommand: Bool
    /// The run of that command.
    package internal(set) var run: JobRun?
  }

  /// Whether the run under way is that of its command for a failure.
  package var runsFailureCommand: Bool { run != nil && run?.launch == failure?.run?.launch }

  /// The pending command for a failure, if any.
  var owedCommand: FailureCommand? {
    guard let failure, failure.owesCommand, let command = request.onFailure else { return nil }
    let result = failure.prerequisite == nil ? runs.last?.end?.result : nil
    return FailureCommand(
      command: command,
      job: job,
      jobName: name,
      result: result ?? "dependency"
    )
  }

  /// Records that its command for a failure has begun.
  mutating func beginFailureCommand(_ launch: LaunchIdentifier, at now: Instant) {
    state = .running
    run = Run(
      launch: launch,
      beganAt: now,
      isForced: true,
      takesSlot: false,
      timeoutAt: now + FailureCommand.timeMax
    )
    failure?.owesCommand = false
    failure?.run = JobRun(launch: launch, beganAt: now, endedAt: nil, end: nil)
  }

  /// Records how its command for a failure ended; this changes nothing else.
  mutating func endFailureCommand(_ end: JobRunEnd, at now: Instant) {
    failure?.run?.endedAt = now
    failure?.run?.end = end
    run = nil
  }
}

extension JobRunEnd {
  /// The end in words for a program: a name, and the number that belongs to it.
  fileprivate var result: String {
    switch self {
    case .exited(let status): "exited \(status)"
    case .signalled(let signal): "signalled \(signal)"
    case .notStarted(let errno), .notInFolder(_, let errno): "notStarted \(errno)"
    case .timedOut: "timedOut"
    case .conditionLost: "conditionLost"
    case .cancelled: "cancelled"
    case .interrupted: "interrupted"
    case .unseen: "unseen"
    }
  }
}
