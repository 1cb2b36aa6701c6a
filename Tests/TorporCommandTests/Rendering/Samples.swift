import TorporModel
import TorporWire

@testable import torpor

/// A device at 1 h of its time line, on 21 November 2026 at 04:00:00 in UTC.
enum Samples {
  static let now = Instant.at(.hours(1))
  static let wallMicroseconds: Int64 = 1_795_233_600_000_000
  static let clock = WallClock(
    now: now,
    wallMicroseconds: wallMicroseconds,
    calendar: Samples.calendar
  )

  /// Days of November 2026 in UTC; the tests need no more of the calendar.
  @Sendable
  static func calendar(_ seconds: Int64) -> WallClock.CalendarTime {
    let days = seconds / 86_400 - 20_758
    return WallClock.CalendarTime(
      year: 2026,
      month: 11,
      day: Int(days) + 1,
      hour: Int(seconds / 3600 % 24),
      minute: Int(seconds / 60 % 60),
      second: Int(seconds % 60)
    )
  }

  static func app(
    _ text: String,
    name: String? = nil,
    _ state: ApplicationState,
    heldBy: [Condition] = [],
    blockedBy: [Condition] = [],
    tasks: [BackgroundTaskStatus] = [],
    footprintBytes: Int64? = nil,
    lastExit: ExitRecord? = nil,
    isCooperative: Bool = true
  ) -> AppStatus {
    AppStatus(
      app: AppIdentifier(text)!,
      name: name ?? text,
      state: state,
      since: now - .seconds(125),
      launch: state == .notRunning ? nil : LaunchIdentifier(rawValue: 3),
      heldBy: heldBy,
      tasks: tasks,
      timeRemaining: nil,
      blockedBy: blockedBy,
      footprintBytes: footprintBytes,
      foregroundTime: .seconds(42),
      backgroundTime: .hours(2) + .minutes(5),
      lastExit: lastExit,
      isCooperative: isCooperative
    )
  }

  static let upload = Condition(
    .backgroundTask,
    since: now - .seconds(5),
    until: now + .seconds(25),
    subject: "upload"
  )
}
