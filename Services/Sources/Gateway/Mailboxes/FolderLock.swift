import NIOConcurrencyHelpers

#if canImport(Glibc)
import Glibc
#endif

/// A folder that only one gateway uses: two would each assign their own versions, and hand pushes to devices that are
/// connected to the other.
///
/// The kernel releases the lock with the process, however it ends.
final class FolderLock: Sendable {
  private let file: NIOLockedValueBox<Int32>

  /// Why a folder cannot be used.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Locks the folder.
  ///
  /// - Throws: `Failure` if another gateway has locked it, or it cannot be written.
  init(_ folder: String) throws(Failure) {
    let path = folder + "/gateway.lock"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw Failure(description: "\(path) cannot be opened: \(String(cString: strerror(errno)))")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(file)
      let reason =
        code == EWOULDBLOCK
        ? "another gateway uses \(folder); end it, or give another --data"
        : "\(path) cannot be locked: \(String(cString: strerror(code)))"
      throw Failure(description: reason)
    }
    self.file = NIOLockedValueBox(file)
  }

  /// Releases the folder.
  func release() {
    file.withLockedValue {
      if $0 >= 0 { close($0) }
      $0 = -1
    }
  }

  deinit { release() }
}
