import Glibc
import TorporModel
import TorporPosix

/// Why one attempt failed: the code for programs and a clause for people, without a full stop.
struct TransferFailure: Error, Hashable, Sendable {
  let error: TransferError
  let cause: String

  init(_ error: TransferError, _ cause: String) {
    self.error = error
    self.cause = cause
  }

  /// Makes a failure from the kernel's error when a file was opened, created, written or renamed.
  ///
  /// `path` is named instead of the short name that was passed to the call; `fallback` is for errors without their own
  /// code.
  init(
    _ error: SystemError,
    at path: String,
    root: String? = nil,
    otherwise fallback: TransferError
  ) {
    switch error.code {
    case ENOSPC, EDQUOT:
      self.init(.diskFull, "the disk of \(path) is full: \(SystemError.text(of: error.code))")
    case ELOOP:
      self.init(fallback, "\(path) leads through a symbolic link")
    case EXDEV where root != nil:
      self.init(fallback, "\(path) leads out of \(root ?? "")")
    default:
      let cause = SystemError(operation: error.operation, subject: path, code: error.code)
      self.init(fallback, cause.description)
    }
  }
}
