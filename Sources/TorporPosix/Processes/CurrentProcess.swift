internal import CTorporPosix
internal import Glibc

/// Facts about this process, and what it may do.
package enum CurrentProcess {
  package static var processID: Int32 { getpid() }
  package static var parentID: Int32 { getppid() }
  package static var userID: UInt32 { getuid() }
  package static var groupID: UInt32 { getgid() }

  /// The soft limit on open files that this process was started with.
  ///
  /// What it starts gets this one again: programs that use select(2) break beyond 1024. Read for the
  /// first time before the limit is raised, or never raised.
  static let openFilesLimitAtStart: UInt64 = {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return UInt64(limit.rlim_cur)
  }()

  /// Raises the soft limit on open files to the hard one, for this process alone.
  ///
  /// - Throws: `SystemError` when the kernel refuses.
  package static func raiseOpenFilesLimit() throws(SystemError) {
    _ = openFilesLimitAtStart
    _ = try checkingNegated("raise the limit of", "open files", torpor_raise_open_files_limit())
  }

  /// Makes what the process creates from now on its own alone; folders that others pass through get
  /// their mode by name.
  package static func keepFilesPrivate() { umask(0o077) }

  /// Opens something for each standard stream that the process was started without.
  ///
  /// Otherwise the next file or socket that it opens would take the number, and get what is written for a person. Reads and
  /// writes of such a stream fail as they would without it (`EBADF`). To be called before anything is opened. Where one
  /// cannot be filled, the process ends with 1.
  package static func fillStandardStreams() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // It gets the lowest free number, which is this one: those below are open by now.
      if open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY) != number {
        let error = SystemError.current("open", "/dev/null")
        let program = CommandLine.arguments.first ?? "this program"
        let cause = "standard stream \(number) is closed, and cannot be replaced: \(error)."
        let text = "\(program): \(cause) Start it with streams 0 to 2 open.\n"
        text.utf8CString.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
        exit(1)
      }
    }
  }

  /// Makes a write to a pipe without a reader an error instead of the process's end.
  ///
  /// What it starts gets the default again.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Rights that are looked for; the numbers are those of `<linux/capability.h>`.
  package enum Capability: Int32, Sendable {
    case kill = 5
    case setUserID = 7
    case systemAdmin = 21
    case systemNice = 23
    case systemResource = 24
  }

  /// The work of the leader of a terminal's session, by the numbers that it was started with; see
  /// `torpor_lead_terminal`.
  ///
  /// Returns when there are other numbers, or none.
  package static func leadTerminal(_ numbers: [String]) {
    let parsed = numbers.compactMap { UInt32($0) }
    guard parsed.count == 4, numbers.count == 4, let child = Int32(exactly: parsed[0]) else {
      return
    }
    // What it took to get here is not needed any more; it may wait for days.
    torpor_give_back_clean_pages()
    torpor_lead_terminal(child, parsed[1] != 0, parsed[2], parsed[3])
  }

  /// The work of the writer of an output, by the two numbers, and perhaps the heading, that it was
  /// started with; see `torpor_write_output`.
  ///
  /// Returns when there are other numbers, or none.
  package static func writeOutput(_ arguments: [String]) {
    let parsed = arguments.prefix(2).compactMap { Int64($0) }
    guard parsed.count == 2, arguments.count <= 3 else { return }
    torpor_give_back_clean_pages()
    guard arguments.count == 3 else { torpor_write_output(parsed[0], parsed[1], nil) }
    torpor_write_output(parsed[0], parsed[1], arguments[2])
  }

  /// The work of the keeper of descriptors, by the patience that it was started with; see
  /// `torpor_keep_descriptors`.
  ///
  /// Returns when there are other arguments.
  package static func keepDescriptors(_ arguments: [String]) {
    guard arguments.count == 1, let milliseconds = UInt32(arguments[0]) else { return }
    torpor_give_back_clean_pages()
    torpor_keep_descriptors(milliseconds)
  }

  /// What the leader of a terminal's session is called in `/proc`, while it holds the terminal in the
  /// place of a shell.
  package static let terminalLeaderName = TORPOR_LEADER_NAME

  /// How long the line is in which a keeper writes.
  package static let keptEndBytes = Int(TORPOR_END_BYTES)

  /// Whether the process has the right now.
  package static func has(_ capability: Capability) -> Bool {
    torpor_has_capability(capability.rawValue)
  }

  /// Gives up every right beyond those of the process's user, for good; see `torpor_give_up_rights`.
  ///
  /// - Throws: `SystemError` when the kernel refuses; the process should not go on then.
  package static func giveUpRights() throws(SystemError) {
    _ = try checkingNegated("give up", "rights", torpor_give_up_rights())
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
  /// The pipe's write end must stay open in this process alone. The process must have one thread.
  ///
  /// - Throws: `SystemError` at the limit of processes.
  package static func startDeadMan(
    pipe: Int32,
    lockPath: String,
    groupsPath: String,
    recordsPath: String? = nil,
    groupPath: String,
    movesToGroup: Bool,
    graceMilliseconds: UInt32
  ) throws(SystemError) -> Int32 {
    let pid = lockPath.withCString { lockPath in
      groupsPath.withCString { groupsPath in
        groupPath.withCString { groupPath in
          // The process has a copy of all memory, so the text lives as long as it does.
          let recordsPath = recordsPath.map { strdup($0) } ?? nil
          defer { free(recordsPath) }
          var order = torpor_dead_man(
            daemon_pipe: pipe,
            lock_path: lockPath,
            groups_path: groupsPath,
            records_path: UnsafePointer(recordsPath),
            group_path: groupPath,
            moves_to_group: movesToGroup,
            grace_milliseconds: graceMilliseconds
          )
          return torpor_dead_man_start(&order)
        }
      }
    }
    return try checkingNegated("start", "the dead man's process", pid)
  }
}
