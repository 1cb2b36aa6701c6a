/// Which seeds to run: `42` or `0-99`.
package struct SeedRange: Hashable, Sendable {
  /// The seeds, in order.
  package let seeds: ClosedRange<UInt64>

  /// Reads a seed or two with a hyphen between them; `nil` where the text is anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? UInt64(part) : nil
    }
    guard numbers.count == parts.count, (1...2).contains(parts.count),
      let first = numbers.first, let last = numbers.last, first <= last
    else { return nil }
    seeds = first...last
  }
}
