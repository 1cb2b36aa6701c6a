import TorporModel
import TorporText

extension WallClock {
  /// The second day of 1970, 06:00 in UTC, 30 h after the device began to run.
  static let epoch = WallClock(
    now: .at(.hours(30)),
    wallMicroseconds: 108_000_000_000,
    calendar: { seconds in
      WallClock.CalendarTime(
        year: 1970,
        month: 1,
        day: 1 + Int(seconds / 86_400),
        hour: Int(seconds / 3600 % 24),
        minute: Int(seconds / 60 % 60),
        second: Int(seconds % 60)
      )
    }
  )
}
