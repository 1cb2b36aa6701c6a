import TorporModel

/// A length of time as a person types it: `30s`, `10m`, `2h`, `1h30m`, `2d`.
package enum DurationArgument {
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

  /// A length as it is typed, without what is 0: "5m", "1h30m".
  package static func typed(_ length: Duration) -> String {
    var seconds = max(0, length.nanoseconds / 1_000_000_000)
    var text = ""
    for (unit, size) in [("d", Int64(86_400)), ("h", 3600), ("m", 60), ("s", 1)] {
      if seconds >= size { text += "\(seconds / size)\(unit)" }
      seconds %= size
    }
    return text.isEmpty ? "0s" : text
  }

  /// The length that was meant by a text with a unit spelled out, or with none: `5min`, `90`.
  package static func nearest(to text: String) -> String? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let word = text.dropFirst(digits.count).lowercased().drop { $0 == " " }
    guard !digits.isEmpty else { return nil }
    // A number alone is likelier to be minutes than seconds or hours; the suggestion says so.
    let unit = word.isEmpty ? "m" : words.first { $0.contains(String(word)) }?.first
    return unit.map { digits + $0 }.flatMap { parse($0) == nil ? nil : $0 }
  }

  /// Units as people spell them out, after the letter that is read.
  private static let words = [
    ["s", "sec", "secs", "second", "seconds"], ["m", "min", "mins", "minute", "minutes"],
    ["h", "hr", "hrs", "hour", "hours"], ["d", "day", "days"],
  ]

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
