extension StringProtocol {
  /// Whether the text has the other one in it, byte by byte.
  ///
  /// `contains(_:)` of the standard library asks the engine of regular expressions, which would add
  /// 1.3 MB to each program, and to each app that links the client library.
  package func holds(_ part: some StringProtocol) -> Bool {
    let bytes = Array(utf8)
    let wanted = Array(part.utf8)
    guard wanted.count <= bytes.count else { return false }
    return (0...bytes.count - wanted.count).contains { bytes[$0...].starts(with: wanted) }
  }
}
