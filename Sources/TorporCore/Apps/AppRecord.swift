package import TorporModel

/// All that is known about one app: its manifest, its process, and the state machines that control it.
///
/// It combines the state machines: an event of the life cycle also updates the clocks of the
/// background time, the callbacks and the account. Their decisions leave through the turn.
package struct AppRecord: Hashable, Sendable, Saved {
  // Shape: it moves the machines of one process together, so that no half-made change is seen. A rule that concerns
  // one machine is a method of that (requests and tasks: `AppWork`, `RunningTasks`); those here each move several: a
  // freeze the lifecycle and the clocks, a wake the callbacks and the background time, an end all of them.
  package var manifest: AppManifest
  package var settings: AppSettings
  package var persistentState = PersistentState()
  package internal(set) var process = ProcessLifecycle()
  package internal(set) var callbacks = CallbackQueue()
  package internal(set) var time = BackgroundTime()
  package internal(set) var wakes: [Wake] = []
  package internal(set) var work = AppWork()
  package internal(set) var suspension = Suspension()
  /// Saved state of the push service; see `SavedApart`.
  var savedPushes = SavedApart<AppPushes>()
  /// Saved state of the services for accessories, Bluetooth and descriptors.
  var savedLinks = SavedApart<SavedLinks>()
  package internal(set) var processor = ProcessorMonitor()
  package internal(set) var paging = AppPaging()
  package internal(set) var usage: UsageAccount
  /// The job that the process belongs to; it runs for as long as the job wants it to.
  var job: JobHold?
  /// The reasons for which its process was ordered to end; recorded when the kernel reports the end.
  var causeOfEnd: [Condition] = []
  /// The latest facts about its process from the kernel.
  package internal(set) var facts = Facts()
  /// The assertions by which services keep it running.
  package internal(set) var assertions = Assertions()
  /// The processor priority last ordered for its process; derived from the rest.
  @Derived package internal(set) var orderedPriority = ProcessPriority.foreground

  private enum CodingKeys: String, CodingKey {
    case manifest, settings, persistentState = "standing", process, callbacks, time, wakes, work,
      suspension
    case savedPushes = "pushes"
    case savedLinks = "links"
    case processor, paging, usage, job, causeOfEnd, facts, assertions
  }

  package init(manifest: AppManifest, settings: AppSettings, at now: Instant) {
    self.manifest = manifest
    self.settings = settings
    usage = UsageAccount(at: now)
  }

  package var identifier: AppIdentifier { manifest.identifier }

  /// The user's decisions about the app, and the state kept between its processes.
  package struct PersistentState: Hashable, Sendable, Saved {
    /// Removed from the app switcher, and not opened since (RL2).
    package internal(set) var isForceQuit = false
    package internal(set) var exemption: Exemption?
    package internal(set) var lastExit: ExitRecord?
    /// The user removed the app; its record is removed when its process has ended.
    package internal(set) var isUninstalled = false
    /// Events that arrived while the last process was ending.
    package internal(set) var pendingEvents: [PendingEvent] = []
    /// The permissions that the user has not decided about; `nil`: all are decided, by the settings.
    package internal(set) var consent: AppConsent?
    /// The user's own settings where an administrator has fixed others; `nil`: none are fixed.
    package internal(set) var own: OwnSettings?
    /// When its program was put into an archive; `nil`: it is where it was installed.
    package internal(set) var offloadedSince: Instant?

    package init() {}
  }

  /// The user's order not to freeze or end the app.
  package struct Exemption: Hashable, Sendable, Saved {
    package let since: Instant
    /// `nil`: until the user ends it.
    package let until: Instant?
  }

  /// Facts about the app's process, mostly from the kernel.
  package struct Facts: Hashable, Sendable, Saved {
    /// Whether the process is Torpor-aware: declared, or seen to attach.
    package var speaks = false
    package var isPlayingAudio = false
    package var footprintBytes: Int64?
    /// The hazards reported by the desktop, in any state of the app.
    var hazards = ReportedHazards()
    var standstill = SuspendedTime()
    /// The last warning that memory is short; `nil` before the first.
    var memoryWarning: MemoryWarning?
    /// The time that it has to save before it is ended for its memory; `nil`: it has none.
    var savingTime: SavingTime?
    /// Whether a desktop reports the windows of an adopted app; `nil`: none does, and it is not frozen.
    package internal(set) var showsWindows: Bool?
    /// How the command ended, whose group is not empty; `nil` while it runs.
    package internal(set) var commandEnd: ExitRecord?

    package init() {}
  }

  /// A memory warning that was sent to a process.
  package struct MemoryWarning: Hashable, Sendable, Saved {
    let at: Instant
    let level: MemoryPressureLevel

    /// How long an app is left alone after a warning, unless memory gets shorter still.
    ///
    /// 25 s: the kernel's `WARNING_NOTIFICATION_RESTING_PERIOD` (xnu, kern_memorystatus_notify.c).
    /// Without it, an app that allocates memory in response would be warned again at once, endlessly.
    package static let restingPeriod = Duration.seconds(25)
  }

  // MARK: The life cycle

  /// Applies an event of the life cycle and all that follows from it.
  mutating func apply(
    _ event: ProcessLifecycle.Event,
    in turn: inout Turn,
    because conditions: [Condition]
  ) {
    let before = process
    let effects = process.handle(event)
    if before.state == .notRunning, let launch = process.launch {
      turn.counters.useLaunch(launch)
      facts.speaks = manifest.isCooperative
    }
    if process.isEnding, !before.isEnding { causeOfEnd = conditions }
    moveClocks(from: before, in: &turn)
    // In the turn in which it comes to the foreground; the driver follows after the callbacks of that turn.
    if process.isOnScreen, before.launch != nil { followPriority(in: &turn) }
    for effect in effects { perform(effect, in: &turn, because: conditions) }
    usage.move(to: process.applicationState, at: turn.now)
    recordMove(from: before, in: &turn, because: conditions)
  }

  private mutating func perform(
    _ effect: ProcessLifecycle.Effect,
    in turn: inout Turn,
    because conditions: [Condition]
  ) {
    switch effect {
    case .launch(let destination):
      guard let launch = process.launch else { return }
      turn.record(
        isAdopted ? .adopt : .launch(destination),
        of: identifier,
        launch: launch,
        because: conditions
      )
      turn.order(
        .launch(
          LaunchOrder(
            launch: launch,
            app: identifier,
            destination: destination,
            jobRun: job.map {
              JobRunNumber(job: $0.job, run: $0.run, isFailureCommand: $0.failure != nil)
            },
            failure: job?.failure
          )
        )
      )
    case .inspect: order(Effect.inspect, in: &turn)
    case .freeze: order(Effect.freeze, in: &turn)
    case .thaw:
      order(Effect.thaw, in: &turn)
      turn.record(.thaw, of: identifier, launch: process.launch, because: conditions)
    case .kill: order(Effect.kill, in: &turn)
    case .call(let callback): call(callback, in: &turn)
    case .reportEnd(let launch, let reason):
      end(launch, reason, in: &turn, because: conditions)
    }
  }

  /// Sends a callback to the app's process and returns its token.
  @discardableResult
  mutating func call(_ callback: Callback, in turn: inout Turn) -> CallbackToken? {
    guard let launch = process.launch else { return nil }
    guard facts.speaks else {
      // A program that does not listen can be sent only one notification, and has the same time for it.
      if callback.endsApp { turn.order(.requestTermination(launch)) }
      return nil
    }
    let delivery = Delivery(
      token: turn.counters.makeCallback(),
      callback: callback,
      suspendedFor: facts.standstill.take(),
      terminationSave: callback.isLaunch ? persistentState.lastExit?.terminationSave : nil
    )
    let token = delivery.token
    callbacks.send(delivery, at: turn.now)
    turn.order(.deliver(launch, delivery))
    return token
  }

  private func order(_ effect: (LaunchIdentifier) -> Effect, in turn: inout Turn) {
    guard let launch = process.launch else { return }
    turn.order(effect(launch))
  }

  /// Handles the end of the process: only the record of its end is kept.
  private mutating func end(
    _ launch: LaunchIdentifier,
    _ reason: ExitReason,
    in turn: inout Turn,
    because conditions: [Condition]
  ) {
    let saving = facts.savingTime
    persistentState.lastExit = ExitRecord(
      launch: launch,
      at: turn.now,
      reason: reason,
      terminationSave: saving?.result
    )
    callbacks.removeAll()
    time.reset()
    wakes.removeAll()
    if !work.running.isEmpty { turn.freesSlot = true }
    if RelaunchRule.row(.continuedProcessing, in: turn.profile).endsWith(reason.relaunchCause) {
      work.dropContinuedRequests(of: workOwner, in: &turn, because: .endedByItself)
    }
    work.running.closeNotices(because: reason, of: workOwner, in: &turn)
    withdrawQuestions(in: &turn)
    work.processEnded()
    suspension = Suspension()
    processor.stop()
    paging = AppPaging()
    facts = Facts()
    assertions = Assertions()
    causeOfEnd = []
    let conditions = conditions + (saving.map { [$0.condition(at: turn.now)] } ?? [])
    turn.record(.end(reason), of: identifier, launch: launch, because: conditions)
  }

  /// Whether its process belongs to a job; `job == nil` would first copy the job.
  private var isOfJob: Bool { if case .some = job { true } else { false } }

  /// Updates the clocks that run differently on screen, off screen, and frozen.
  private mutating func moveClocks(from before: ProcessLifecycle, in turn: inout Turn) {
    if before.runs, process.runs, before.isOnScreen != process.isOnScreen {
      order(Effect.measureUsage, in: &turn)
    }
    switch (before.isOnScreen, process.isOnScreen) {
    case (false, true):
      time.enterForeground()
      wakes.removeAll { $0.reason.isFixedDuration && !callbacks.contains($0.token) }
      for index in wakes.indices { wakes[index].pause() }
      work.running.pause()
      work.resumeLimiter.reset()
      work.needsReview = true
      suspension = Suspension()
      processor.stop()
    case (true, false) where process.launch != nil && !process.isEnding:
      time.enterBackground(budget: turn.backgroundTaskBudget, at: turn.now)
      startWakes(in: turn)
      work.needsReview = true
      if !facts.speaks { suspension.graceEnd = turn.now + Suspension.grace }
    case (true, false), (true, true), (false, false): break
    }
    if before.isFrozenOrFreezing, !process.isFrozenOrFreezing {
      suspension.lockWatch = nil
      facts.standstill.end(at: turn.now)
    }
    paging.follow(isFrozen: process.applicationState == .suspended, at: turn.now)
    if case .suspended = process.state {
      facts.standstill.begin(at: turn.now)
      time.suspend()
      processor.stop()
    } else if process.runsInBackground, turn.profile.watchesProcessorTime,
      !work.running.turnsProcessorMonitorOff, !isOfJob
    {
      processor.start(at: turn.now)
    }
  }

  /// Gives events that were delivered on screen the time of a wake off screen.
  mutating func startWakes(in turn: Turn) {
    for index in wakes.indices {
      wakes[index].start(at: turn.now)
      if let end = wakes[index].deadline {
        time.enterWake(end: turn.taskEnd(ofWake: wakes[index].reason, endingAt: end))
      }
    }
    work.running.start(at: turn.now)
    if let end = work.running.end {
      time.enterWake(end: turn.taskEnd(ofWake: .processing, endingAt: end))
    }
  }

  /// Does not change the record, so that its kilobyte is lent rather than copied.
  private mutating func recordMove(
    from before: ProcessLifecycle,
    in turn: inout Turn,
    because conditions: [Condition]
  ) {
    guard process.launch != nil, before.launch != nil, !process.isEnding else { return }
    switch (before.isOnScreen, process.isOnScreen) {
    case (false, true):
      turn.record(.moveToForeground, of: identifier, launch: process.launch, because: conditions)
    case (true, false):
      turn.record(.moveToBackground, of: identifier, launch: process.launch, because: conditions)
    case (true, true), (false, false): break
    }
    if case .suspended = process.state, before.state != process.state {
      turn.record(.freeze, of: identifier, launch: process.launch, because: conditions)
    }
  }
}

extension ProcessLifecycle {
  /// Whether the app's code runs, on or off screen.
  fileprivate var runs: Bool {
    switch state {
    case .active, .inactive, .background, .inspecting, .freezing, .launching: true
    case .notRunning, .suspended, .terminating, .killed: false
    }
  }

  /// Whether the app is on screen, or about to be.
  package var isOnScreen: Bool {
    switch state {
    case .active, .inactive: true
    case .launching(let launching): launching.isWantedOnScreen
    case .notRunning, .background, .inspecting, .freezing, .suspended, .terminating, .killed:
      false
    }
  }
}
