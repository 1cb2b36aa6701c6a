package import TorporModel

/// What connects apps with the world outside: accessories, Bluetooth, and descriptors that they hand over (§7).
///
/// Each kind has a file of its own; what they have in common is here: telling an app, following its process, and the
/// one list of apps that have to do with any.
package struct LinkService: Service {
  package typealias Request = LinkRequest

  package internal(set) var table = LinkTable()
  /// What each app has.
  package private(set) var apps = PerApp<AppLinks>()

  package init() {}

  package var nextDeadline: Instant? { table.nextReview }

  /// The other end of a call gives up on who does not answer.
  package func nextAlarm(on device: DeviceState) -> Instant? {
    guard table.nextReview != nil else { return nil }
    return table.apps.compactMap { self[$0].keepAlive?.nextAt }.min()
  }

  package subscript(app: AppIdentifier) -> AppLinks { apps[app] ?? AppLinks() }

  mutating func update(_ app: AppIdentifier, _ change: (inout AppLinks) -> Void) {
    apps.change(app, from: AppLinks(), change)
    table.note(app, isLinked: !self[app].isEmpty)
  }

  // MARK: What apps ask

  package mutating func handle(
    _ request: LinkRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    switch request {
    case .accessory(let request): handle(request, inSlot: slot, device, &out)
    case .bluetooth(let request): handle(request, inSlot: slot, device, &out)
    case .descriptor(let request): handle(request, inSlot: slot, device, &out)
    }
  }

  // MARK: What happens

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .app(.phaseChanged(let slot, _, let after)):
      if !table.apps.isEmpty { follow(slot, to: after, device, &out) }
    case .app(.processEnded(let slot)): processEnded(slot, device, &out)
    case .app(.forceQuit(let app)): forceQuit(app, device, &out)
    case .app(.removed(let app)): remove(app, device, &out)
    case .app(.stateChanged), .app(.changed): break
    case .device(.booted): boot(device, &out)
    case .device(.daemonRestarted): restart(device, &out)
    case .device(.conditionsActedOn):
      if table.launchesAtUnlock { launchVoIPApps(device, &out) }
      if !table.apps.isEmpty { out.then(.watchAgain) }
    // Keep-alives keep the other end's patience; relaunches and rests keep apart what costs a wake.
    case .device(.slept): break
    case .device(.surroundingsChanged), .device(.conditionsChanged), .device(.watchedAgain),
      .device(.clockChanged), .device(.unlocked), .device(.displayLit):
      break
    case .deadline:
      for app in table.apps { out.then(.review(app)) }
      out.then(.setDeadline)
    case .channel(.wentQuiet(let app)):
      dropDescriptors(of: app, because: nil, device.profile, &out)
    case .channel(.push), .channel(.returned): break
    case .link(let event): handle(event, device, &out)
    case .call, .sound, .push, .notification, .memory, .location, .job, .work, .transfer: break
    }
  }

  private mutating func handle(
    _ event: SystemEvent.LinkEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .accessory(let event): handle(event, device, &out)
    case .bluetooth(let event): handle(event, device, &out)
    case .readable(let name, let app, let isHungUp, let isUnread):
      readable(name, isHungUp: isHungUp, isUnread: isUnread, of: app, device, &out)
    case .lost(let name, let app): descriptorLost(name, of: app, device, &out)
    case .step(let step): take(step, device, &out)
    }
  }

  private mutating func take(_ step: LinkStep, _ device: DeviceState, _ out: inout Outbox) {
    switch step {
    case .tellBluetooth(let callback, let app): tellBluetooth(callback, to: app, device, &out)
    case .failUnlaunched(let app):
      // Whoever was not launched now has nothing to answer with.
      if device.apps.process(of: app)?.phase == .dead { failCentrals(of: app, &out) }
    case .noteWake(let app, let name): noteWake(of: app, for: name, device)
    case .review(let app): review(app, device, &out)
    case .endRests(let app):
      if let slot = device.apps.slot(of: app) { endRests(of: app, slot, device, &out) }
    case .watchAgain: watchAgain(device, &out)
    case .setDeadline: setDeadline()
    }
  }

  /// Tells an app of an event: at once where it runs, else it is woken or launched for it.
  func tell(
    _ callback: ModeCallback,
    then others: [ModeCallback] = [],
    reason: WakeReason,
    _ slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let app = device.apps.identifier(inSlot: slot) else { return }
    let event = PendingEvent(reason: reason, callback: .mode(callback))
    out.wake(app, for: event, then: others.map { .mode($0) })
  }

  // MARK: What happens to apps

  private mutating func follow(
    _ slot: Int,
    to after: AppPhase,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let app = device.apps.identifier(inSlot: slot), table.apps.contains(app) else { return }
    switch after {
    // While it still ends, what it has asked for stays: see `processEnded`.
    case .dead: failCentrals(of: app, &out)
    case .suspended:
      failCentrals(of: app, &out)
      if let record = device.apps[slot: slot] { closeAccessories(of: record, device, &out) }
      watchDescriptors(of: app, true, &out)
      startKeepAlive(of: app, at: device.now)
    case .background:
      watchDescriptors(of: app, false, &out)
      forgetRests(of: app)
      startKeepAlive(of: app, at: device.now)
      tellUntold(of: app, &out)
    case .onScreen:
      watchDescriptors(of: app, false, &out)
      forgetUnread(of: app)
      update(app) { $0.keepAlive?.nextAt = nil }
      tellUntold(of: app, &out)
      setDeadline()
    }
  }

  /// The process of an app is gone, ordered or not.
  private mutating func processEnded(
    _ slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let app = device.apps.identifier(inSlot: slot),
      device.apps.process(inSlot: slot)?.launch == nil
    else { return }
    let cause = device.apps.read(slot: slot) { $0.causeOfAbsence(on: device.conditions) }
    if table.apps.contains(app), let cause {
      failCentrals(of: app, &out)
      let before = self[app].bluetooth
      update(app) { $0.processEnded(cause, in: device.profile) }
      withdraw(before, of: app, &out)
      dropDescriptors(of: app, because: cause, device.profile, &out)
      startKeepAlive(of: app, at: device.now)
    }
    relaunchVoIP(slot, device, &out)
    planAfterwards(&out)
  }

  private mutating func boot(_ device: DeviceState, _ out: inout Outbox) {
    // Nothing that was connected or held outlives the machine.
    table.accessories = []
    table.peripherals = []
    for app in table.apps {
      update(app) { links in
        links.descriptors = []
        links.centralRequests = []
        links.hungUp = []
        for index in links.bluetooth.indices { links.bluetooth[index].isConnected = false }
      }
    }
    orderBluetooth(&out)
    launchVoIPApps(device, &out)
    planAfterwards(&out)
  }

  private mutating func restart(_ device: DeviceState, _ out: inout Outbox) {
    orderBluetooth(&out)
    for app in table.apps where device.apps.process(of: app)?.phase == .suspended {
      update(app) { links in
        for index in links.descriptors.indices { links.descriptors[index].isWatched = false }
      }
      watchDescriptors(of: app, true, &out)
    }
  }

  private mutating func forceQuit(
    _ app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard device.apps.slot(of: app) != nil, !self[app].isEmpty else { return }
    let before = self[app].bluetooth
    dropDescriptors(of: app, because: .forceQuit, device.profile, &out)
    failCentrals(of: app, &out)
    update(app) { $0.forceQuit(in: device.profile) }
    withdraw(before, of: app, &out)
    setDeadline()
  }

  private mutating func remove(
    _ app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let before = self[app].bluetooth
    dropDescriptors(of: app, because: nil, device.profile, &out)
    failCentrals(of: app, &out)
    update(app) { $0 = AppLinks() }
    withdraw(before, of: app, &out)
    setDeadline()
  }

  // MARK: When to look

  private mutating func review(_ app: AppIdentifier, _ device: DeviceState, _ out: inout Outbox) {
    guard let slot = device.apps.slot(of: app) else { return }
    let own = self[app]
    if let at = own.relaunchAt, at <= device.now { relaunchVoIP(slot, device, &out) }
    if let at = own.keepAlive?.nextAt, at <= device.now { keepAlive(of: app, slot, device, &out) }
    out.then(.endRests(app))
  }

  /// Plans the next look when all that was asked for has been done.
  mutating func planAfterwards(_ out: inout Outbox) {
    if out.isEmpty { setDeadline() } else { out.then(.setDeadline) }
  }

  mutating func setDeadline() {
    table.nextReview =
      table.apps.flatMap { app in
        let own = self[app]
        return [own.keepAlive?.nextAt, own.relaunchAt].compactMap(\.self)
          + own.descriptors.compactMap { $0.rest?.until }
      }.min()
  }
}

