import Glibc
import TorporModel
import TorporText

/// A moment as a person types it: `+2h`, `23:40`, `tomorrow 07:00`, `Sat 03:00`, `2026-12-24 18:00`.
enum TimeArgument {
  /// What a time may look like, for sentences.
  static let forms = "+2h, 23:40, 'tomorrow 07:00', 'Sat 03:00' or '2026-12-24 18:00'"

  /// The moment in seconds since 1970; `nil` where the text is none, or names one that never comes.
  ///
  /// A time of day alone is the next one; a weekday is the next such day, which may be today; a day
  /// alone begins at midnight.
  static func parse(_ text: String, at now: Int64, in zone: LocalZone) -> Int64? {
    if text.hasPrefix("+") {
      guard let length = DurationArgument.parse(String(text.dropFirst())) else { return nil }
      let (sum, overflowed) = now.addingReportingOverflow(length.nanoseconds / 1_000_000_000)
      return overflowed ? nil : sum
    }
    let words = text.split { $0 == " " || $0 == "T" && text.contains("-") }
    guard let first = words.first, words.count <= 2 else { return nil }
    let today = zone.time(at: now)
    if words.count == 1, let time = TimeOfDay(first) {
      return [0, 1].lazy.compactMap { zone.seconds(of: today.dayNumber + $0, time) }.first {
        $0 > now
      }
    }
    guard let time = words.count == 2 ? TimeOfDay(words[1]) : TimeOfDay(hour: 0) else { return nil }
    return day(first, words.count == 2 ? time : nil, today, zone, after: now)
      .flatMap { zone.seconds(of: $0, time) }
  }

  /// The day that a word names, counted from 1970.
  private static func day(
    _ word: Substring,
    _ time: TimeOfDay?,
    _ today: WallClock.CalendarTime,
    _ zone: LocalZone,
    after now: Int64
  ) -> Int? {
    switch word.lowercased() {
    case "today": return today.dayNumber
    case "tomorrow": return today.dayNumber + 1
    default: break
    }
    if let weekday = Weekday.number(of: word) {
      let ahead = (weekday - CalendarDay(daysSince1970: today.dayNumber).weekday + 7) % 7
      let moment = zone.seconds(of: today.dayNumber + ahead, time ?? TimeOfDay(hour: 0))
      return today.dayNumber + (moment.map { $0 <= now } ?? true ? ahead + 7 : ahead)
    }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false).map { Number.of($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      CalendarPlace.year.limits.contains(year), CalendarPlace.month.limits.contains(month),
      (1...CalendarDay.dayCount(year: year, month: month)).contains(day)
    else { return nil }
    return CalendarDay(year: year, month: month, day: day).daysSince1970
  }

  /// `HH:MM` or `HH:MM:SS`.
  struct TimeOfDay: Hashable {
    var hour: Int
    var minute = 0
    var second = 0

    init(hour: Int) { self.hour = hour }

    init?(_ text: Substring) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        .map { $0.utf8.count <= 2 ? Number.of($0) : nil }
      guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
        let second = parts.count == 3 ? parts[2] : 0,
        hour < 24, minute < 60, second < 60
      else { return nil }
      (self.hour, self.minute, self.second) = (hour, minute, second)
    }
  }

  /// A number of decimal digits and nothing else; `Int` alone would take a sign.
  private enum Number {
    static func of(_ text: Substring) -> Int? {
      text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ? Int(text) : nil
    }
  }
}

/// The user's time zone, both ways.
struct LocalZone: Sendable {
  /// A date and time of day for seconds since 1970.
  let time: @Sendable (_ seconds: Int64) -> WallClock.CalendarTime
  /// Seconds since 1970 for a date and time of day; one that a change of the clocks leaves out is
  /// moved by the change.
  let seconds: @Sendable (WallClock.CalendarTime) -> Int64?

  /// The date and time of day at a moment.
  func time(at seconds: Int64) -> WallClock.CalendarTime { time(seconds) }

  /// The moment at which a day, counted from 1970, has a time.
  func seconds(of day: Int, _ time: TimeArgument.TimeOfDay) -> Int64? {
    let day = CalendarDay(daysSince1970: day)
    return seconds(
      WallClock.CalendarTime(
        year: day.year,
        month: day.month,
        day: day.day,
        hour: time.hour,
        minute: time.minute,
        second: time.second
      )
    )
  }

  /// The zone of this process.
  static let current = LocalZone(time: WallClock.CalendarTime.local) { moment in
    var parts = tm()
    parts.tm_year = Int32(moment.year - 1900)
    parts.tm_mon = Int32(moment.month - 1)
    parts.tm_mday = Int32(moment.day)
    parts.tm_hour = Int32(moment.hour)
    parts.tm_min = Int32(moment.minute)
    parts.tm_sec = Int32(moment.second)
    // Whether summer time holds is for the zone to say.
    parts.tm_isdst = -1
    return Int64(mktime(&parts))
  }
}
