import Glibc
import TorporModel
import TorporPosix

/// Why one attempt failed: the code for programs and one clause for people, without a full stop.
struct TransferFailure: Error, Hashable, Sendable {
  let error: TransferError
  let cause: String

  init(_ error: TransferError, _ cause: String) {
    self.error = error
    self.cause = cause
  }

  /// What the kernel said when a file was opened, made, written or renamed.
  ///
  /// `path` is named instead of the few letters that the call was given; `fallback` is for whatever
  /// has no code of its own.
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
