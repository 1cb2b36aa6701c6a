import TorporModel

/// A job as it stands on the wire.
struct JobMessage: Codable {
  var job: IdentifierText<JobIdentifier>
  var name: String
  var ownerUserID: UInt32
  var command: String
  var conflict: JobRequest.Conflict
  var externalPower: Bool
  var batteryPercentMin: Int?
  var network: JobNetwork
  var idleMicroseconds: Int64?
  var isCool: Bool
  var freeBytesMin: Int64?
  var at: CalendarExpression?
  var every: CalendarExpression?
  var notBeforeWallMicroseconds: Int64?
  var deadlineWallMicroseconds: Int64?
  var after: [IdentifierText<JobIdentifier>]
  var afterAny: [IdentifierText<JobIdentifier>]?
  var retriesMax: Int
  var backoffMicroseconds: Int64
  var timeoutMicroseconds: Int64?
  var whenLost: JobRequest.LossPolicy
  var onFailure: String?
  var submittedMicroseconds: Int64
  var state: JobState
  var launch: IdentifierText<LaunchIdentifier>?
  var conditions: [ConditionMessage]
  var blocked: [BlockedTimeMessage]
  var forecast: ForecastMessage
  var runs: [JobRunMessage]
  var failedBefore: String?
  var failureRun: JobRunMessage?

  init(_ status: JobStatus) {
    let (request, needs, schedule) =
      (status.request, status.request.needs, status.request.schedule)
    job = IdentifierText(status.job)
    name = status.name
    ownerUserID = status.ownerUserID
    command = request.command
    conflict = request.conflict
    externalPower = needs.externalPower
    batteryPercentMin = needs.batteryPercentMin
    network = needs.network
    idleMicroseconds = needs.idle?.microseconds
    isCool = needs.isCool
    freeBytesMin = needs.freeBytesMin
    at = schedule.at
    every = schedule.every
    notBeforeWallMicroseconds = schedule.notBeforeUnixNanoseconds.map { $0 / 1000 }
    deadlineWallMicroseconds = schedule.deadlineUnixNanoseconds.map { $0 / 1000 }
    after = schedule.after.map { IdentifierText($0) }
    afterAny = schedule.afterAny.isEmpty ? nil : schedule.afterAny.map { IdentifierText($0) }
    retriesMax = request.retries.countMax
    backoffMicroseconds = request.retries.backoff.microseconds
    timeoutMicroseconds = request.timeout?.microseconds
    whenLost = request.whenLost
    onFailure = request.onFailure
    submittedMicroseconds = status.submittedAt.microseconds
    state = status.state
    launch = status.launch.map { IdentifierText($0) }
    conditions = status.conditions.map(ConditionMessage.init)
    blocked = status.blocked.map(BlockedTimeMessage.init)
    forecast = ForecastMessage(status.forecast)
    runs = status.runs.map(JobRunMessage.init)
    failedBefore = status.failedBefore
    failureRun = status.failureRun.map(JobRunMessage.init)
  }

  var status: JobStatus {
    JobStatus(
      job: job.identifier,
      name: name,
      ownerUserID: ownerUserID,
      request: request,
      submittedAt: Instant(microseconds: submittedMicroseconds),
      state: state,
      launch: launch?.identifier,
      conditions: conditions.map(\.condition),
      blocked: blocked.map(\.blocked),
      forecast: forecast.forecast,
      runs: runs.map(\.run),
      failedBefore: failedBefore,
      failureRun: failureRun?.run
    )
  }

  /// What was asked for; its name is the job's, whether it was asked for or made.
  private var request: JobRequest {
    JobRequest(
      name: name,
      conflict: conflict,
      command: command,
      needs: JobNeeds(
        externalPower: externalPower,
        batteryPercentMin: batteryPercentMin,
        network: network,
        idle: idleMicroseconds.map { Duration(wireMicroseconds: $0) },
        isCool: isCool,
        freeBytesMin: freeBytesMin
      ),
      schedule: JobSchedule(
        at: at,
        every: every,
        notBeforeUnixNanoseconds: notBeforeWallMicroseconds?.nanosecondsOfMicroseconds,
        deadlineUnixNanoseconds: deadlineWallMicroseconds?.nanosecondsOfMicroseconds,
        after: after.map(\.identifier),
        afterAny: (afterAny ?? []).map(\.identifier)
      ),
      retries: RetryPolicy(
        countMax: retriesMax,
        backoff: Duration(wireMicroseconds: backoffMicroseconds)
      ),
      timeout: timeoutMicroseconds.map { Duration(wireMicroseconds: $0) },
      whenLost: whenLost,
      onFailure: onFailure
    )
  }
}

