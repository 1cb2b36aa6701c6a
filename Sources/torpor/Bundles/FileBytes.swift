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
  /// - Throws: `SystemError` naming the path; `EFBIG` beyond the limit, `EISDIR` for a folder, `EINVAL` for anything
  ///   else that is not a file.
  static func read(
    _ path: String,
    bytesMax: Int = FileBytes.bytesMax
  ) throws(SystemError) -> [UInt8] {
    // A pipe of that name would be waited for.
    let file = try Files.open(path, O_RDONLY | O_NONBLOCK)
    var facts = stat()
    guard fstat(file.rawValue, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      let isFolder = facts.st_mode & S_IFMT == S_IFDIR
      throw SystemError(operation: "read", subject: path, code: isFolder ? EISDIR : EINVAL)
    }
    return try all(of: file.rawValue, path, bytesMax: bytesMax)
  }

  /// All bytes of what the user has named: a file, a pipe until its writers close it, or, as `-`, standard input.
  ///
  /// - Throws: `SystemError` naming the path; `EFBIG` beyond the limit, `EISDIR` for a folder.
  static func readArgument(
    _ argument: String,
    bytesMax: Int = FileBytes.bytesMax
  ) throws(SystemError) -> [UInt8] {
    guard argument != "-" else {
      return try all(of: STDIN_FILENO, "standard input", bytesMax: bytesMax)
    }
    let file = try Files.open(argument, O_RDONLY)
    return try all(of: file.rawValue, argument, bytesMax: bytesMax)
  }

  private static func all(
    of number: Int32,
    _ path: String,
    bytesMax: Int
  ) throws(SystemError) -> [UInt8] {
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
