import Glibc
import TorporPosix

/// What stands on standard input for a command that does not get it.
enum PipedInput {
  /// How long a pipe is waited for whose writer may not have begun, in milliseconds.
  ///
  /// Our choice; scripts that leave a pipe there without writing to it wait that long.
  static let patienceMilliseconds: Int32 = 200

  /// Whether there is something to be read: bytes in a pipe or a socket, the rest of a file.
  static func isThere(on number: Int32 = 0, within milliseconds: Int32) -> Bool {
    var facts = stat()
    guard fstat(number, &facts) == 0 else { return false }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: return lseek(number, 0, SEEK_CUR) < facts.st_size
    case S_IFIFO, S_IFSOCK:
      var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      var count: Int32 = 0
      return poll(&entry, 1, milliseconds) > 0 && ioctl(number, UInt(FIONREAD), &count) == 0
        && count > 0
    default: return false
    }
  }
}
