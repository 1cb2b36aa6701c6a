package import TorporModel

/// The whole policy, as one value.
///
/// It owns every machine and their order. A host feeds it what happened, one input at a time, and
/// does what it answers; nothing decides anywhere else. Everything that is due at the time of an
/// input happens before the input, so that it makes no difference when the host's timer fires.
package struct Device: Hashable, Sendable {
  package internal(set) var profile: Profile
  package internal(set) var screen: Screen
  package internal(set) var apps = AppTable()
  package internal(set) var conditions: DeviceConditions
  package internal(set) var counters = Counters()
  /// The time of the last input.
  package private(set) var now: Instant
  private var deadlines = DeadlineQueue()

  package init(_ configuration: DeviceConfiguration, at now: Instant) {
    profile = .named(configuration.profile)
    screen = Screen(configuration)
    conditions = DeviceConditions(configuration)
    self.now = now
  }

  /// The moment at which the host must call again; `nil`: nothing is waiting for time to pass.
  package var nextWakeup: Instant? { deadlines.first?.at }

  /// Applies one input and returns what the host must do, in order.
  package mutating func handle(_ input: Input, at moment: Instant) -> [Effect] {
    // Time never runs backwards here, whatever a host's clock does.
    now = max(now, moment)
    var turn = Turn(now: now, profile: profile, counters: counters)
    prepare(for: input, in: &turn)
    passDeadlines(in: &turn)
    switch input {
    case .app(let launch, let request, let id): handle(request, from: launch, id, in: &turn)
    case .user(let action, let id): handle(action, id, in: &turn)
    case .process(let launch, let event): handle(event, of: launch, in: &turn)
    case .device(let event): handle(event, in: &turn)
    case .timerFired: break
    }
    counters = turn.counters
    return turn.effects
  }

  // MARK: One app at a time

  /// Changes one app, brings it to rest, and keeps its deadline and its place on screen true.
  mutating func update(
    slot: Int,
    in turn: inout Turn,
    _ change: (inout AppRecord, inout Turn) -> Void
  ) {
    apps.update(slot: slot) { record in
      change(&record, &turn)
      record.settle(in: &turn)
    }
    guard let process = apps.process(inSlot: slot) else { return }
    if process.isEnding || process.launch == nil, let record = apps[slot: slot] {
      leaveScreenAfterEnd(record, slot: slot, in: &turn)
    }
    deadlines.set(apps.deadline(ofSlot: slot), for: slot + 1)
  }

  mutating func update(
    _ app: AppIdentifier,
    in turn: inout Turn,
    _ change: (inout AppRecord, inout Turn) -> Void
  ) {
    guard let slot = apps.slot(of: app) else { return }
    update(slot: slot, in: &turn, change)
  }

  private mutating func leaveScreenAfterEnd(
    _ record: AppRecord,
    slot: Int,
    in turn: inout Turn
  ) {
    let app = record.identifier
    guard record.process.state == .notRunning else {
      if !screen.reopening.contains(app) { screen.remove(app) }
      return
    }
    if record.standing.isUninstalled
      || (record.manifest.isTransient && record.standing.lastExit != nil)
    {
      screen.remove(app)
      apps.remove(slot: slot)
      turn.record(.remove, of: app, because: [Condition(.endedByItself)])
      turn.order(.remove(app))
    } else if screen.takeReopening(app) {
      apps.update(slot: slot) { record in record.open(in: &turn) }
    } else {
      screen.remove(app)
    }
  }

  // MARK: Time

  /// What passed while nobody looked is not the apps' fault: it is dealt with before time is.
  private mutating func prepare(for input: Input, in turn: inout Turn) {
    switch input {
    case .device(.daemonRestarted):
      for slot in apps.slotRange {
        update(slot: slot, in: &turn) { $0.forgive(at: $1.now) }
      }
    case .device(.booted): boot(in: &turn)
    case .app, .user, .process, .device, .timerFired: break
    }
  }

  private mutating func passDeadlines(in turn: inout Turn) {
    while let due = deadlines.first, due.at <= turn.now {
      if due.key == 0 {
        screen.endProtectedData()
        announceProtectedData(isAvailable: false, in: &turn)
        screenChanged()
      } else {
        update(slot: due.key - 1, in: &turn) { $0.deadlinePassed(in: &$1) }
      }
    }
  }

  /// The screen's own deadline has changed.
  mutating func screenChanged() {
    deadlines.set(screen.deadline, for: 0)
  }
}

extension Device: Codable {
  private enum CodingKeys: String, CodingKey {
    case profile, screen, apps, conditions, counters, now
  }

  /// Reads the device; its deadlines follow from the rest.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    profile = try container.decode(Profile.self, forKey: .profile)
    screen = try container.decode(Screen.self, forKey: .screen)
    apps = try container.decode(AppTable.self, forKey: .apps)
    conditions = try container.decode(DeviceConditions.self, forKey: .conditions)
    counters = try container.decode(Counters.self, forKey: .counters)
    now = try container.decode(Instant.self, forKey: .now)
    screenChanged()
    for slot in apps.slotRange { deadlines.set(apps.deadline(ofSlot: slot), for: slot + 1) }
  }

  /// Writes everything but the deadlines, which follow from the rest.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(profile, forKey: .profile)
    try container.encode(screen, forKey: .screen)
    try container.encode(apps, forKey: .apps)
    try container.encode(conditions, forKey: .conditions)
    try container.encode(counters, forKey: .counters)
    try container.encode(now, forKey: .now)
  }
}
