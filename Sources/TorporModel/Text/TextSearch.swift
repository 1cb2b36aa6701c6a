extension StringProtocol {
  /// Whether the text has the other one in it, byte by byte.
  ///
  /// `contains(_:)` of the standard library asks the engine of regular expressions, which would add
  /// 1.2 MB to each program, and to each app that links the client library. A build for release refuses it.
  package func holds(_ part: some StringProtocol) -> Bool { text(behind: part) != nil }

  /// What follows the first place where the text has the other one in it, byte by byte; `nil`: it is nowhere.
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
