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
  private var file: OpenFile?

  private struct OpenFile: ~Copyable {
    let descriptor: Descriptor
  }

  /// How much is read at once in search of a line, in bytes; our choice.
  private static let pieceBytes = 64 << 10
  /// The longest first line, in bytes: a header has some 200.
  private static let headerBytesMax = 4096

  package init(path: String) { self.path = path }

  package func find() throws(JournalFailure) -> FoundRecording? {
    do throws(SystemError) {
      let descriptor = try Files.open(path, O_RDWR | O_APPEND | O_NOFOLLOW)
      try? Files.setMode(0o600, of: path)
      let number = descriptor.rawValue
      let size = try Self.size(of: number, path)
      let first = Self.firstLine(of: number)
      guard let last = Self.lastLine(of: number, size: size) else {
        length = size
        file = OpenFile(descriptor: descriptor)
        return FoundRecording(firstLine: first, lastLine: [], byteCount: size)
      }
      length = last.end
      file = OpenFile(descriptor: descriptor)
      return FoundRecording(firstLine: first, lastLine: last.bytes, byteCount: last.end)
    } catch {
      if error.code == ENOENT { return nil }
      throw JournalFailure(error, path)
    }
  }

  package func begin(_ lines: [UInt8]) throws(JournalFailure) {
    do throws(SystemError) {
      try Files.replace(path, with: lines, mode: 0o600)
      file = OpenFile(descriptor: try Files.open(path, O_RDWR | O_APPEND | O_NOFOLLOW))
      length = Int64(lines.count)
    } catch {
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
      if try Self.size(of: number, path) > length { try cut(number) }
      var written = 0
      while written < lines.count {
        let count = lines[written...].withUnsafeBytes {
          Glibc.write(number, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          let error = SystemError(operation: "write to", subject: path, code: errno)
          try? cut(number)
          throw error
        }
        written += count
      }
      length += Int64(lines.count)
    } catch {
      throw JournalFailure(error, path)
    }
  }

  /// Removes what a write that did not end has left.
  private func cut(_ number: Int32) throws(SystemError) {
    guard ftruncate(number, off_t(length)) == 0 else {
      throw SystemError(operation: "cut", subject: path, code: errno)
    }
  }

  private static func size(of number: Int32, _ path: String) throws(SystemError) -> Int64 {
    var facts = stat()
    guard fstat(number, &facts) == 0 else {
      throw SystemError(operation: "look at", subject: path, code: errno)
    }
    return Int64(facts.st_size)
  }

  private static func firstLine(of number: Int32) -> [UInt8] {
    let piece = read(number, at: 0, count: headerBytesMax)
    return Array(piece.prefix { $0 != UInt8(ascii: "\n") })
  }

  /// The last line that has its end; read backwards, since a state may be long.
  private static func lastLine(of number: Int32, size: Int64) -> (bytes: [UInt8], end: Int64)? {
    var tail: [UInt8] = []
    var start = size
    while start > 0 {
      let count = Int(min(Int64(pieceBytes), start))
      start -= Int64(count)
      tail = read(number, at: start, count: count) + tail
      guard let end = tail.lastIndex(of: UInt8(ascii: "\n")) else { continue }
      guard let before = tail[..<end].lastIndex(of: UInt8(ascii: "\n")) else {
        if start == 0 { return (Array(tail[..<end]), start + Int64(end) + 1) }
        continue
      }
      return (Array(tail[(before + 1)..<end]), start + Int64(end) + 1)
    }
    return nil
  }

  private static func read(_ number: Int32, at offset: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      done = max(0, pread(number, buffer.baseAddress, count, off_t(offset)))
    }
  }
}

extension JournalFailure {
  fileprivate init(_ error: SystemError, _ path: String) {
    let isFull = error.code == ENOSPC || error.code == EDQUOT
    self.init(
      operation: error.operation,
      path: path,
      cause: isFull ? "the disk is full" : SystemError.text(of: error.code),
      isDiskFull: isFull
    )
  }
}
