import TorporModel

/// Names for commands that were given none: `run.firefox`, `run.firefox-2`.
enum RunIdentifier {
  /// The first name of the row that is free.
  static func make(for executable: String, isFree: (AppIdentifier) -> Bool) -> AppIdentifier {
    let base = "run." + part(from: name(of: executable))
    var number = 1
    while true {
      let text = number == 1 ? base : "\(base)-\(number)"
      if let app = AppIdentifier(text), isFree(app) { return app }
      number += 1
    }
  }

  /// The last part of the path.
  static func name(of executable: String) -> String {
    executable.pathComponents.last.map(String.init) ?? executable
  }

  /// The name with everything that an identifier may not hold replaced by `-`; at most 100 bytes, so
  /// that there is room for a number.
  private static func part(from name: String) -> String {
    let allowed = name.utf8.prefix(100).map { byte -> Character in
      let character = Character(UnicodeScalar(byte))
      let isAllowed =
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
      return isAllowed ? character : "-"
    }
    return allowed.isEmpty ? "command" : String(allowed)
  }
}
