import TorporPosix

/// The command that starts a daemon, for use in a message: by its unit, if one is installed for the place in question.
package struct DaemonStart {
  private let hasSystemUnit: Bool
  private let hasUserUnit: Bool
  /// The socket of the user's own daemon; `nil`: there is no folder for it.
  private let ownPath: String?

  package init(
    variable: (String) -> String? = environmentVariable,
    exists: (String) -> Bool = Files.exists
  ) {
    ownPath = Endpoint.ownPath(variable: variable)
    // Created by systemd if it runs the machine: sd_booted(3).
    let isRunning = exists("/run/systemd/system")
    func hasUnit(_ manager: String) -> Bool {
      isRunning
        && Self.folders.contains { exists("\($0)/systemd/\(manager)/torpord.service") }
    }
    hasSystemUnit = hasUnit("system")
    hasUserUnit = hasUnit("user")
  }

  /// The folders of units of packages and of administrators (systemd.unit(5)).
  private static let folders = ["/usr/lib", "/etc"]

  /// Returns the command that starts the daemon that would listen at a path, in code quotes.
  ///
  /// If no place was given, the place is the user's own; root's daemon also serves all users.
  package func command(forSocket path: String) -> String {
    if path == Endpoint.system { return hasSystemUnit ? Self.system : Self.program }
    guard path == ownPath else { return Self.program }
    switch (hasSystemUnit, hasUserUnit) {
    case (true, true): return "\(Self.system) (or \(Self.user) for a daemon of your own)"
    case (true, false): return Self.system
    case (false, true): return Self.user
    case (false, false): return Self.program
    }
  }

  /// The command that starts the user's own daemon, in code quotes.
  package var ownCommand: String { hasUserUnit ? Self.user : Self.program }

  private static let program = "`torpord`"
  private static let system = "`systemctl start torpord`"
  private static let user = "`systemctl --user start torpord`"
}
