package import TorporModel

/// The Bluetooth service (§7, §7.3): requests of apps to the radio, as centrals and as peripherals,
/// and its reports to them.
///
/// Requests outlive the process if their manager has a restore identifier.
package struct BluetoothService: Service {
  // Shape: a request or an event of the radio each has a method; the state is three properties and a value by app.
  /// The connected peripherals, in the order of their connection.
  package internal(set) var peripherals: [String] = []
  package internal(set) var isOn = true
  /// The requests of each app.
  package private(set) var apps = PerApp<AppBluetooth>()

  package init() {}

  /// No deadline: Bluetooth never waits for time to pass.
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
      // An app that was not launched now cannot answer.
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
    // While it is still ending, its requests stay: see `processEnded`.
    case .dead, .suspended: failCentrals(of: app, &out)
    case .background, .onScreen: sendPendingCallbacks(to: app, &out)
    }
  }

  /// Handles the end of an app's process, ordered or not.
  private mutating func processEnded(_ slot: Int, _ device: DeviceState, _ out: inout Outbox) {
    guard !apps.isEmpty, let (app, cause) = device.absence(inSlot: slot) else { return }
    endRequests(of: app, cause, in: device.profile, &out)
  }

  /// Ends what the relaunch table says ends with the process.
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

  /// Handles a withdrawn permission: the radio stops its work for the app.
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
    // No connection survives a restart of the machine.
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

  /// Sends an app a callback of Bluetooth, waking or launching it if the rules allow it.
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

  /// Sends the callbacks that waited for the app to run again, in the order of their events.
  private mutating func sendPendingCallbacks(to app: AppIdentifier, _ out: inout Outbox) {
    let pending = self[app].pendingCallbacks
    guard !pending.isEmpty else { return }
    update(app) { $0.pendingCallbacks = [] }
    out.callLater(app, pending.map { .service(.bluetooth($0)) })
  }
}

/// The remaining steps of the service, one after the other, after all consequences of notifying an app.
package enum BluetoothStep: Hashable, Sendable {
  case tell(BluetoothCallback, AppIdentifier)
  /// Answers centrals with a failure if the app could not be launched.
  case failUnlaunched(AppIdentifier)
}

extension Outbox {
  mutating func then(_ step: BluetoothStep) { post(.bluetooth(.step(step))) }
}

extension BluetoothCallback {
  /// The mode that is required to wake an app for it.
  var mode: BackgroundMode {
    if case .centralRequest = self { .bluetoothPeripheral } else { .bluetoothCentral }
  }
}
