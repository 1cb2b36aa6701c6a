import TorporModel

/// A `.desktop` file (freedesktop.org, Desktop Entry Specification 1.5) as the manifest of an app.
///
/// Read are `Name`, `Exec`, `Path`, and our own keys: `X-Torpor-Identifier` (else the file's name),
/// `X-Torpor-BackgroundModes`, `X-Torpor-PermittedTaskIdentifiers` and `X-Torpor-AccessoryProtocols` (lists
/// with `;`),
/// `X-Torpor-ExitsOnSuspend`, `X-Torpor-SavesBeforeTermination`, and `X-Torpor-Cooperative` for a program that speaks
/// to the system.
struct DesktopEntry {
  let identifier: AppIdentifier
  let name: String
  /// The command with its arguments, field codes such as `%U` removed.
  let command: [String]
  /// Where it starts, if the file says so.
  let workingDirectory: String?
  let backgroundModes: [BackgroundMode]
  let permittedTaskIdentifiers: [String]
  /// `nil`: the file does not say.
  let accessoryProtocols: [String]?
  let exitsOnSuspend: Bool
  let savesBeforeTermination: Bool
  let isCooperative: Bool

  /// Reads the file's text.
  ///
  /// - Throws: `ManifestMistake` naming the first key that is wrong.
  init(_ text: String, file: String) throws(ManifestMistake) {
    let group = try DesktopEntry.group(text, file: file)
    let keys = ManifestKeys(file: file, values: group.mapValues { .text($0) })
    if group["X-Torpor-Identifier"] != nil {
      identifier = try keys.identifier("X-Torpor-Identifier")
    } else {
      identifier = try DesktopEntry.identifier(ofFile: file)
    }
    name = try keys.text("Name") ?? identifier.text
    guard let exec = try keys.text("Exec") else {
      throw keys.mistake("Exec", "is missing", "It must be the command that is run.")
    }
    guard let command = DesktopEntry.words(exec), !command.isEmpty else {
      throw keys.mistake(
        "Exec",
        "is '\(exec)'",
        "It must be a command with balanced double quotes, as the Desktop Entry Specification has "
          + "it."
      )
    }
    self.command = command
    workingDirectory = try keys.text("Path")
    let lists = ManifestKeys(
      file: file,
      values: group.mapValues { .array(DesktopEntry.list($0).map { .text($0) }) }
    )
    backgroundModes = try lists.backgroundModes("X-Torpor-BackgroundModes")
    permittedTaskIdentifiers = try lists.texts("X-Torpor-PermittedTaskIdentifiers") ?? []
    accessoryProtocols = try lists.texts("X-Torpor-AccessoryProtocols")
    exitsOnSuspend = try DesktopEntry.flag("X-Torpor-ExitsOnSuspend", group, keys)
    savesBeforeTermination = try DesktopEntry.flag("X-Torpor-SavesBeforeTermination", group, keys)
    isCooperative = try DesktopEntry.flag("X-Torpor-Cooperative", group, keys)
  }

  /// The keys of `[Desktop Entry]`; other groups (actions) and translated names are left alone.
  private static func group(
    _ text: String,
    file: String
  ) throws(ManifestMistake) -> [String: String] {
    var values: [String: String] = [:]
    var isInside = false
    var wasSeen = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = trimmed(line)
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("[") {
        isInside = line == "[Desktop Entry]"
        wasSeen = wasSeen || isInside
        continue
      }
      guard let equals = line.firstIndex(of: "=") else {
        throw ManifestMistake(
          file: file,
          key: nil,
          found: "has '\(line)' in line \(index + 1)",
          allowed: "A line must be KEY=VALUE, [GROUP] or # COMMENT."
        )
      }
      guard isInside else { continue }
      values[trimmed(line[..<equals])] = trimmed(line[line.index(after: equals)...])
    }
    guard wasSeen else {
      throw ManifestMistake(
        file: file,
        key: nil,
        found: "has no group [Desktop Entry]",
        allowed: "A desktop entry begins with that line."
      )
    }
    return values
  }

  private static func identifier(ofFile file: String) throws(ManifestMistake) -> AppIdentifier {
    let name = file.pathComponents.last.map(String.init) ?? file
    if let identifier = AppIdentifier(String(name.dropLast(".desktop".count))) {
      return identifier
    }
    throw ManifestMistake(
      file: file,
      key: "X-Torpor-Identifier",
      found: "is missing, and the file's name is not an identifier",
      allowed: "It must be letters, digits, '.', '-' and '_', such as org.mozilla.firefox."
    )
  }

  private static func flag(
    _ key: String,
    _ group: [String: String],
    _ keys: ManifestKeys
  ) throws(ManifestMistake) -> Bool {
    switch group[key] {
    case nil, "false": return false
    case "true": return true
    case .some(let text): throw keys.mistake(key, "is '\(text)'", "It must be true or false.")
    }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ";").map { trimmed($0) }.filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// `Exec` cut into words: quotes and backslashes resolved, field codes removed; `nil` where a quote
  /// is not closed.
  static func words(_ exec: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var rest = Substring(exec)
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        isQuoted.toggle()
        word = word ?? ""
      case "\\" where isQuoted:
        guard let next = rest.popFirst() else { return nil }
        word = (word ?? "") + String(next)
      case "%":
        // "%%" is a percent sign; the others stand for files and the like, of which there are none.
        if rest.popFirst() == "%" { word = (word ?? "") + "%" }
      case " " where !isQuoted, "\t" where !isQuoted:
        if let finished = word { words.append(finished) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let finished = word { words.append(finished) }
    return isQuoted ? nil : words
  }
}
