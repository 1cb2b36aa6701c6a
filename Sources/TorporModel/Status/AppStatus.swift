/// The current state of an app, as shown by `torpor ps` and `torpor why`.
package struct AppStatus: Hashable, Sendable {
  // Shape: one property for each fact that is shown of an app.
  /// The app.
  package var app: AppIdentifier
  /// Its name, as shown to users.
  package var name: String
  /// Its state.
  package var state: ApplicationState
  /// When it entered that state.
  package var since: Instant
  /// Its process, if it has one.
  package var launch: LaunchIdentifier?
  /// The number that the kernel gave its main process.
  package var processID: Int32?
  /// The conditions that keep it running, or, if there are none and it is not frozen, that keep it
  /// from being frozen; `until` is when they end by themselves.
  ///
  /// Always includes an exemption.
  package var heldBy: [Condition]
  /// Its background tasks, oldest first.
  package var tasks: [BackgroundTaskStatus]
  /// Its remaining background time; `nil` is unlimited.
  package var timeRemaining: Duration?
  /// The conditions that would prevent a launch into the background now.
  package var blockedBy: [Condition]
  /// Its memory footprint in bytes, when last measured.
  package var footprintBytes: Int64?
  /// The processor time of all processes of this launch, as the kernel counts it; `nil` where it does not.
  package var processorTime: Duration?
  /// How long it has been on screen since it was installed.
  package var foregroundTime: Duration
  /// How long it has been in the background state since it was installed.
  package var backgroundTime: Duration
  /// How its last process ended.
  package var lastExit: ExitRecord?
  /// Whether it communicates with the daemon.
  package var isCooperative: Bool
  /// The number on its icon; `nil`: none.
  package var badge: Int?
  /// The keys of its manifest that have no effect under the device's profile.
  package var ignored: [IgnoredKey]
  /// What the daemon watches for the app, and wakes it for; `nil`: nothing.
  package var watched: [WatchedItem]?
  /// The permissions that the user has not decided about; `nil`: none.
  package var undecided: [Permission]?
  /// Whether the desktop started it, so that it is only frozen and thawed; `nil`: the daemon started it.
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
  /// Whether the app was notified that its time has almost run out.
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
  /// The number of processes, started by the command, that continue as the app; `nil`: none, all have ended.
  package var remaining: Int?
  /// The outcome of the time it had to save before it was ended for its memory; `nil`: it had none.
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
