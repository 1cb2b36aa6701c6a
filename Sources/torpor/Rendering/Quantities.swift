import TorporModel
import TorporText

/// Lengths of time and sizes as people read them.
enum Quantities {
  /// The two largest units: "42s", "2m 05s", "2h 05m", "3d 04h"; fractions of a second are dropped.
  static func text(of length: Duration) -> String { length.phrase }

  /// The largest unit alone, for a narrow cell: "42s", "2m", "3d".
  static func brief(of length: Duration) -> String {
    String(text(of: length).prefix { $0 != " " })
  }

  /// A length as it is typed, without what is 0: "5m", "1h30m".
  static func typed(_ length: Duration) -> String {
    var seconds = max(0, length.nanoseconds / 1_000_000_000)
    var text = ""
    for (unit, size) in [("d", Int64(86_400)), ("h", 3600), ("m", 60), ("s", 1)] {
      if seconds >= size { text += "\(seconds / size)\(unit)" }
      seconds %= size
    }
    return text.isEmpty ? "0s" : text
  }

  /// A size as it is typed, where it is a round number of powers of 1000, else in binary units.
  static func typed(bytes: Int64) -> String {
    for (unit, size) in [
      ("TB", Int64(1_000_000_000_000)), ("GB", 1_000_000_000), ("MB", 1_000_000),
    ]
    where bytes >= size && bytes % size == 0 { return "\(bytes / size) \(unit)" }
    return text(ofBytes: bytes)
  }

  /// Binary units with one digit after the point below 10: "912 B", "1.5 MiB", "24 MiB".
  static func text(ofBytes bytes: Int64) -> String { BatteryWords.size(bytes) }
}

/// A length of time as a person types it: `30s`, `10m`, `2h`, `1h30m`, `2d`.
enum DurationArgument {
  /// The length; `nil` where the text is none, or 0.
  static func parse(_ text: String) -> Duration? { TypedDuration.parse(text) }

  /// The length that was meant by a text with a unit spelled out, or with none: `5min`, `90`.
  static func nearest(to text: String) -> String? {
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
}
