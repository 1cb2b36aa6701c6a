package import TorporModel

/// One call of `Device.handle`: the moment it happens at, and what has come of it so far.
struct Turn {
  let now: Instant
  @Boxed private(set) var profile: Profile
  var counters: Counters
  /// Whether the device is in Low Power Mode.
  var isLowPower = false
  /// How many more continued tasks may run on the device.
  var freeContinuedSlots = 0
  /// Whether a task is over that others may have waited for.
  var freesSlot = false
  /// What the user is answered for whom a service has opened an app; `nil`: none has.
  var opened: Reply?
  private(set) var effects: [Effect] = []
  private var lists = Lists()

  /// What a turn needs while it lasts, and what the device keeps for the next.
  ///
  /// Most turns of a host that changes its device in place make no list then; one that works on a copy has them from the
  /// second input of a copy on.
  struct Lists: Sendable {
    /// What is still to be done, the next last; empty at the end of the turn.
    fileprivate(set) var steps: [Step] = []
    /// What a service has asked for that was just told of something.
    fileprivate(set) var requests = Outbox()

    var isEmpty: Bool { steps.isEmpty && requests.isEmpty }

    /// Whether a long turn has made them longer than is worth keeping.
    fileprivate var areLong: Bool { max(steps.capacity, requests.capacity) > Turn.keptMax }
  }

  /// What is still to be done, the next last; empty at the end of the turn.
  var steps: [Step] {
    _read { yield lists.steps }
    _modify { yield &lists.steps }
  }

  /// What a service asks for; empty again when it has been obeyed.
  var requests: Outbox {
    _read { yield lists.requests }
    _modify { yield &lists.requests }
  }

  /// Room for what most inputs order, so that the list does not grow one by one; our choice.
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

  /// A turn on a device that stands so.
  init(on device: borrowing DeviceState) {
    self.init(now: device.now, device.boxedProfile, device.counters)
    isLowPower = device.conditions.lowPowerMode.value
  }

  /// How long an app that leaves the screen now may hold background tasks.
  var backgroundTaskBudget: Duration {
    $profile.read { $0.backgroundTaskBudget(isLowPower: isLowPower) }
  }

  /// What the profile lacks of the capability; the profile is lent, and not copied.
  func missing(of capability: ProfileCapability) -> MissingCapability? {
    $profile.read { $0.missing(of: capability) }
  }

  /// When tasks that are begun inside a wake are over, which has that budget and ends then.
  ///
  /// In a fetch, a push or a transfer, and while work of the scheduler runs, what the profile adds to
  /// them; in wakes that last their time, of 10 s, the time that a task has anywhere, for they are
  /// "extendable by background task" (§2.2, §7, §8.2).
  func taskEnd(ofWake reason: WakeReason, endingAt end: Instant) -> Instant {
    guard reason.budget >= WakeReason.backgroundFetch.budget, let extra = profile.wakeExtension
    else {
      return max(end, end + (backgroundTaskBudget - reason.budget))
    }
    return end + (isLowPower ? extra / 2 : extra)
  }

  /// Puts what a service has asked for on top of the stack, the first last.
  mutating func pushRequests() {
    if lists.steps.capacity == 0, !lists.requests.isEmpty {
      lists.steps.reserveCapacity(Turn.stepsUsual)
    }
    while let item = lists.requests.takeLast() { lists.steps.append(.perform(item)) }
  }

  /// Takes the list of the host to put effects into, and the lists that the device keeps; hands them back at the end.
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

/// The numbers handed out so far; none is ever used twice.
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

  /// So many transfers have numbers that follow each other.
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
