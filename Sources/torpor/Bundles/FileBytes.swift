import Glibc
import TorporPosix

/// Whole files as bytes; a binary property list is no text.
enum FileBytes {
  /// What is read at most, in bytes: 1 MiB.
  ///
  /// A large Info.plist has some 20 KiB; our choice.
  static let bytesMax = 1 << 20

  /// All bytes of the file.
  ///
  /// - Throws: `SystemError` naming the path; `EFBIG` beyond the limit, `EINVAL` for what is no file.
  static func read(
    _ path: String,
    bytesMax: Int = FileBytes.bytesMax
  ) throws(SystemError) -> [UInt8] {
    // A pipe of that name would be waited for.
    let file = try Files.open(path, O_RDONLY | O_NONBLOCK)
    let number = file.rawValue
    var facts = stat()
    guard fstat(number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(operation: "read", subject: path, code: EINVAL)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(number, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError(operation: "read", subject: path, code: errno)
      }
      bytes += buffer[..<count]
      guard bytes.count <= bytesMax else {
        throw SystemError(operation: "read", subject: path, code: EFBIG)
      }
    }
  }
}
