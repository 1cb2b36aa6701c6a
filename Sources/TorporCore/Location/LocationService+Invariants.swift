import TorporModel

extension LocationService {
  package func brokenInvariants(on device: DeviceState) -> [String] {
    guard isInUse else { return [] }
    var broken: [String] = []
    for wishes in table.apps {
      guard let record = device.apps[wishes.app], let app = placesApp(wishes.app, device) else {
        broken.append("\(wishes.app) wants to know places and is not installed")
        continue
      }
      broken += record.brokenPlaceInvariants(wishes, app).map { "\(wishes.app): \($0)" }
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
  fileprivate func brokenPlaceInvariants(_ wishes: AppPlaces, _ app: PlacesApp) -> [String] {
    var broken: [String] = []
    if app.phase == .dead {
      if wishes.session != nil || wishes.single != nil {
        broken.append("has no process and is told places")
      }
      if !wishes.queued.isEmpty || !wishes.owed.isEmpty {
        broken.append("has no process and is owed callbacks")
      }
    } else if assertions.contains(.location) != wishes.keepsRunning(app) {
      broken.append("is kept running for a session that does not, or not for one that does")
    }
    if wishes.watchedCount > RegionWatch.countMax {
      broken.append("monitors \(wishes.watchedCount) regions")
    }
    if app.phase == .dead, !wishes.openMonitors.isEmpty {
      broken.append("has no process and an open monitor")
    }
    if wishes.authorization != .always, wishes.significant != nil || wishes.visits != nil {
      broken.append("monitors what the user does not allow")
    }
    return broken
  }
}
