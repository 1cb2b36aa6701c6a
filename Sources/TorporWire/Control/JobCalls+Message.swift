import TorporModel

// Calls about jobs as they stand on the wire: every field of a job beside the others.

/// `SubmitJob`: what is left out has the default of `torpor when`.
struct JobSubmissionParameters: Codable {
  var name: String?
  var conflict: JobRequest.Conflict?
  var command: String
  var externalPower: Bool?
  var batteryPercentMin: Int?
  var network: JobNetwork?
  var idleMicroseconds: Int64?
  var isCool: Bool?
  var freeBytesMin: Int64?
  var at: CalendarExpression?
  var every: CalendarExpression?
  var notBeforeWallMicroseconds: Int64?
  var deadlineWallMicroseconds: Int64?
  var after: [String]?
  var afterAny: [String]?
  var retriesMax: Int?
  var backoffMicroseconds: Int64?
  var timeoutMicroseconds: Int64?
  var whenLost: JobRequest.LossPolicy?
  var onFailure: String?
  var executable: String
  var arguments: [String]
  var environment: [String]
  var workingDirectory: String

  init(_ submission: JobSubmission) {
    let request = submission.request
    name = request.name
    conflict = request.conflict
    command = request.command
    externalPower = request.needs.externalPower
    batteryPercentMin = request.needs.batteryPercentMin
    network = request.needs.network
    idleMicroseconds = request.needs.idle?.microseconds
    isCool = request.needs.isCool
    freeBytesMin = request.needs.freeBytesMin
    at = request.schedule.at
    every = request.schedule.every
    notBeforeWallMicroseconds = request.schedule.notBeforeUnixNanoseconds.map { $0 / 1000 }
    deadlineWallMicroseconds = request.schedule.deadlineUnixNanoseconds.map { $0 / 1000 }
    after = submission.after
    afterAny = submission.afterAny.isEmpty ? nil : submission.afterAny
    retriesMax = request.retries.countMax
    backoffMicroseconds = request.retries.backoff.microseconds
    timeoutMicroseconds = request.timeout?.microseconds
    whenLost = request.whenLost
    onFailure = request.onFailure
    executable = submission.executable
    arguments = submission.arguments
    environment = submission.environment
    workingDirectory = submission.workingDirectory
  }

  /// The submission, where every number lies within its limits.
  func submission() throws(WireError) -> JobSubmission {
    let request = try request()
    guard command.utf8.count <= JobSubmission.commandBytesMax else {
      throw .refused(
        .textTooLong(bytes: command.utf8.count, bytesMax: JobSubmission.commandBytesMax)
      )
    }
    if let onFailure, onFailure.utf8.count > JobSubmission.commandBytesMax {
      throw .refused(
        .textTooLong(bytes: onFailure.utf8.count, bytesMax: JobSubmission.commandBytesMax)
      )
    }
    if let onFailure, onFailure.isEmpty || onFailure.utf8.contains(0) {
      throw .invalidParameter(parameter: "onFailure")
    }
    if let after, after.count > JobSubmission.dependenciesMax {
      throw .invalidParameter(parameter: "after")
    }
    if let afterAny, afterAny.count > JobSubmission.dependenciesMax {
      throw .invalidParameter(parameter: "afterAny")
    }
    return JobSubmission(
      request: request,
      after: after ?? [],
      afterAny: afterAny ?? [],
      executable: executable,
      arguments: arguments,
      environment: environment,
      workingDirectory: workingDirectory
    )
  }

