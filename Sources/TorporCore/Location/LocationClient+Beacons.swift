import TorporModel

// Beacons of one app.

extension LocationClient {
  /// Whether the radio is to listen for a region, for now.
  func watches(_ watch: BeaconWatch, for app: LocationClientContext) -> Bool {
    guard case .condition = watch.owner else {
      return app.authorization == .always && app.accuracy == .full
    }
    return obstacle(for: app) == nil
  }

  /// Whether what is ranged is told now; it needs no more than "when in use", and keeps nothing running.
  func ranges(_ app: LocationClientContext) -> Bool {
    !ranged.isEmpty && app.authorization.isGranted && app.accuracy == .full
      && (app.phase == .onScreen || app.phase == .background)
  }

  /// What the radio must listen for; `nil`: nothing.
  func beaconDemand(for app: LocationClientContext) -> BeaconDemand? {
    let watched = beacons.filter { watches($0, for: app) }.map(\.region.identity.uuid)
    let isRanging = ranges(app)
    let uuids = Set(watched + (isRanging ? ranged.map(\.identity.uuid) : []))
    guard !uuids.isEmpty else { return nil }
    return BeaconDemand(
      uuids: uuids.sorted(),
      intervalSeconds: isRanging ? BeaconWatch.rangeSeconds : BeaconWatch.watchSeconds
    )
  }

  /// Takes in what the radio heard, and returns what is told of what is ranged.
  mutating func take(
    _ sightings: [BeaconSighting],
    for app: LocationClientContext,
    at now: Instant
  ) -> [LocationCallback] {
    for index in beacons.indices where watches(beacons[index], for: app) {
      beacons[index].take(sightings, at: now)
    }
    guard ranges(app) else { return [] }
    return ranged.indices.compactMap { index in
      let heard = ranged[index].take(sightings, at: now)
      return heard.isEmpty ? nil : .didRange(ranged[index].identity, heard)
    }
  }

  mutating func restartBeacons(at now: Instant) {
    for index in beacons.indices { beacons[index].restart(at: now) }
  }

  /// Handles that the radio begins or stops listening.
  mutating func followRadio(isListening: Bool, for app: LocationClientContext, at now: Instant) {
    for index in beacons.indices {
      if isListening, watches(beacons[index], for: app) {
        beacons[index].begin(at: now)
      } else {
        beacons[index].forgetPlace()
      }
    }
  }

  mutating func beaconNews(for app: LocationClientContext, at now: Instant) -> [LocationOutput] {
    var news: [LocationOutput] = []
    for index in beacons.indices where watches(beacons[index], for: app) {
      let identifier = beacons[index].region.identifier
      let side = beacons[index].look(isHeldBack: app.isHeldBack, now: now)
      if beacons[index].isAsked, beacons[index].state != .unknown {
        beacons[index].isAsked = false
        news.append(.tell(.didDetermineState(region: identifier, beacons[index].state)))
      }
      guard let side else { continue }
      if case .condition(let monitor) = beacons[index].owner {
        let state: ConditionState = side == .inside ? .satisfied : .unsatisfied
        changeCondition(identifier, of: monitor) { $0.note(state, at: now) }
      } else {
        let callback: LocationCallback =
          side == .inside ? .didEnterRegion(identifier) : .didExitRegion(identifier)
        news.append(.wake(callback))
      }
    }
    guard ranges(app) else { return news }
    for index in ranged.indices where ranged[index].takeAbsence(at: now) {
      news.append(.tell(.didRange(ranged[index].identity, [])))
    }
    return news
  }

  /// Returns the callbacks after the user turned the screen on: apps that requested it are notified of
  /// near beacons (LO13).
  func displayNews(for app: LocationClientContext) -> [LocationOutput] {
    beacons.filter {
      $0.region.notifyEntryStateOnDisplay && $0.state == .inside && watches($0, for: app)
    }.map { .wake(.didDetermineState(region: $0.region.identifier, .inside)) }
  }

  func beaconDeadline(for app: LocationClientContext) -> Instant? {
    let watched = beacons.filter { watches($0, for: app) }.compactMap(\.goneAt)
    return (watched + (ranges(app) ? ranged.compactMap(\.goneAt) : [])).min()
  }
}
