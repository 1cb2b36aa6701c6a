import TorporModel
import TorporText
import TorporWire

@testable import torpor

/// A device at 1 h of its time line, on 21 November 2026 at 04:00:00 in UTC.
enum Samples {
  static let now = Instant.at(.hours(1))
  static let wallMicroseconds: Int64 = 1_795_233_600_000_000
  static let clock = WallClock(
    now: now,
    wallMicroseconds: wallMicroseconds,
    calendar: Samples.zone.time
  )

  /// UTC, for every day there is.
  static let zone = LocalZone { seconds in
    let day = CalendarDay(daysSince1970: Int(seconds) / 86_400)
    return WallClock.CalendarTime(
      year: day.year,
      month: day.month,
      day: day.day,
      hour: Int(seconds / 3600 % 24),
      minute: Int(seconds / 60 % 60),
      second: Int(seconds % 60)
    )
  } seconds: { moment in
    Int64(moment.dayNumber * 86_400 + moment.hour * 3600 + moment.minute * 60 + moment.second)
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

  static func job(
    _ number: UInt64,
    _ name: String,
    _ state: JobState,
    request: JobRequest = JobRequest(command: "rsync -a /home /mnt"),
    conditions: [Condition] = [],
    blocked: [BlockedTime] = [],
    forecast: Forecast = Forecast(at: nil, needs: []),
    runs: [JobRun] = [],
    ownerUserID: UInt32 = 1000
  ) -> JobStatus {
    JobStatus(
      job: JobIdentifier(rawValue: number),
      name: name,
      ownerUserID: ownerUserID,
      request: request,
      submittedAt: now - .minutes(50),
      state: state,
      launch: nil,
      conditions: conditions,
      blocked: blocked,
      forecast: forecast,
      runs: runs
    )
  }

  /// A run that began so many minutes ago and took ten seconds, or goes on.
  static func run(minutesAgo: Int, _ end: JobRunEnd?) -> JobRun {
    JobRun(
      launch: LaunchIdentifier(rawValue: 9),
      beganAt: now - .minutes(minutesAgo),
      endedAt: end.map { _ in now - .minutes(minutesAgo) + .seconds(10) },
      end: end
    )
  }
}
