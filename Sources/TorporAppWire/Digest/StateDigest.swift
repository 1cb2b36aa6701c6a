/// A short name for a sequence of bytes: 64-bit FNV-1a, written as 16 hex digits.
///
/// Equal states have equal digests, so two of them tell whether a replay came out the same. It guards
/// against mistakes, not against people who look for collisions.
package struct StateDigest: Hashable, Sendable, CustomStringConvertible {
  /// The number behind the text.
  package private(set) var rawValue: UInt64

  /// FNV's offset basis and prime for 64 bits (draft-eastlake-fnv, section 5).
  private static let basis: UInt64 = 0xcbf2_9ce4_8422_2325
  private static let prime: UInt64 = 0x0000_0100_0000_01b3

  /// The digest of no bytes at all.
  package init() { rawValue = Self.basis }

  /// The digest of the bytes.
  package init(of bytes: some Sequence<UInt8>) {
    self.init()
    add(bytes)
  }

  /// The digest that the 16 hex digits name; `nil` where the text is anything else.
  package init?(_ text: String) {
    guard text.utf8.count == 16, !text.hasPrefix("+"), let number = UInt64(text, radix: 16) else {
      return nil
    }
    rawValue = number
  }

  /// Goes on with more bytes; adding two parts is the same as adding them joined.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    // A snapshot has megabytes, and a sequence of an unknown type gives each byte by several calls.
    if bytes.withContiguousStorageIfAvailable({ addAll($0) }) == nil { addAll(bytes) }
  }

  @inline(__always)
  private mutating func addAll(_ bytes: some Sequence<UInt8>) {
    var hash = rawValue
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* Self.prime }
    rawValue = hash
  }

  /// 16 hex digits in lower case.
  package var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
