import ArgumentParser
import Glibc
import TorporPosix
import TorporWire

/// Which daemon a command talks to.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon's socket (default: $TORPOR_SOCKET, else torpor/socket in $XDG_RUNTIME_DIR, else"
        + " /run/torpor/socket).",
      valueName: "path"
    )
  )
  var socket: String?

  /// The path, whether there is a listener or not.
  var path: String {
    SocketPath.resolve(
      option: socket,
      environment: { name in getenv(name).map { String(cString: $0) } },
      isRoot: CurrentProcess.userID == 0
    )
  }

  /// A connection to the daemon.
  ///
  /// - Throws: `CommandFailure.notReachable`.
  func connect() throws(CommandFailure) -> ControlConnection { try ControlConnection(to: path) }

  /// One call on a connection of its own.
  ///
  /// - Throws: `CommandFailure`.
  @discardableResult
  func call<Call: WireCall>(
    _ call: Call
  ) throws(CommandFailure) -> ControlConnection.Answer<Call.Reply> {
    try connect().call(call)
  }
}

/// How a command that shows facts prints them.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON as the daemon sends it, one object per line.")
  var json = false
}
