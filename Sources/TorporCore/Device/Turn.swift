package import TorporModel

/// One call of `Device.handle`: its time, and its results so far.
struct Turn {
  let now: Instant
  @Boxed private(set) var profile: Profile
  var counters: Counters
  /// Whether the device is in Low Power Mode.
  var isLowPower = false
  /// How many more continued tasks may run on the device.
  var freeContinuedSlots = 0
  /// Whether a task has ended that others may have waited for.
  var freesSlot = false
  /// The reply to the user if a service has opened an app; `nil`: none has.
  var opened: Reply?
  private(set) var effects: [Effect] = []
  private var lists = Lists()

  /// The lists that a turn needs while it lasts, and that the device keeps for the next.
  ///
  /// Most turns of a host that changes its device in place then make no list; one that works on a copy
  /// reuses them from the second input of a copy on.
  struct Lists: Sendable {
    /// The remaining steps, the next last; empty at the end of the turn.
    fileprivate(set) var steps: [Step] = []
    /// The requests of the service that was just notified.
    fileprivate(set) var requests = Outbox()

    var isEmpty: Bool { steps.isEmpty && requests.isEmpty }

    /// Whether a long turn has made them longer than is worth keeping.
    fileprivate var areLong: Bool { max(steps.capacity, requests.capacity) > Turn.keptMax }
  }

  /// The remaining steps, the next last; empty at the end of the turn.
  var steps: [Step] {
    _read { yield lists.steps }
    _modify { yield &lists.steps }
  }

  /// The requests of a service; empty again after they were carried out.
  var requests: Outbox {
    _read { yield lists.requests }
    _modify { yield &lists.requests }
  }

  /// The capacity for the effects of most inputs, so that the list does not grow one by one; our choice.
  private static let effectsUsual = 4
  private static let stepsUsual = 8
  /// A longer list is not kept for the next turn; our choice.
  private static let keptMax = 64

  init(now: Instant, profile: Profile, counters: Counters) {
    self.init(now: now, Boxed(wrappedValue: profile), counters)
  }

  private init(now: Instant, _ profile: Boxed<Profile>, _ counters: Counters) {
    self.now = now
    _profile = profile
    self.counters = counters
  }

  /// Makes a turn on a device in that state.
  init(on device: borrowing DeviceState) {
    self.init(now: device.now, device.boxedProfile, device.counters)
    isLowPower = device.conditions.lowPowerMode.value
  }

  /// How long an app that leaves the screen now may hold background tasks.
  var backgroundTaskBudget: Duration {
    $profile.read { $0.backgroundTaskBudget(isLowPower: isLowPower) }
  }

  /// Returns the capability if the profile lacks it; does not copy the profile.
  func missing(of capability: ProfileCapability) -> MissingCapability? {
    $profile.read { $0.missing(of: capability) }
  }

  /// Returns the end of tasks that are begun inside a wake with that end.
  ///
  /// In a fetch, a push or a transfer, and while work of the scheduler runs, the profile's extension
  /// applies; in wakes of fixed duration, of 10 s, the usual time of a task, because they are
  /// "extendable by background task" (§2.2, §7, §8.2).
  func taskEnd(ofWake reason: WakeReason, endingAt end: Instant) -> Instant {
    guard reason.budget >= WakeReason.backgroundFetch.budget, let extra = profile.wakeExtension
    else {
      return max(end, end + (backgroundTaskBudget - reason.budget))
    }
    return end + (isLowPower ? extra / 2 : extra)
  }

  /// Pushes the requests of a service onto the stack, the first one last.
  mutating func pushRequests() {
    if lists.steps.capacity == 0, !lists.requests.isEmpty {
      lists.steps.reserveCapacity(Turn.stepsUsual)
    }
    while let item = lists.requests.takeLast() { lists.steps.append(.perform(item)) }
  }

  /// Exchanges the host's list of effects, and the lists that the device keeps, at the beginning and at the end.
  mutating func exchange(_ effects: inout [Effect], _ kept: inout Lists) {
    if lists.areLong { lists = Lists() }
    swap(&self.effects, &effects)
    swap(&lists, &kept)
  }

  mutating func order(_ effect: Effect) {
    if effects.capacity == 0 { effects.reserveCapacity(Turn.effectsUsual) }
    effects.append(effect)
  }

  mutating func record(
    _ action: Decision.Action,
    of app: AppIdentifier?,
    launch: LaunchIdentifier? = nil,
    verdict: Decision.Verdict = .done,
    because conditions: [Condition]
  ) {
    order(
      .record(
        Decision(
          at: now,
          app: app,
          launch: launch,
          action: action,
          verdict: verdict,
          because: conditions
        )
      )
    )
  }
}

/// The numbers assigned so far; none is ever used twice.
package struct Counters: Hashable, Sendable, Saved {
  private(set) var launches: UInt64 = 0
  private(set) var callbacks: UInt64 = 0
  private(set) var tasks: UInt64 = 0
  private(set) var activities: UInt64 = 0
  private(set) var jobs: UInt64 = 0
  private(set) var transfers: UInt64 = 0

  /// The number that the next process will have.
  var nextLaunch: LaunchIdentifier { LaunchIdentifier(rawValue: launches + 1) }

  mutating func useLaunch(_ launch: LaunchIdentifier) {
    launches = max(launches, launch.rawValue)
  }

  mutating func useJob(_ job: JobIdentifier) { jobs = max(jobs, job.rawValue) }

  mutating func makeCallback() -> CallbackToken {
    callbacks += 1
    return CallbackToken(rawValue: callbacks)
  }

  mutating func makeActivity() -> UInt64 {
    activities += 1
    return activities
  }

  /// The number that the next transfer will have.
  var nextTransfer: TransferIdentifier { TransferIdentifier(rawValue: transfers + 1) }

  /// Assigns that many consecutive numbers to transfers.
  mutating func useTransfers(_ count: Int) { transfers += UInt64(count) }

  mutating func makeTask() -> BackgroundTaskIdentifier {
    tasks += 1
    return BackgroundTaskIdentifier(rawValue: tasks)
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension Counters {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("activities")
    activities.write(to: &writer)
    writer.key("callbacks")
    callbacks.write(to: &writer)
    writer.key("jobs")
    jobs.write(to: &writer)
    writer.key("launches")
    launches.write(to: &writer)
    writer.key("tasks")
    tasks.write(to: &writer)
    writer.key("transfers")
    transfers.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("activities")
    activities = try UInt64(from: &reader)
    try reader.key("callbacks")
    callbacks = try UInt64(from: &reader)
    try reader.key("jobs")
    jobs = try UInt64(from: &reader)
    try reader.key("launches")
    launches = try UInt64(from: &reader)
    try reader.key("tasks")
    tasks = try UInt64(from: &reader)
    try reader.key("transfers")
    transfers = try UInt64(from: &reader)
    try reader.endObject()
  }
}
