package import TorporModel

/// What `--on-failure` asked for, with what the command is told of the job that failed.
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
  /// Why a job has failed for good, and what has been done about it.
  package struct Failure: Hashable, Sendable, Saved {
    /// The job before it that will not succeed; `nil`: its own command failed.
    package let prerequisite: JobIdentifier?
    /// Whether its command for a failure is still to begin.
    package internal(set) var owesCommand: Bool
    /// The run of that command.
    package internal(set) var run: JobRun?
  }

  /// Whether the run under way is that of its command for a failure.
  package var runsFailureCommand: Bool { run != nil && run?.launch == failure?.run?.launch }

  /// The command for a failure that is to begin next, if any.
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

  /// Its command for a failure has begun.
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

  /// Its command for a failure has ended; how is recorded and changes nothing.
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
