/// What a `.desktop` file says of a program that a desktop may start (Desktop Entry Specification 1.5).
package struct MenuEntry: Hashable, Sendable {
  /// The name for people, in no particular language.
  package let name: String
  /// Whether the menus of desktops show it: what they hide is a part of the desktop, and no app of its user.
  package let isShown: Bool

  /// The most that is read of such a file: 64 KiB, ten times what the longest here has; our choice.
  package static let bytesMax = 1 << 16

  /// The longest name that is taken over: 128 characters; our choice.
  private static let nameLengthMax = 128

  /// Reads the first group of the file; `nil` where it is none of a program.
  package init?(parsing text: some StringProtocol) {
    var values: [Substring: Substring] = [:]
    var isInGroup = false
    for line in Substring(text).split(whereSeparator: \.isNewline) {
      if line.first == "[" {
        // Actions have groups of their own behind it.
        if isInGroup { break }
        isInGroup = line == "[Desktop Entry]"
      } else if isInGroup, line.first != "#", let sign = line.firstIndex(of: "=") {
        let key = MenuEntry.trimmed(line[..<sign])
        // A key that stands twice is a mistake; the first counts.
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

  /// `\s`, `\n`, `\t`, `\r` and `\\`; what would break a line is a space, since a name is shown in one.
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
