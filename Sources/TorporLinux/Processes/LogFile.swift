internal import Glibc
internal import TorporPosix

/// Where the output of an app goes that was started without a terminal.
enum LogFile {
  /// Opens `FOLDER/APP.log` for appending, readable by its user; empties it when it is too long.
  ///
  /// - Throws: `SystemError` naming the path.
  static func open(
    _ name: String,
    in folder: String,
    userID: UInt32,
    groupID: UInt32
  ) throws(SystemError) -> Descriptor {
    let path = "\(folder)/\(name).log"
    let file = try Files.open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, mode: 0o600)
    var facts = stat()
    if fstat(file.rawValue, &facts) == 0, facts.st_size > bytesMax { ftruncate(file.rawValue, 0) }
    // Without the right to give files away the log stays the daemon's; the app writes all the same.
    _ = fchown(file.rawValue, userID, groupID)
    return file
  }

  /// How long a log may be when an app starts, in bytes: 1 MiB, some 10,000 lines.
  ///
  /// Our choice.
  static let bytesMax = 1 << 20
}
