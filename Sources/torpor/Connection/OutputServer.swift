import Glibc
import TorporPosix

/// Where the runs of a job send a copy of what they print, while `torpor when --wait` stays.
///
/// Nothing of it is dropped, and the two streams stay apart: a run that prints faster than it is read
/// waits, as in any pipeline. When this program has gone, runs print to their file alone.
final class OutputServer {
  /// The variable by which the daemon knows the path; see `ProcessAdapter`.
  static let variable = "TORPOR_OUTPUT_COPY"

  let path: String
  private let base: Descriptor
  /// The name of the folder in it.
  private let name: String
  private let listener: Descriptor
  /// The socket of the run that prints, closed when it is replaced.
  private var run: OwnedNumber?
  /// What came of it and is no whole piece yet.
  private var bytes: ArraySlice<UInt8> = []

  private final class OwnedNumber {
    let number: Int32
    init(_ number: Int32) { self.number = number }
    deinit { close(number) }
  }

  /// How much is read at once, in bytes: what the writer sends at once.
  private static let readBytesMax = 64 * 1024

  /// Listens at a path that only this user can reach, in a folder that only this user can write to.
  ///
  /// The path is kept with the job, and anybody could listen there afterwards in one that others can.
  ///
  /// - Throws: `SystemError` where there is no such folder, or the path in it is longer than the 107 bytes
  ///   that a socket may have.
  static func open() throws(SystemError) -> OutputServer {
    var failure = SystemError(operation: "find", subject: "a folder of this user", code: ENOENT)
    for folder in OutputServer.folders {
      do throws(SystemError) {
        return try OutputServer(in: folder)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// The runtime folder of the user (pam_systemd(8)), as said and as it is; that of root's own services.
  private static var folders: [String] {
    let named = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
    return [named, "/run/user/\(getuid())", getuid() == 0 ? "/run" : nil].compactMap { $0 }
  }

  init(in folder: String) throws(SystemError) {
    let base = try Files.open(folder, O_RDONLY | O_DIRECTORY)
    guard OutputServer.isOwn(base.rawValue) else {
      throw SystemError(operation: "use", subject: folder, code: EPERM)
    }
    OutputServer.removeStale(in: base, folder)
    var template = Array("\(folder)/\(OutputServer.prefix)\(getpid())-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SystemError(operation: "make a folder in", subject: folder, code: errno)
    }
    let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    name = String(made.dropFirst(folder.count + 1))
    path = made + "/output"
    do throws(SystemError) {
      listener = try UnixSocket.listen(at: path, mode: 0o600, backlog: 8)
    } catch {
      rmdir(made)
      throw error
    }
    self.base = base
  }

  /// Whether a folder is this user's, and no other user can write to it.
  private static func isOwn(_ number: Int32) -> Bool {
    var facts = stat()
    return fstat(number, &facts) == 0 && facts.st_uid == getuid() && facts.st_mode & 0o022 == 0
  }

  private static let prefix = "torpor-wait-"

  /// Removes the folders of programs that were ended in the middle, as by Ctrl-C.
  private static func removeStale(in base: borrowing Descriptor, _ folder: String) {
    for name in Files.names(in: folder) where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count).prefix { $0 != "-" }
      guard let processID = Int32(number), kill(processID, 0) != 0, errno == ESRCH else { continue }
      remove(name, in: base)
    }
  }

  /// Removes a folder with its socket; a link is not followed.
  private static func remove(_ name: String, in base: borrowing Descriptor) {
    guard let own = try? Files.open(name, in: base, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      isOwn(own.rawValue)
    else { return }
    unlinkat(own.rawValue, "output", 0)
    unlinkat(base.rawValue, name, AT_REMOVEDIR)
  }

  deinit { OutputServer.remove(name, in: base) }

  /// Whether any run was ever connected; it may not see this program's files.
  private(set) var wasReached = false

  /// Whether a run is connected.
  var hasRun: Bool { run != nil }

  /// What to wait on for more.
  var number: Int32 { run?.number ?? listener.rawValue }

  /// Passes on what is there; returns whether there was something, a run's end included.
  ///
  /// One run after the other: the next one's waits until all of the last one's was passed on.
  func serve(_ pass: (_ stream: UInt32, _ bytes: ArraySlice<UInt8>) -> Void) -> Bool {
    let number = number
    guard OutputServer.isReadable(number) else { return false }
    guard run != nil else {
      let accepted = accept(number, nil, nil)
      if accepted >= 0 { (run, wasReached) = (OwnedNumber(accepted), true) }
      return accepted >= 0
    }
    let fresh = [UInt8](unsafeUninitializedCapacity: OutputServer.readBytesMax) { buffer, count in
      count = max(0, read(number, buffer.baseAddress, OutputServer.readBytesMax))
    }
    guard !fresh.isEmpty else {
      (run, bytes) = (nil, [])
      return true
    }
    bytes.append(contentsOf: fresh)
    while let head = OutputWriter.PieceHead(bytes) {
      let body = bytes.dropFirst(OutputWriter.PieceHead.bytes)
      guard body.count >= head.length else { break }
      pass(head.stream, body.prefix(head.length))
      bytes = body.dropFirst(head.length)
    }
    return true
  }

  private static func isReadable(_ number: Int32) -> Bool {
    var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }
}
