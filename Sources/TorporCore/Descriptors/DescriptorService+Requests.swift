package import TorporModel

// What apps request about watched descriptors.

extension DescriptorService {
  package mutating func handle(
    _ request: DescriptorRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = device.apps[slot: slot] else { return .done }
    let app = record.identifier
    switch request {
    case .watch(let name, let purpose):
      if let refusal = refusal(of: purpose, name: name, by: record, device.profile) {
        return .refused(.service(.descriptor(refusal)))
      }
      update(app) { $0.watch(name, for: purpose) }
    case .unwatch(let name):
      guard self[app].held.contains(where: { $0.name == name }) else {
        return .refused(.service(.descriptor(.unknown(name: name))))
      }
      update(app) { $0.held.removeAll { $0.name == name } }
      setDeadline()
      // The host removes it from its table with the reply, not before.
      return .service(.descriptor(of: app, name: name))
    case .setKeepAlive(let interval):
      guard record.manifest.backgroundModes.contains(.voip) else {
        return .refused(.service(.descriptor(.modeNotDeclared(.voip))))
      }
      guard device.profile.watchesVoIPSockets else {
        return .refused(.service(.descriptor(.noSockets)))
      }
      guard interval >= AppDescriptors.keepAliveMin else {
        return .refused(
          .service(.descriptor(.keepAliveTooShort(interval, least: AppDescriptors.keepAliveMin)))
        )
      }
      update(app) { $0.keepAlive = AppDescriptors.KeepAlive(interval: interval) }
      if !record.process.isOnScreen { startKeepAlive(of: app, at: device.now) }
    case .clearKeepAlive:
      update(app) { $0.keepAlive = nil }
      setDeadline()
    }
    return .done
  }

  private func refusal(
    of purpose: DescriptorPurpose,
    name: String,
    by record: AppRecord,
    _ profile: Profile
  ) -> DescriptorRefusal? {
    switch purpose {
    case .voIP:
      guard record.manifest.backgroundModes.contains(.voip) else { return .modeNotDeclared(.voip) }
      guard profile.watchesVoIPSockets else { return .noSockets }
    case .accessory:
      guard record.manifest.backgroundModes.contains(.externalAccessory) else {
        return .modeNotDeclared(.externalAccessory)
      }
    case .other: break
    }
    let isKnown = self[record.identifier].held.contains { $0.name == name }
    guard isKnown || self[record.identifier].held.count < AppDescriptors.countMax else {
      return .tooMany(limit: AppDescriptors.countMax)
    }
    return nil
  }
}
