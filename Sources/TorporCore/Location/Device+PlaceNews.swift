import TorporModel

// How apps are told of places: as they run, by being run, or when they run again.

extension Device {
  /// Tells an app all that is new for it.
  mutating func tellNews(of fix: Location?, to app: AppIdentifier, in turn: inout Turn) {
    guard let standing = placesApp(app), var wishes = places[app] else { return }
    let device = wishes.known(places.device, to: standing)
    let news = wishes.news(of: fix, on: device, for: standing, at: turn.now)
    places[app] = wishes
    for item in news {
      switch item {
      case .tell(let callback): tell(callback, to: app, in: &turn)
      case .wake(let callback): wake(app, for: callback, in: &turn)
      case .launch(let reason): launch(app, for: reason, in: &turn)
      case .crossed(let region, let entered):
        regionCrossed(region, of: app, entered: entered, in: &turn)
      case .paused(let reason): pausePlaces(of: app, reason, in: &turn)
      case .goesOn: holdForPlaces(app, in: &turn)
      }
    }
  }

  /// Tells an app that runs; one that is suspended is told when it runs again.
  mutating func tell(_ callback: LocationCallback, to app: AppIdentifier, in turn: inout Turn) {
    guard let slot = apps.slot(of: app) else { return }
    switch apps.process(inSlot: slot)?.phase ?? .dead {
    case .dead: break
    case .suspended:
      if case .didUpdate(let fixes) = callback {
        places[app]?.queue(fixes)
      } else {
        places[app]?.owe(callback)
      }
    case .onScreen, .background:
      if callback.tellsPlace { noteAlwaysUse(of: app, in: turn) }
      if case .didUpdate(let fixes) = callback {
        tell(fixes, to: app, inSlot: slot, in: &turn)
      } else {
        update(slot: slot, in: &turn) { $0.call(.mode(.location(callback)), in: &$1) }
      }
    }
  }

  /// An app that is behind with its callbacks is told more fixes in one call, later.
  private mutating func tell(
    _ fixes: [Location],
    to app: AppIdentifier,
    inSlot slot: Int,
    in turn: inout Turn
  ) {
    let rule = RelaunchRule.row(.continuousLocation, in: profile)
    let device = surroundings(at: turn.now)
    if let record = apps[slot: slot], !record.process.isOnScreen,
      record.outcome(of: rule, on: device).stops(on: device)
    {
      return
    }
    places[app]?.queue(fixes)
    guard (apps[slot: slot]?.callbacks.deliveries.count ?? 0) < AppPlaces.callbacksMax else {
      return
    }
    let waiting = places[app]?.queued ?? fixes
    places[app]?.queued.removeAll()
    update(slot: slot, in: &turn) { $0.call(.mode(.location(.didUpdate(waiting))), in: &$1) }
  }

  /// Runs an app for something that it monitors.
  mutating func wake(
    _ app: AppIdentifier,
    for callback: LocationCallback,
    in turn: inout Turn
  ) {
    let device = surroundings(at: turn.now)
    var reason = WakeReason.significantLocation
    if case .didUpdateLive = callback { reason = .liveLocation }
    let event = PendingEvent(reason: reason, callback: .mode(.location(callback)))
    noteAlwaysUse(of: app, in: turn)
    update(app, in: &turn) { $0.wake(for: event, on: device, in: &$1) }
  }

  /// Launches a dead app for something that it has to ask for (LO1).
  private mutating func launch(
    _ app: AppIdentifier,
    for reason: WakeReason,
    in turn: inout Turn
  ) {
    guard let record = apps[app] else { return }
    let obstacles = record.obstacles(to: reason, on: surroundings(at: turn.now))
    guard obstacles.isEmpty else {
      return turn.record(.wake(reason), of: app, verdict: .denied, because: obstacles)
    }
    update(app, in: &turn) { $0.launchForNothing(reason, in: &$1) }
  }
}

extension LocationCallback {
  /// Whether the app learns from it where the device is.
  fileprivate var tellsPlace: Bool {
    switch self {
    case .didUpdate, .didUpdateLive, .didRange: true
    case .didFail, .didEnterRegion, .didExitRegion, .monitoringDidFail, .didDetermineState,
      .didVisit, .didPauseUpdates, .didResumeUpdates, .didFinishDeferredUpdates,
      .didChangeAuthorization, .didChangeAccuracy, .didChangeCondition, .rangingDidFail:
      false
    }
  }
}
