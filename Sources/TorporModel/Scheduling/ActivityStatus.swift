/// The status of a piece of background work, as shown by `torpor why`.
@usableFromInline package struct ActivityStatus: Hashable, Sendable {
  /// The app it belongs to; `nil` for a job.
  @usableFromInline package var app: AppIdentifier?
  /// The work.
  @usableFromInline package var activity: Activity
  /// The kind of task; `nil` for a fetch or a job.
  @usableFromInline package var type: TaskType?
  /// When it was requested.
  @usableFromInline package var submittedAt: Instant
  /// The time before which it does not run.
  @usableFromInline package var earliest: Instant?
  /// The time by which the system tries to have run it.
  @usableFromInline package var latest: Instant?
  /// Whether it runs now.
  @usableFromInline package var isRunning: Bool
  /// Every condition that was checked, in its present state.
  @usableFromInline package var conditions: [Condition]
  /// How long each condition has blocked it since the submission, longest first.
  @usableFromInline package var blocked: [BlockedTime]
  /// What to expect.
  @usableFromInline package var forecast: Forecast
  /// What the user sees; `nil`: it is not a continued task.
  @usableFromInline package var display: Display?

  /// Continued work as the user sees it.
  @usableFromInline package struct Display: Hashable, Sendable {
    /// What the work is.
    @usableFromInline package var title: String
    /// What it is doing.
    @usableFromInline package var subtitle: String
    /// How much is done, in thousandths.
    @usableFromInline package var permille: Int

    /// Makes a display.
    @inlinable package init(title: String, subtitle: String, permille: Int) {
      self.title = title
      self.subtitle = subtitle
      self.permille = permille
    }
  }

  /// Makes a status.
  @inlinable package init(
    app: AppIdentifier?,
    activity: Activity,
    type: TaskType?,
    submittedAt: Instant,
    earliest: Instant?,
    latest: Instant?,
    isRunning: Bool,
    conditions: [Condition],
    blocked: [BlockedTime],
    forecast: Forecast,
    display: Display? = nil
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
    self.display = display
  }
}

/// How long one condition has blocked the work.
@usableFromInline package struct BlockedTime: Hashable, Sendable, Saved {
  /// The condition.
  @usableFromInline package var reason: Reason
  /// In all, until now.
  @usableFromInline package var total: Duration

  /// Makes a row.
  @inlinable package init(reason: Reason, total: Duration) {
    self.reason = reason
    self.total = total
  }
}

/// When something will plausibly run.
@usableFromInline package struct Forecast: Hashable, Sendable {
  /// The next plausible time; `nil` if it depends on events that cannot be predicted.
  @usableFromInline package var at: Instant?
  /// What must change first, other than the time.
  @usableFromInline package var needs: [Reason]

  /// Makes a forecast.
  @inlinable package init(at: Instant?, needs: [Reason]) {
    self.at = at
    self.needs = needs
  }
}
