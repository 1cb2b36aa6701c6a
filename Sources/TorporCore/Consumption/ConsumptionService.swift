package import TorporModel

/// The ledger of what apps use: for each app and hour, for ten days, with a receipt for each run off screen
/// (docs/decisions/0049).
///
/// It is told when an app moves, what the kernel has counted, and what was done for an app; it asks for nothing and
/// waits for no time, so that it wakes no machine.
package struct ConsumptionService: Service {
  /// Of apps that are on the device.
  // Shape: what is kept of apps together, and of the machine.
  private(set) var apps = PerApp<AppConsumption>()
  /// Of those that were removed, together and without their names.
  private(set) var removed = AppConsumption()
  private(set) var levels = BatteryLevels()
  /// Where hours begin; `nil`: nothing was booked yet.
  private(set) var hours: HourGrid?
  /// The hour in which old ones were last forgotten.
  private(set) var trimmedAt = Instant.zero

  /// How many hours and runs it keeps of all apps: 50,000, some 4 MB of a snapshot; our choice.
  ///
  /// When an hour begins with more, the oldest hours of all apps are forgotten until there are so many again.
  package static let rowsMax = 50_000

  package init() {}

  package subscript(app: AppIdentifier) -> AppConsumption { apps[app] ?? AppConsumption() }

  package var nextDeadline: Instant? { nil }
  /// Nothing of it is worth waking a machine for.
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  /// No app asks for it.
  package mutating func handle(
    _ request: Never,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {}

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .app(.stateChanged(let slot)): follow(slot: slot, device)
    case .app(.removed(let app)): forget(app, device)
    case .device(.slept(let length)): slept(for: length, device)
    case .consumption(let event): handle(event, device)
    case .app, .device, .call, .sound, .channel, .push, .notification, .memory, .location,
      .accessory, .bluetooth, .descriptor, .job, .transfer, .work, .deadline:
      break
    }
  }

  private mutating func handle(_ event: SystemEvent.ConsumptionEvent, _ device: DeviceState) {
    switch event {
    case .measured(let usage, let slot): measure(usage, inSlot: slot, device)
    case .holdsChanged(let app):
      if let slot = device.apps.slot(of: app) { follow(slot: slot, device) }
    case .transferred(let bytes, let direction, let app):
      guard let slot = device.apps.slot(of: app), bytes > 0 else { return }
      change(slot: slot, device) { consumption, totals, hours in
        consumption.addTransferred(
          bytes,
          direction,
          on: device.conditions.network.value?.link ?? .none,
          isOnScreen: totals.state.isForeground,
          at: device.now,
          in: hours
        )
      }
    case .charged(let app):
      guard let slot = device.apps.slot(of: app) else { return }
      change(slot: slot, device) { $0.addCharge($1, at: device.now, in: $2) }
    case .powerChanged:
      if let power = device.conditions.power.value { levels.note(power, at: device.now) }
    }
  }

  // MARK: What happens to apps

  /// The app in the slot has moved, or something else keeps it running.
  mutating func follow(slot: Int, _ device: DeviceState) {
    let process = device.apps.process(inSlot: slot)
    change(slot: slot, device) { consumption, totals, hours in
      let before = consumption.place
      consumption.book(totals, at: device.now, in: hours)
      // One that stood still is measured from here; of one that ran the host was asked for the counters.
      if before == .still, totals.place != .still, let launch = process?.launch {
        consumption.usageMoves(
          toScreen: totals.state.isForeground,
          of: launch,
          at: device.now
        )
      }
    }
  }

  mutating func measure(_ usage: ResourceUsage, inSlot slot: Int, _ device: DeviceState) {
    guard let launch = device.apps.process(inSlot: slot)?.launch else { return }
    change(slot: slot, device) { consumption, totals, hours in
      consumption.measure(
        usage,
        of: launch,
        totals,
        at: device.now,
        on: device.conditions.network.value?.link ?? .none,
        in: hours
      )
    }
  }

  /// Books what it used until now, and adds it to that of the others that were removed.
  private mutating func forget(_ app: AppIdentifier, _ device: DeviceState) {
    if let slot = device.apps.slot(of: app) { follow(slot: slot, device) }
    removed.add(nameless: self[app])
    apps.change(app, from: AppConsumption()) { $0 = AppConsumption() }
  }

  /// Nobody used anything in that time: what the accounts had at its beginning is what they have at its end, where
  /// they are told after this.
  private mutating func slept(for length: Duration, _ device: DeviceState) {
    let fellAsleepAt = device.now - length
    for slot in device.apps.slotRange where device.apps.process(inSlot: slot)?.launch != nil {
      change(slot: slot, device, accountsAt: fellAsleepAt) { consumption, totals, hours in
        consumption.book(totals, at: device.now, awakeUntil: fellAsleepAt, in: hours)
      }
    }
  }

  private mutating func change(
    slot: Int,
    _ device: DeviceState,
    accountsAt moment: Instant? = nil,
    _ change: (inout AppConsumption, AppTotals, HourGrid) -> Void
  ) {
    guard let app = device.apps.identifier(inSlot: slot),
      let totals = device.apps.read(slot: slot, { AppTotals($0, at: moment ?? device.now) })
    else { return }
    let hours = self.hours ?? HourGrid(on: device.clock, at: device.now)
    self.hours = hours
    trim(in: hours, at: device.now)
    apps.change(app, from: AppConsumption()) { change(&$0, totals, hours) }
  }

  // MARK: What is kept

  /// Forgets what is older than ten days, and what is too much, once in each hour in which anything is booked.
  private mutating func trim(in hours: HourGrid, at now: Instant) {
    let hour = hours.begin(of: now)
    guard hour > trimmedAt else { return }
    trimmedAt = hour
    drop(before: hours.oldestKept(at: now))
    while rows > Self.rowsMax, let oldest = oldestHour { drop(before: oldest + .hours(1)) }
  }

  private mutating func drop(before begin: Instant) {
    for app in apps.apps { apps.change(app, from: AppConsumption()) { $0.drop(before: begin) } }
    removed.drop(before: begin)
  }

  var rows: Int { apps.apps.reduce(removed.rows) { $0 + self[$1].rows } }

  private var oldestHour: Instant? {
    (apps.apps.map { self[$0] } + [removed]).compactMap { $0.hours.first?.begin }.min()
  }
}

