/// The name of an app, as in `CFBundleIdentifier`: reverse-DNS, such as `com.example.mail`.
///
/// 1 to 155 bytes of ASCII letters, digits, `.`, `-` and `_`; no part between dots is empty. The text
/// is therefore safe as the name of a folder and of a control group: it cannot hold `/`, and it is
/// never `.` or `..`. The limit of 155 leaves room for the launch number in a group's name (`NAME_MAX`
/// is 255) and is our choice.
@usableFromInline
package struct AppIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The identifier as text.
  @usableFromInline package let text: String

  /// The longest allowed identifier, in bytes.
  @usableFromInline package static let bytesMax = 155

  /// Makes an identifier, or `nil` if the text breaks the rules above.
  @usableFromInline package init?(_ text: String) {
    guard AppIdentifier.isValid(text) else { return nil }
    self.text = text
  }

  /// The identifier as text.
  @inlinable package var description: String { text }

  /// The prefix of an identifier, in text that refers to an app, if display names must not match.
  ///
  /// No identifier begins with it. A program that has shown an app to its user refers to it in this
  /// way, because the app may have been removed, and another app may have its identifier as a name.
  package static let exactMark: Character = "="

  /// The text that refers to this app, but not to another one with the same name.
  package var exactName: String { "\(Self.exactMark)\(text)" }

  /// Orders identifiers by their bytes.
  @inlinable package static func < (left: AppIdentifier, right: AppIdentifier) -> Bool {
    left.text < right.text
  }

  private static func isValid(_ text: String) -> Bool {
    guard (1...bytesMax).contains(text.utf8.count) else { return false }
    var isPartEmpty = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "."):
        guard !isPartEmpty else { return false }
        isPartEmpty = true
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        isPartEmpty = false
      default:
        return false
      }
    }
    return !isPartEmpty
  }
}

extension AppIdentifier: Saved {
  /// Writes the identifier as a string.
  package func write(to writer: inout SavedWriter) { text.write(to: &writer) }

  /// Reads the identifier from a string.
  ///
  /// - Throws: `SavedFailure` when the string is not a valid identifier.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    let start = reader.place
    let text = try String(from: &reader)
    guard let identifier = AppIdentifier(text) else {
      throw SavedFailure("'\(text)' is not an app identifier", at: start)
    }
    self = identifier
  }
}
