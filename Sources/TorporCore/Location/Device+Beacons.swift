import TorporModel

// Beacons: what apps ask, and what the radio hears (§8.1, LO13).

extension Device {
  mutating func handle(
    _ request: BeaconRequest,
    for app: PlacesApp,
    on wishes: inout AppPlaces
  ) -> Reply {
    switch request {
    case .monitoredRegions:
      let own = wishes.beacons.filter { $0.owner == .app }
      return .mode(.beaconRegions(own.map(\.region)))
    case .startMonitoring(let region):
      if let error = watch(region, for: app, on: &wishes) {
        wishes.owe(.monitoringDidFail(region: region.identifier, error))
      }
    // It goes with the process.
    case .startRanging where app.phase == .dead: break
    case .startRanging(let identity):
      if let error = rangingError(for: app, wishes) {
        wishes.owe(.rangingDidFail(identity, error))
      } else if !wishes.ranged.contains(where: { $0.identity == identity }) {
        wishes.ranged.append(BeaconRange(identity))
      }
    case .stopRanging(let identity): wishes.ranged.removeAll { $0.identity == identity }
    }
    return .done
  }

  private func rangingError(for app: PlacesApp, _ wishes: AppPlaces) -> LocationError? {
    if app.authorization == .never || app.accuracy == .reduced { return .denied }
    if !profile.hasBeacons { return .rangingUnavailable }
    return wishes.ranged.count < BeaconRange.countMax ? nil : .rangingFailure
  }

  /// Watches for beacons in the place of a region of that name; the error is what stands in the way.
  private func watch(
    _ region: BeaconRegion,
    for app: PlacesApp,
    on wishes: inout AppPlaces
  ) -> LocationError? {
    guard app.authorization == .always else { return .regionMonitoringDenied }
    guard profile.hasBeacons, region.identifier.utf8.count <= RegionWatch.identifierBytesMax else {
      return .regionMonitoringFailure
    }
    let index = wishes.beacons.firstIndex {
      $0.owner == .app && $0.region.identifier == region.identifier
    }
    if let index {
      if !wishes.beacons[index].renew(region) {
        wishes.beacons[index] = BeaconWatch(region, owner: .app)
      }
    } else {
      wishes.removeRegion(region.identifier)
      guard wishes.watchedCount < RegionWatch.countMax else { return .regionMonitoringFailure }
      wishes.beacons.append(BeaconWatch(region, owner: .app))
    }
    return app.accuracy == .reduced ? .regionMonitoringDenied : nil
  }

  // MARK: What happens

  /// The radio has heard beacons.
  mutating func handle(_ sightings: [BeaconSighting], in turn: inout Turn) {
    guard places.beaconDemand != nil else { return }
    for app in places.apps.map(\.app) {
      guard let standing = placesApp(app), var wishes = places[app] else { continue }
      let news = wishes.take(sightings, for: standing, at: turn.now)
      places[app] = wishes
      for callback in news { tell(callback, to: app, in: &turn) }
      tellNews(of: nil, to: app, in: &turn)
    }
    planPlaces(in: &turn)
  }

  /// The user has lit the screen (LO13).
  mutating func displayLit(in turn: inout Turn) {
    for app in places.apps.map(\.app) {
      guard let standing = placesApp(app), let wishes = places[app] else { continue }
      for case .wake(let callback) in wishes.displayNews(for: standing) {
        wake(app, for: callback, in: &turn)
      }
    }
  }

  /// The least that serves all apps; `nil`: nobody listens.
  func neededBeaconDemand() -> BeaconDemand? {
    places.apps.reduce(nil) { demand, wishes in
      guard let needed = placesApp(wishes.app).flatMap({ wishes.beaconDemand(for: $0) }) else {
        return demand
      }
      return demand?.joined(needed) ?? needed
    }
  }

  /// Orders what the radio is to listen for, and has regions begin and end with that.
  mutating func planBeacons(in turn: inout Turn) {
    let demand = neededBeaconDemand()
    for app in places.apps.map(\.app) {
      guard places[app]?.beacons.isEmpty == false, let standing = placesApp(app) else { continue }
      let isListening = links.isBluetoothOn
      places[app]?.followRadio(isListening: isListening, for: standing, at: turn.now)
    }
    guard demand != places.beaconDemand else { return }
    places.beaconDemand = demand
    turn.order(.mode(.lookForBeacons(demand)))
  }
}

extension BeaconDemand {
  /// The least that serves both.
  fileprivate func joined(_ other: BeaconDemand) -> BeaconDemand {
    BeaconDemand(
      uuids: Set(uuids + other.uuids).sorted(),
      intervalSeconds: min(intervalSeconds, other.intervalSeconds)
    )
  }
}

extension AppPlaces {
  /// A region of that name, of either kind, is watched no more.
  mutating func removeRegion(_ identifier: String) {
    regions.removeAll { $0.owner == .app && $0.region.identifier == identifier }
    beacons.removeAll { $0.owner == .app && $0.region.identifier == identifier }
  }
}
