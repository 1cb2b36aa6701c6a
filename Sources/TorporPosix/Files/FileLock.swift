internal import Glibc

/// A lock file that one process at a time holds, with that process's number in it.
///
/// The lock is flock(2): the kernel gives it back when the holder dies, however it dies. The file
/// stays; removing it would let two processes lock two files of the same name.
package final class FileLock {
  package let path: String
  private let descriptor: Descriptor

  /// Takes the lock, or throws at once.
  ///
  /// - Throws: `LockFailure.held` with the holder's pid where the file says it, or
  ///   `LockFailure.system` when the file cannot be opened.
  package init(path: String) throws(LockFailure) {
    let file: Descriptor
    do throws(SystemError) {
      file = try Files.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    } catch {
      throw .system(error)
    }
    let number = file.rawValue
    // A process that can open a file can lock it, and keep its owner out; so only the owner may.
    fchmod(number, 0o600)
    var attempt = 1
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw .system(.current("lock", path)) }
      guard attempt < FileLock.attemptsMax else {
        throw .held(path: path, processID: FileLock.holder(of: path))
      }
      attempt += 1
      usleep(FileLock.attemptIntervalMicroseconds)
    }
    self.path = path
    descriptor = file
    var text = "\(getpid())\n"
    let count = text.withUTF8 { pwrite(number, $0.baseAddress, $0.count, 0) }
    // A file that keeps its block takes the file system a millisecond less than one that loses it first.
    ftruncate(number, off_t(max(0, count)))
  }

  /// How often the lock is tried, and how long between in microseconds: 20 × 5 ms.
  ///
  /// A watchdog that
  /// probes the lock, or a holder that is just dying, lets go within that time. Our choice.
  private static let attemptsMax = 20
  private static let attemptIntervalMicroseconds: UInt32 = 5000

  private static func holder(of path: String) -> Int32? {
    guard let text = try? Files.read(path, bytesMax: 64) else { return nil }
    return Int32(text.prefix { $0.isASCII && $0.isNumber })
  }
}

/// Why a lock could not be taken.
package enum LockFailure: Error, Hashable, Sendable {
  /// Another process holds it; its pid where the lock file says so.
  case held(path: String, processID: Int32?)
  case system(SystemError)
}

extension Files {
  /// Whether another process has a POSIX lock on any part of the file; false where that cannot be told.
  ///
  /// It opens and closes the file, and with that gives up all such locks of this process on it.
  package static func isLockedByAnother(_ path: String) -> Bool {
    guard let file = try? open(path, O_RDWR) else { return false }
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    return fcntl(file.rawValue, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK
  }
}
