import TorporModel
import TorporText
import TorporWire

/// What the rows of the battery page are called: short, and told apart.
struct BatteryNames {
  private let counts: [String: Int]

  init(_ apps: [BatteryApp]) {
    counts = apps.reduce(into: [:]) { counts, app in
      if let part = Self.lastPart(of: app) { counts[part, default: 0] += 1 }
    }
  }

  /// The last part of the identifier ("mail" of org.example.mail), or all of it where another row has the same last part.
  ///
  /// Identifiers of one maker begin alike: cut to the width of a column, they would be the same.
  subscript(app: BatteryApp) -> String {
    guard let part = Self.lastPart(of: app), counts[part] == 1 else {
      return BatteryText.name(of: app)
    }
    return part
  }

  /// In lower case, as commands compare it; `nil`: it is no word, such as the number of a job.
  private static func lastPart(of app: BatteryApp) -> String? {
    guard let part = app.app?.text.split(separator: ".").last?.lowercased(),
      part.contains(where: \.isLetter)
    else { return nil }
    return part
  }
}
