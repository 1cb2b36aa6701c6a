/// A size as a person types it: `500MB`, `5GB`, `1.5GiB`, `2T`.
package enum SizeArgument {
  /// The bytes; `nil` where the text is no size, or 0.
  ///
  /// As the tools of GNU read it: `GB` is a power of 1000, `G` and `GiB` are powers of 1024. Case is
  /// let be, since nobody means a bit.
  package static func parse(_ text: String) -> Int64? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = unit(text.dropFirst(number.count)) else { return nil }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = Int64(parts[0]) else { return nil }
    var (bytes, overflowed) = whole.multipliedReportingOverflow(by: unit)
    if parts.count == 2 {
      // Three digits tell a mebibyte of a gibibyte; more would be a slip.
      guard (1...3).contains(parts[1].count), let digits = Int64(parts[1]) else { return nil }
      let scale = [10, 100, 1000][parts[1].count - 1]
      let (sum, carried) = bytes.addingReportingOverflow(unit * digits / Int64(scale))
      (bytes, overflowed) = (sum, overflowed || carried)
    }
    return overflowed || bytes <= 0 ? nil : bytes
  }

  /// A size in the largest unit of which it is a multiple, as it is typed: `50MB`, `64KiB`, `1234B`.
  package static func typed(_ bytes: Int64) -> String {
    for unit in ["TB", "GB", "MB", "kB", "TiB", "GiB", "MiB", "KiB"] {
      guard let size = self.unit(unit[...]), bytes >= size, bytes % size == 0 else { continue }
      return "\(bytes / size)\(unit)"
    }
    return "\(bytes)B"
  }

  /// The unit's length in bytes.
  private static func unit(_ text: Substring) -> Int64? {
    let letters = text.lowercased()
    if letters == "b" { return 1 }
    guard let first = letters.first, let power = "kmgt".firstIndex(of: first) else { return nil }
    let exponent = "kmgt".distance(from: "kmgt".startIndex, to: power) + 1
    let base: Int64
    switch letters.dropFirst() {
    case "b": base = 1000
    case "", "ib": base = 1024
    default: return nil
    }
    return (0..<exponent).reduce(1) { size, _ in size * base }
  }
}
