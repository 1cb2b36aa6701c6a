/// One decision of the system, with every condition that was checked.
///
/// The same value feeds the ledger, `torpor why`, logs, scenarios and tests.
@usableFromInline package struct Decision: Hashable, Sendable, Saved {
  /// When it was decided.
  @usableFromInline package let at: Instant
  /// The app it is about; `nil` for the device as a whole.
  @usableFromInline package let app: AppIdentifier?
  /// The process it is about, where there is one.
  @usableFromInline package let launch: LaunchIdentifier?
  /// The action that was decided about.
  @usableFromInline package let action: Action
  /// Whether it was done.
  @usableFromInline package let verdict: Verdict
  /// The conditions that were checked; if the verdict is not `.done`, at least one of them does not hold.
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

  /// Whether it reports that the machine slept, which concerns all its users.
  @inlinable package var isSleep: Bool {
    if case .sleep = action { true } else { false }
  }

  /// The subject of a decision; the cases are orders.
  @usableFromInline package enum Action: Hashable, Sendable, Saved {
    case install, remove
    /// An app that the desktop started is managed from now on.
    case adopt
    case launch(LaunchDestination)
    case moveToForeground, moveToBackground
    case freeze, thaw
    /// A process ended, whether or not the daemon ordered it.
    case end(ExitReason)
    /// The command of the app ended, and processes that it started continue as the app.
    case endCommand(ExitReason, remaining: Int)
    case beginTask(task: BackgroundTaskIdentifier, name: String?)
    case endTask(task: BackgroundTaskIdentifier, name: String?)
    case expireTask(task: BackgroundTaskIdentifier, name: String?)
    case wake(WakeReason)
    /// A use for which the app has no mode ends when it leaves the screen.
    case endUse(BackgroundUse)
    case warnOfMemory
    /// Memory of the frozen app was written to swap.
    case pageOut
    /// Memory of the frozen app was read back from swap, before the user is likely to open it.
    case readBack
    case exempt, endExemption
    case changeSettings
    /// A request was accepted and waits, or was refused.
    case submit(Activity)
    /// A request was cancelled by its owner, or because it was replaced or dropped.
    case cancel(Activity)
    /// Background work is to run; `.waiting` says what it waits for.
    case run(Activity)
    /// Running work was asked to end.
    case expire(Activity)
    /// Running work has finished.
    case finish(Activity, CompletionResult)
    /// A notification was scheduled, or was refused because the queue is full.
    case schedule(notification: String)
    /// A notification is to be seen by the user.
    case show(notification: String)
    /// The app uses something that requires the user's permission.
    case use(Permission)
    /// The app requests a capability that not every profile has.
    case provide(ProfileCapability)
    /// The machine slept for that long, whoever ordered it.
    case sleep(Duration)
    /// The machine returns to sleep after it was woken for an alarm.
    case sleepAgain
    /// The caches of the app were removed, which freed that many bytes of disk space.
    case purgeCaches(freedBytes: Int64)
    /// The program of the app is put into an archive; its data stays.
    case offload
    /// The program of the app is restored.
    case restoreProgram
  }

  /// The outcome.
  @usableFromInline package enum Verdict: String, Hashable, Sendable, Saved, CaseIterable {
    /// It was ordered.
    case done
    /// It was not ordered, and will not be.
    case denied
    /// It is ordered as soon as the conditions hold.
    case waiting
  }
}
