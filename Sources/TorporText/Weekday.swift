/// Days of the week in English; 0 is Monday.
package enum Weekday {
  /// Three letters each.
  package static let shortNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let names = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// The day of a name, short or long; `nil` where it is none.
  package static func number(of word: some StringProtocol) -> Int? {
    let word = word.lowercased()
    return names.firstIndex { word == $0 || word == $0.prefix(3) }
  }
}
