import TorporModel

/// A length of time as a person types it: `30s`, `10m`, `1.5h`, `1h30m`, `2d`, `1w`.
package enum DurationArgument {
  /// The length, in whole seconds; `nil` where the text is none, or 0, or has a part of a second.
  ///
  /// The smallest unit may have a fraction with a point, as in `1.5h`.
  package static func parse(_ text: String) -> Duration? {
    var seconds: Int64 = 0
    var digits = ""
    var lastUnit = Int64.max
    for character in text {
      if character.isASCII, character.isNumber || character == "." {
        digits.append(character)
        continue
      }
      // Each unit at most once, from large to small, so that "30m1h" is caught as a slip. After a fraction nothing
      // follows: "1.5h30m" is likelier a slip than two hours.
      guard let unit = unit(character), unit < lastUnit,
        let part = length(digits, unit)
      else { return nil }
      let (sum, carried) = seconds.addingReportingOverflow(part)
      guard !carried else { return nil }
      lastUnit = digits.contains(".") ? 0 : unit
      (seconds, digits) = (sum, "")
    }
    return digits.isEmpty && seconds > 0 ? .seconds(seconds) : nil
  }

  /// So many units in seconds, such as "1.5" of 3600.
  private static func length(_ count: String, _ unit: Int64) -> Int64? {
    let parts = count.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int64(parts[0]) else { return nil }
    let (length, overflowed) = whole.multipliedReportingOverflow(by: unit)
    guard !overflowed else { return nil }
    guard parts.count == 2 else { return length }
    // More digits than that are no person's: the product stays far from an overflow.
    guard (1...fractionDigitsMax).contains(parts[1].count), let fraction = Int64(parts[1]) else {
      return nil
    }
    let scale = (0..<parts[1].count).reduce(Int64(1)) { product, _ in product * 10 }
    let (product, remainder) = (fraction * unit).quotientAndRemainder(dividingBy: scale)
    guard remainder == 0 else { return nil }
    let (sum, carried) = length.addingReportingOverflow(product)
    return carried ? nil : sum
  }

  /// Our choice.
  private static let fractionDigitsMax = 4

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
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
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
    ["w", "week", "weeks"],
  ]

  /// The unit's length in seconds.
  private static func unit(_ character: Character) -> Int64? {
    switch character {
    case "s": 1
    case "m": 60
    case "h": 3600
    case "d": 86_400
    case "w": 604_800
    default: nil
    }
  }
}
