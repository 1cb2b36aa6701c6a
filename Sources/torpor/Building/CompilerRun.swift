import Glibc
import TorporPosix

/// A run of Swift's tools, with this process's environment.
struct CompilerRun {
  /// The tool's path.
  let program: String
  let arguments: [String]

  /// How long between two looks at signals, in milliseconds; our choice.
  private static let pauseMilliseconds: Int32 = 100
  /// How many looks after one signal the next one follows: 5 s where nothing is said; our choice.
  private static let looksBetweenSignals = 50
  /// What is kept of an answer at most, in bytes: 16 MiB.
  ///
  /// The description of a package has some hundred for each source.
  private static let answerBytesMax = 16 << 20

  /// Runs it to its end, and hands over what it says on both streams, line by line.
  ///
  /// A signal that asks this program to end asks the tool, too.
  ///
  /// Returns its status as wait(2) has it.
  ///
  /// - Throws: `CommandFailure.failed` where it cannot be started.
  func run(_ take: (String) -> Void) throws(CommandFailure) -> Int32 {
    var lines = LineBuffer()
    let status = try start(hearsErrors: true) { bytes in
      for line in lines.take(bytes) { take(line) }
    }
    if let rest = lines.rest { take(rest) }
    return status
  }

  /// Runs it to its end; what it says on standard output is the answer, and standard error is this program's.
  ///
  /// - Throws: `CommandFailure.failed` where it cannot be started.
  func answer() throws(CommandFailure) -> (bytes: [UInt8], status: Int32) {
    var answer: [UInt8] = []
    let status = try start(hearsErrors: false) { bytes in
      if answer.count < Self.answerBytesMax { answer += bytes }
    }
    return (answer, status)
  }

  // MARK: The process

  private func start(
    hearsErrors: Bool,
    _ take: ([UInt8]) -> Void
  ) throws(CommandFailure) -> Int32 {
    // Held, so that this program does not end before the tool does.
    try HeldSignals.during { () throws(CommandFailure) in try runToItsEnd(hearsErrors, take) }
  }

  private func runToItsEnd(
    _ hearsErrors: Bool,
    _ take: ([UInt8]) -> Void
  ) throws(CommandFailure) -> Int32 {
    do throws(SystemError) {
      let ends = try DescriptorPair.pipe().take()
      let readEnd = Descriptor(owning: ends.first)
      let processID = try spawn(output: ends.second, hearsErrors: hearsErrors)
      listen(to: readEnd, processID, take)
      var status: Int32 = 0
      while waitpid(processID, &status, 0) == -1, errno == EINTR {}
      return status
    } catch {
      throw .failed("\(program) could not be started: \(SystemError.text(of: error.code)).")
    }
  }

  private func spawn(output: Int32, hearsErrors: Bool) throws(SystemError) -> pid_t {
    defer { close(output) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if hearsErrors { posix_spawn_file_actions_adddup2(&actions, output, 2) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var processID: pid_t = 0
    let code = posix_spawn(&processID, program, &actions, &attributes, &words, environ)
    guard code == 0 else { throw SystemError(operation: "start", subject: program, code: code) }
    return processID
  }

  private func listen(
    to pipe: borrowing Descriptor,
    _ processID: pid_t,
    _ take: ([UInt8]) -> Void
  ) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var looksSinceSignal = 0
    while true {
      var entry = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, Self.pauseMilliseconds) > 0 {
        let count = read(pipe.rawValue, &buffer, buffer.count)
        if count == 0 || (count < 0 && errno != EINTR) { return }
        if count > 0 { take(Array(buffer.prefix(count))) }
      }
      guard HeldSignals.arePending else { continue }
      // SIGINT is what Swift's tools pass on to the compilers that they have started.
      if looksSinceSignal % Self.looksBetweenSignals == 0 {
        kill(processID, looksSinceSignal == 0 ? SIGINT : SIGTERM)
      }
      looksSinceSignal += 1
    }
  }
}

/// Cuts bytes into lines.
struct LineBuffer {
  private var bytes: [UInt8] = []

  /// A line is cut here, in bytes: 64 KiB.
  ///
  /// The longest of a compiler name the files of a module; our choice.
  private static let bytesMax = 65_536

  /// Takes bytes, and returns the lines that they end.
  mutating func take(_ more: [UInt8]) -> [String] {
    bytes += more
    var parts = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    bytes = Array(parts.removeLast())
    if bytes.count > Self.bytesMax {
      parts.append(bytes[...])
      bytes = []
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// What has no end.
  var rest: String? { bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
}
