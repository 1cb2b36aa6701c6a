package import TorporModel

/// Bluetooth (§7, §7.3): what apps ask of the radio, as centrals and as peripherals, and what it reports to them.
///
/// Requests outlive the process where their manager has a restore identifier.
package struct BluetoothService: Service {
  // Shape: a request or an event of the radio each has a method; the state is three properties and a value by app.
  /// The peripherals that are connected, in the order of their connection.
  package internal(set) var peripherals: [String] = []
  package internal(set) var isOn = true
  /// What each app has asked for.
  package private(set) var apps = PerApp<AppBluetooth>()

  package init() {}

  /// Nothing of Bluetooth waits for time to pass.
  package var nextDeadline: Instant? { nil }
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  package subscript(app: AppIdentifier) -> AppBluetooth { apps[app] ?? AppBluetooth() }

  mutating func update(_ app: AppIdentifier, _ change: (inout AppBluetooth) -> Void) {
    apps.change(app, change)
  }

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .bluetooth(.reported(let event)): handle(event, device, &out)
    case .bluetooth(.revoked(let app)): revoke(app, in: device.profile, &out)
    case .bluetooth(.peripheralsChanged): peripheralsChanged(device, &out)
    case .bluetooth(.step(.tell(let callback, let app))): tell(callback, to: app, device, &out)
    case .bluetooth(.step(.failUnlaunched(let app))):
      // An app that was not launched now has nothing to answer with.
      if device.apps.process(of: app)?.phase == .dead { failCentrals(of: app, &out) }
    case .app(.phaseChanged(let slot, _, let after)):
      if !apps.isEmpty { follow(slot, to: after, device, &out) }
    case .app(.processEnded(let slot)): processEnded(slot, device, &out)
    case .app(.forceQuit(let app)): endRequests(of: app, .forceQuit, in: device.profile, &out)
    case .app(.removed(let app)): remove(app, &out)
    case .app(.stateChanged), .app(.changed): break
    case .device(.booted): boot(device, &out)
    case .device(.daemonRestarted): repeatOrders(device, &out)
    case .device(.watchedAgain), .device(.slept), .device(.clockChanged), .device(.unlocked),
      .device(.displayLit), .device(.surroundingsChanged), .device(.conditionsChanged),
      .device(.conditionsActedOn):
      break
    case .deadline, .call, .sound, .channel, .push, .notification, .memory, .location, .accessory,
      .descriptor, .job, .transfer, .work, .consumption:
      break
    }
  }

  private mutating func follow(
    _ slot: Int,
    to after: AppPhase,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let app = device.apps.identifier(inSlot: slot) else { return }
    switch after {
    // While it still ends, what it has asked for stays: see `processEnded`.
    case .dead, .suspended: failCentrals(of: app, &out)
    case .background, .onScreen: sendPendingCallbacks(to: app, &out)
    }
  }

  /// The process of an app is gone, ordered or not.
  private mutating func processEnded(_ slot: Int, _ device: DeviceState, _ out: inout Outbox) {
    guard !apps.isEmpty, let (app, cause) = device.absence(inSlot: slot) else { return }
    endRequests(of: app, cause, in: device.profile, &out)
  }

  /// What ends with the process is in the relaunch table.
  private mutating func endRequests(
    of app: AppIdentifier,
    _ cause: RelaunchCause,
    in profile: Profile,
    _ out: inout Outbox
  ) {
    guard apps[app] != nil else { return }
    failCentrals(of: app, &out)
    let before = self[app].requests
    update(app) { $0.processEnded(cause, in: profile) }
    withdraw(before, of: app, &out)
  }

  /// The user no longer allows it: the radio stops what it does for the app.
  private mutating func revoke(
    _ app: AppIdentifier,
    in profile: Profile,
    _ out: inout Outbox
  ) {
    guard apps[app] != nil else { return }
    let before = self[app].requests
    failCentrals(of: app, &out)
    update(app) { own in
      own.requests.removeAll { profile.asksForCentrals || $0.kind.isOffering }
      if profile.asksForCentrals { own.pendingCallbacks = [] }
    }
    withdraw(before, of: app, &out)
  }

  private mutating func remove(_ app: AppIdentifier, _ out: inout Outbox) {
    let before = self[app].requests
    failCentrals(of: app, &out)
    update(app) { $0 = AppBluetooth() }
    withdraw(before, of: app, &out)
  }

  private mutating func boot(_ device: DeviceState, _ out: inout Outbox) {
    // Nothing that was connected outlives the machine.
    peripherals = []
    for app in apps.apps {
      update(app) { own in
        own.centralRequests = []
        for index in own.requests.indices { own.requests[index].isConnected = false }
      }
    }
    repeatOrders(device, &out)
  }

  // MARK: Telling apps

  /// Tells an app what Bluetooth does, waking or launching it where the rules let it.
  private mutating func tell(
    _ callback: BluetoothCallback,
    to app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let record = device.apps[app] else { return }
    guard record.isListening || record.manifest.backgroundModes.contains(callback.mode) else {
      guard record.process.phase != .dead else { return }
      return update(app) { $0.wait(callback) }
    }
    guard record.process.phase == .dead else {
      return out.tell(app, .bluetooth(callback), for: .bluetooth)
    }
    guard let identifier = self[app].restoreIdentifier(for: callback) else { return }
    let restored = self[app].restored(identifier)
    out.tell(
      app,
      .bluetooth(restored),
      then: [.bluetooth(callback)],
      for: .bluetoothRestoring
    )
  }

  /// What waited for the app to run again is told in the order in which it happened.
  private mutating func sendPendingCallbacks(to app: AppIdentifier, _ out: inout Outbox) {
    let pending = self[app].pendingCallbacks
    guard !pending.isEmpty else { return }
    update(app) { $0.pendingCallbacks = [] }
    out.callLater(app, pending.map { .service(.bluetooth($0)) })
  }
}

/// What the service has still to do, one step after the other: whatever follows from what an app was told before.
package enum BluetoothStep: Hashable, Sendable {
  case tell(BluetoothCallback, AppIdentifier)
  /// Centrals wait no longer for an app that could not be launched.
  case failUnlaunched(AppIdentifier)
}

extension Outbox {
  mutating func then(_ step: BluetoothStep) { post(.bluetooth(.step(step))) }
}

extension BluetoothCallback {
  /// The mode without which it wakes no app.
  var mode: BackgroundMode {
    if case .centralRequest = self { .bluetoothPeripheral } else { .bluetoothCentral }
  }
}
