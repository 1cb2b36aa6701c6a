internal import CTorporPosix

/// The local end of a stream socket of TCP or of the Unix kind.
package struct LocalSocket: Hashable, Sendable {
  /// Whether it waits for connections.
  package let isListening: Bool
  /// The kind, and the port or the path: equal in a socket that listens and in the connections that it
  /// accepts.
  package let key: String
  /// For people: "tcp 127.0.0.1:80", "unix /run/x".
  package let name: String

  /// Looks at a descriptor of this process; `nil` for a socket of another kind, or one without a local
  /// address.
  package init?(of number: Int32) {
    var facts = torpor_socket()
    guard torpor_socket_local(number, &facts) == 0 else { return nil }
    isListening = facts.is_listening
    key = withUnsafeBytes(of: facts.key) { LocalSocket.text($0) }
    name = withUnsafeBytes(of: facts.name) { LocalSocket.text($0) }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
