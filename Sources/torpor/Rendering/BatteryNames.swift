import TorporModel
import TorporText
import TorporWire

/// What the rows of the battery page are called: short, told apart, and the app that commands take them for.
struct BatteryNames {
  private let counts: [String: Int]
  private let known: [AppStatus]

  /// `known`: the apps that are there, which commands know by their identifiers, the last parts of these, and their names.
  init(_ apps: [BatteryApp], known: [AppStatus] = []) {
    counts = apps.reduce(into: [:]) { counts, app in
      if let part = Self.lastPart(of: app.app) { counts[part, default: 0] += 1 }
    }
    self.known = known
  }

  /// The last part of the identifier ("mail" of org.example.mail), or all of it where that part means another app, too.
  ///
  /// Identifiers of one maker begin alike: cut to the width of a column, they would be the same.
  subscript(app: BatteryApp) -> String {
    guard let part = Self.lastPart(of: app.app), counts[part] == 1,
      !known.contains(where: { $0.app != app.app && Self.isMeant($0, by: part) })
    else { return BatteryText.name(of: app) }
    return part
  }

  private static func isMeant(_ app: AppStatus, by word: String) -> Bool {
    lastPart(of: app.app) == word || app.name.lowercased() == word
  }

  /// In lower case, as commands compare it; `nil`: it is no word, such as the number of a job.
  private static func lastPart(of app: AppIdentifier?) -> String? {
    guard let part = app?.text.split(separator: ".").last?.lowercased(),
      part.contains(where: \.isLetter)
    else { return nil }
    return part
  }
}
