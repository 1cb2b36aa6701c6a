import TorporModel

// What apps ask of monitors (LO9).

extension LocationService {
  mutating func handle(
    _ request: MonitorRequest,
    for app: LocationClientContext,
    on client: inout LocationClient,
    _ device: DeviceState
  ) -> Reply {
    guard device.profile.hasLiveUpdates else { return .refused(.service(.location(.denied))) }
    if case .open(let monitor) = request { return open(monitor, on: &client) }
    guard client.openMonitors.contains(request.monitor) else {
      return .refused(.service(.monitor(.isNotOpen(monitor: request.monitor))))
    }
    let now = device.now
    switch request {
    case .open: break
    case .close(let monitor): client.openMonitors.removeAll { $0 == monitor }
    case .add(let monitor, let identifier, let condition, let state):
      let watch = ConditionWatch(
        monitor: monitor,
        identifier: identifier,
        condition: condition,
        assuming: state,
        at: now
      )
      return add(watch, for: app, on: &client, at: now)
    case .remove(let monitor, let identifier):
      client.removeCondition(identifier, of: monitor)
    case .records(let monitor):
      let own = client.conditions.filter { $0.monitor == monitor }
      return .service(
        .monitorRecords(own.map { MonitorRecord(condition: $0.condition, lastEvent: $0.last) })
      )
    case .take(let monitor, let identifier, let moment):
      client.changeCondition(identifier, of: monitor) { $0.take(at: moment) }
    }
    return .done
  }

  private func open(_ monitor: String, on client: inout LocationClient) -> Reply {
    guard !client.openMonitors.contains(monitor) else {
      return .refused(.service(.monitor(.isOpen(monitor: monitor))))
    }
    guard client.openMonitors.count < ConditionWatch.openMax else {
      return .refused(.service(.monitor(.tooMany(limit: ConditionWatch.openMax))))
    }
    client.openMonitors.append(monitor)
    return .done
  }

  private func add(
    _ watch: ConditionWatch,
    for app: LocationClientContext,
    on client: inout LocationClient,
    at now: Instant
  ) -> Reply {
    var watch = watch
    client.removeCondition(watch.identifier, of: watch.monitor)
    guard client.watchedCount < RegionWatch.countMax else {
      // It is not kept: the app is told, and may add it again when it has taken another back.
      let event = MonitorEvent(
        identifier: watch.identifier,
        state: .unmonitored,
        at: now,
        obstacle: .conditionLimitExceeded
      )
      client.addPending(.didChangeCondition(monitor: watch.monitor, event))
      return .done
    }
    switch watch.condition {
    case .circle(let center, let radiusMetres):
      let circle = CircularRegion(
        identifier: watch.identifier,
        center: center,
        radiusMetres: radiusMetres
      )
      guard RegionWatch.canWatch(circle) else {
        watch.note(.unmonitored, .conditionUnsupported, at: now)
        break
      }
      var region = RegionWatch(
        circle,
        owner: .condition(monitor: watch.monitor),
        assuming: RegionState(watch.last.state)
      )
      if client.obstacle(for: app) == nil, let place = table.device.place {
        region.take(place, at: now)
      }
      client.regions.append(region)
    case .beacon(let identity):
      let region = BeaconRegion(identifier: watch.identifier, identity: identity)
      client.beacons.append(
        BeaconWatch(
          region,
          owner: .condition(monitor: watch.monitor),
          assuming: RegionState(watch.last.state)
        )
      )
    }
    client.conditions.append(watch)
    return .done
  }
}

extension LocationClient {
  /// How many of the app's 20 are taken.
  var watchedCount: Int {
    regions.count + beacons.count
      + conditions.count { $0.newest.obstacle == .conditionUnsupported }
  }

  mutating func changeCondition(
    _ identifier: String,
    of monitor: String,
    _ change: (inout ConditionWatch) -> Void
  ) {
    let index = conditions.firstIndex { $0.monitor == monitor && $0.identifier == identifier }
    if let index { change(&conditions[index]) }
  }

  fileprivate mutating func removeCondition(_ identifier: String, of monitor: String) {
    conditions.removeAll { $0.monitor == monitor && $0.identifier == identifier }
    let owner = RegionWatch.Owner.condition(monitor: monitor)
    regions.removeAll { $0.owner == owner && $0.region.identifier == identifier }
    beacons.removeAll { $0.owner == owner && $0.region.identifier == identifier }
  }
}

extension MonitorRequest {
  fileprivate var monitor: String {
    switch self {
    case .open(let monitor), .close(let monitor), .records(let monitor): monitor
    case .add(let monitor, _, _, _), .remove(let monitor, _), .take(let monitor, _, _): monitor
    }
  }
}

extension RegionState {
  fileprivate init(_ state: ConditionState) {
    switch state {
    case .satisfied: self = .inside
    case .unsatisfied: self = .outside
    case .unknown, .unmonitored: self = .unknown
    }
  }
}
