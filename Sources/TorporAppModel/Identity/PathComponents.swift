/// Paths split as by the kernel: at each slash, whatever follows it.
///
/// A slash followed by a combining mark is one `Character`, which does not equal "/": a check that
/// reads a foreign path by characters lets "../" with a mark pass. Paths are therefore split by
/// scalars, and compared byte by byte. `scripts/check-imports` finds code that does not do so.
extension StringProtocol {
  /// The names between the slashes, without empty ones.
  @usableFromInline package var pathComponents: [Substring] {
    Substring(self).unicodeScalars.split(separator: "/").map { Substring($0) }
  }

  /// Everything after the last slash: "" if the path ends with one, the whole path if there is none.
  @usableFromInline package var lastPathComponent: Substring {
    let end = unicodeScalars.lastIndex(of: "/").map { unicodeScalars.index(after: $0) }
    return Substring(self[(end ?? startIndex)...])
  }

  /// Everything before the last slash: "" for "/a"; `nil` if there is none.
  @usableFromInline package var parentPath: Substring? {
    unicodeScalars.lastIndex(of: "/").map { Substring(self[..<$0]) }
  }

  @usableFromInline package var isAbsolutePath: Bool { unicodeScalars.first == "/" }

  @usableFromInline package var containsSlash: Bool { unicodeScalars.contains("/") }

  @usableFromInline package var endsWithSlash: Bool { unicodeScalars.last == "/" }

  /// Returns the part inside the folder; `nil` if the path does not begin with `folder` and a slash.
  @usableFromInline package func path(beneath folder: some StringProtocol) -> Substring? {
    guard utf8.starts(with: folder.utf8) else { return nil }
    let rest = Substring(self).unicodeScalars.dropFirst(folder.unicodeScalars.count)
    return rest.first == "/" ? Substring(rest.dropFirst()) : nil
  }
}
