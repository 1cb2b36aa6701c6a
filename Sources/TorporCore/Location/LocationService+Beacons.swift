import TorporModel

// Beacons: requests of apps, and reports of the radio (§8.1, LO13).

extension LocationService {
  mutating func handle(
    _ request: BeaconRequest,
    for app: LocationClientContext,
    on client: inout LocationClient,
    _ device: DeviceState
  ) -> Reply {
    switch request {
    case .monitoredRegions:
      let own = client.beacons.filter { $0.owner == .app }
      return .service(.beaconRegions(own.map(\.region)))
    case .startMonitoring(let region):
      if let error = watch(region, for: app, on: &client, device) {
        client.addPending(.monitoringDidFail(region: region.identifier, error))
      }
    // It goes with the process.
    case .startRanging where app.phase == .dead: break
    case .startRanging(let identity):
      if let error = rangingError(for: app, client, device) {
        client.addPending(.rangingDidFail(identity, error))
      } else if !client.ranged.contains(where: { $0.identity == identity }) {
        client.ranged.append(BeaconRange(identity))
      }
    case .stopRanging(let identity): client.ranged.removeAll { $0.identity == identity }
    }
    return .done
  }

  private func rangingError(
    for app: LocationClientContext,
    _ client: LocationClient,
    _ device: DeviceState
  ) -> LocationError? {
    if !app.authorization.isGranted || app.accuracy == .reduced { return .denied }
    if !device.profile.hasBeacons { return .rangingUnavailable }
    return client.ranged.count < BeaconRange.countMax ? nil : .rangingFailure
  }

  /// Watches for beacons, replacing a region of that name; returns the obstacle as an error.
  private func watch(
    _ region: BeaconRegion,
    for app: LocationClientContext,
    on client: inout LocationClient,
    _ device: DeviceState
  ) -> LocationError? {
    guard app.authorization == .always else { return .regionMonitoringDenied }
    guard device.profile.hasBeacons, region.identifier.utf8.count <= RegionWatch.identifierBytesMax
    else {
      return .regionMonitoringFailure
    }
    let index = client.beacons.firstIndex {
      $0.owner == .app && $0.region.identifier == region.identifier
    }
    if let index {
      if !client.beacons[index].renew(region) {
        client.beacons[index] = BeaconWatch(region, owner: .app)
      }
    } else {
      client.removeRegion(region.identifier)
      guard client.watchedCount < RegionWatch.countMax else { return .regionMonitoringFailure }
      client.beacons.append(BeaconWatch(region, owner: .app))
    }
    return app.accuracy == .reduced ? .regionMonitoringDenied : nil
  }

  // MARK: What happens

  /// The radio has heard beacons.
  mutating func take(
    _ sightings: [BeaconSighting],
    for app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let context = clientContext(app, device), var client = table[app] else { return }
    let news = client.take(sightings, for: context, at: device.now)
    table[app] = client
    for callback in news { out.then(.tell(callback, app)) }
    out.then(.news(of: nil, app))
  }

  /// The user has lit the screen (LO13).
  func displayLit(
    for app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let context = clientContext(app, device), let client = table[app] else { return }
    for case .wake(let callback) in client.displayNews(for: context) {
      out.then(.wake(app, for: callback))
    }
  }

  /// The minimum demand that serves all apps; `nil`: no app wants any.
  func neededBeaconDemand(_ device: DeviceState) -> BeaconDemand? {
    table.apps.reduce(nil) { demand, client in
      let context = clientContext(client.app, device)
      guard let needed = context.flatMap({ client.beaconDemand(for: $0) }) else { return demand }
      return demand?.joined(needed) ?? needed
    }
  }

  /// Orders what the radio is to listen for, and has regions begin and end with that.
  mutating func planBeacons(_ device: DeviceState, _ out: inout Outbox) {
    let demand = neededBeaconDemand(device)
    for app in table.apps.map(\.app) {
      guard table[app]?.beacons.isEmpty == false, let context = clientContext(app, device) else {
        continue
      }
      let isListening = device.isBluetoothOn
      table[app]?.followRadio(isListening: isListening, for: context, at: device.now)
    }
    guard demand != table.beaconDemand else { return }
    table.beaconDemand = demand
    out.order(.service(.scanForBeacons(demand)))
  }
}

extension BeaconDemand {
  /// Returns the minimum that serves both.
  fileprivate func joined(_ other: BeaconDemand) -> BeaconDemand {
    BeaconDemand(
      uuids: Set(uuids + other.uuids).sorted(),
      intervalSeconds: min(intervalSeconds, other.intervalSeconds)
    )
  }
}

extension LocationClient {
  /// A region of that name, of either kind, is watched no more.
  mutating func removeRegion(_ identifier: String) {
    regions.removeAll { $0.owner == .app && $0.region.identifier == identifier }
    beacons.removeAll { $0.owner == .app && $0.region.identifier == identifier }
  }
}
