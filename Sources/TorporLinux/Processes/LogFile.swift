internal import Glibc
internal import TorporPosix

/// Where the output of an app goes that was started without a terminal.
enum LogFile {
  /// Opens `FOLDER/USER/APP.log` for appending; empties it when it is too long.
  ///
  /// The user's folder and all in it belong to that user, who may have put anything there. So a link
  /// is not followed, and what is not the user's own plain file is replaced.
  ///
  /// - Throws: `SystemError` naming the path.
  static func open(
    _ name: String,
    in folder: String,
    userID: UInt32,
    groupID: UInt32,
    emptiesLong: Bool = true
  ) throws(SystemError) -> Descriptor {
    let own = try userFolder(in: folder, userID: userID, groupID: groupID)
    let name = "\(name).log"
    // Readable too: the output of a job is cut to its last part.
    let flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let number = openat(own.rawValue, name, flags)
    if number >= 0 {
      let file = Descriptor(owning: number)
      var facts = stat()
      if fstat(number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == userID {
        if emptiesLong, facts.st_size > bytesMax { ftruncate(number, 0) }
        _ = fcntl(number, F_SETFL, O_APPEND)
        return file
      }
    }
    unlinkat(own.rawValue, name, 0)
    let fresh = openat(
      own.rawValue,
      name,
      O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
      0o600
    )
    guard fresh >= 0 else {
      throw SystemError(operation: "make", subject: "\(folder)/\(userID)/\(name)", code: errno)
    }
    // Without the right to give files away the log stays the daemon's; the app writes all the same.
    _ = fchown(fresh, userID, groupID)
    return Descriptor(owning: fresh)
  }

  private static func userFolder(
    in folder: String,
    userID: UInt32,
    groupID: UInt32
  ) throws(SystemError) -> Descriptor {
    let path = "\(folder)/\(userID)"
    try Files.makeFolder(path, mode: 0o700)
    let own = try Files.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    _ = fchown(own.rawValue, userID, groupID)
    return own
  }

  /// How long a log may be when an app starts, in bytes: 1 MiB, some 10,000 lines.
  ///
  /// Our choice.
  static let bytesMax = 1 << 20
}
