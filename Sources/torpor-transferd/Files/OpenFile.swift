import Glibc
import TorporPosix

/// An open file or folder that two threads may hold; closed when neither does.
final class OpenFile: Sendable {
  let descriptor: Descriptor
  /// Its absolute path, for messages.
  let path: String

  init(_ descriptor: consuming Descriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  var number: Int32 { descriptor.rawValue }

  /// Returns the result of fstat(2).
  func facts() -> stat {
    var facts = stat()
    // This cannot fail for an open descriptor.
    fstat(number, &facts)
    return facts
  }

  var isRegular: Bool { facts().st_mode & S_IFMT == S_IFREG }
  var byteCount: Int64 { Int64(facts().st_size) }

  /// Writes all bytes at the offset.
  ///
  /// - Throws: `SystemError`; some of the bytes may have been written.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) {
    var rest = bytes
    var place = offset
    while let base = rest.baseAddress, !rest.isEmpty {
      let count = pwrite(number, base, rest.count, off_t(place))
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError(operation: "write to", subject: path, code: errno)
      }
      place += Int64(count)
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Reads the available bytes at the offset, up to the size of the buffer; returns 0 at the end.
  ///
  /// - Throws: `SystemError` naming the path.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int
  {
    while true {
      let count = pread(number, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR { throw SystemError(operation: "read", subject: path, code: errno) }
    }
  }

  /// Truncates or extends the file to the length.
  ///
  /// - Throws: `SystemError` naming the path.
  func truncate(to length: Int64) throws(SystemError) {
    while ftruncate(number, off_t(length)) < 0 {
      if errno != EINTR { throw SystemError(operation: "cut", subject: path, code: errno) }
    }
  }

  /// Gives the file the permissions of the user's umask; until now it was accessible only to its owner.
  func publish(umask: mode_t) { fchmod(number, 0o666 & ~umask) }

  /// The number of bytes that may still be written to its disk, and the size of the disk; `nil` if the file system does
  /// not say.
  var disk: (freeBytes: Int64, totalBytes: Int64)? {
    var facts = statvfs()
    guard fstatvfs(number, &facts) == 0, facts.f_blocks > 0 else { return nil }
    func bytes(_ blocks: UInt) -> Int64 {
      let (bytes, overflowed) = UInt64(blocks).multipliedReportingOverflow(
        by: UInt64(facts.f_frsize)
      )
      return overflowed ? .max : Int64(clamping: bytes)
    }
    return (bytes(facts.f_bavail), bytes(facts.f_blocks))
  }
}
