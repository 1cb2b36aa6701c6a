/// Paths as the kernel cuts them: at each slash, whatever stands behind it.
///
/// A slash with a combining mark behind it is one `Character`, which does not equal "/": a check that
/// reads a path of others by characters lets "../" with a mark pass. Hence by scalars, and compared
/// byte by byte. `scripts/check-imports` finds the places that do not.
extension StringProtocol {
  /// The names between the slashes, without empty ones.
  @usableFromInline package var pathComponents: [Substring] {
    Substring(self).unicodeScalars.split(separator: "/").map { Substring($0) }
  }

  /// All behind the last slash: "" where the path ends with one, the whole where there is none.
  @usableFromInline package var lastPathComponent: Substring {
    let end = unicodeScalars.lastIndex(of: "/").map { unicodeScalars.index(after: $0) }
    return Substring(self[(end ?? startIndex)...])
  }

  /// All before the last slash: "" for "/a"; `nil` where there is none.
  @usableFromInline package var parentPath: Substring? {
    unicodeScalars.lastIndex(of: "/").map { Substring(self[..<$0]) }
  }

  @usableFromInline package var isAbsolutePath: Bool { unicodeScalars.first == "/" }

  @usableFromInline package var containsSlash: Bool { unicodeScalars.contains("/") }

  @usableFromInline package var endsWithSlash: Bool { unicodeScalars.last == "/" }

  /// The part inside the folder; `nil` where the path does not begin with `folder` and a slash.
  @usableFromInline package func path(beneath folder: some StringProtocol) -> Substring? {
    guard utf8.starts(with: folder.utf8) else { return nil }
    let rest = Substring(self).unicodeScalars.dropFirst(folder.unicodeScalars.count)
    return rest.first == "/" ? Substring(rest.dropFirst()) : nil
  }
}