// MARK: - Saved

/// What journals keep of the ledger.
struct SavedConsumption: Hashable, Sendable, Saved {
  struct App: Hashable, Sendable, Saved {
    let app: AppIdentifier
    let consumption: AppConsumption
  }
  let apps: [App]
  let removed: AppConsumption
  let levels: BatteryLevels
  let hours: HourGrid?
  let trimmedAt: Instant
}

extension ConsumptionService {
  var saved: SavedConsumption {
    SavedConsumption(
      apps: apps.apps.map { SavedConsumption.App(app: $0, consumption: self[$0]) },
      removed: removed,
      levels: levels,
      hours: hours,
      trimmedAt: trimmedAt
    )
  }

  init(_ saved: SavedConsumption) {
    for entry in saved.apps {
      apps.change(entry.app, from: AppConsumption()) { $0 = entry.consumption }
    }
    removed = saved.removed
    levels = saved.levels
    hours = saved.hours
    trimmedAt = saved.trimmedAt
  }

  /// A ledger that begins with apps that were there before it.
  init(beginningWith table: AppTable, at now: Instant) {
    for slot in table.slotRange {
      guard let app = table.identifier(inSlot: slot),
        let totals = table.read(slot: slot, { AppTotals($0, at: now) })
      else { continue }
      apps.change(app, from: AppConsumption()) {
        $0 = AppConsumption(beginningAt: totals, now: now)
      }
    }
  }
}
