import Glibc
import TorporModel

/// Joins the device's time line with the clock on the wall.
struct WallClock: Sendable {
  /// Now on the device's time line.
  let now: Instant
  /// Now in microseconds since 1970.
  let wallMicroseconds: Int64
  /// A date and time of day in the user's time zone.
  let calendar: @Sendable (Int64) -> CalendarTime

  /// A date and a time of day.
  struct CalendarTime: Hashable, Sendable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    /// In the time zone of the process, for seconds since 1970.
    @Sendable
    static func local(_ seconds: Int64) -> CalendarTime {
      var time = time_t(seconds)
      var parts = tm()
      localtime_r(&time, &parts)
      return CalendarTime(
        year: Int(parts.tm_year) + 1900,
        month: Int(parts.tm_mon) + 1,
        day: Int(parts.tm_mday),
        hour: Int(parts.tm_hour),
        minute: Int(parts.tm_min),
        second: Int(parts.tm_sec)
      )
    }
  }

  /// For facts without moments of the device, such as those that are found without a daemon.
  static var withoutDaemon: WallClock {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let wall = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    return WallClock(now: .zero, wallMicroseconds: wall, calendar: CalendarTime.local)
  }

  /// The time of day, with the date in front on any other day than today.
  func text(ofWallMicroseconds microseconds: Int64) -> String {
    let moment = calendar(microseconds / 1_000_000)
    let today = calendar(wallMicroseconds / 1_000_000)
    let time = [moment.hour, moment.minute, moment.second]
      .map(Quantities.twoDigits)
      .joined(separator: ":")
    let isToday = (moment.year, moment.month, moment.day) == (today.year, today.month, today.day)
    if isToday { return time }
    let date = [String(moment.year)] + [moment.month, moment.day].map(Quantities.twoDigits)
    return date.joined(separator: "-") + " " + time
  }

  /// The time of day of a moment on the device's time line.
  func text(of moment: Instant) -> String {
    text(ofWallMicroseconds: wallMicroseconds + (moment - now).microseconds)
  }
}
