/// An app as it stands now: what `torpor ps` and `torpor why` show of it.
package struct AppStatus: Hashable, Sendable {
  // Shape: one property for each fact that is shown of an app.
  /// The app.
  package var app: AppIdentifier
  /// Its name for people.
  package var name: String
  /// Where it stands.
  package var state: ApplicationState
  /// Since when it stands there.
  package var since: Instant
  /// Its process, if it has one.
  package var launch: LaunchIdentifier?
  /// The number that the kernel gave its main process.
  package var processID: Int32?
  /// What keeps it running, or, when nothing does and it is not frozen, what keeps it from being
  /// frozen; `until` is when that ends by itself.
  ///
  /// An exemption is always among them.
  package var heldBy: [Condition]
  /// Its background tasks, oldest first.
  package var tasks: [BackgroundTaskStatus]
  /// What is left of its background time; `nil` is unlimited.
  package var timeRemaining: Duration?
  /// What would keep it from being launched into the background now.
  package var blockedBy: [Condition]
  /// What it takes of memory, in bytes, when it was last looked at.
  package var footprintBytes: Int64?
  /// The processor time of all processes of this launch, as the kernel counts it; `nil` where it does not.
  package var processorTime: Duration?
  /// How long it was on screen since it was installed.
  package var foregroundTime: Duration
  /// How long it was in the background state since it was installed.
  package var backgroundTime: Duration
  /// How its last process ended.
  package var lastExit: ExitRecord?
  /// Whether it speaks to the system.
  package var isCooperative: Bool
  /// The number on its icon; `nil`: none.
  package var badge: Int?
  /// What of its manifest does nothing under the profile of the device.
  package var ignored: [IgnoredKey]
  /// What the daemon watches for it, and wakes it for; `nil`: nothing.
  package var watched: [WatchedItem]?
  /// What the user has not decided about; `nil`: nothing.
  package var undecided: [Permission]?
  /// Whether the desktop has started it, and it is only frozen and thawed; `nil`: it was started here.
  package var isAdopted: Bool?

  /// Makes a status.
  package init(
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
    isCooperative: Bool,
    badge: Int? = nil,
    ignored: [IgnoredKey] = [],
    undecided: [Permission]? = nil,
    isAdopted: Bool? = nil
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
    self.badge = badge
    self.ignored = ignored
    self.undecided = undecided
    self.isAdopted = isAdopted
  }
}

/// One background task that an app holds.
package struct BackgroundTaskStatus: Hashable, Sendable {
  /// Its token.
  package var task: BackgroundTaskIdentifier
  /// Its name, if the app gave one.
  package var name: String?
  /// When it was begun.
  package var begunAt: Instant
  /// Whether the app was told that its time is nearly over.
  package var isExpiring: Bool

  /// Makes a status.
  package init(task: BackgroundTaskIdentifier, name: String?, begunAt: Instant, isExpiring: Bool) {
    self.task = task
    self.name = name
    self.begunAt = begunAt
    self.isExpiring = isExpiring
  }
}

/// How and when a process ended.
package struct ExitRecord: Hashable, Sendable, Saved {
  /// The process.
  package var launch: LaunchIdentifier
  /// When.
  package var at: Instant
  /// Why.
  package var reason: ExitReason
  /// How many processes that the command started continue as the app; `nil`: none, all of it ended.
  package var remaining: Int?
  /// What came of the time that it had to save before it was ended for its memory; `nil`: it had none.
  package var terminationSave: TerminationSave?

  /// Makes a record.
  package init(
    launch: LaunchIdentifier,
    at: Instant,
    reason: ExitReason,
    remaining: Int? = nil,
    terminationSave: TerminationSave? = nil
  ) {
    self.launch = launch
    self.at = at
    self.reason = reason
    self.remaining = remaining
    self.terminationSave = terminationSave
  }
}
