import TorporModel

// External accessories (§7): sessions stay open while the app is frozen, and what the accessory does
// wakes it. A dead app is not launched for one (§10, RL5).

extension LinkService {
  mutating func handle(
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
      return .mode(.accessories(table.accessories.filter { manifest.supports($0) }))
    case .open(let accessory):
      guard !self[app].accessories.contains(accessory) else { return .done }
      guard self[app].accessories.count < AppLinks.countMax else {
        return .refused(.mode(.descriptor(.tooMany(limit: AppLinks.countMax))))
      }
      update(app) { $0.accessories.append(accessory) }
    case .close(let accessory):
      update(app) { $0.accessories.removeAll { $0 == accessory } }
    }
    return .done
  }

  mutating func handle(_ event: AccessoryEvent, _ device: DeviceState, _ out: inout Outbox) {
    switch event {
    case .connected(let accessory):
      guard !table.isConnected(accessory.name),
        table.accessories.count < LinkTable.accessoriesMax
      else { return }
      connect(accessory, device, &out)
    case .disconnected(let name, let isDeclared):
      let index = table.accessories.firstIndex { $0.name == name && $0.isDeclared == isDeclared }
      guard let index else { return }
      disconnect(at: index, device, &out)
    case .data(let name):
      for slot in device.apps.slotRange where hasSession(name, inSlot: slot, device) {
        tell(.accessory(.data(accessory: name)), reason: .accessory, slot, device, &out)
      }
    }
  }

  /// What a person or a program says goes the way of what the kernel says.
  mutating func connectAccessory(_ accessory: Accessory, _ device: DeviceState, _ out: inout Outbox)
    -> Reply
  {
    guard !table.isConnected(accessory.name) else {
      return .refused(.mode(.accessory(.alreadyConnected(name: accessory.name))))
    }
    guard table.accessories.count < LinkTable.accessoriesMax else {
      return .refused(.mode(.accessory(.tooMany(limit: LinkTable.accessoriesMax))))
    }
    var declared = accessory
    declared.isDeclared = true
    handle(.connected(declared), device, &out)
    return .done
  }

  mutating func disconnectAccessory(_ name: String, _ device: DeviceState, _ out: inout Outbox)
    -> Reply
  {
    guard table.accessories.contains(where: { $0.name == name && $0.isDeclared }) else {
      return .refused(.mode(.accessory(.notDeclared(name: name))))
    }
    handle(.disconnected(accessory: name, isDeclared: true), device, &out)
    return .done
  }

  private mutating func connect(
    _ accessory: Accessory,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.accessories.append(accessory)
    for slot in device.apps.slotRange where hears(of: accessory, inSlot: slot, device) {
      let callback = AccessoryCallback.didConnect(accessory: accessory.name)
      tell(.accessory(callback), reason: .accessory, slot, device, &out)
    }
  }

  /// Its lines go with it, so that nothing of it wakes anybody afterwards.
  private mutating func disconnect(at index: Int, _ device: DeviceState, _ out: inout Outbox) {
    let accessory = table.accessories.remove(at: index)
    let hearers = device.apps.slotRange.filter { hears(of: accessory, inSlot: $0, device) }
    for app in table.apps { dropLines(of: accessory.name, app, &out) }
    for slot in hearers {
      guard let app = device.apps.identifier(inSlot: slot),
        !self[app].hungUp.contains(accessory.name)
      else { continue }
      let callback = AccessoryCallback.didDisconnect(accessory: accessory.name)
      tell(.accessory(callback), reason: .accessory, slot, device, &out)
    }
    for app in table.apps { update(app) { $0.hungUp.removeAll { $0 == accessory.name } } }
    planAfterwards(&out)
  }

  private mutating func dropLines(
    of accessory: String,
    _ app: AppIdentifier,
    _ out: inout Outbox
  ) {
    for line in self[app].descriptors where line.purpose == .accessory(accessory) {
      out.order(.mode(.dropDescriptor(app: app, name: line.name)))
    }
    update(app) { $0.descriptors.removeAll { $0.purpose == .accessory(accessory) } }
  }

  private func hasSession(
    _ accessory: String,
    inSlot slot: Int,
    _ device: DeviceState
  ) -> Bool {
    guard let app = device.apps.identifier(inSlot: slot),
      device.apps.process(inSlot: slot)?.phase != .dead
    else { return false }
    return self[app].accessories.contains(accessory)
  }

  /// That an accessory comes or goes is for whoever has a session, and for every app that is not dead,
  /// declares the mode, and supports one of its protocols: it wakes one that is suspended (§7).
  private func hears(
    of accessory: Accessory,
    inSlot slot: Int,
    _ device: DeviceState
  ) -> Bool {
    if hasSession(accessory.name, inSlot: slot, device) { return true }
    guard let record = device.apps[slot: slot], record.process.phase != .dead else { return false }
    let isThere = record.isListening || record.process.phase == .suspended
    return isThere && record.manifest.backgroundModes.contains(.externalAccessory)
      && record.manifest.supports(accessory)
  }

  /// Sessions are closed when an app is suspended that declares no mode, and in iOS 4 always (§7).
  mutating func closeAccessories(of record: AppRecord, _ device: DeviceState, _ out: inout Outbox) {
    guard !self[record.identifier].accessories.isEmpty else { return }
    let isDeclared = record.manifest.backgroundModes.contains(.externalAccessory)
    guard !isDeclared || !device.profile.keepsAccessorySessions else { return }
    update(record.identifier) { $0.accessories = [] }
    out.record(
      .endUse(.accessory),
      of: record.identifier,
      launch: record.process.launch,
      because: [
        Condition(.notPermitted, holds: false, subject: BackgroundMode.externalAccessory.rawValue)
      ]
    )
  }
}

extension LinkTable {
  fileprivate func isConnected(_ name: String) -> Bool {
    accessories.contains { $0.name == name }
  }
}

extension AppManifest {
  /// Whether the app supports one of the accessory's protocols; where either says nothing, it does.
  fileprivate func supports(_ accessory: Accessory) -> Bool {
    guard let accessoryProtocols, !accessory.protocols.isEmpty else { return true }
    return accessory.protocols.contains(where: accessoryProtocols.contains)
  }
}
