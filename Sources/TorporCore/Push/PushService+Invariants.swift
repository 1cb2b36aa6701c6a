import TorporModel

extension PushService {
  package func brokenInvariants(on device: DeviceState) -> [String] {
    var broken = device.faults(in: table.waiting, "waits for a push or a call")
    broken += device.faults(in: table.unconnected, "has a push without a connection")
    broken += device.faults(in: apps.apps, "is known to the push service")
    for record in device.apps.records {
      let (app, own) = (record.identifier, self[record.identifier])
      let waits = own.held != nil || own.call != nil
      if waits != table.waiting.contains(app) {
        broken.append("\(app): has a held push or a call \(waits), by the device \(!waits)")
      }
      if (own.stored != nil) != table.unconnected.contains(app) {
        broken.append("\(app): a push is stored for it, or the device says so, and not both")
      }
      if own.call == nil, record.assertions.contains(.call) {
        broken.append("\(app): is kept running for a call that it does not have")
      }
      if own.call != nil, record.process.launch == nil {
        broken.append("\(app): has a call and no process")
      }
    }
    return broken
  }
}