extension Int64 {
  /// Microseconds in nanoseconds; stops at the ends of what 64 bits hold.
  fileprivate var nanosecondsOfMicroseconds: Int64 {
    Duration(wireMicroseconds: self).nanoseconds
  }
}

/// One run of a job as it stands on the wire.
struct JobRunMessage: Codable {
  var launch: IdentifierText<LaunchIdentifier>
  var beganMicroseconds: Int64
  var endedMicroseconds: Int64?
  var end: JobRunEndMessage?

  init(_ run: JobRun) {
    launch = IdentifierText(run.launch)
    beganMicroseconds = run.beganAt.microseconds
    endedMicroseconds = run.endedAt?.microseconds
    end = run.end.map(JobRunEndMessage.init)
  }

  var run: JobRun {
    JobRun(
      launch: launch.identifier,
      beganAt: Instant(microseconds: beganMicroseconds),
      endedAt: endedMicroseconds.map(Instant.init(microseconds:)),
      end: end?.end
    )
  }
}

/// How a run ended: a name, and the number or the reason that belongs to it.
struct JobRunEndMessage: Codable {
  let end: JobRunEnd

  private enum CodingKeys: CodingKey { case name, status, signal, errno, reason, folder }

  init(_ end: JobRunEnd) { self.end = end }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .name)
    end =
      switch name {
      case "exited": .exited(status: try container.decode(Int32.self, forKey: .status))
      case "signalled": .signalled(signal: try container.decode(Int32.self, forKey: .signal))
      case "timedOut": .timedOut
      case "conditionLost":
        .conditionLost(try container.decode(Reason.self, forKey: .reason))
      case "cancelled": .cancelled
      case "interrupted": .interrupted
      case "notStarted": try Self.notStarted(container)
      case "unseen": .unseen
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .name,
          in: container,
          debugDescription: "'\(name)' is not a way for a run to end"
        )
      }
  }

  private static func notStarted(
    _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> JobRunEnd {
    let errno = try container.decode(Int32.self, forKey: .errno)
    return try container.decodeIfPresent(String.self, forKey: .folder)
      .map { .notInFolder(path: $0, errno: errno) } ?? .notStarted(errno: errno)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch end {
    case .exited(let status):
      try container.encode("exited", forKey: .name)
      try container.encode(status, forKey: .status)
    case .signalled(let signal):
      try container.encode("signalled", forKey: .name)
      try container.encode(signal, forKey: .signal)
    case .timedOut: try container.encode("timedOut", forKey: .name)
    case .conditionLost(let reason):
      try container.encode("conditionLost", forKey: .name)
      try container.encode(reason, forKey: .reason)
    case .cancelled: try container.encode("cancelled", forKey: .name)
    case .interrupted: try container.encode("interrupted", forKey: .name)
    case .notStarted(let errno):
      try container.encode("notStarted", forKey: .name)
      try container.encode(errno, forKey: .errno)
    case .notInFolder(let path, let errno):
      try container.encode("notStarted", forKey: .name)
      try container.encode(errno, forKey: .errno)
      try container.encode(path, forKey: .folder)
    case .unseen: try container.encode("unseen", forKey: .name)
    }
  }
}

struct SubmittedMessage: Codable {
  var job: IdentifierText<JobIdentifier>
  var name: String
  var isNew: Bool
}

struct JobsMessage: Codable {
  var jobs: [JobMessage]
  var next: IdentifierText<JobIdentifier>?
}

struct JobOutputMessage: Codable {
  var data: String
  var offset: Int64
  var total: Int64
  var isRunning: Bool

  init(_ output: JobOutput) {
    data = Base64.text(of: output.bytes)
    offset = output.offset
    total = output.total
    isRunning = output.isRunning
  }

  func output() throws(WireError) -> JobOutput {
    guard let bytes = Base64.bytes(of: data) else {
      throw .malformedMessage(cause: "'data' is not in base 64")
    }
    return JobOutput(bytes: bytes, offset: offset, total: total, isRunning: isRunning)
  }
}
