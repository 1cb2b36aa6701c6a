import TorporModel

/// What an app wants to know of places, as a seed draws it.
enum RandomLocations {
  /// Where drawn users go: home, work, a shop on the way, the next town.
  ///
  /// A kilometre or two lie between the first three, 30 km between them and the last; made up.
  static let locations = [
    Coordinate(latitude: 52.500, longitude: 13.400),
    Coordinate(latitude: 52.515, longitude: 13.410),
    Coordinate(latitude: 52.507, longitude: 13.402),
    Coordinate(latitude: 52.400, longitude: 13.060),
  ]

  /// A point that many metres at most from a place, north and east of it.
  static func near(
    _ place: Coordinate,
    metresMax: Int,
    using random: inout SplitMix64
  ) -> Coordinate {
    // A degree of latitude is 111 km, one of longitude 68 km at this latitude.
    let north = Double(random.number(-metresMax...metresMax)) / 111_000
    let east = Double(random.number(-metresMax...metresMax)) / 68_000
    return Coordinate(latitude: place.latitude + north, longitude: place.longitude + east)
  }

  /// Adds places to an app that was drawn without.
  static func add(to app: inout AppDefinition, using random: inout SplitMix64) {
    if random.chance(60) { app.manifest.backgroundModes.append(.location) }
    app.settings.location = random.pick([.always, .always, .always, .whenInUse, .never])
    // An app that was launched for a place asks for it again (LO1), or forgets to.
    for callback in [PlainCallback.didFinishLaunching, .didBecomeActive, .didEnterBackground]
    where random.chance(60) {
      let steps = (0..<random.number(1...3)).map { _ in Step(request(using: &random)) }
      app.append(steps, to: callback)
    }
    if random.chance(15) { app.append(tooManyRegions(using: &random), to: .didBecomeActive) }
    for callback in [PlainCallback.didUpdateLocations, .didEnterRegion, .didExitRegion, .didVisit]
    where random.chance(50) {
      var steps = [Step.labour(using: &random)]
      if random.chance(20) { steps.append(Step(request(using: &random))) }
      if random.chance(20) { steps.append(Step(.beginBackgroundTask(name: "place"))) }
      app.append(steps, to: callback)
    }
  }

  private static let regions = ["home", "work", "shop", "town"]

  private static func request(using random: inout SplitMix64) -> Step.Kind {
    switch random.number(0...99) {
    case 0..<18: .startLocation(inBackground: random.chance(70))
    case 18..<26: .stopLocation
    case 26..<40: .monitorSignificantChanges
    case 40..<50: .monitorVisits
    case 50..<72: .monitorRegion(region(random.pick(regions), using: &random))
    case 72..<78: .stopMonitoring(region: random.pick(regions))
    case 78..<82: .ask(.location(.stopMonitoringSignificantChanges))
    case 82..<85: .ask(.location(.stopMonitoringVisits))
    case 85..<90: .ask(.location(.requestOnce(accuracyMetres: random.pick([0, 10, 100, 1000]))))
    case 90..<94: .ask(.location(.requestState(region: random.pick(regions))))
    case 94..<97:
      .ask(
        .location(
          .deferUpdates(
            untilTravelledMetres: random.chance(50) ? Double(random.number(10...5000)) : nil,
            timeout: random.chance(60) ? random.duration(.seconds(10), .minutes(20)) : nil
          )
        )
      )
    default: .ask(.location(.startUpdating(session(using: &random))))
    }
  }

  private static func session(using random: inout SplitMix64) -> LocationSession {
    LocationSession(
      desiredAccuracyMetres: random.pick([0, 10, 100, 3000]),
      distanceFilterMetres: random.chance(40) ? Double(random.number(1...500)) : nil,
      allowsBackgroundUpdates: random.chance(70),
      pausesAutomatically: random.chance(80),
      activity: random.pick(LocationActivity.allCases)
    )
  }

  private static func region(_ name: String, using random: inout SplitMix64) -> MonitoredRegion {
    let place = locations[(regions.firstIndex(of: name) ?? 0) % locations.count]
    let center = near(place, metresMax: 100, using: &random)
    return MonitoredRegion(
      identifier: name,
      latitude: center.latitude,
      longitude: center.longitude,
      radiusMetres: random.pick([50, 100, 200, 500, 5000])
    )
  }

  /// More circles than an app may have.
  private static func tooManyRegions(using random: inout SplitMix64) -> [Step] {
    (0..<random.number(18...24)).map { number in
      var region = region(random.pick(regions), using: &random)
      region.identifier = "circle \(number)"
      return Step(.monitorRegion(region))
    }
  }
}
