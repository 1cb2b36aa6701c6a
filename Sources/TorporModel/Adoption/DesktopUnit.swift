/// The name of a systemd unit in which a desktop started a program, and the information in that name.
///
/// The rules are those of systemd's "Desktop Environment Integration":
/// `app[-LAUNCHER]-ID-RANDOM.scope` and `app[-LAUNCHER]-ID[@RANDOM].service`, where a `-` of LAUNCHER
/// and of ID is escaped (`\x2d`). Flatpak is a launcher like any other. Snap has rules of its own:
/// `snap.SNAP.APP-UUID.scope`, also with `.UUID`.
package struct DesktopUnit: Hashable, Sendable {
  /// The identifier of the program's `.desktop` file, without its suffix.
  package let entry: String
  /// The launcher that started it, if the name says so: "gnome", "flatpak".
  package let launcher: String?

  private init(entry: String, launcher: String?) {
    self.entry = entry
    self.launcher = launcher
  }

  /// Reads the name of a unit; `nil` if it is not a unit in which a desktop starts programs.
  package init?(unit name: String) {
    if let unit = DesktopUnit.snap(name) {
      self = unit
    } else if let unit = DesktopUnit.app(name) {
      self = unit
    } else {
      return nil
    }
  }

  /// Reads the unit from a group's path as written by the kernel: the first one below a folder
  /// `app.slice`, without slices.
  ///
  /// Groups inside a unit belong to it.
  package init?(groupPath: some StringProtocol) {
    let parts = Substring(groupPath).pathComponents
    guard let slice = parts.firstIndex(of: "app.slice") else { return nil }
    guard let unit = parts[(slice + 1)...].first(where: { !$0.hasSuffix(".slice") }) else {
      return nil
    }
    self.init(unit: String(unit))
  }

  /// The longest name of a unit (`UNIT_NAME_MAX` of systemd), also the longest of a file.
  private static let nameBytesMax = 255

  private static func app(_ name: String) -> DesktopUnit? {
    guard name.utf8.count <= nameBytesMax, name.hasPrefix("app-") else { return nil }
    let rest = name.dropFirst("app-".count)
    var parts: [Substring]
    if rest.hasSuffix(".scope") {
      parts = rest.dropLast(".scope".count).split(separator: "-", omittingEmptySubsequences: false)
      // The part that makes the name unique; a name without it was not given by a desktop.
      guard parts.count > 1, parts.popLast()?.isEmpty == false else { return nil }
    } else if rest.hasSuffix(".service") {
      let whole = rest.dropLast(".service".count)
      let instance = whole.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      // `app@RANDOM`: the part before the first @ is the name; an @ of the identifier is escaped.
      parts = instance[0].split(separator: "-", omittingEmptySubsequences: false)
      // GNOME names some of its services like its scopes.
      if parts.count > 1, let last = parts.last, last.allSatisfy({ $0.isASCII && $0.isNumber }) {
        parts.removeLast()
      }
    } else {
      return nil
    }
    guard (1...2).contains(parts.count), let last = parts.last, let entry = unescaped(last),
      isEntry(entry)
    else { return nil }
    let launcher = parts.count == 2 ? unescaped(parts[0]) : nil
    guard parts.count == 1 || launcher?.isEmpty == false else { return nil }
    return DesktopUnit(entry: entry, launcher: launcher)
  }

  private static func snap(_ name: String) -> DesktopUnit? {
    guard name.utf8.count <= nameBytesMax, name.hasPrefix("snap."), name.hasSuffix(".scope") else {
      return nil
    }
    var rest = name.dropFirst("snap.".count).dropLast(".scope".count)
    guard rest.count > uuidLength, isUUID(rest.suffix(uuidLength)) else { return nil }
    rest = rest.dropLast(uuidLength)
    guard let separator = rest.popLast(), separator == "-" || separator == "." else { return nil }
    let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let snap = unescaped(parts[0]), let app = unescaped(parts[1]) else {
      return nil
    }
    // snapd's name for the file of an app in /var/lib/snapd/desktop/applications.
    let entry = "\(snap)_\(app)"
    return snap.isEmpty || app.isEmpty || !isEntry(entry)
      ? nil : DesktopUnit(entry: entry, launcher: "snap")
  }

  /// 8-4-4-4-12 hexadecimal digits.
  private static let uuidLength = 36

  private static func isUUID(_ text: Substring) -> Bool {
    let lengths = text.split(separator: "-", omittingEmptySubsequences: false)
    return lengths.map(\.count) == [8, 4, 4, 4, 12]
      && lengths.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
  }

  /// Returns whether the text is a plain file name that does not lead to another folder.
  private static func isEntry(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix(".") && text.utf8.count <= nameBytesMax
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") }
  }

  /// Undoes `systemd-escape`: `\x2d` is the byte 0x2d; `nil` if an escape is invalid, or the bytes are not UTF-8.
  package static func unescaped(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard rest.popFirst() == UInt8(ascii: "x"), rest.count >= 2,
        let high = digit(rest.removeFirst()), let low = digit(rest.removeFirst())
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
