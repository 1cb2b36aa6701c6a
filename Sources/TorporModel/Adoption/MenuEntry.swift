/// The entry of a `.desktop` file about a program that a desktop may start (Desktop Entry Specification 1.5).
package struct MenuEntry: Hashable, Sendable {
  /// The display name, without a language.
  package let name: String
  /// Whether the menus of desktops show it: a hidden program is a part of the desktop, not one of the user's apps.
  package let isShown: Bool

  /// The maximum size that is read of such a file: 64 KiB, ten times the longest one seen; our choice.
  package static let bytesMax = 1 << 16

  /// The longest name that is used: 128 characters; our choice.
  private static let nameLengthMax = 128

  /// Reads the first group of the file; `nil` if it is not the entry of a program.
  package init?(parsing text: some StringProtocol) {
    var values: [Substring: Substring] = [:]
    var isInGroup = false
    for line in Substring(text).split(whereSeparator: \.isNewline) {
      if line.first == "[" {
        // Actions follow in groups of their own.
        if isInGroup { break }
        isInGroup = line == "[Desktop Entry]"
      } else if isInGroup, line.first != "#", let sign = line.firstIndex(of: "=") {
        let key = MenuEntry.trimmed(line[..<sign])
        // A repeated key is a mistake; the first one counts.
        if values[key] == nil { values[key] = MenuEntry.trimmed(line[line.index(after: sign)...]) }
      }
    }
    guard values["Type"] == "Application", let name = values["Name"].map(MenuEntry.unescaped),
      !name.isEmpty
    else { return nil }
    self.name = String(name.prefix(MenuEntry.nameLengthMax))
    isShown = values["NoDisplay"] != "true" && values["Hidden"] != "true"
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }

  /// `\s`, `\n`, `\t`, `\r` and `\\`; a line break becomes a space, because a name is shown in one line.
  private static func unescaped(_ text: Substring) -> String {
    var name = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
        name.append(["s", "n", "t", "r"].contains(character) ? " " : character)
      } else if character == "\\" {
        isEscaped = true
      } else {
        name.append(character)
      }
    }
    return name
  }
}
