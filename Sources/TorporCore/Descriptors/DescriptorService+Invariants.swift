import TorporModel

extension DescriptorService {
  package func brokenInvariants(on device: DeviceState) -> [String] {
    var broken = device.faults(in: apps.apps, "has to do with descriptors")
    for app in apps.apps {
      guard let process = device.apps.process(of: app) else { continue }
      broken += self[app].brokenInvariants(of: process).map { "\(app): \($0)" }
    }
    return broken
  }
}

extension AppDescriptors {
  fileprivate func brokenInvariants(of process: ProcessLifecycle) -> [String] {
    var broken: [String] = []
    if held.count > Self.countMax {
      broken.append("has \(held.count) descriptors, above \(Self.countMax)")
    }
    let names = held.map(\.name)
    if Set(names).count < names.count { broken.append("has two descriptors of one name: \(names)") }
    for descriptor in held where descriptor.isWatched {
      if process.phase == .onScreen || process.phase == .background {
        broken.append("runs, and the host polls its descriptor '\(descriptor.name)'")
      }
      if descriptor.rest != nil {
        broken.append("its descriptor '\(descriptor.name)' is polled and waits unread at once")
      }
    }
    if process.isOnScreen, keepAlive?.nextAt != nil {
      broken.append("is on screen and is to be called to keep its line alive")
    }
    return broken
  }
}
