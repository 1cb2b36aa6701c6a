package import TorporModel

/// Durations and moments as people read them.
package enum DurationText {
  /// The length with its units, the larger first, such as `1h30m`; nothing is `0s`.
  ///
  /// Parts below a millisecond are left out.
  package static func short(_ length: Duration) -> String {
    if length < .zero { return "-" + short(.zero - length) }
    var rest = length.nanoseconds / 1_000_000
    var text = ""
    for (unit, milliseconds) in [
      ("d", Int64(86_400_000)), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ] {
      let count = rest / milliseconds
      rest %= milliseconds
      if count > 0 { text += "\(count)\(unit)" }
    }
    return text.isEmpty ? "0s" : text
  }

  /// The moment as a length since the start.
  package static func short(_ moment: Instant) -> String {
    short(moment - Instant.zero)
  }
}
