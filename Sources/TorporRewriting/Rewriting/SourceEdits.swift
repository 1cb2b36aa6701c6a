/// Changes of a source that leave each of its lines where it is.
struct SourceEdits {
  private var edits: [(range: Range<Int>, text: String)] = []

  var isEmpty: Bool { edits.isEmpty }

  /// Puts a text without line ends in place of a range; the line ends of the range follow it.
  mutating func replace(_ range: Range<Int>, with text: String) { edits.append((range, text)) }

  /// The source with its changes; of two that overlap the first one counts.
  func apply(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var place = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= place {
      result += bytes[place..<edit.range.lowerBound]
      result += edit.text.utf8
      result += bytes[edit.range].filter { $0 == 0x0a || $0 == 0x0d }
      place = edit.range.upperBound
    }
    return result + bytes[place...]
  }
}
