import TorporModel

// External accessories (§7): sessions stay open while the app is frozen, and what the accessory does
// wakes it. A dead app is not launched for one (§10, RL5).

extension Device {
  mutating func handle(
    _ request: AccessoryRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    guard let record = apps[slot: slot] else { return .done }
    switch request {
    case .connected:
      return .mode(.accessories(links.accessories.filter { record.manifest.supports($0) }))
    case .open(let accessory):
      guard !record.links.accessories.contains(accessory) else { return .done }
      guard record.links.accessories.count < AppLinks.countMax else {
        return .refused(.mode(.descriptor(.tooMany(limit: AppLinks.countMax))))
      }
      changeLinks(of: record.identifier) { $0.accessories.append(accessory) }
    case .close(let accessory):
      changeLinks(of: record.identifier) { $0.accessories.removeAll { $0 == accessory } }
    }
    return .done
  }

  mutating func handle(_ event: AccessoryEvent, in turn: inout Turn) {
    switch event {
    case .connected(let accessory):
      guard !links.isConnected(accessory.name),
        links.accessories.count < LinkTable.accessoriesMax
      else { return }
      connect(accessory, in: &turn)
    case .disconnected(let name, let isDeclared):
      let index = links.accessories.firstIndex { $0.name == name && $0.isDeclared == isDeclared }
      guard let index else { return }
      disconnect(at: index, in: &turn)
    case .data(let name):
      for slot in apps.slotRange where hasSession(name, inSlot: slot) {
        tell(.accessory(.data(accessory: name)), reason: .accessory, slot: slot, in: &turn)
      }
    }
  }

  /// What a person or a program says goes the way of what the kernel says.
  mutating func plug(_ accessory: Accessory, in turn: inout Turn) -> Reply {
    guard !links.isConnected(accessory.name) else {
      return .refused(.mode(.accessory(.alreadyConnected(name: accessory.name))))
    }
    guard links.accessories.count < LinkTable.accessoriesMax else {
      return .refused(.mode(.accessory(.tooMany(limit: LinkTable.accessoriesMax))))
    }
    var declared = accessory
    declared.isDeclared = true
    handle(.connected(declared), in: &turn)
    return .done
  }

  mutating func unplug(_ name: String, in turn: inout Turn) -> Reply {
    guard links.accessories.contains(where: { $0.name == name && $0.isDeclared }) else {
      return .refused(.mode(.accessory(.notDeclared(name: name))))
    }
    handle(.disconnected(accessory: name, isDeclared: true), in: &turn)
    return .done
  }

  private mutating func connect(_ accessory: Accessory, in turn: inout Turn) {
    links.accessories.append(accessory)
    for slot in apps.slotRange where hears(of: accessory, inSlot: slot) {
      let callback = AccessoryCallback.didConnect(accessory: accessory.name)
      tell(.accessory(callback), reason: .accessory, slot: slot, in: &turn)
    }
  }

  /// Its lines go with it, so that nothing of it wakes anybody afterwards.
  private mutating func disconnect(at index: Int, in turn: inout Turn) {
    let accessory = links.accessories.remove(at: index)
    let hearers = apps.slotRange.filter { hears(of: accessory, inSlot: $0) }
    for app in links.apps {
      if let record = apps[app] { dropLines(of: accessory.name, record, in: &turn) }
    }
    for slot in hearers {
      guard apps[slot: slot]?.links.hungUp.contains(accessory.name) == false else { continue }
      let callback = AccessoryCallback.didDisconnect(accessory: accessory.name)
      tell(.accessory(callback), reason: .accessory, slot: slot, in: &turn)
    }
    for app in links.apps { changeLinks(of: app) { $0.hungUp.removeAll { $0 == accessory.name } } }
    setLinkDeadline()
  }

  private mutating func dropLines(
    of accessory: String,
    _ record: AppRecord,
    in turn: inout Turn
  ) {
    let app = record.identifier
    for line in record.links.descriptors where line.purpose == .accessory(accessory) {
      turn.order(.mode(.dropDescriptor(app: app, name: line.name)))
    }
    changeLinks(of: app) { $0.descriptors.removeAll { $0.purpose == .accessory(accessory) } }
  }

  private func hasSession(_ accessory: String, inSlot slot: Int) -> Bool {
    guard let record = apps[slot: slot], record.process.phase != .dead else { return false }
    return record.links.accessories.contains(accessory)
  }

  /// That an accessory comes or goes is for whoever has a session, and for every app that is not dead,
  /// declares the mode, and supports one of its protocols: it wakes one that is suspended (§7).
  private func hears(of accessory: Accessory, inSlot slot: Int) -> Bool {
    if hasSession(accessory.name, inSlot: slot) { return true }
    guard let record = apps[slot: slot], record.process.phase != .dead else { return false }
    let isThere = record.isListening || record.process.phase == .suspended
    return isThere && record.manifest.backgroundModes.contains(.externalAccessory)
      && record.manifest.supports(accessory)
  }

  /// Sessions are closed when an app is suspended that declares no mode, and in iOS 4 always (§7).
  mutating func closeAccessories(of record: AppRecord, in turn: inout Turn) {
    guard !record.links.accessories.isEmpty else { return }
    let isDeclared = record.manifest.backgroundModes.contains(.externalAccessory)
    guard !isDeclared || !profile.keepsAccessorySessions else { return }
    changeLinks(of: record.identifier) { $0.accessories = [] }
    turn.record(
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
