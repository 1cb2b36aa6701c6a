import NIOConcurrencyHelpers

#if canImport(Glibc)
import Glibc
#endif

/// A folder that one gateway alone uses: two would each give out versions of their own, and hand pushes to devices that
/// the other has.
///
/// The kernel releases it with the process, however that ends.
final class FolderLock: Sendable {
  private let file: NIOLockedValueBox<Int32>

  /// Why a folder cannot be used.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Takes the folder.
  ///
  /// - Throws: `Failure` where another gateway has it, or it cannot be written.
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

  /// Gives the folder back.
  func release() {
    file.withLockedValue {
      if $0 >= 0 { close($0) }
      $0 = -1
    }
  }

  deinit { release() }
}
