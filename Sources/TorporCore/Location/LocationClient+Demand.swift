import TorporModel

// The least location demand that serves an app: a satellite receiver uses a hundred times the power of
// locating by cell towers.

extension LocationClient {
  /// What is needed to serve the app; `nil`: nothing.
  ///
  /// A suspended app's session needs nothing: the app could not be notified. In Low Power Mode,
  /// monitoring may take twice as long (§10: "coarser"; how much is our choice).
  func demand(
    for app: LocationClientContext,
    on device: DeviceLocation,
    isSaving: Bool,
    at now: Instant
  ) -> LocationDemand? {
    guard app.authorization.isGranted else { return nil }
    var demand: LocationDemand?
    func need(_ other: LocationDemand) { demand = demand?.joined(other) ?? other }
    if significant != nil { need(SignificantChanges.demand.eased(isSaving)) }
    if let visits { need(visits.demand.eased(isSaving)) }
    for region in regions where watches(region, for: app) {
      need(region.demand(on: device, at: now).eased(isSaving))
    }
    if let live = liveDemand(app) { need(live) }
    if let session, session.isTold(app) { need(session.demand) }
    demand = demand?.coarsened(app.accuracy)
    // An app that asks once waits for it; what it gets is no more exact for that.
    if let single, app.phase == .onScreen || app.phase == .background {
      var once = single.demand.coarsened(app.accuracy)
      once.intervalSeconds = single.demand.intervalSeconds
      need(once)
    }
    return demand
  }
}

extension LocationDemand {
  /// The same, half as often.
  fileprivate func eased(_ isEased: Bool) -> LocationDemand {
    guard isEased else { return self }
    var copy = self
    copy.intervalSeconds *= 2
    return copy
  }

  /// Returns the minimum that serves both.
  func joined(_ other: LocationDemand) -> LocationDemand {
    LocationDemand(
      accuracyMetres: min(accuracyMetres, other.accuracyMetres),
      intervalSeconds: min(intervalSeconds, other.intervalSeconds),
      distanceMetres: min(distanceMetres, other.distanceMetres)
    )
  }
}

extension RegionWatch {
  /// The required accuracy, by the minimum distance to the boundary.
  ///
  /// Few steps, so that a moving device does not cause a new order at every fix. At 130 km/h (36 m/s),
  /// the time to the boundary is the interval of the step; from 10 km, an arrival is found within 5
  /// min, the reported latency (§8.2). Our choice.
  private static let steps: [(boundaryMetres: Double, demand: LocationDemand)] = [
    (10_000, LocationDemand(accuracyMetres: 500, intervalSeconds: 300, distanceMetres: 500)),
    (2000, LocationDemand(accuracyMetres: 100, intervalSeconds: 60, distanceMetres: 200)),
    (500, LocationDemand(accuracyMetres: 50, intervalSeconds: 15, distanceMetres: 50)),
  ]
  /// At the boundary, and while a crossing is under way.
  private static let close =
    LocationDemand(accuracyMetres: 20, intervalSeconds: 5, distanceMetres: 10)
  /// What is needed near a boundary while the device stands still, as at home at night.
  ///
  /// A departure is noticed a minute later, within the reported 3 to 5 min (§8.2). Our choice.
  static let resting =
    LocationDemand(accuracyMetres: 100, intervalSeconds: 60, distanceMetres: 50)
  /// How long a device must be stationary before satellites are not used any more; our choice.
  static let restAfter = Duration.minutes(5)

  func demand(on device: DeviceLocation, at now: Instant) -> LocationDemand {
    // A first fix of any kind says how near it is.
    guard let place = device.place else { return Self.steps[0].demand }
    // Whether it stays beyond the boundary must be known within seconds, however far it has come.
    if crossingSince != nil { return Self.close }
    if state == .unknown, !isFar(from: place) { return Self.close }
    if restsWhenStill(at: place), device.stillness.since + Self.restAfter <= now {
      return Self.resting
    }
    let boundary = boundaryMetres(from: place)
    return Self.steps.first { boundary >= $0.boundaryMetres }?.demand ?? Self.close
  }

  /// Whether less will do once the device has stood still.
  func restsWhenStill(at place: Location?) -> Bool {
    guard let place, state != .unknown, crossingSince == nil else { return false }
    return !isFar(from: place)
  }

  private func isFar(from place: Location) -> Bool {
    boundaryMetres(from: place) >= Self.steps[1].boundaryMetres
  }
}
