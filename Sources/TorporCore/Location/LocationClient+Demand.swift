import TorporModel

// What must be known for an app, and no more: a receiver for satellites takes a hundred times what
// looking at the masts around takes.

extension LocationClient {
  /// What is needed to serve the app; `nil`: nothing.
  ///
  /// A suspended app's session needs nothing: the app could not be told. In Low Power Mode what is
  /// monitored may wait twice as long (§10: "coarser"; how much is our choice).
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

  /// The least that serves both.
  func joined(_ other: LocationDemand) -> LocationDemand {
    LocationDemand(
      accuracyMetres: min(accuracyMetres, other.accuracyMetres),
      intervalSeconds: min(intervalSeconds, other.intervalSeconds),
      distanceMetres: min(distanceMetres, other.distanceMetres)
    )
  }
}

extension RegionWatch {
  /// How exactly the place must be known, by how far the boundary is at least.
  ///
  /// Few steps, so that a device on its way does not give a new order with every fix. Who drives at
  /// 130 km/h (36 m/s) needs as long to the boundary as the interval of the step; who is at 10 km is
  /// found within 5 min of arriving, which is the latency that reports give (§8.2). Our choice.
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
  /// A departure is seen a minute later, which leaves the 3 to 5 min that reports give for it (§8.2).
  /// Our choice.
  static let resting =
    LocationDemand(accuracyMetres: 100, intervalSeconds: 60, distanceMetres: 50)
  /// How long a device has stood still before satellites are done without; our choice.
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
