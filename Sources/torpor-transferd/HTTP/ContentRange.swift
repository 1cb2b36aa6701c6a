import TorporModel

/// The part of a file in a response (`Content-Range`, RFC 9110, 14.4).
struct ContentRange: Hashable, Sendable {
  /// The first byte, and the one after the last; `nil`: the requested range does not exist.
  var bytes: Range<Int64>?
  /// The length of the whole file; `nil`: the server does not know it.
  var total: Int64?

  /// Parses the value of the field; `nil` if it is invalid.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    guard let range = words[1].parentPath, !range.containsSlash else { return nil }
    let length = words[1].lastPathComponent
    if length != "*" {
      guard let total = Int64(length), total >= 0 else { return nil }
      self.total = total
    }
    if range == "*" { return }
    let ends = range.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]), first >= 0,
      last >= first, last < .max, last < total ?? .max
    else { return nil }
    bytes = first..<(last + 1)
  }
}
