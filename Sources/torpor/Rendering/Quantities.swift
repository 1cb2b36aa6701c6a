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
  static func typed(_ length: Duration) -> String { DurationArgument.typed(length) }

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
