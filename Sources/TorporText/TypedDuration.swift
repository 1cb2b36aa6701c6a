import TorporModel

/// A length of time as a person types it: `30s`, `10m`, `2h`, `1h30m`, `2d`.
package enum TypedDuration {
  /// The length; `nil` where the text is none, or 0.
  package static func parse(_ text: String) -> Duration? {
    var seconds: Int64 = 0
    var digits = ""
    var lastUnit = Int64.max
    for character in text {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      // Each unit at most once, from large to small, so that "30m1h" is caught as a slip.
      guard let unit = unit(character), unit < lastUnit, let count = Int64(digits) else {
        return nil
      }
      let (length, overflowed) = count.multipliedReportingOverflow(by: unit)
      let (sum, carried) = seconds.addingReportingOverflow(length)
      guard !overflowed, !carried else { return nil }
      (seconds, lastUnit, digits) = (sum, unit, "")
    }
    return digits.isEmpty && seconds > 0 ? .seconds(seconds) : nil
  }

  /// The unit's length in seconds.
  private static func unit(_ character: Character) -> Int64? {
    switch character {
    case "s": 1
    case "m": 60
    case "h": 3600
    case "d": 86_400
    default: nil
    }
  }
}
