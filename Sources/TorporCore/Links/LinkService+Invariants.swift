import TorporModel

extension LinkService {
  package func brokenInvariants(on device: DeviceState) -> [String] {
    var broken = device.faults(in: table.apps, "has links")
    broken += table.accessories.map(\.name).repeated.map { "the accessory '\($0)' is there twice" }
    broken += table.peripherals.repeated.map { "the peripheral '\($0)' is there twice" }
    if table.accessories.count > LinkTable.accessoriesMax {
      broken.append("\(table.accessories.count) accessories are connected")
    }
    for record in device.apps.records {
      let app = record.identifier
      let own = self[app]
      if own.isEmpty == table.apps.contains(app) {
        broken.append("\(app): has links \(!own.isEmpty), by the device \(own.isEmpty)")
      }
      broken += own.brokenInvariants(of: record.process).map { "\(app): \($0)" }
    }
    return broken
  }
}

extension AppLinks {
  fileprivate func brokenInvariants(of process: ProcessLifecycle) -> [String] {
    var broken: [String] = []
    for (what, count, most) in [
      ("accessories", accessories.count, AppLinks.countMax),
      ("requests to Bluetooth", bluetooth.count, AppLinks.countMax),
      ("descriptors", descriptors.count, AppLinks.countMax),
      ("callbacks of Bluetooth untold", untold.count, AppLinks.untoldMax),
      ("requests of centrals", centralRequests.count, AppLinks.centralRequestsMax),
    ] where count > most {
      broken.append("has \(count) \(what), above \(most)")
    }
    let names = descriptors.map(\.name)
    if Set(names).count < names.count { broken.append("has two descriptors of one name: \(names)") }
    for descriptor in descriptors where descriptor.isWatched {
      if process.phase == .onScreen || process.phase == .background {
        broken.append("runs, and the host polls its descriptor '\(descriptor.name)'")
      }
      if descriptor.rest != nil {
        broken.append("its descriptor '\(descriptor.name)' is polled and waits unread at once")
      }
    }
    if process.launch == nil {
      if !centralRequests.isEmpty || !untold.isEmpty || !hungUp.isEmpty {
        broken.append("has no process and owes centrals an answer, or is to be told of Bluetooth")
      }
    }
    if process.isOnScreen, keepAlive?.nextAt != nil {
      broken.append("is on screen and is to be called to keep its line alive")
    }
    return broken
  }
}
