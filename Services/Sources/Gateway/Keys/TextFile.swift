#if canImport(Glibc)
public import Glibc
#endif

/// Small text files.
public enum TextFile {
  /// Why a file could not be written.
  public struct Failure: Error, CustomStringConvertible {
    /// A sentence with the path and the system's message.
    public let description: String
  }

  /// The maximum number of bytes that are read.
  private static let byteCountMax = 64 << 10

  /// Returns the contents of the file; `nil` if it cannot be read.
  public static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: byteCountMax)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress?.advanced(by: count), byteCountMax - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { return nil }
      if got == 0 { break }
      count += got
    }
    return String(validating: bytes[..<count], as: UTF8.self)
  }

  /// Replaces the file as a whole.
  ///
  /// - Throws: `Failure` with the system's message.
  public static func write(
    _ text: String,
    to path: String,
    mode: mode_t
  ) throws(Failure) {
    let draft = path + ".new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    let bytes = Array(text.utf8)
    let isWritten =
      file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    let code = errno
    if file >= 0 { close(file) }
    guard isWritten, rename(draft, path) == 0 else {
      let reason = String(cString: strerror(isWritten ? errno : code))
      throw Failure(description: "\(path) cannot be written: \(reason).")
    }
  }
}