/// What an app asks of what connects it with the world outside.
package enum LinkRequest: Hashable, Sendable {
  case accessory(AccessoryRequest)
  case bluetooth(BluetoothRequest)
  case descriptor(DescriptorRequest)
}

/// What the service has still to do about links, one step after the other: whatever follows from what an app was told
/// before.
package enum LinkStep: Hashable, Sendable {
  case tellBluetooth(BluetoothCallback, AppIdentifier)
  /// Centrals wait no longer for an app that could not be launched.
  case failUnlaunched(AppIdentifier)
  /// The app was woken for a descriptor, if it was.
  case noteWake(AppIdentifier, for: String)
  case review(AppIdentifier)
  case endRests(AppIdentifier)
  case watchAgain
  case setDeadline
}

extension Outbox {
  mutating func then(_ step: LinkStep) { post(.link(.step(step))) }
}

// MARK: What is saved

extension LinkService {
  /// The service as a journal has it: its table apart, and what each app has with the app's record.
  init(_ table: LinkTable, takingFrom apps: inout AppTable) {
    for slot in apps.slotRange {
      guard let app = apps.identifier(inSlot: slot),
        let own = apps.read(slot: slot, { $0.savedLinks.state }) ?? nil
      else { continue }
      update(app) { $0 = own }
      apps.update(slot: slot) { $0.savedLinks = SavedApart() }
    }
    // Last, for it has the apps in the order in which they came.
    self.table = table
  }

  /// Puts what each app has into the records that are saved.
  func save(into apps: inout AppTable) {
    for slot in apps.slotRange {
      guard let app = apps.identifier(inSlot: slot) else { continue }
      apps.update(slot: slot) { $0.savedLinks = SavedApart(self[app]) }
    }
  }
}
