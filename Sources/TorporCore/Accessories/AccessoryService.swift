package import TorporModel

/// The service for external accessories (§7): the connected ones, and the apps' sessions with them.
///
/// Sessions stay open while the app is frozen, and events of the accessory wake it. An app that is not
/// running is not launched for one (§10, RL5).
package struct AccessoryService: Service {
  /// The connected accessories, in the order of their connection.
  package internal(set) var connected: [Accessory] = []
  /// What each app has.
  package private(set) var apps = PerApp<AppAccessories>()

  /// The maximum number of connected accessories.
  ///
  /// 256: twice as many as a USB bus has addresses (127). Our choice.
  package static let connectedMax = 256

  package init() {}

  /// No deadline: accessories never wait for time to pass.
  package var nextDeadline: Instant? { nil }
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  package subscript(app: AppIdentifier) -> AppAccessories { apps[app] ?? AppAccessories() }

  mutating func update(_ app: AppIdentifier, _ change: (inout AppAccessories) -> Void) {
    apps.change(app, change)
  }

  // MARK: What apps ask

  package mutating func handle(
    _ request: AccessoryRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let app = device.apps.identifier(inSlot: slot),
      let manifest = device.apps.read(slot: slot, { $0.manifest })
    else { return .done }
    switch request {
    case .connected:
      return .service(.accessories(connected.filter { manifest.supports($0) }))
    case .open(let accessory):
      guard !self[app].sessions.contains(accessory) else { return .done }
      guard self[app].sessions.count < AppAccessories.sessionsMax else {
        return .refused(.service(.descriptor(.tooMany(limit: AppAccessories.sessionsMax))))
      }
      update(app) { $0.sessions.append(accessory) }
    case .close(let accessory):
      update(app) { $0.sessions.removeAll { $0 == accessory } }
    }
    return .done
  }

  // MARK: What happens

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .accessory(.reported(let event)): handle(event, device, &out)
    case .accessory(.lineHungUp(let accessory, let app)):
      guard isConnected(accessory), !self[app].hungUp.contains(accessory) else { return }
      update(app) { $0.hungUp.append(accessory) }
    case .accessory(.revoked(let app)): update(app) { $0.sessions = [] }
    // The service's own message to the holders of the accessory's lines.
    case .accessory(.removed): break
    case .app(.phaseChanged(let slot, _, .suspended)):
      if !apps.isEmpty { closeSessions(inSlot: slot, device, &out) }
    case .app(.processEnded(let slot)): processEnded(slot, device)
    case .app(.forceQuit(let app)): endSessions(of: app, .forceQuit, in: device.profile)
    case .app(.removed(let app)): update(app) { $0 = AppAccessories() }
    case .app(.phaseChanged), .app(.stateChanged), .app(.changed): break
    case .device(.booted):
      // No connection survives a restart of the machine.
      connected = []
      for app in apps.apps { update(app) { $0.hungUp = [] } }
    case .device(.daemonRestarted), .device(.watchedAgain), .device(.slept),
      .device(.clockChanged), .device(.unlocked), .device(.displayLit),
      .device(.surroundingsChanged), .device(.conditionsChanged), .device(.conditionsActedOn):
      break
    case .deadline, .call, .sound, .channel, .push, .notification, .memory, .location, .bluetooth,
      .descriptor, .job, .transfer, .work, .consumption:
      break
    }
  }

  private mutating func handle(
    _ event: AccessoryEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .connected(let accessory):
      guard !isConnected(accessory.name), connected.count < Self.connectedMax else { return }
      connect(accessory, device, &out)
    case .disconnected(let name, let isSimulated):
      let index = connected.firstIndex { $0.name == name && $0.isSimulated == isSimulated }
      guard let index else { return }
      disconnect(at: index, device, &out)
    case .data(let name):
      for slot in device.apps.slotRange where hasSession(name, inSlot: slot, device) {
        guard let app = device.apps.identifier(inSlot: slot) else { continue }
        out.tell(app, .accessory(.data(accessory: name)), for: .accessory)
      }
    }
  }

  /// Connects an accessory by command; handled like one reported by the kernel.
  mutating func connect(
    simulated accessory: Accessory,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard !isConnected(accessory.name) else {
      return .refused(.service(.accessory(.alreadyConnected(name: accessory.name))))
    }
    guard connected.count < Self.connectedMax else {
      return .refused(.service(.accessory(.tooMany(limit: Self.connectedMax))))
    }
    var simulated = accessory
    simulated.isSimulated = true
    handle(.connected(simulated), device, &out)
    return .done
  }

  mutating func disconnect(
    simulated name: String,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard connected.contains(where: { $0.name == name && $0.isSimulated }) else {
      return .refused(.service(.accessory(.notSimulated(name: name))))
    }
    handle(.disconnected(accessory: name, isSimulated: true), device, &out)
    return .done
  }

  private func isConnected(_ name: String) -> Bool { connected.contains { $0.name == name } }

  private mutating func connect(
    _ accessory: Accessory,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    connected.append(accessory)
    for app in hearers(of: accessory, device) {
      out.tell(app, .accessory(.didConnect(accessory: accessory.name)), for: .accessory)
    }
  }

  /// Disconnects an accessory and drops its lines, so that they wake no app afterwards.
  private mutating func disconnect(at index: Int, _ device: DeviceState, _ out: inout Outbox) {
    let accessory = connected.remove(at: index)
    out.post(.accessory(.removed(accessory.name)))
    for app in hearers(of: accessory, device) where !self[app].hungUp.contains(accessory.name) {
      out.tell(app, .accessory(.didDisconnect(accessory: accessory.name)), for: .accessory)
    }
    for app in apps.apps { update(app) { $0.hungUp.removeAll { $0 == accessory.name } } }
  }

  // MARK: Sessions

  private func hasSession(
    _ accessory: String,
    inSlot slot: Int,
    _ device: DeviceState
  ) -> Bool {
    guard let app = device.apps.identifier(inSlot: slot),
      device.apps.process(inSlot: slot)?.phase != .dead
    else { return false }
    return self[app].sessions.contains(accessory)
  }

  /// Returns the apps to be notified that an accessory was connected or disconnected: every app with a
  /// session, and every running app that declares the mode and supports one of its protocols; a
  /// suspended one is woken (§7).
  private func hearers(of accessory: Accessory, _ device: DeviceState) -> [AppIdentifier] {
    device.apps.slotRange.compactMap { slot in
      guard let record = device.apps[slot: slot] else { return nil }
      let hears =
        hasSession(accessory.name, inSlot: slot, device)
        || (record.isListening || record.process.phase == .suspended)
          && record.process.phase != .dead
          && record.manifest.backgroundModes.contains(.externalAccessory)
          && record.manifest.supports(accessory)
          && record.isAllowed(.accessories)
      return hears ? record.identifier : nil
    }
  }

  /// Closes the sessions of a suspended app that does not declare the mode, and in iOS 4 of every suspended app (§7).
  private mutating func closeSessions(
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let app = device.apps.identifier(inSlot: slot), !self[app].sessions.isEmpty,
      let record = device.apps[slot: slot]
    else { return }
    let isDeclared = record.manifest.backgroundModes.contains(.externalAccessory)
    guard !isDeclared || !device.profile.keepsAccessorySessions else { return }
    update(app) { $0.sessions = [] }
    out.record(
      .endUse(.accessory),
      of: app,
      launch: record.process.launch,
      because: [
        Condition(.notPermitted, holds: false, subject: BackgroundMode.externalAccessory.rawValue)
      ]
    )
  }

  private mutating func processEnded(_ slot: Int, _ device: DeviceState) {
    guard !apps.isEmpty, let (app, cause) = device.absence(inSlot: slot) else { return }
    endSessions(of: app, cause, in: device.profile)
  }

  /// Ends what the relaunch table says ends with the process.
  private mutating func endSessions(
    of app: AppIdentifier,
    _ cause: RelaunchCause,
    in profile: Profile
  ) {
    update(app) {
      if RelaunchRule.row(.accessory, in: profile).endsWith(cause) { $0.sessions = [] }
      $0.hungUp = []
    }
  }

  package func brokenInvariants(on device: DeviceState) -> [String] {
    var broken = device.faults(in: apps.apps, "has to do with accessories")
    broken += connected.map(\.name).repeated.map { "the accessory '\($0)' is there twice" }
    if connected.count > Self.connectedMax {
      broken.append("\(connected.count) accessories are connected")
    }
    for app in apps.apps {
      let own = self[app]
      if own.sessions.count > AppAccessories.sessionsMax {
        broken.append(
          "\(app): has \(own.sessions.count) accessories, above \(AppAccessories.sessionsMax)"
        )
      }
      if device.apps.process(of: app)?.launch == nil, !own.hungUp.isEmpty {
        broken.append("\(app): has no process and heard of the end of an accessory")
      }
    }
    return broken
  }
}

/// The state of one app's accessories.
package struct AppAccessories: KeptPerApp, Hashable, Sendable {
  /// Accessories with an open session, in the order of their opening.
  package internal(set) var sessions: [String] = []
  /// Connected accessories with an end already reported to the app by the hang-up of their line.
  var hungUp: [String] = []

  /// The maximum number of sessions of an app; our choice.
  package static let sessionsMax = 16

  package init() {}
}

extension AppManifest {
  /// Returns whether the app supports one of the accessory's protocols; true if either declares none.
  fileprivate func supports(_ accessory: Accessory) -> Bool {
    guard let accessoryProtocols, !accessory.protocols.isEmpty else { return true }
    return accessory.protocols.contains(where: accessoryProtocols.contains)
  }
}
