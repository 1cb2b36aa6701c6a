extension StringProtocol {
  /// Returns whether the text contains the other one, byte by byte.
  ///
  /// `contains(_:)` of the standard library uses the engine of regular expressions, which would add
  /// 1.2 MB to each program, and to each app that links the client library. A release build rejects
  /// it.
  package func holds(_ part: some StringProtocol) -> Bool { text(behind: part) != nil }

  /// Returns the text after the first occurrence of the other one, byte by byte; `nil`: there is none.
  package func text(behind mark: some StringProtocol) -> SubSequence? {
    let (bytes, wanted) = (utf8, mark.utf8)
    var start = bytes.startIndex
    while !bytes[start...].starts(with: wanted) {
      guard start < bytes.endIndex else { return nil }
      bytes.formIndex(after: &start)
    }
    return self[bytes.index(start, offsetBy: wanted.count)...]
  }
}
