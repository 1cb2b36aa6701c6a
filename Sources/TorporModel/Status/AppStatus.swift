/// An app as it stands now: what `torpor ps` and `torpor why` show of it.
public struct AppStatus: Hashable, Sendable {
  // Shape: one property for each fact that is shown of an app.
  /// The app.
  public var app: AppIdentifier
  /// Its name for people.
  public var name: String
  /// Where it stands.
  public var state: ApplicationState
  /// Since when it stands there.
  public var since: Instant
  /// Its process, if it has one.
  public var launch: LaunchIdentifier?
  /// The number that the kernel gave its main process.
  public var processID: Int32?
  /// What keeps it running, or, when nothing does and it is not frozen, what keeps it from being
  /// frozen; `until` is when that ends by itself.
  ///
  /// An exemption is always among them.
  public var heldBy: [Condition]
  /// Its background tasks, oldest first.
  public var tasks: [BackgroundTaskStatus]
  /// What is left of its background time; `nil` is unlimited.
  public var timeRemaining: Duration?
  /// What would keep it from being launched into the background now.
  public var blockedBy: [Condition]
  /// What it takes of memory, in bytes, when it was last looked at.
  public var footprintBytes: Int64?
  /// How long it was on screen since it was installed.
  public var foregroundTime: Duration
  /// How long it was in the background state since it was installed.
  public var backgroundTime: Duration
  /// How its last process ended.
  public var lastExit: ExitRecord?
  /// Whether it speaks to the system.
  public var isCooperative: Bool

  /// Makes a status.
  public init(
    app: AppIdentifier,
    name: String,
    state: ApplicationState,
    since: Instant,
    launch: LaunchIdentifier?,
    heldBy: [Condition],
    tasks: [BackgroundTaskStatus],
    timeRemaining: Duration?,
    blockedBy: [Condition],
    footprintBytes: Int64?,
    foregroundTime: Duration,
    backgroundTime: Duration,
    lastExit: ExitRecord?,
    isCooperative: Bool
  ) {
    self.app = app
    self.name = name
    self.state = state
    self.since = since
    self.launch = launch
    self.heldBy = heldBy
    self.tasks = tasks
    self.timeRemaining = timeRemaining
    self.blockedBy = blockedBy
    self.footprintBytes = footprintBytes
    self.foregroundTime = foregroundTime
    self.backgroundTime = backgroundTime
    self.lastExit = lastExit
    self.isCooperative = isCooperative
  }
}

/// One background task that an app holds.
public struct BackgroundTaskStatus: Hashable, Sendable {
  /// Its token.
  public var task: BackgroundTaskIdentifier
  /// Its name, if the app gave one.
  public var name: String?
  /// When it was begun.
  public var begunAt: Instant
  /// Whether the app was told that its time is nearly over.
  public var isExpiring: Bool

  /// Makes a status.
  public init(task: BackgroundTaskIdentifier, name: String?, begunAt: Instant, isExpiring: Bool) {
    self.task = task
    self.name = name
    self.begunAt = begunAt
    self.isExpiring = isExpiring
  }
}

/// How and when a process ended.
public struct ExitRecord: Hashable, Sendable, Saved {
  /// The process.
  public var launch: LaunchIdentifier
  /// When.
  public var at: Instant
  /// Why.
  public var reason: ExitReason
  /// How many processes that the command started continue as the app; `nil`: none, all of it ended.
  public var remaining: Int?

  /// Makes a record.
  public init(
    launch: LaunchIdentifier,
    at: Instant,
    reason: ExitReason,
    remaining: Int? = nil
  ) {
    self.launch = launch
    self.at = at
    self.reason = reason
    self.remaining = remaining
  }
}
