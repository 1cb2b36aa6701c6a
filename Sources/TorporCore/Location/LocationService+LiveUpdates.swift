import TorporModel

// Requests of apps for live updates, and for the sessions that allow them off screen (LO7, LO8).

extension LocationService {
  mutating func handle(
    _ request: LiveRequest,
    for app: LocationClientContext,
    isInFront: Bool,
    on client: inout LocationClient,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard device.profile.hasLiveUpdates else { return .refused(.service(.location(.denied))) }
    switch request {
    case .start(let configuration): start(configuration, for: app, on: &client, at: device.now)
    case .stop: client.live = nil
    case .beginBackgroundActivity:
      return begin(\.activity, isInFront: isInFront, on: &client, &out)
    case .endBackgroundActivity: client.activity = nil
    case .holdServiceSession:
      return begin(\.service, isInFront: isInFront, on: &client, &out)
    case .endServiceSession: client.service = nil
    }
    return .done
  }

  /// Begins a session on screen; off screen, an existing one is resumed.
  private func begin(
    _ heldSession: WritableKeyPath<LocationClient, HeldLocationSession?>,
    isInFront: Bool,
    on client: inout LocationClient,
    _ out: inout Outbox
  ) -> Reply {
    if isInFront {
      client[keyPath: heldSession] = HeldLocationSession()
      return .done
    }
    guard client[keyPath: heldSession] != nil else {
      out.record(
        .wake(.liveLocation),
        of: client.app,
        verdict: .denied,
        because: [Condition(.onScreen, holds: false)]
      )
      return .refused(.service(.location(.denied)))
    }
    client[keyPath: heldSession]?.take()
    return .done
  }

  /// The first update comes at once where something is known, or where nothing will be.
  private func start(
    _ configuration: LiveConfiguration,
    for app: LocationClientContext,
    on client: inout LocationClient,
    at now: Instant
  ) {
    client.live = client.live ?? LiveSession(configuration, at: now)
    client.live?.take(configuration, at: now)
    let first: LiveUpdate
    switch (app.phase, app.authorization) {
    case (_, .never), (_, .notDetermined):
      first = LiveUpdate(location: nil, obstacle: .authorizationDenied)
    case (.onScreen, _): return tellFirst(app, on: &client)
    case (_, .whenInUse) where client.activity?.isHeld != true:
      first = LiveUpdate(location: nil, obstacle: .insufficientlyInUse)
    case (_, .always) where !client.followsOffScreen(app):
      first = LiveUpdate(location: nil, obstacle: .serviceSessionRequired)
    default: return tellFirst(app, on: &client)
    }
    client.addPending(.didUpdateLive(first))
  }

  private func tellFirst(_ app: LocationClientContext, on client: inout LocationClient) {
    guard let place = client.known(table.device, to: app).place else { return }
    client.addPending(client.update(place, app))
  }

  /// Ends sessions that no process has resumed in time; the ledger says why there are no more updates.
  mutating func endHeldSessions(
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard table[app]?.endHeldSessions(at: device.now) == true else { return }
    out.record(
      .wake(.liveLocation),
      of: app,
      verdict: .denied,
      because: [Condition(.serviceSession, holds: false)]
    )
    out.then(.hold(app))
  }
}
