import TorporModel

/// The status of an app as it stands on the wire.
struct AppMessage: Codable {
  var app: AppIdentifier
  var name: String
  var state: ApplicationState
  var sinceMicroseconds: Int64
  var launch: IdentifierText<LaunchIdentifier>?
  var pid: Int32?
  var heldBy: [ConditionMessage]
  var blockedBy: [ConditionMessage]
  var tasks: [TaskMessage]
  var timeRemainingMicroseconds: Int64?
  var footprintBytes: Int64?
  var foregroundMicroseconds: Int64
  var backgroundMicroseconds: Int64
  var lastExit: ExitMessage?
  var isCooperative: Bool
}

extension AppMessage {
  init(_ status: AppStatus) {
    self.init(
      app: status.app,
      name: status.name,
      state: status.state,
      sinceMicroseconds: status.since.microseconds,
      launch: status.launch.map { IdentifierText($0) },
      pid: status.processID,
      heldBy: status.heldBy.map(ConditionMessage.init),
      blockedBy: status.blockedBy.map(ConditionMessage.init),
      tasks: status.tasks.map(TaskMessage.init),
      timeRemainingMicroseconds: status.timeRemaining?.microseconds,
      footprintBytes: status.footprintBytes,
      foregroundMicroseconds: status.foregroundTime.microseconds,
      backgroundMicroseconds: status.backgroundTime.microseconds,
      lastExit: status.lastExit.map(ExitMessage.init),
      isCooperative: status.isCooperative
    )
  }

  var status: AppStatus {
    var status = AppStatus(
      app: app,
      name: name,
      state: state,
      since: Instant(microseconds: sinceMicroseconds),
      launch: launch?.identifier,
      heldBy: heldBy.map(\.condition),
      tasks: tasks.map(\.status),
      timeRemaining: timeRemainingMicroseconds.map { Duration(wireMicroseconds: $0) },
      blockedBy: blockedBy.map(\.condition),
      footprintBytes: footprintBytes,
      foregroundTime: Duration(wireMicroseconds: foregroundMicroseconds),
      backgroundTime: Duration(wireMicroseconds: backgroundMicroseconds),
      lastExit: lastExit?.record,
      isCooperative: isCooperative
    )
    status.processID = pid
    return status
  }
}

/// A background task as it stands on the wire.
struct TaskMessage: Codable {
  var task: IdentifierText<BackgroundTaskIdentifier>
  var name: String?
  var begunMicroseconds: Int64
  var isExpiring: Bool

  init(_ status: BackgroundTaskStatus) {
    task = IdentifierText(status.task)
    name = status.name
    begunMicroseconds = status.begunAt.microseconds
    isExpiring = status.isExpiring
  }

  var status: BackgroundTaskStatus {
    BackgroundTaskStatus(
      task: task.identifier,
      name: name,
      begunAt: Instant(microseconds: begunMicroseconds),
      isExpiring: isExpiring
    )
  }
}

/// The end of a process as it stands on the wire.
struct ExitMessage: Codable {
  var launch: IdentifierText<LaunchIdentifier>
  var atMicroseconds: Int64
  var reason: EndReasonMessage
  var remaining: Int?

  init(_ record: ExitRecord) {
    launch = IdentifierText(record.launch)
    atMicroseconds = record.at.microseconds
    reason = EndReasonMessage(record.reason)
    remaining = record.remaining
  }

  var record: ExitRecord {
    ExitRecord(
      launch: launch.identifier,
      at: Instant(microseconds: atMicroseconds),
      reason: reason.reason,
      remaining: remaining
    )
  }
}

/// Why a process ended: a name, and the number that belongs to it.
struct EndReasonMessage: Codable {
  /// `0x8badf00d` and its like, or a word.
  let reason: ExitReason

  private enum CodingKeys: CodingKey { case name, signal, status, errno, folder }

  init(_ reason: ExitReason) { self.reason = reason }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .name)
    reason =
      switch name {
      case "crash": .crash(signal: try container.decode(Int32.self, forKey: .signal))
      case "exit": .exit(status: try container.decode(Int32.self, forKey: .status))
      case "notStarted": try Self.notStarted(container)
      case "killedFromOutside": .killedFromOutside
      case "jetsam": .jetsam
      case "forceQuit": .forceQuit
      case "jobEnded": .jobEnded
      case "exitsOnSuspend": .exitsOnSuspend
      case "uninstall": .uninstall
      case "update": .update
      case "reboot": .reboot
      case "logout": .logout
      case "unseen": .unseen
      default: .code(try Self.code(name, container))
      }
  }

  private static func notStarted(
    _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> ExitReason {
    let errno = try container.decode(Int32.self, forKey: .errno)
    return try container.decodeIfPresent(String.self, forKey: .folder)
      .map { .notInFolder(path: $0, errno: errno) } ?? .notStarted(errno: errno)
  }

  private static func code(
    _ name: String,
    _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> TerminationCode {
    guard let code = TerminationCode.allCases.first(where: { $0.text == name }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .name,
        in: container,
        debugDescription: "'\(name)' is not a way for a process to end"
      )
    }
    return code
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reason.name, forKey: .name)
    switch reason {
    case .crash(let signal): try container.encode(signal, forKey: .signal)
    case .exit(let status): try container.encode(status, forKey: .status)
    case .notStarted(let errno): try container.encode(errno, forKey: .errno)
    case .notInFolder(let path, let errno):
      try container.encode(errno, forKey: .errno)
      try container.encode(path, forKey: .folder)
    case .code, .killedFromOutside, .jetsam, .forceQuit, .jobEnded, .exitsOnSuspend, .uninstall,
      .update, .reboot, .logout, .unseen:
      break
    }
  }
}
