internal import CTorporPosix
internal import Glibc

/// Facts about this process, and what it may do.
package enum CurrentProcess {
  package static var processID: Int32 { getpid() }
  package static var parentID: Int32 { getppid() }
  package static var userID: UInt32 { getuid() }
  package static var groupID: UInt32 { getgid() }

  /// Rights that are looked for; the numbers are those of `<linux/capability.h>`.
  package enum Capability: Int32, Sendable {
    case kill = 5
    case setUserID = 7
    case systemResource = 24
  }

  /// Whether the process has the right now.
  package static func has(_ capability: Capability) -> Bool {
    torpor_has_capability(capability.rawValue)
  }

  /// The session of any process; `nil` when it is gone.
  package static func session(of processID: Int32) -> Int32? {
    let session = getsid(processID)
    return session < 0 ? nil : session
  }

  /// Sends a signal by number of a process; use a handle where there is one.
  package static func send(signal: Int32, to processID: Int32) {
    _ = kill(processID, signal)
  }

  /// Forks a process that thaws the groups when this one is gone; see `torpor_dead_man_start`.
  ///
  /// The pipe's write end must stay open in this process alone. Call it before any thread exists.
  ///
  /// - Throws: `SystemError` at the limit of processes.
  package static func startDeadMan(
    pipe: Int32,
    lockPath: String,
    groupsPath: String,
    graceMilliseconds: UInt32
  ) throws(SystemError) -> Int32 {
    let pid = lockPath.withCString { lockPath in
      groupsPath.withCString { groupsPath in
        var order = torpor_dead_man(
          daemon_pipe: pipe,
          lock_path: lockPath,
          groups_path: groupsPath,
          grace_milliseconds: graceMilliseconds
        )
        return torpor_dead_man_start(&order)
      }
    }
    return try checkingNegated("start", "the dead man's process", pid)
  }
}
