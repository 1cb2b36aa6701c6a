import Glibc
package import TorporModel

/// Joins the device's time line with the clock on the wall.
package struct WallClock: Sendable {
  /// Now on the device's time line.
  package let now: Instant
  /// Now in microseconds since 1970.
  package let wallMicroseconds: Int64
  /// A date and time of day in the user's time zone.
  package let calendar: @Sendable (Int64) -> CalendarTime

  /// A date and a time of day.
  package struct CalendarTime: Hashable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
      (self.year, self.month, self.day) = (year, month, day)
      (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// Days since 1970, by the calendar.
    package var dayNumber: Int {
      CalendarDay(year: year, month: month, day: day).daysSince1970
    }

    /// In the time zone of the process, for seconds since 1970.
    @Sendable
    package static func local(_ seconds: Int64) -> CalendarTime {
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

  package init(
    now: Instant,
    wallMicroseconds: Int64,
    calendar: @escaping @Sendable (Int64) -> CalendarTime
  ) {
    self.now = now
    self.wallMicroseconds = wallMicroseconds
    self.calendar = calendar
  }

  /// For facts without moments of the device, such as those that are found without a daemon.
  package static var withoutDaemon: WallClock {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let wall = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    return WallClock(now: .zero, wallMicroseconds: wall, calendar: CalendarTime.local)
  }

  /// The time of day, with the date in front on any other day than today.
  package func text(ofWallMicroseconds microseconds: Int64) -> String {
    let moment = calendar(microseconds / 1_000_000)
    let today = calendar(wallMicroseconds / 1_000_000)
    let time = [moment.hour, moment.minute, moment.second]
      .map(\.twoDigits)
      .joined(separator: ":")
    let isToday = (moment.year, moment.month, moment.day) == (today.year, today.month, today.day)
    if isToday { return time }
    let date = [String(moment.year)] + [moment.month, moment.day].map(\.twoDigits)
    return date.joined(separator: "-") + " " + time
  }

  /// The time of day of a moment on the device's time line.
  package func text(of moment: Instant) -> String {
    text(ofWallMicroseconds: wallMicroseconds + (moment - now).microseconds)
  }
}

extension BinaryInteger {
  /// The number in decimal with a 0 in front of a single digit, as in times and dates.
  package var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
