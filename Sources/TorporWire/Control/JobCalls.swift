package import TorporModel

// Jobs as calls and replies have them: every field of a request beside the others.

/// A command that is to wait for its conditions, with how it is started.
///
/// Whose it is comes from the caller's connection.
package struct JobSubmission: Hashable, Sendable {
  /// What is asked for; its `schedule.after` and `schedule.afterAny` are empty.
  package var request: JobRequest
  /// Jobs that must have finished well, by the names or numbers that the person typed.
  package var after: [String]
  /// Jobs that must have finished, well or not; as `after`.
  package var afterAny: [String]
  /// The path of the executable; absolute.
  package var executable: String
  /// The arguments, with the name of the program first.
  package var arguments: [String]
  /// `NAME=value`, the whole environment.
  package var environment: [String]
  /// Where it starts; absolute.
  package var workingDirectory: String

  package init(
    request: JobRequest,
    after: [String] = [],
    afterAny: [String] = [],
    executable: String,
    arguments: [String],
    environment: [String],
    workingDirectory: String
  ) {
    self.request = request
    self.after = after
    self.afterAny = afterAny
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
  }

  /// The longest command, as people typed it; our choice: what fits on a screen.
  package static let commandBytesMax = 4096
}

extension Control.SubmitJob {
  /// The call that submits that.
  package init(_ submission: JobSubmission) {
    let request = submission.request
    self.init(
      name: request.name,
      conflict: request.conflict,
      command: request.command,
      externalPower: request.needs.externalPower,
      batteryPercentMin: request.needs.batteryPercentMin,
      network: request.needs.network,
      idle: request.needs.idle,
      isCool: request.needs.isCool,
      freeBytesMin: request.needs.freeBytesMin,
      at: request.schedule.at,
      every: request.schedule.every,
      notBeforeWallMicroseconds: request.schedule.notBeforeUnixNanoseconds.map { $0 / 1000 },
      deadlineWallMicroseconds: request.schedule.deadlineUnixNanoseconds.map { $0 / 1000 },
      after: submission.after,
      afterAny: submission.afterAny,
      retriesMax: request.retries.countMax,
      backoff: request.retries.backoff,
      timeout: request.timeout,
      whenLost: request.whenLost,
      onFailure: request.onFailure,
      executable: submission.executable,
      arguments: submission.arguments,
      environment: submission.environment,
      workingDirectory: submission.workingDirectory
    )
  }

  /// What is submitted; what was left out has the default of `torpor when`.
  package var submission: JobSubmission {
    let defaults = RetryPolicy()
    return JobSubmission(
      request: JobRequest(
        name: name,
        conflict: conflict ?? .refuse,
        command: command,
        needs: JobNeeds(
          externalPower: externalPower,
          batteryPercentMin: batteryPercentMin,
          network: network ?? .notNeeded,
          idle: idle,
          isCool: isCool,
          freeBytesMin: freeBytesMin
        ),
        schedule: JobSchedule(
          at: at,
          every: every,
          notBeforeUnixNanoseconds: notBeforeWallMicroseconds?.nanosecondsOfMicroseconds,
          deadlineUnixNanoseconds: deadlineWallMicroseconds?.nanosecondsOfMicroseconds
        ),
        retries: RetryPolicy(
          countMax: retriesMax ?? defaults.countMax,
          backoff: backoff ?? defaults.backoff
        ),
        timeout: timeout,
        whenLost: whenLost ?? .expire,
        onFailure: onFailure
      ),
      after: after,
      afterAny: afterAny,
      executable: executable,
      arguments: arguments,
      environment: environment,
      workingDirectory: workingDirectory
    )
  }

  package func check() throws(WireError) {
    if let name, !JobName.isValid(name) { throw .invalidParameter(parameter: "name") }
    try Self.check(notBeforeWallMicroseconds, "notBeforeWallMicroseconds")
    try Self.check(deadlineWallMicroseconds, "deadlineWallMicroseconds")
    for text in [command, onFailure ?? ""] where text.utf8.count > JobSubmission.commandBytesMax {
      throw .refused(
        .textTooLong(bytes: text.utf8.count, bytesMax: JobSubmission.commandBytesMax)
      )
    }
    if let onFailure, onFailure.isEmpty || onFailure.utf8.contains(0) {
      throw .invalidParameter(parameter: "onFailure")
    }
    try checkRecipe(executable, arguments, environment, workingDirectory)
  }

  /// The policy counts in nanoseconds.
  private static func check(_ microseconds: Int64?, _ parameter: String) throws(WireError) {
    guard let microseconds else { return }
    guard !microseconds.multipliedReportingOverflow(by: 1000).overflow else {
      throw .invalidParameter(parameter: parameter)
    }
  }
}

extension Int64 {
  /// Microseconds in nanoseconds; stops at the ends of what 64 bits hold.
  fileprivate var nanosecondsOfMicroseconds: Int64 {
    Duration(wireMicroseconds: self).nanoseconds
  }
}

extension Control.JobOutput {
  /// The most bytes of one answer, also of `AppOutput`.
  ///
  /// 256 KiB, our choice: in base 64 a third of what a message may hold.
  package static let lengthMaxMax = 256 << 10
}
