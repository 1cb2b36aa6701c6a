internal import Glibc

/// An exception as raised by Apple's frameworks; Swift code cannot catch it, so it ends the process.
package struct AppleException {
  /// The exception's name, such as `NSInternalInconsistencyException`.
  package var name: String
  /// Apple's text.
  package var reason: String
  /// Torpor's own advice about what to change.
  package var hint: String

  package init(name: String, reason: String, hint: String) {
    self.name = name
    self.reason = reason
    self.hint = hint
  }

  /// The text that the process prints before it ends.
  package var text: String {
    "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'\n*** \(hint)\n"
  }

  /// Prints the exception and ends the process.
  package func raise() -> Never {
    ErrorStream.write(text)
    abort()
  }
}

/// The output for the app's developer: standard error, which the daemon keeps.
package enum ErrorStream {
  /// Writes a text in one piece.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}
