import TorporModel

/// A name, and the number that belongs to it.
extension ExitReason: WireObject {
  package static let keys = ["name", "signal", "status", "errno", "folder"]

  package init(_ message: ParameterReader) throws(WireError) {
    let name: String = try message.value("name")
    switch name {
    case "crash": self = .crash(signal: try message.value("signal"))
    case "exit": self = .exit(status: try message.value("status"))
    case "notStarted":
      let errno: Int32 = try message.value("errno")
      let folder: String? = try message.optional("folder")
      self = folder.map { .notInFolder(path: $0, errno: errno) } ?? .notStarted(errno: errno)
    default:
      if let plain = Self.plain.first(where: { $0.name == name }) {
        self = plain
      } else if let code = TerminationCode.allCases.first(where: { $0.text == name }) {
        self = .code(code)
      } else {
        throw message.invalid("name")
      }
    }
  }

  /// Those of which the name says all.
  private static let plain: [ExitReason] = [
    .killedExternally, .jetsam, .forceQuit, .jobEnded, .exitsOnSuspend, .uninstall, .update,
    .reboot, .logout, .unseen,
  ]

  package var members: [(key: String, value: JSON?)] { [("name", name.json)] + numbers }

  private var numbers: [(key: String, value: JSON?)] {
    switch self {
    case .crash(let signal): [("signal", signal.json)]
    case .exit(let status): [("status", status.json)]
    case .notStarted(let errno): [("errno", errno.json)]
    case .notInFolder(let path, let errno): [("errno", errno.json), ("folder", path.json)]
    case .code, .killedExternally, .jetsam, .forceQuit, .jobEnded, .exitsOnSuspend, .uninstall,
      .update, .reboot, .logout, .unseen:
      []
    }
  }
}

/// A name, and the number or the reason that belongs to it.
extension JobRunEnd: WireObject {
  package static let keys = ["name", "status", "signal", "errno", "reason", "folder"]

  package init(_ message: ParameterReader) throws(WireError) {
    let name: Control.JobRunEndName = try message.value("name")
    switch name {
    case .exited: self = .exited(status: try message.value("status"))
    case .signalled: self = .signalled(signal: try message.value("signal"))
    case .timedOut: self = .timedOut
    case .conditionLost: self = .conditionLost(try message.value("reason"))
    case .cancelled: self = .cancelled
    case .interrupted: self = .interrupted
    case .notStarted:
      let errno: Int32 = try message.value("errno")
      let folder: String? = try message.optional("folder")
      self = folder.map { .notInFolder(path: $0, errno: errno) } ?? .notStarted(errno: errno)
    case .unseen: self = .unseen
    }
  }

  package var members: [(key: String, value: JSON?)] {
    func named(
      _ name: Control.JobRunEndName,
      _ members: (key: String, value: JSON?)...
    ) -> [(key: String, value: JSON?)] {
      [("name", name.json)] + members
    }
    return switch self {
    case .exited(let status): named(.exited, ("status", status.json))
    case .signalled(let signal): named(.signalled, ("signal", signal.json))
    case .timedOut: named(.timedOut)
    case .conditionLost(let reason): named(.conditionLost, ("reason", reason.json))
    case .cancelled: named(.cancelled)
    case .interrupted: named(.interrupted)
    case .notStarted(let errno): named(.notStarted, ("errno", errno.json))
    case .notInFolder(let path, let errno):
      named(.notStarted, ("errno", errno.json), ("folder", path.json))
    case .unseen: named(.unseen)
    }
  }
}
