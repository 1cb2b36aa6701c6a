/// The name of a time zone in the IANA database, such as `Europe/Berlin`, or `UTC`.
///
/// 1 to 64 bytes of ASCII letters, digits, `-`, `_`, `+` and `/`; the first is a letter, and no part
/// between slashes is empty. A name is therefore safe as a path below the folder of zones: it cannot
/// be absolute, and without dots it cannot leave the folder. The database's longest name has 32 bytes;
/// twice that is our choice. Whether the zone exists depends on the machine.
@usableFromInline package struct ZoneName: Hashable, Sendable, CustomStringConvertible {
  /// The name as text.
  @usableFromInline package let text: String

  /// The longest allowed name, in bytes.
  @usableFromInline package static let bytesMax = 64

  /// Coordinated universal time; needs no file.
  @usableFromInline package static let utc = ZoneName(unchecked: "UTC")

  /// Makes a name, or `nil` if the text breaks the rules above.
  @usableFromInline package init?(_ text: String) {
    guard ZoneName.isValid(text) else { return nil }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }

  /// The name as text.
  @inlinable package var description: String { text }

  private static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (1...bytesMax).contains(bytes.count), isLetter(bytes[0]), bytes.last != slash else {
      return false
    }
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case slash:
        guard bytes[index + 1] != slash else { return false }
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "+"):
        continue
      default:
        guard isLetter(byte) else { return false }
      }
    }
    return true
  }

  private static let slash = UInt8(ascii: "/")

  private static func isLetter(_ byte: UInt8) -> Bool {
    let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    return isLower || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}

extension ZoneName: Saved {
  /// Writes the name as a string.
  package func write(to writer: inout SavedWriter) { writer.write(word: text) }

  /// Reads the name from a string.
  ///
  /// - Throws: `SavedFailure` if the string is not one.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    let start = reader.place
    let text = try String(from: &reader)
    guard let name = ZoneName(text) else {
      throw SavedFailure("'\(text)' is not the name of a time zone", at: start)
    }
    self = name
  }
}
