internal import Glibc
package import TorporPosix

/// Where the system listens for this process.
package struct Endpoint: Hashable, Sendable {
  /// The path of the socket.
  package var path: String
  /// A connected socket that the process inherited; used once.
  package var inherited: Int32?

  package init(path: String, inherited: Int32? = nil) {
    self.path = path
    self.inherited = inherited
  }

  /// What the environment says: `TORPOR_SOCKET_FD`, then `TORPOR_SOCKET`, then the usual places.
  package static var fromEnvironment: Endpoint {
    Endpoint(
      path: defaultPath(isRoot: geteuid() == 0, variable: environmentVariable),
      inherited: environmentVariable("TORPOR_SOCKET_FD").flatMap { Int32($0) }
    )
  }

  /// The socket's path where none is given: `$TORPOR_SOCKET`, else where the user's own daemon listens, else where
  /// root's does.
  ///
  /// Without either daemon it is the user's own place, which a message then names.
  package static func defaultPath(
    isRoot: Bool,
    variable: (String) -> String?,
    exists: (String) -> Bool = Files.exists
  ) -> String {
    if let path = variable("TORPOR_SOCKET"), !path.isEmpty { return path }
    guard !isRoot, let own = ownPath(variable: variable) else { return system }
    return !exists(own) && exists(system) ? system : own
  }

  /// Where the user's own daemon listens; `nil`: the user has no folder for that.
  static func ownPath(variable: (String) -> String?) -> String? {
    guard let folder = variable("XDG_RUNTIME_DIR"), !folder.isEmpty else { return nil }
    return folder + "/torpor/socket"
  }

  /// Where root's daemon listens.
  static let system = "/run/torpor/socket"

  /// A connection: the inherited one, or a new one to the path.
  ///
  /// - Throws: `SystemError` naming the path or the descriptor.
  package func connect() throws(SystemError) -> Descriptor {
    if let inherited { return try UnixSocket.adopt(inherited: inherited) }
    return try UnixSocket.connect(to: path)
  }
}

/// A variable of the process's environment.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
