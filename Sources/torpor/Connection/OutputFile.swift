import Glibc
import TorporPosix

/// A file that a command writes where its user says: for that user's eyes, whole or not at all.
enum OutputFile {
  /// Puts bytes there.
  ///
  /// A device, a pipe or what a link leads to is written into; a file is replaced.
  ///
  /// - Throws: `SystemError` naming the path.
  static func put(_ text: String, to path: String) throws(SystemError) {
    var facts = stat()
    let isThere = lstat(path, &facts) == 0
    if isThere, facts.st_mode & S_IFMT != S_IFREG {
      return try fill(path, O_WRONLY | O_NOCTTY | O_TRUNC, text)
    }
    // A name that only this process makes: another file of the name is not opened, whoever made it.
    let fresh = "\(path).\(getpid())@new"
    do throws(SystemError) {
      try fill(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, text)
    } catch {
      if error.code != EEXIST { unlink(fresh) }
      throw SystemError(operation: "write", subject: path, code: error.code)
    }
    guard rename(fresh, path) == 0 else {
      let code = errno
      unlink(fresh)
      throw SystemError(operation: "replace", subject: path, code: code)
    }
  }

  /// Puts bytes in a new file, and on the disk.
  ///
  /// - Throws: `SystemError` naming the path; `EEXIST` where something is there already. After any other failure nothing is
  ///   left there.
  static func create(
    _ text: String,
    at path: String,
    sync: (_ file: Int32) -> Int32 = fsync
  ) throws(SystemError) {
    do throws(SystemError) {
      try fill(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, text, sync: sync)
    } catch {
      // What cannot be opened was not made by this.
      if error.operation != opening { unlink(path) }
      throw error
    }
  }

  private static let opening = "open"

  private static func fill(
    _ path: String,
    _ flags: Int32,
    _ text: String,
    sync: (_ file: Int32) -> Int32 = { _ in 0 }
  ) throws(SystemError) {
    let file = open(path, flags | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError(operation: opening, subject: path, code: errno) }
    defer { close(file) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(operation: "write", subject: path, code: errno) }
      rest = rest.dropFirst(count)
    }
    guard sync(file) == 0 else {
      throw SystemError(operation: "sync", subject: path, code: errno)
    }
  }
}
