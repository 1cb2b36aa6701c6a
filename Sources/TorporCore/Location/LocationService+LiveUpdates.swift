import TorporModel

// What apps ask of live updates, and of the sessions that let them have those off screen (LO7, LO8).

extension LocationService {
  mutating func handle(
    _ request: LiveRequest,
    for app: PlacesApp,
    isInFront: Bool,
    on wishes: inout AppPlaces,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard device.profile.hasLiveUpdates else { return .refused(.mode(.location(.denied))) }
    switch request {
    case .start(let configuration): start(configuration, for: app, on: &wishes, at: device.now)
    case .stop: wishes.live = nil
    case .beginBackgroundActivity:
      return begin(\.activity, isInFront: isInFront, on: &wishes, &out)
    case .endBackgroundActivity: wishes.activity = nil
    case .holdServiceSession:
      return begin(\.service, isInFront: isInFront, on: &wishes, &out)
    case .endServiceSession: wishes.service = nil
    }
    return .done
  }

  /// A session is begun on screen alone; off screen it is taken up where it stands.
  private func begin(
    _ standing: WritableKeyPath<AppPlaces, PlaceStanding?>,
    isInFront: Bool,
    on wishes: inout AppPlaces,
    _ out: inout Outbox
  ) -> Reply {
    if isInFront {
      wishes[keyPath: standing] = PlaceStanding()
      return .done
    }
    guard wishes[keyPath: standing] != nil else {
      out.record(
        .wake(.liveLocation),
        of: wishes.app,
        verdict: .denied,
        because: [Condition(.onScreen, holds: false)]
      )
      return .refused(.mode(.location(.denied)))
    }
    wishes[keyPath: standing]?.take()
    return .done
  }

  /// The first update comes at once where something is known, or where nothing will be.
  private func start(
    _ configuration: LiveConfiguration,
    for app: PlacesApp,
    on wishes: inout AppPlaces,
    at now: Instant
  ) {
    wishes.live = wishes.live ?? LiveSession(configuration, at: now)
    wishes.live?.take(configuration, at: now)
    let first: LiveUpdate
    switch (app.phase, app.authorization) {
    case (_, .never): first = LiveUpdate(location: nil, obstacle: .authorizationDenied)
    case (.onScreen, _): return tellFirst(app, on: &wishes)
    case (_, .whenInUse) where wishes.activity?.isHeld != true:
      first = LiveUpdate(location: nil, obstacle: .insufficientlyInUse)
    case (_, .always) where !wishes.followsOffScreen(app):
      first = LiveUpdate(location: nil, obstacle: .serviceSessionRequired)
    default: return tellFirst(app, on: &wishes)
    }
    wishes.owe(.didUpdateLive(first))
  }

  private func tellFirst(_ app: PlacesApp, on wishes: inout AppPlaces) {
    guard let place = wishes.known(table.device, to: app).place else { return }
    wishes.owe(wishes.update(place, app))
  }

  /// What no process has taken up again in time is over; the ledger says why nothing more is told.
  mutating func endStandings(
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard table[app]?.endStandings(at: device.now) == true else { return }
    out.record(
      .wake(.liveLocation),
      of: app,
      verdict: .denied,
      because: [Condition(.placesSession, holds: false)]
    )
    out.then(.hold(app))
  }
}
