import TorporModel

extension LocationService {
  package func brokenInvariants(on device: DeviceState) -> [String] {
    guard isInUse else { return [] }
    var broken: [String] = []
    for client in table.apps {
      guard let record = device.apps[client.app], let app = clientContext(client.app, device) else {
        broken.append("\(client.app) wants to know places and is not installed")
        continue
      }
      broken += record.brokenLocationInvariants(client, app).map { "\(client.app): \($0)" }
    }
    if table.demand != neededDemand(device) {
      broken.append("the receivers were asked for something else than what is needed")
    }
    if table.beaconDemand != neededBeaconDemand(device) {
      broken.append("the radio was asked to listen for something else than what is needed")
    }
    return broken
  }
}

extension AppRecord {
  fileprivate func brokenLocationInvariants(_ client: LocationClient, _ app: LocationClientContext)
    -> [String]
  {
    var broken: [String] = []
    if app.phase == .dead {
      if client.session != nil || client.single != nil {
        broken.append("has no process and is told places")
      }
      if !client.queued.isEmpty || !client.pendingCallbacks.isEmpty {
        broken.append("has no process and is owed callbacks")
      }
    } else if assertions.contains(.location) != client.keepsRunning(app) {
      broken.append("is kept running for a session that does not, or not for one that does")
    }
    if client.watchedCount > RegionWatch.countMax {
      broken.append("monitors \(client.watchedCount) regions")
    }
    if app.phase == .dead, !client.openMonitors.isEmpty {
      broken.append("has no process and an open monitor")
    }
    if client.authorization != .always, client.significant != nil || client.visits != nil {
      broken.append("monitors what the user does not allow")
    }
    return broken
  }
}
