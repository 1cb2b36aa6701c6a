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
    .killedExternally, .jetsam, .outOfMemory, .forceQuit, .jobEnded, .exitsOnSuspend, .uninstall,
    .update, .reboot, .logout, .released, .unseen,
  ]

  package var members: [(key: String, value: JSON?)] { [("name", name.json)] + numbers }

  private var numbers: [(key: String, value: JSON?)] {
    switch self {
    case .crash(let signal): [("signal", signal.json)]
    case .exit(let status): [("status", status.json)]
    case .notStarted(let errno): [("errno", errno.json)]
    case .notInFolder(let path, let errno): [("errno", errno.json), ("folder", path.json)]
    case .code, .killedExternally, .jetsam, .outOfMemory, .forceQuit, .jobEnded, .exitsOnSuspend,
      .uninstall,
      .update, .reboot, .logout, .released, .unseen:
      []
    }
  }
}
