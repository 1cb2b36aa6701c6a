import Glibc
import TorporModel
import TorporText

/// A moment that has passed, as a person types it: `2h`, `07:30`, `yesterday`, `2026-11-20 18:00`.
enum PastTimeArgument {
  /// What it may look like, for sentences.
  static let forms = "2h, 07:30, today, 'yesterday 18:00' or '2026-11-20 18:00'"

  /// Looks at what was typed, before a daemon is asked for its clock.
  ///
  /// - Throws: `CommandFailure.usage`.
  static func check(_ since: String?) throws(CommandFailure) {
    guard let since, parse(since, at: Int64(Glibc.time(nil)), in: .current) == nil else { return }
    throw wrong(since)
  }

  private static func wrong(_ since: String) -> CommandFailure {
    .usage("--since takes a time such as \(forms), not '\(since)'.")
  }

  /// The moment that `--since` names, on the device's time line, which no change of the clock moves; `nil` without it.
  ///
  /// - Throws: `CommandFailure.usage`.
  static func begin(_ since: String?, _ clock: WallClock) throws(CommandFailure) -> Instant? {
    guard let since else { return nil }
    let now = clock.wallMicroseconds / 1_000_000
    guard let seconds = parse(since, at: now, in: .current) else { throw wrong(since) }
    return clock.now - .seconds(now - seconds)
  }

  /// The moment in seconds since 1970; `nil` where the text is none.
  ///
  /// A length is so long ago; a time of day alone is the last one.
  static func parse(_ text: String, at now: Int64, in zone: LocalZone) -> Int64? {
    if let length = DurationArgument.parse(text) { return now - length.nanoseconds / 1_000_000_000 }
    let today = zone.time(at: now).dayNumber
    let words = text.split { $0 == " " || $0 == "T" && text.contains("-") }
    guard let first = words.first, words.count <= 2 else { return nil }
    if words.count == 1, let time = TimeArgument.TimeOfDay(first) {
      return [0, -1].lazy.compactMap { zone.seconds(of: today + $0, time) }.first { $0 <= now }
    }
    let days = ["today": today, "yesterday": today - 1]
    guard let day = days[first.lowercased()] else {
      return first.contains("-") ? TimeArgument.parse(text, at: now, in: zone) : nil
    }
    guard words.count == 2 else { return zone.seconds(of: day, TimeArgument.TimeOfDay(hour: 0)) }
    return TimeArgument.TimeOfDay(words[1]).flatMap { zone.seconds(of: day, $0) }
  }
}
