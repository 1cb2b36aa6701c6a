import TorporModel

extension BluetoothService {
  package func brokenInvariants(on device: DeviceState) -> [String] {
    var broken = device.faults(in: apps.apps, "has to do with Bluetooth")
    broken += peripherals.repeated.map { "the peripheral '\($0)' is there twice" }
    for app in apps.apps {
      let hasProcess = device.apps.process(of: app)?.launch != nil
      broken += self[app].brokenInvariants(hasProcess: hasProcess).map { "\(app): \($0)" }
    }
    return broken
  }
}

extension AppBluetooth {
  fileprivate func brokenInvariants(hasProcess: Bool) -> [String] {
    var broken: [String] = []
    for (what, count, most) in [
      ("requests to Bluetooth", requests.count, Self.requestsMax),
      ("callbacks of Bluetooth pending", pendingCallbacks.count, Self.pendingCallbacksMax),
      ("requests of centrals", centralRequests.count, Self.centralRequestsMax),
      ("bytes of requests to Bluetooth", answerBytes, Self.answerBytesMax),
    ] where count > most {
      broken.append("has \(count) \(what), above \(most)")
    }
    if !hasProcess, !centralRequests.isEmpty || !pendingCallbacks.isEmpty {
      broken.append("has no process and owes centrals an answer, or is to be told of Bluetooth")
    }
    return broken
  }
}
