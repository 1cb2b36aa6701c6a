import Glibc
import TorporPosix

/// GNU tar, which every Linux has, and which everybody can unpack an archive with.
struct ArchiveTool {
  /// What compresses: `zstd` or `gzip`.
  let compression: String
  /// Where programs are looked for.
  let folders: [String]
  /// Held by tar and what it starts for as long as they live, beyond the death of this process.
  let lock: Int32
  /// Called some twenty times a second.
  var proceed: () -> Void = {}

  /// How long between two looks at signals and progress, in milliseconds; our choice.
  private static let pauseMilliseconds: Int32 = 50

  /// Puts a folder into an archive.
  ///
  /// - Throws: `CommandFailure.failed` with tar's words.
  func create(_ archive: String, of name: String, in parent: String) throws(CommandFailure) {
    // posix: times to the nanosecond, names and sizes of any length.
    try run([
      "--create", "--no-unquote", "--file", archive, "--format=posix", "--sparse",
      "--one-file-system",
      "--numeric-owner", "--use-compress-program=\(compression)", "--directory", parent,
      // A backslash in the name is one.
      "--", "./" + name,
    ])
  }

  /// How many files, folders and links are in an archive, and the first one of them.
  ///
  /// - Throws: `CommandFailure.failed` with tar's words.
  func members(of archive: String) throws(CommandFailure) -> (count: Int, first: String) {
    let said = try run(
      [
        "--list", "--file", archive, "--quoting-style=escape",
        "--use-compress-program=\(compression)",
      ],
      hearsOutput: true
    )
    return (said.lineCount, said.words.split(separator: "\n").first.map(String.init) ?? "")
  }

  /// Compares what is in an archive with the files: contents, modes, owners, times, links.
  ///
  /// - Throws: `CommandFailure.failed` with tar's words.
  func compare(_ archive: String, with parent: String) throws(CommandFailure) {
    try run([
      "--compare", "--no-unquote", "--file", archive, "--numeric-owner",
      "--use-compress-program=\(compression)",
      "--directory",
      parent,
    ])
  }

  /// Unpacks an archive into an empty folder.
  ///
  /// - Throws: `CommandFailure.failed` with tar's words.
  func extract(_ archive: String, into parent: String) throws(CommandFailure) {
    try run([
      "--extract", "--no-unquote", "--file", archive, "--use-compress-program=\(compression)",
      "--preserve-permissions", "--same-owner", "--numeric-owner", "--delay-directory-restore",
      "--directory", parent,
    ])
  }

  /// Whether the program is there.
  static func isThere(_ program: String, in folders: [String]) -> Bool {
    path(of: program, in: folders) != nil
  }

  /// The system's own, whatever the user's PATH says.
  static let systemFolders = ["/usr/local/bin", "/usr/bin", "/bin"]

  private static func path(of program: String, in folders: [String]) -> String? {
    folders.map { $0 + "/" + program }.first { access($0, X_OK) == 0 }
  }

  /// How many lines of it are shown; the rest follows from the first ones.
  ///
  /// Our choice.
  private static let linesMax = 3

  // MARK: The process

  private struct Said {
    var words = ""
    /// How many lines of it name a member.
    var lineCount = 0
  }

  /// Counts the lines that begin as the names of members do; a warning of tar or of what compresses begins otherwise.
  private struct MemberLines {
    private(set) var count = 0
    private var begin: [UInt8] = []

    mutating func take(_ bytes: some Sequence<UInt8>) {
      for byte in bytes {
        if byte == 0x0a {
          begin = []
        } else if begin.count < 2 {
          begin.append(byte)
          // "./"
          if begin == [0x2e, 0x2f] { count += 1 }
        }
      }
    }
  }

  @discardableResult
  private func run(
    _ arguments: [String],
    hearsOutput: Bool = false
  ) throws(CommandFailure) -> Said {
    guard let tar = Self.path(of: "tar", in: folders) else {
      throw .failed("There is no tar in \(folders.joined(separator: ", ")). Install GNU tar.")
    }
    let said: Said
    let status: Int32
    do throws(SystemError) {
      (said, status) = try start(tar, arguments, hearsOutput)
    } catch {
      throw .failed("tar could not be started: \(error).")
    }
    guard status == 0 else {
      let lines = said.words.split(separator: "\n").prefix(Self.linesMax)
      let told = lines.isEmpty ? "it said nothing" : lines.joined(separator: "; ")
      let end = status & 0x7f == 0 ? "status \(status >> 8)" : "signal \(status & 0x7f)"
      throw .failed("tar ended with \(end): \(told)")
    }
    return said
  }

  /// Returns what it said, and its status as wait(2) has it.
  private func start(
    _ tar: String,
    _ arguments: [String],
    _ hearsOutput: Bool
  ) throws(SystemError) -> (said: Said, status: Int32) {
    let ends = try DescriptorPair.pipe().take()
    let readEnd = Descriptor(owning: ends.first)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    if hearsOutput {
      posix_spawn_file_actions_adddup2(&actions, ends.second, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, ends.second, 2)
    // The lock stays until the last of them has ended.
    posix_spawn_file_actions_adddup2(&actions, lock, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let variables: [String] = ["PATH=" + folders.joined(separator: ":"), "LC_ALL=C"]
    var words: [UnsafeMutablePointer<CChar>?] = ([tar] + arguments).map { strdup($0) }
    words.append(nil)
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) }
    environment.append(nil)
    defer { for word in words + environment { free(word) } }
    var processID: pid_t = 0
    let code = posix_spawn(&processID, tar, &actions, &attributes, &words, &environment)
    close(ends.second)
    guard code == 0 else { throw SystemError(operation: "start", subject: tar, code: code) }
    let said = listen(to: readEnd, processID)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) == -1, errno == EINTR {}
    return (said, status)
  }

  /// What it says until it and what it has started are gone.
  private func listen(to pipe: borrowing Descriptor, _ processID: pid_t) -> Said {
    var said: [UInt8] = []
    var lines = MemberLines()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var entry = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, Self.pauseMilliseconds) > 0 {
        let count = read(pipe.rawValue, &buffer, buffer.count)
        if count == 0 || (count < 0 && errno != EINTR) { break }
        // The first words say what went wrong; the rest only follows from it.
        if count > 0, said.count < buffer.count { said += buffer.prefix(count) }
        if count > 0 { lines.take(buffer.prefix(count)) }
      }
      if HeldSignals.arePending { kill(processID, SIGTERM) }
      proceed()
    }
    return Said(words: String(decoding: said, as: UTF8.self), lineCount: lines.count)
  }
}

/// Signals that ask this program to end, which wait while it works on files: what it has begun is put right first.
enum HeldSignals {
  private static let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Holds them for as long as the body runs.
  static func during<Result>(
    _ body: () throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    var set = signals
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &set, &before)
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// Whether one has come that is held.
  static var arePending: Bool {
    var set = sigset_t()
    guard sigpending(&set) == 0 else { return false }
    return all.contains { sigismember(&set, $0) == 1 }
  }

  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in all { sigaddset(&set, signal) }
    return set
  }
}