  private func request() throws(WireError) -> JobRequest {
    if let name, !JobName.isValid(name) { throw .invalidParameter(parameter: "name") }
    let defaults = RetryPolicy()
    return JobRequest(
      name: name,
      conflict: conflict ?? .refuse,
      command: command,
      needs: try needs(),
      schedule: JobSchedule(
        at: at,
        every: every,
        notBeforeUnixNanoseconds: try Self.nanoseconds(
          notBeforeWallMicroseconds,
          "notBeforeWallMicroseconds"
        ),
        deadlineUnixNanoseconds: try Self.nanoseconds(
          deadlineWallMicroseconds,
          "deadlineWallMicroseconds"
        )
      ),
      retries: RetryPolicy(
        countMax: try Self.checked(retriesMax, 0...JobSubmission.retriesMax, "retriesMax")
          ?? defaults.countMax,
        backoff: try Self.length(backoffMicroseconds, "backoffMicroseconds") ?? defaults.backoff
      ),
      timeout: try Self.length(timeoutMicroseconds, "timeoutMicroseconds"),
      whenLost: whenLost ?? .expire,
      onFailure: onFailure
    )
  }

  private func needs() throws(WireError) -> JobNeeds {
    JobNeeds(
      externalPower: externalPower ?? false,
      batteryPercentMin: try Self.checked(batteryPercentMin, 0...100, "batteryPercentMin"),
      network: network ?? .notNeeded,
      idle: try Self.length(idleMicroseconds, "idleMicroseconds"),
      isCool: isCool ?? false,
      freeBytesMin: try Self.checked(freeBytesMin, 0...Int64.max, "freeBytesMin")
    )
  }

  private static func checked<Number: BinaryInteger>(
    _ number: Number?,
    _ range: ClosedRange<Number>,
    _ parameter: String
  ) throws(WireError) -> Number? {
    guard let number else { return nil }
    guard range.contains(number) else { throw .invalidParameter(parameter: parameter) }
    return number
  }

  private static func length(
    _ microseconds: Int64?,
    _ parameter: String
  ) throws(WireError) -> Duration? {
    try checked(microseconds, 1...Int64.max, parameter).map { Duration(wireMicroseconds: $0) }
  }

  private static func nanoseconds(
    _ wallMicroseconds: Int64?,
    _ parameter: String
  ) throws(WireError) -> Int64? {
    guard let wallMicroseconds else { return nil }
    let (nanoseconds, overflowed) = wallMicroseconds.multipliedReportingOverflow(by: 1000)
    guard !overflowed else { throw .invalidParameter(parameter: parameter) }
    return nanoseconds
  }
}

extension JobSubmission {
  /// The longest command, as people typed it; our choice: what fits on a screen.
  package static let commandBytesMax = 4096
  /// The most jobs that one may wait for; our choice.
  package static let dependenciesMax = 64
  /// The most further tries of a job that fails; our choice.
  package static let retriesMax = 1_000_000
}

struct JobQueryParameters: Codable {
  var job: String?
  var after: IdentifierText<JobIdentifier>?

  init(_ query: JobQuery) {
    job = query.job
    after = query.after.map { IdentifierText($0) }
  }

  var query: JobQuery { JobQuery(job: job, after: after?.identifier) }
}

struct JobParameters: Codable { var job: String }

struct AppOutputParameters: Codable {
  var app: String
  var offset: Int64?
  var lengthMax: Int?

  init(_ query: AppOutputQuery) {
    app = query.app
    offset = query.offset
    lengthMax = query.lengthMax
  }

  func query() throws(WireError) -> AppOutputQuery {
    if let lengthMax, lengthMax < 1 { throw .invalidParameter(parameter: "lengthMax") }
    return AppOutputQuery(
      app: app,
      offset: offset ?? 0,
      lengthMax: min(lengthMax ?? .max, JobOutputQuery.lengthMaxMax)
    )
  }
}

struct JobOutputParameters: Codable {
  var job: String
  var offset: Int64?
  var lengthMax: Int?

  init(_ query: JobOutputQuery) {
    job = query.job
    offset = query.offset
    lengthMax = query.lengthMax
  }

  func query() throws(WireError) -> JobOutputQuery {
    if let lengthMax, lengthMax < 1 { throw .invalidParameter(parameter: "lengthMax") }
    return JobOutputQuery(
      job: job,
      offset: offset ?? 0,
      lengthMax: min(lengthMax ?? .max, JobOutputQuery.lengthMaxMax)
    )
  }
}
