/// Where a piece of background work stands: what `torpor why` shows of it.
public struct ActivityStatus: Hashable, Sendable {
  /// The app it belongs to; `nil` for a job.
  public var app: AppIdentifier?
  /// The work.
  public var activity: Activity
  /// The kind of task; `nil` for a fetch or a job.
  public var type: TaskType?
  /// Since when it is wanted.
  public var submittedAt: Instant
  /// Before when it does not run.
  public var earliest: Instant?
  /// By when the system tries to have run it.
  public var latest: Instant?
  /// Whether it runs now.
  public var isRunning: Bool
  /// Every condition that was looked at, as it stands now.
  public var conditions: [Condition]
  /// How long each condition has stood in the way since the submission, the longest first.
  public var blocked: [BlockedTime]
  /// What to expect.
  public var forecast: Forecast

  /// Makes a status.
  public init(
    app: AppIdentifier?,
    activity: Activity,
    type: TaskType?,
    submittedAt: Instant,
    earliest: Instant?,
    latest: Instant?,
    isRunning: Bool,
    conditions: [Condition],
    blocked: [BlockedTime],
    forecast: Forecast
  ) {
    self.app = app
    self.activity = activity
    self.type = type
    self.submittedAt = submittedAt
    self.earliest = earliest
    self.latest = latest
    self.isRunning = isRunning
    self.conditions = conditions
    self.blocked = blocked
    self.forecast = forecast
  }
}

/// How long one condition has stood in the way.
public struct BlockedTime: Hashable, Sendable, Saved {
  /// The condition.
  public var reason: Reason
  /// In all, until now.
  public var total: Duration

  /// Makes a row.
  public init(reason: Reason, total: Duration) {
    self.reason = reason
    self.total = total
  }
}

/// When something will plausibly run.
public struct Forecast: Hashable, Sendable {
  /// The next plausible moment; `nil` where it hangs on something that no clock knows.
  public var at: Instant?
  /// What must change first, by something else than time.
  public var needs: [Reason]

  /// Makes a forecast.
  public init(at: Instant?, needs: [Reason]) {
    self.at = at
    self.needs = needs
  }
}
