/// One thing the system decided, with every condition that it looked at.
///
/// The same value feeds the ledger, `torpor why`, logs, scenarios and tests.
@usableFromInline package struct Decision: Hashable, Sendable, Saved {
  /// When it was decided.
  @usableFromInline package let at: Instant
  /// The app it is about; `nil` for the device as a whole.
  @usableFromInline package let app: AppIdentifier?
  /// The process it is about, where there is one.
  @usableFromInline package let launch: LaunchIdentifier?
  /// What was decided about.
  @usableFromInline package let action: Action
  /// Whether it was done.
  @usableFromInline package let verdict: Verdict
  /// What was looked at; where the verdict is not `.done`, at least one of them does not hold.
  @usableFromInline package let conditions: [Condition]

  /// Makes a decision.
  @inlinable package init(
    at: Instant,
    app: AppIdentifier?,
    launch: LaunchIdentifier? = nil,
    action: Action,
    verdict: Verdict = .done,
    because conditions: [Condition]
  ) {
    self.at = at
    self.app = app
    self.launch = launch
    self.action = action
    self.verdict = verdict
    self.conditions = conditions
  }

  /// Whether it says that the machine slept, which concerns all its users.
  @inlinable package var isSleep: Bool {
    if case .sleep = action { true } else { false }
  }

  /// What a decision can be about; the cases are orders.
  @usableFromInline package enum Action: Hashable, Sendable, Saved {
    case install, remove
    /// An app that the desktop has started is governed from now on.
    case adopt
    case launch(LaunchDestination)
    case moveToForeground, moveToBackground
    case freeze, thaw
    /// A process ended, by our order or not.
    case end(ExitReason)
    /// The command of the app ended, and processes that it started continue as the app.
    case endCommand(ExitReason, remaining: Int)
    case beginTask(task: BackgroundTaskIdentifier, name: String?)
    case endTask(task: BackgroundTaskIdentifier, name: String?)
    case expireTask(task: BackgroundTaskIdentifier, name: String?)
    case wake(WakeReason)
    /// A use that the app has no mode for ends with the screen.
    case endUse(BackgroundUse)
    case warnOfMemory
    /// Memory of the frozen app was written to swap.
    case pageOut
    /// Memory of the frozen app was read back from swap, before the user is likely to open it.
    case readBack
    case exempt, endExemption
    case changeSettings
    /// A request came to wait, or was turned down.
    case submit(Activity)
    /// A request was taken back, by its owner or because it was replaced or dropped.
    case cancel(Activity)
    /// Background work is to run; `.waiting` says what it waits for.
    case run(Activity)
    /// Running work was told to end.
    case expire(Activity)
    /// Running work is over.
    case finish(Activity, CompletionResult)
    /// A notification came to wait for its time, or found no room.
    case schedule(notification: String)
    /// A notification is to be seen by the user.
    case show(notification: String)
    /// The app uses something that the user has to allow.
    case use(Permission)
    /// The app asks for something that not every profile has.
    case provide(ProfileCapability)
    /// The machine slept for that long, on any order.
    case sleep(Duration)
    /// The machine is to sleep again, after it was woken for an alarm.
    case sleepAgain
    /// The caches of the app were removed, which freed so many bytes of the disk.
    case purgeCaches(freedBytes: Int64)
    /// The program of the app goes into an archive, and its data stay.
    case offload
    /// The program of the app is back.
    case restoreProgram
  }

  /// What came of it.
  @usableFromInline package enum Verdict: String, Hashable, Sendable, Saved, CaseIterable {
    /// It was ordered.
    case done
    /// It was not ordered, and will not be.
    case denied
    /// It is ordered as soon as the conditions hold.
    case waiting
  }
}
