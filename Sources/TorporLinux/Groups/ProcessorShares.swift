internal import Glibc
package import TorporCore
internal import TorporPosix

/// How groups of processes share the processor, as far as this machine lets the daemon say so.
///
/// The order in which the ways are tried is that of what they reach: a weight counts for all that is in the group and
/// is born there; a session's niceness for all that is in the session; a thread's for that thread and what it starts.
package struct ProcessorShares: Sendable {
  package enum Way: Hashable, Sendable {
    /// The group's `cpu.weight`, and `io.weight` where it is there.
    case weight
    /// Sessions share the processor (`sched_autogroup`, proc(5)), each with a niceness of its own. The niceness of a
    /// thread then counts only inside of its session.
    case sessions
    /// The niceness of each thread (setpriority(2)).
    case threads
    case unavailable(reason: String)
  }

  package let way: Way
  private let procRoot: String

  /// What the kernel gives a group by default (cgroup-v2.rst, "Weights").
  static let foregroundWeight = 100
  /// A tenth.
  ///
  /// Our choice: four programs that burn off screen then cost one in front 3 % at the median (decision 0037), and work
  /// with a limit of 30 s does not come to nothing beside a program in front that burns. A niceness of
  /// 10 makes nearly the same of it: 110 to 1,024 (`sched_prio_to_weight`).
  static let backgroundWeight = 10
  static let backgroundNiceness: Int32 = 10

  /// Looks at what there is.
  package init(_ features: GroupFeatures, procRoot: String = "/proc") {
    self.init(
      features,
      maySetSessions: CurrentProcess.has(.systemAdmin),
      mayLowerNiceness: ProcessorShares.mayLowerNiceness,
      procRoot: procRoot
    )
  }

  init(_ way: Way, procRoot: String = "/proc") {
    self.way = way
    self.procRoot = procRoot
  }

  /// `maySetSessions`: without CAP_SYS_ADMIN the kernel takes ten changes a second at most, of all sessions
  /// together (`proc_sched_autogroup_set_nice`), so that an app could stay slow in front.
  init(
    _ features: GroupFeatures,
    maySetSessions: Bool,
    mayLowerNiceness: Bool,
    procRoot: String
  ) {
    self.procRoot = procRoot
    let sessions = try? Files.read(procRoot + "/sys/kernel/sched_autogroup_enabled")
    if features.hasWeight {
      way = .weight
    } else if sessions?.hasPrefix("1") == true {
      way =
        maySetSessions
        ? .sessions
        : .unavailable(
          reason: "the cpu controller is not in the tree of version 2, and the shares of sessions "
            + "(sched_autogroup) can be changed at any time only with CAP_SYS_ADMIN"
        )
    } else if mayLowerNiceness {
      way = .threads
    } else {
      way = .unavailable(
        reason: "the cpu controller is not in the tree of version 2, and niceness that was raised "
          + "could not be lowered again (CAP_SYS_NICE or RLIMIT_NICE)"
      )
    }
  }

  /// Whether a process of this user may go back to a niceness of 0: without that none is raised.
  private static var mayLowerNiceness: Bool {
    if CurrentProcess.has(.systemNice) { return true }
    var limit = rlimit()
    // setrlimit(2): a limit of 20 stands for a niceness of 0.
    return getrlimit(__rlimit_resource_t(__RLIMIT_NICE.rawValue), &limit) == 0
      && limit.rlim_cur >= 20
  }

  /// Gives the group its share; processes that are gone by then need none.
  ///
  /// `base` is the niceness with which its command was started.
  package func set(_ priority: ProcessPriority, of group: ControlGroup, base: Int32) {
    switch way {
    case .weight: group.setWeight(ProcessorShares.weight(of: priority))
    case .sessions: setSessions(priority, of: group)
    case .threads: setThreads(priority, of: group, base: base)
    case .unavailable: break
    }
  }

  static func weight(of priority: ProcessPriority) -> Int {
    switch priority {
    case .foreground: foregroundWeight
    case .background: backgroundWeight
    }
  }

  // MARK: Sessions

  /// Sets the niceness of each session that is the group's own.
  ///
  /// Others may be in a session that was begun outside, and it is not the group's to slow down.
  private func setSessions(_ priority: ProcessPriority, of group: ControlGroup) {
    let niceness = priority == .background ? ProcessorShares.backgroundNiceness : 0
    let members = group.processIDs()
    let own = Set(members)
    var done: Set<Int32> = []
    for processID in members {
      guard let session = ProcessStat(of: processID, procRoot: procRoot)?.session,
        own.contains(session), done.insert(session).inserted
      else { continue }
      try? Files.write("\(niceness)", to: "\(procRoot)/\(session)/autogroup")
    }
  }

  // MARK: Threads

  /// Moves the threads that stand where their command was started, and no thread that has chosen for itself.
  private func setThreads(_ priority: ProcessPriority, of group: ControlGroup, base: Int32) {
    let lowered = min(base + ProcessorShares.backgroundNiceness, 19)
    let (from, to) = priority == .background ? (base, lowered) : (lowered, base)
    for processID in group.processIDs() {
      for thread in Files.names(in: "\(procRoot)/\(processID)/task").compactMap({ id_t($0) }) {
        errno = 0
        let niceness = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), thread)
        guard errno == 0, niceness == from else { continue }
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), thread, to)
      }
    }
  }

  /// The niceness with which a command was started that was lowered, or was not, by a daemon that is gone.
  ///
  /// One of 10 and more has been lowered, unless the command was started so, which the user has seldom reason to do.
  func base(ofAdopted processID: Int32) -> Int32 {
    guard way == .threads else { return 0 }
    let niceness = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(processID))
    return niceness >= ProcessorShares.backgroundNiceness
      ? niceness - ProcessorShares.backgroundNiceness : niceness
  }
}
