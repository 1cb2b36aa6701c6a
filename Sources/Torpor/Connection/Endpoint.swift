internal import Glibc
package import TorporPosix

/// The place where the system listens for this process.
package struct Endpoint: Hashable, Sendable {
  /// The path of the socket.
  package var path: String
  /// A connected socket that the process inherited; used once.
  package var inherited: Int32?

  package init(path: String, inherited: Int32? = nil) {
    self.path = path
    self.inherited = inherited
  }

  /// The endpoint from the environment: `TORPOR_SOCKET_FD`, then `TORPOR_SOCKET`, then the usual places.
  package static var fromEnvironment: Endpoint {
    Endpoint(
      path: defaultPath(isRoot: geteuid() == 0, variable: environmentVariable),
      inherited: environmentVariable("TORPOR_SOCKET_FD").flatMap { Int32($0) }
    )
  }

  /// Returns the socket's path if none is given: `$TORPOR_SOCKET`, otherwise the path of the user's own daemon if it
  /// listens, otherwise the path of root's.
  ///
  /// Without either daemon, it is the user's own path, which an error message then names.
  package static func defaultPath(
    isRoot: Bool,
    variable: (String) -> String?,
    exists: (String) -> Bool = Files.exists
  ) -> String {
    if let path = variable("TORPOR_SOCKET"), !path.isEmpty { return path }
    guard !isRoot, let own = ownPath(variable: variable) else { return system }
    return !exists(own) && exists(system) ? system : own
  }

  /// Returns the path at which the user's own daemon listens; `nil`: the user has no folder for it.
  static func ownPath(variable: (String) -> String?) -> String? {
    guard let folder = variable("XDG_RUNTIME_DIR"), !folder.isEmpty else { return nil }
    return folder + "/torpor/socket"
  }

  /// The path at which root's daemon listens.
  static let system = "/run/torpor/socket"

  /// Returns a connection: the inherited one, or a new one to the path.
  ///
  /// - Throws: `SystemError` naming the path or the descriptor.
  package func connect() throws(SystemError) -> Descriptor {
    if let inherited { return try UnixSocket.adopt(inherited: inherited) }
    return try UnixSocket.connect(to: path)
  }
}

/// Returns a variable of the process's environment.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
