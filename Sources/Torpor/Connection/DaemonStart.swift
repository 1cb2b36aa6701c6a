import TorporPosix

/// How a daemon is started, as a sentence names it: by its unit, where one is installed for the place in question.
package struct DaemonStart {
  private let hasSystemUnit: Bool
  private let hasUserUnit: Bool
  /// Where the user's own daemon listens; `nil`: no folder is made for that.
  private let ownPath: String?

  package init(
    variable: (String) -> String? = environmentVariable,
    exists: (String) -> Bool = Files.exists
  ) {
    ownPath = Endpoint.ownPath(variable: variable)
    // Made by systemd where it runs the machine: sd_booted(3).
    let isRunning = exists("/run/systemd/system")
    func hasUnit(_ manager: String) -> Bool {
      isRunning
        && Self.folders.contains { exists("\($0)/systemd/\(manager)/torpord.service") }
    }
    hasSystemUnit = hasUnit("system")
    hasUserUnit = hasUnit("user")
  }

  /// Where units of packages and of administrators are (systemd.unit(5)).
  private static let folders = ["/usr/lib", "/etc"]

  /// The command that starts the daemon which would listen there, in code quotes.
  ///
  /// Where nobody has named a place it is the user's own, and root's daemon serves all users as well.
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

  /// The command that starts a daemon of the user's own, in code quotes.
  package var ownCommand: String { hasUserUnit ? Self.user : Self.program }

  private static let program = "`torpord`"
  private static let system = "`systemctl start torpord`"
  private static let user = "`systemctl --user start torpord`"
}
