internal import Glibc

/// What a service manager says to a process that it starts, in environment variables: systemd's
/// sd_notify(3), sd_listen_fds(3), sd_watchdog_enabled(3) and `JOURNAL_STREAM` of systemd.exec(5).
///
/// They are meant for that process alone: `take` removes them, so that nothing that it starts takes them
/// for its own.
package struct ServiceEnvironment: Hashable, Sendable {
  /// The socket that takes notices, with `@` in front of an abstract name; `nil`: nothing is to be told.
  package let notifySocket: String?
  /// How long the process may be silent before it is ended; `nil`: as long as it likes.
  package let watchdogLimit: Duration?
  /// How many sockets the process inherited, from `firstSocket` on.
  package let socketCount: Int
  /// The file to which standard error goes where that is the journal, as "device:inode".
  package let journalStream: String?

  /// The first inherited socket (`SD_LISTEN_FDS_START`).
  package static let firstSocket: Int32 = 3

  /// What the variables say to the process of that number; what is meant for another, or makes no sense,
  /// counts as not said.
  package init(processID: Int32, variable: (String) -> String?) {
    notifySocket = variable("NOTIFY_SOCKET").flatMap {
      ["/", "@"].contains($0.unicodeScalars.first) ? $0 : nil
    }
    let isListenersOwn = variable("LISTEN_PID") == "\(processID)"
    socketCount =
      isListenersOwn ? variable("LISTEN_FDS").flatMap { Int($0) }.map { max(0, $0) } ?? 0 : 0
    let isWatched = variable("WATCHDOG_PID").map { $0 == "\(processID)" } ?? true
    let microseconds = variable("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
    watchdogLimit = isWatched && microseconds > 0 ? .microseconds(microseconds) : nil
    journalStream = variable("JOURNAL_STREAM")
  }

  /// The variables, by name.
  package static let names = [
    "NOTIFY_SOCKET", "LISTEN_PID", "LISTEN_PIDFDID", "LISTEN_FDS", "LISTEN_FDNAMES", "WATCHDOG_PID",
    "WATCHDOG_USEC", "JOURNAL_STREAM",
  ]

  /// Reads the variables of this process and removes them from its environment.
  ///
  /// Call it before a second thread exists.
  package static func take() -> ServiceEnvironment {
    let found = ServiceEnvironment(processID: getpid()) { name in
      getenv(name).map { String(cString: $0) }
    }
    for name in names { unsetenv(name) }
    return found
  }
}
