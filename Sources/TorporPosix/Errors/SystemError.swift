// TorporPosix is Linux in Swift and nothing else: descriptors, files, sockets, the event loop,
// processes. It knows no word of the product. There is one place for each system call.

internal import CTorporPosix
internal import Glibc

/// A system call that failed: what was tried, on what, and what the kernel said.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as a verb that fits after "cannot": "open", "listen on".
  package let operation: String
  /// The path or other name of the thing; empty where there is none.
  package let subject: String
  /// The value of `errno`.
  package let code: Int32

  /// Makes an error from its facts.
  package init(operation: String, subject: String, code: Int32) {
    self.operation = operation
    self.subject = subject
    self.code = code
  }

  /// One sentence: "cannot open /etc/shadow: Permission denied (EACCES)".
  package var description: String {
    let thing = subject.isEmpty ? "" : " \(subject)"
    return "cannot \(operation)\(thing): \(SystemError.text(of: code))"
  }

  /// What the C library calls the error, with its name: "Permission denied (EACCES)".
  package static func text(of code: Int32) -> String {
    let text = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    guard let name = torpor_error_name(code) else { return text }
    return "\(text) (\(String(cString: name)))"
  }

  /// The error of the call that has just failed on this thread.
  static func current(_ operation: String, _ subject: String) -> SystemError {
    SystemError(operation: operation, subject: subject, code: errno)
  }
}

/// Calls until the answer is something other than `EINTR`, and turns -1 into an error.
@inline(__always)
func checking<Result: FixedWidthInteger & SignedInteger>(
  _ operation: String,
  _ subject: String,
  _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    if errno != EINTR { throw .current(operation, subject) }
  }
}

/// Turns the negative errno that our C functions return into an error.
@inline(__always)
func checkingNegated<Result: FixedWidthInteger & SignedInteger>(
  _ operation: String,
  _ subject: String,
  _ result: Result
) throws(SystemError) -> Result {
  if result >= 0 { return result }
  throw SystemError(operation: operation, subject: subject, code: Int32(-result))
}
