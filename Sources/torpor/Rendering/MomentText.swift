import TorporModel
import TorporText

// Moments as people speak of them: how far away, and when by their own clock.

extension WallClock {
  /// A moment to come or gone: "in 3h 10m, Sat 23:40", "2h 05m ago, Sat 18:25".
  func distance(to moment: Instant) -> String {
    let away = moment - now
    let length = Quantities.text(of: away < .zero ? .zero - away : away)
    return (away < .zero ? "\(length) ago" : "in \(length)") + ", " + name(of: moment)
  }

  /// As `distance(to:)`, for microseconds since 1970.
  func distance(toWallMicroseconds microseconds: Int64) -> String {
    distance(to: now + .microseconds(microseconds - wallMicroseconds))
  }

  /// A moment by the clock on the wall: "Sat 23:40", with the date from a week away on.
  ///
  /// Within ten minutes the seconds count too.
  func name(of moment: Instant) -> String {
    let away = (moment - now).microseconds
    let time = calendar((wallMicroseconds + away) / 1_000_000)
    let today = calendar(wallMicroseconds / 1_000_000)
    var clock = time.hour.twoDigits + ":" + time.minute.twoDigits
    if abs(away) < 600_000_000 { clock += ":" + time.second.twoDigits }
    if abs(time.dayNumber - today.dayNumber) < 7 {
      let weekday = CalendarDay(daysSince1970: time.dayNumber).weekday
      return Weekday.shortNames[weekday] + " " + clock
    }
    let date = [String(time.year)] + [time.month, time.day].map(\.twoDigits)
    return date.joined(separator: "-") + " " + clock
  }
}

extension Sequence<String> {
  /// "a", "a and b", "a, b and c".
  func joinedAsClause() -> String {
    let parts = Array(self)
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}
