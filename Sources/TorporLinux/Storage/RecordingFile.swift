internal import Glibc
package import TorporCore
import TorporModel
internal import TorporPosix

/// The recording in the state folder, which only its owner can read.
///
/// Appended with one call to the kernel and without a sync: what the kernel has survives the daemon, and after a loss of
/// power the journal knows what is missing.
package final class RecordingFile: RecordingPort {
  package let path: String
  /// Up to the end of the last whole line; what lies behind it is cut off before the next is written.
  private var length: Int64 = 0
  /// How long the file was when it was looked at or written last: another length is somebody else's work.
  private var size: Int64 = 0
  private var file: OpenFile?

  private struct OpenFile: ~Copyable {
    let descriptor: Descriptor
  }

  /// How much is read at once in search of a line, in bytes; our choice.
  private static let pieceBytes = 64 << 10
  /// The longest first line, in bytes: a header has some 200.
  private static let headerBytesMax = 4096
  /// The longest last line that is looked for, in bytes: 64 MiB, ten times the state of the largest device of the
  /// benchmarks; our choice.
  private static let lineBytesMax: Int64 = 64 << 20

  package init(path: String) { self.path = path }

  package var isThere: Bool {
    guard let number = file?.descriptor.rawValue else { return false }
    var (open, named) = (stat(), stat())
    guard fstat(number, &open) == 0, lstat(path, &named) == 0 else { return false }
    return open.st_ino == named.st_ino && open.st_dev == named.st_dev
      && Int64(open.st_size) == size
  }

  package var freeBytes: Int64? { path.parentPath.flatMap { try? Files.freeBytes(at: String($0)) } }

  package func find() throws(JournalFailure) -> FoundRecording? {
    file = nil
    (length, size) = (0, 0)
    do throws(SystemError) {
      // A pipe would be waited for, and a link leads to what is somebody else's.
      let flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK
      let descriptor = try Files.open(path, flags)
      let number = descriptor.rawValue
      let facts = try Self.facts(of: number, path)
      guard facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid() else {
        throw SystemError(operation: "continue", subject: path, code: EPERM)
      }
      guard fchmod(number, 0o600) == 0 else {
        throw SystemError(operation: "change the mode of", subject: path, code: errno)
      }
      let first = try Self.firstLine(of: number, path)
      let last = try Self.lastLine(of: number, size: Int64(facts.st_size), path)
      length = last?.end ?? 0
      size = Int64(facts.st_size)
      file = OpenFile(descriptor: descriptor)
      return FoundRecording(firstLine: first, lastLine: last?.bytes ?? [], byteCount: length)
    } catch {
      if error.code == ENOENT { return nil }
      throw JournalFailure(error, path)
    }
  }

  package func begin(_ lines: [UInt8], replaces: Bool) throws(JournalFailure) {
    let draft = path + "@new"
    do throws(SystemError) {
      unlink(draft)
      // The file that is written is the one that is continued: it is not looked for again by its name.
      let flags = O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW
      let descriptor = try Files.open(draft, flags, mode: 0o600)
      let number = descriptor.rawValue
      try Self.write(lines, to: number, draft)
      guard fdatasync(number) == 0 else {
        throw SystemError(operation: "sync", subject: draft, code: errno)
      }
      if replaces {
        guard rename(draft, path) == 0 else {
          throw SystemError(operation: "replace", subject: path, code: errno)
        }
      } else {
        guard link(draft, path) == 0 else {
          throw SystemError(operation: "begin", subject: path, code: errno)
        }
        unlink(draft)
      }
      file = OpenFile(descriptor: descriptor)
      length = Int64(lines.count)
      size = length
    } catch {
      unlink(draft)
      throw JournalFailure(error, path)
    }
  }

  package func append(_ lines: [UInt8]) throws(JournalFailure) {
    guard let number = file?.descriptor.rawValue else {
      throw JournalFailure(
        operation: "write to",
        path: path,
        cause: "it is not open",
        isDiskFull: false
      )
    }
    do throws(SystemError) {
      let size = Int64(try Self.facts(of: number, path).st_size)
      // To be made longer by `cut` would fill it with zeros, and what is longer somebody has put there.
      guard size == self.size else {
        throw SystemError(operation: "continue", subject: path, code: ESTALE)
      }
      if size > length { try cut(number) }
      do throws(SystemError) {
        try Self.write(lines, to: number, path)
      } catch {
        // What cannot be cut off now is, before anything else is written.
        try? cut(number)
        if let facts = try? Self.facts(of: number, path) { self.size = Int64(facts.st_size) }
        throw error
      }
      length += Int64(lines.count)
      self.size = length
    } catch {
      throw JournalFailure(error, path)
    }
  }

  private static func write(
    _ lines: [UInt8],
    to number: Int32,
    _ path: String
  ) throws(SystemError) {
    var written = 0
    while written < lines.count {
      let count = lines[written...].withUnsafeBytes {
        Glibc.write(number, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(operation: "write to", subject: path, code: errno) }
      written += count
    }
  }

  /// Removes what a write that did not end has left.
  private func cut(_ number: Int32) throws(SystemError) {
    guard ftruncate(number, off_t(length)) == 0 else {
      throw SystemError(operation: "cut", subject: path, code: errno)
    }
  }

  private static func facts(of number: Int32, _ path: String) throws(SystemError) -> stat {
    var facts = stat()
    guard fstat(number, &facts) == 0 else {
      throw SystemError(operation: "look at", subject: path, code: errno)
    }
    return facts
  }

  // MARK: Lines

  private static func firstLine(of number: Int32, _ path: String) throws(SystemError) -> [UInt8] {
    let piece = try read(number, at: 0, count: headerBytesMax, path)
    return Array(piece.prefix { $0 != newline })
  }

  private static let newline = UInt8(ascii: "\n")

  /// The last line that has its end; `nil`: none has one.
  private static func lastLine(
    of number: Int32,
    size: Int64,
    _ path: String
  ) throws(SystemError) -> (bytes: [UInt8], end: Int64)? {
    guard let end = try lastNewline(of: number, before: size, path) else { return nil }
    let begin = try lastNewline(of: number, before: end, path).map { $0 + 1 } ?? 0
    return (try read(number, at: begin, count: Int(end - begin), path), end + 1)
  }

  /// Where the last newline before a place is; each piece is read once.
  private static func lastNewline(
    of number: Int32,
    before end: Int64,
    _ path: String
  ) throws(SystemError) -> Int64? {
    var start = end
    while start > 0 {
      guard end - start < lineBytesMax else {
        throw SystemError(operation: "continue", subject: path, code: EFBIG)
      }
      let count = Int(min(Int64(pieceBytes), start))
      start -= Int64(count)
      let piece = try read(number, at: start, count: count, path)
      if let index = piece.withUnsafeBytes({ lastNewline(of: $0) }) { return start + Int64(index) }
    }
    return nil
  }

  private static func lastNewline(of bytes: UnsafeRawBufferPointer) -> Int? {
    var last: Int?
    var begin = 0
    while begin < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + begin, Int32(newline), bytes.count - begin)
    {
      let index = UnsafeRawPointer(found) - base
      last = index
      begin = index + 1
    }
    return last
  }

  /// The bytes at a place; fewer where the file has ended.
  ///
  /// - Throws: `SystemError` where they cannot be read: what is taken for the end would be written over.
  private static func read(
    _ number: Int32,
    at offset: Int64,
    count: Int,
    _ path: String
  ) throws(SystemError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let place = off_t(offset) + off_t(done)
        let got = pread(number, buffer.baseAddress.map { $0 + done }, count - done, place)
        if got < 0, errno == EINTR { continue }
        if got < 0 { code = errno }
        guard got > 0 else { return }
        done += got
      }
    }
    guard code == 0 else { throw SystemError(operation: "read", subject: path, code: code) }
    return bytes
  }
}

extension JournalFailure {
  fileprivate init(_ error: SystemError, _ path: String) {
    let isFull = error.code == ENOSPC || error.code == EDQUOT
    let cause =
      switch error.code {
      case ENOSPC, EDQUOT: "the disk is full"
      case EEXIST:
        "something was put there meanwhile; move it away, or begin with `torpor record start --replace`"
      case ESTALE: "it was cut or written by another program"
      default: SystemError.text(of: error.code)
      }
    self.init(operation: error.operation, path: path, cause: cause, isDiskFull: isFull)
  }
}
