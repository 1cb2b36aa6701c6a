internal import Glibc

/// An exception as Apple's frameworks raise it, which Swift code cannot catch: it ends the process.
package struct AppleException {
  /// The exception's name, as `NSInternalInconsistencyException`.
  package var name: String
  /// Apple's text.
  package var reason: String
  /// What to change, of our own.
  package var hint: String

  package init(name: String, reason: String, hint: String) {
    self.name = name
    self.reason = reason
    self.hint = hint
  }

  /// What the process prints before it ends.
  package var text: String {
    "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'\n*** \(hint)\n"
  }

  /// Prints the exception and ends the process.
  package func raise() -> Never {
    ErrorStream.write(text)
    abort()
  }
}

/// What the app's developer reads: standard error, which the daemon keeps.
package enum ErrorStream {
  /// Writes a text at once, as one piece.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}
