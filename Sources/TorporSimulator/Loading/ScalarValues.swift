import TorporModel

/// The values of the scenario format, read from the text of a scalar; `nil` where it is none.
enum ScalarValues {
  /// `250ms`, `5s`, `10m`, `2h`, `3d`, and sums with the larger unit first.
  static func duration(_ text: String) -> Duration? {
    var rest = Substring(text)
    var total = Duration.zero
    var smallestUnit = Duration.days(1) + .seconds(1)
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix(while: { $0.isASCII && $0.isNumber })
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix(while: { $0.isLetter })
      rest = rest.dropFirst(name.count)
      // 12 digits of days are more than the 292 years that an `Instant` holds.
      guard digits.count <= 9, let count = Int(digits), let unit = unit(String(name)),
        unit < smallestUnit
      else { return nil }
      smallestUnit = unit
      total += unit * count
    }
    return total
  }

  /// A duration with a sign before it.
  static func signedDuration(_ text: String) -> Duration? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return duration(text) }
    guard let length = duration(String(text.dropFirst())) else { return nil }
    return sign == "-" ? .zero - length : length
  }

  private static func unit(_ name: String) -> Duration? {
    switch name {
    case "ms": .milliseconds(1)
    case "s": .seconds(1)
    case "m": .minutes(1)
    case "h": .hours(1)
    case "d": .days(1)
    default: nil
    }
  }

  /// `900 B`, `100 kB`, `20 MB`, `3 GB`, in bytes; powers of ten.
  static func size(_ text: String) -> Int64? {
    let number = text.prefix(while: { $0.isASCII && ($0.isNumber || $0 == ".") })
    var unit = text.dropFirst(number.count)
    if unit.first == " " { unit = unit.dropFirst() }
    let factor: Double? =
      switch unit {
      case "B": 1
      case "kB": 1e3
      case "MB": 1e6
      case "GB": 1e9
      default: nil
      }
    guard let factor, let value = decimal(String(number)), value * factor < 1e18 else { return nil }
    return Int64((value * factor).rounded())
  }

  /// `2 MB/s`, in bytes a second.
  static func rate(_ text: String) -> Int64? {
    guard text.hasSuffix("/s") else { return nil }
    return size(String(text.dropLast(2)))
  }

  /// `80%`, 0 to 100.
  static func percentage(_ text: String) -> Double? {
    guard text.hasSuffix("%"), let value = decimal(String(text.dropLast())), value <= 100 else {
      return nil
    }
    return value
  }

  /// `08:30`, in minutes after midnight.
  static func timeOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }),
      let hours = natural(String(parts[0])), let minutes = natural(String(parts[1])),
      hours < 24, minutes < 60
    else { return nil }
    return hours * 60 + minutes
  }

  /// `true` or `false` and nothing else (YAML 1.2).
  static func boolean(_ text: String) -> Bool? {
    switch text {
    case "true": true
    case "false": false
    default: nil
    }
  }

  /// A whole number without a sign.
  static func natural(_ text: String) -> Int? {
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
  }

  /// A number with a fraction, perhaps, and a sign, perhaps.
  static func real(_ text: String) -> Double? {
    let digits = text.hasPrefix("-") ? String(text.dropFirst()) : text
    guard let value = decimal(digits) else { return nil }
    return text.hasPrefix("-") ? -value : value
  }

  private static func decimal(_ text: String) -> Double? {
    guard text.first?.isNumber == true, text.last?.isNumber == true,
      text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
    else { return nil }
    return Double(text)
  }
}
