package import TorporModel

/// The ledger of what apps use: for each app and hour, for ten days, with a receipt for each run off screen
/// (docs/decisions/0049).
///
/// It is notified when an app changes its state, of the kernel's counts, and of work for an app; it
/// makes no requests and has no deadlines, so it never wakes the machine.
package struct ConsumptionService: Service {
  // Shape: one method for each thing that it is told, and for what is kept, forgotten and added up; hours and runs are
  // values of their own.
  /// The consumption of apps on the device, and of ended commands.
  var apps = PerApp<AppConsumption>()
  /// The consumption of removed apps, summed for each owner and without their names.
  package internal(set) var removed: [RemovedConsumption] = []
  var levels = BatteryLevels()
  /// Where hours begin; `nil`: nothing was booked yet.
  var hours: HourGrid?
  /// The hour in which old ones were last forgotten.
  var trimmedAt = Instant.zero
  /// The last known index of the data of the app in each slot.
  @Derived private var indexes: [Int] = []

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
    case .app(.stateChanged(let slot)):
      follow(slot: slot, device)
      if let app = device.apps.identifier(inSlot: slot) { tellDayUse(of: app, device, &out) }
    case .app(.removed(let app)):
      leave(app, device)
      tellDayUse(of: app, device, &out)
    case .device(.booted), .device(.daemonRestarted): levels.noteGap()
    case .device(.slept(let length)):
      slept(for: length, device)
      tellDayUse(of: nil, device, &out)
    case .consumption(let event):
      handle(event, device)
      if device.dayUse != nil, let app = event.app(on: device) { tellDayUse(of: app, device, &out) }
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
    case .transferred(let bytes, let direction, let link, let app):
      guard let slot = device.apps.slot(of: app), bytes > 0 else { return }
      let now = device.now
      change(slot: slot, device) { consumption, totals, hours in
        consumption.addTransferred(
          bytes,
          direction,
          on: link,
          isOnScreen: totals.state.isForeground,
          at: now,
          in: hours
        )
      }
    case .charged(let app, let label):
      guard let slot = device.apps.slot(of: app) else { return }
      let now = device.now
      change(slot: slot, device) { $0.bookCharge($1, for: label, at: now, in: $2) }
    case .powerChanged:
      if let power = device.conditions.power.value { levels.note(power, at: device.now) }
    }
  }

  // MARK: What happens to apps

  /// Handles a change of the state, or of the reasons, of the app in the slot.
  mutating func follow(slot: Int, _ device: DeviceState) {
    // Only what the change needs, which would copy the device with it.
    let (launch, now) = (device.apps.process(inSlot: slot)?.launch, device.now)
    change(slot: slot, device) { consumption, totals, hours in
      let before = consumption.place
      consumption.book(totals, at: now, in: hours)
      // One that stood still is measured from here; of one that ran the host was asked for the counters.
      if before == .still, totals.place != .still, let launch {
        consumption.usageMoves(toScreen: totals.state.isForeground, of: launch, at: now)
      }
    }
  }

  mutating func measure(_ usage: ResourceUsage, inSlot slot: Int, _ device: DeviceState) {
    guard let launch = device.apps.process(inSlot: slot)?.launch else { return }
    let (now, link) = (device.now, device.conditions.network.value?.link ?? .none)
    change(slot: slot, device) { consumption, totals, hours in
      consumption.measure(usage, of: launch, totals, at: now, on: link, in: hours)
    }
  }

  /// Accounts for a sleep, in which there was no use: the accounts, which are notified afterwards, do not change in it.
  private mutating func slept(for length: Duration, _ device: DeviceState) {
    let fellAsleepAt = device.now - length
    levels.noteGap()
    for slot in device.apps.slotRange where device.apps.process(inSlot: slot)?.launch != nil {
      change(slot: slot, device, accountsAt: fellAsleepAt) { consumption, totals, hours in
        consumption.book(totals, at: device.now, awakeUntil: fellAsleepAt, in: hours)
      }
    }
  }

  /// Returns the index of the app's data; `nil`: there is none.
  private mutating func index(of app: AppIdentifier, inSlot slot: Int) -> Int? {
    while indexes.count <= slot { indexes.append(0) }
    let index = apps.index(of: app, foundAt: indexes[slot])
    if let index, index != indexes[slot] { indexes[slot] = index }
    return index
  }

  /// Changes the data of the app in the slot, with its present counters.
  mutating func change(
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
    trim(in: hours, device)
    guard let index = index(of: app, inSlot: slot) else {
      apps.change(app) { change(&$0, totals, hours) }
      return
    }
    var isHere = true
    apps.change(at: index) { consumption in
      isHere = consumption.departed == nil
      if isHere { change(&consumption, totals, hours) }
    }
    guard !isHere else { return }
    comeBack(app, inSlot: slot, device)
    apps.change(app) { change(&$0, totals, hours) }
  }
}
