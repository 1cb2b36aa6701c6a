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
    case .connected: return .mode(.accessories(links.accessories))
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
    let callback: AccessoryCallback
    switch event {
    case .connected(let accessory):
      guard !links.accessories.contains(accessory) else { return }
      links.accessories.append(accessory)
      callback = .didConnect(accessory: accessory)
    case .disconnected(let accessory):
      guard links.accessories.contains(accessory) else { return }
      links.accessories.removeAll { $0 == accessory }
      callback = .didDisconnect(accessory: accessory)
    case .data(let accessory): callback = .data(accessory: accessory)
    }
    for slot in apps.slotRange where hears(callback, inSlot: slot) {
      tell(.accessory(callback), reason: .accessory, slot: slot, in: &turn)
    }
  }

  /// Data is for whoever has a session; that an accessory comes or goes, for every app that runs and
  /// declares the mode, too.
  private func hears(_ callback: AccessoryCallback, inSlot slot: Int) -> Bool {
    guard let record = apps[slot: slot], record.process.phase != .dead else { return false }
    if record.links.accessories.contains(callback.accessory) { return true }
    if case .data = callback { return false }
    return record.isListening && record.manifest.backgroundModes.contains(.externalAccessory)
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
