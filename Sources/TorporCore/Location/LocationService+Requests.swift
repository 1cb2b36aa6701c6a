package import TorporModel

// Requests of apps, and of their notifications, to the location services.

extension LocationService {
  package mutating func handle(
    _ request: LocationRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let app = device.apps.identifier(inSlot: slot),
      let context = clientContext(app, device)
    else { return .done }
    switch request {
    case .authorizationStatus: return .service(.locationAuthorization(context.authorization))
    case .accuracyAuthorization: return .service(.locationAccuracy(context.accuracy))
    case .monitoredRegions: return .service(.regions(regions(of: app)))
    default: break
    }
    var client = table[app] ?? LocationClient(app: app, context: context)
    if context.accuracy == .reduced, client.coarse.place == nil, let place = table.device.place {
      _ = client.coarse.take(place, at: device.now)
    }
    // What the request is over for is told after what it asks for is kept.
    var news: [LocationCallback] = []
    var reply = Reply.done
    switch request {
    // They belong to a process that continues.
    case .monitor where context.phase == .dead, .live where context.phase == .dead: break
    case .monitor(let request):
      reply = handle(request, for: context, on: &client, device)
    case .live(let request):
      let isInFront = isInFront(slot: slot, device)
      reply = handle(request, for: context, isInFront: isInFront, on: &client, device, &out)
    case .beacons(let request): reply = handle(request, for: context, on: &client, device)
    case .deferUpdates:
      if let missing = device.profile.missing(of: .deferredLocation) {
        // One finish for each request (LO12), with the error that Apple has where deferral is not available.
        out.deny(missing, to: app)
        news = [.didFinishDeferredUpdates(.deferredFailed)]
      } else {
        news = perform(request, for: context, slot: slot, on: &client, device)
      }
    default: news = perform(request, for: context, slot: slot, on: &client, device)
    }
    news += client.pendingCallbacks
    client.pendingCallbacks.removeAll()
    // A process that is ending may still make requests; its monitoring stays (LO3).
    table[app] = context.phase == .dead && !client.isMonitoring ? nil : client
    for callback in news { out.then(.tell(callback, app)) }
    switch request {
    case .requestFullAccuracy(let purpose): out.then(.askForFullAccuracy(purpose, app))
    case .startMonitoring: out.then(.noteRestingRegions(app))
    default: break
    }
    out.then(.hold(app))
    out.then(.news(of: nil, app))
    out.then(.plan)
    return reply
  }

  private func perform(
    _ request: LocationRequest,
    for app: LocationClientContext,
    slot: Int,
    on client: inout LocationClient,
    _ device: DeviceState
  ) -> [LocationCallback] {
    switch request {
    case .startUpdating(let configuration):
      return start(configuration, for: app, slot: slot, on: &client, device)
    case .stopUpdating:
      let news = client.session?.endDeferral(with: .deferredCanceled) ?? []
      client.session = nil
      client.queued.removeAll()
      return news.callbacks
    case .requestOnce(let accuracyMetres):
      guard mayFollow(app, slot: slot, device) else { return [.didFail(.denied)] }
      client.single = SingleFix(accuracyMetres: accuracyMetres, askedAt: device.now)
      return []
    case .startMonitoringSignificantChanges:
      guard app.authorization == .always else { return [.didFail(.denied)] }
      // An app that was launched for a change asks again: it continues from its previous base.
      client.significant = client.significant ?? SignificantChanges()
      client.significant?.restart()
      if let place = client.known(table.device, to: app).place {
        _ = client.significant?.look(at: place, isHeldBack: true, now: device.now)
      }
      return []
    case .stopMonitoringSignificantChanges:
      client.significant = nil
      return []
    case .startMonitoringVisits:
      guard device.profile.hasVisits, app.authorization == .always else {
        return [.didFail(.denied)]
      }
      guard client.visits == nil else { return [] }
      client.visits = VisitWatch()
      if let place = client.known(table.device, to: app).place {
        client.visits?.take(place, at: device.now)
      }
      return []
    case .stopMonitoringVisits:
      client.visits = nil
      return []
    case .startMonitoring(let region):
      guard app.authorization == .always else {
        return [.monitoringDidFail(region: region.identifier, .regionMonitoringDenied)]
      }
      guard watch(region, for: .app, on: &client, app, at: device.now) else {
        return [.monitoringDidFail(region: region.identifier, .regionMonitoringFailure)]
      }
      // It is kept, and watched as soon as the app has full accuracy.
      guard app.accuracy == .reduced else { return [] }
      return [.monitoringDidFail(region: region.identifier, .regionMonitoringDenied)]
    case .stopMonitoring(let region):
      client.removeRegion(region)
      return []
    case .requestState(let region):
      guard app.accuracy == .full else { return [.didDetermineState(region: region, .unknown)] }
      return ask(region, on: &client)
    case .deferUpdates(let metres, let timeout):
      return putOff(metres, timeout, on: &client, device)
    case .endDeferral:
      return (client.session?.endDeferral(with: .deferredCanceled) ?? []).callbacks
    case .monitoredRegions, .authorizationStatus, .accuracyAuthorization, .requestFullAccuracy,
      .monitor, .live, .beacons:
      return []
    }
  }

  // MARK: Sessions

  private func start(
    _ configuration: LocationSession,
    for app: LocationClientContext,
    slot: Int,
    on client: inout LocationClient,
    _ device: DeviceState
  ) -> [LocationCallback] {
    guard mayFollow(app, slot: slot, device) else { return [.didFail(.denied)] }
    let isOnScreen = isInFront(slot: slot, device)
    guard var session = client.session else {
      client.session = UpdateSession(configuration, isStartedOnScreen: isOnScreen, at: device.now)
      return fixAtOnce(&client, app)
    }
    session.configuration = configuration
    if session.isPaused {
      // Begun anew, and from where the app is now.
      session.resume(at: device.now)
      session.isStartedOnScreen = isOnScreen
    } else if isOnScreen {
      session.isStartedOnScreen = true
    }
    client.session = session
    return []
  }

  /// A session begins with the place that is known; a receiver that others watch already is silent
  /// until the device moves.
  private func fixAtOnce(_ client: inout LocationClient, _ app: LocationClientContext)
    -> [LocationCallback]
  {
    guard let place = client.known(table.device, to: app).place, var session = client.session,
      app.accuracy == .reduced
        || place.horizontalAccuracyMetres <= max(session.configuration.desiredAccuracyMetres, 10)
    else { return [] }
    _ = session.accepts(place)
    client.session = session
    return [.didUpdate([place])]
  }

  /// Whether the app may know the place where it is now: off screen only with "always" (LO5).
  private func mayFollow(_ app: LocationClientContext, slot: Int, _ device: DeviceState) -> Bool {
    guard app.phase != .dead else { return false }
    return app.authorization == .always
      || (app.authorization == .whenInUse && isInFront(slot: slot, device))
  }

  /// Returns whether a request counts as made on screen; this includes requests in `willResignActive`.
  private func isInFront(slot: Int, _ device: DeviceState) -> Bool {
    guard let record = device.apps[slot: slot] else { return false }
    return record.process.isOnScreen
      || record.callbacks.contains { $0 == .willResignActive || $0 == .didBecomeActive }
  }

  private func putOff(
    _ metres: Double?,
    _ timeout: Duration?,
    on client: inout LocationClient,
    _ device: DeviceState
  ) -> [LocationCallback] {
    let ended = client.session?.endDeferral(with: .deferredCanceled) ?? []
    if let error = Deferral.error(for: client.session) {
      return ended.callbacks + [.didFinishDeferredUpdates(error)]
    }
    client.session?.deferral = Deferral(metres: metres, timeout: timeout, at: device.now)
    return ended.callbacks
  }

  // MARK: Regions

  private func regions(of app: AppIdentifier) -> [CircularRegion] {
    table[app]?.regions.filter { $0.owner == .app }.map(\.region) ?? []
  }

  private func ask(_ region: String, on client: inout LocationClient) -> [LocationCallback] {
    let beacon = client.beacons.firstIndex { $0.owner == .app && $0.region.identifier == region }
    if let beacon {
      client.beacons[beacon].isAsked = true
      return []
    }
    let index = client.regions.firstIndex { $0.owner == .app && $0.region.identifier == region }
    guard let index else { return [.didDetermineState(region: region, .unknown)] }
    client.regions[index].isAsked = true
    return []
  }

  /// Watches a circle in the place of one of the same name (LO10); false where there is no room for it.
  private func watch(
    _ region: CircularRegion,
    for owner: RegionWatch.Owner,
    on client: inout LocationClient,
    _ app: LocationClientContext,
    at now: Instant
  ) -> Bool {
    guard RegionWatch.canWatch(region) else { return false }
    var watch = RegionWatch(region, owner: owner)
    if app.accuracy == .full, let place = table.device.place { watch.take(place, at: now) }
    let index = client.regions.firstIndex {
      $0.owner == owner && $0.region.identifier == region.identifier
    }
    if let index {
      if !client.regions[index].renew(region) { client.regions[index] = watch }
      return true
    }
    if owner == .app { client.removeRegion(region.identifier) }
    guard client.watchedCount < RegionWatch.countMax else { return false }
    client.regions.append(watch)
    return true
  }

  /// Watches a circle for a local notification; "when in use" is enough, for no process runs for it.
  ///
  /// It counts as one of the app's 20, and takes the place of one of the same name before.
  mutating func watch(
    _ region: CircularRegion,
    for notification: LocalNotification,
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let context = clientContext(app, device), context.authorization.isGranted else {
      let error = LocationError.regionMonitoringDenied
      return out.post(.notification(.regionRefused(notification, of: app, error)))
    }
    var client = table[app] ?? LocationClient(app: app, context: context)
    guard watch(region, for: .notification, on: &client, context, at: device.now) else {
      let error = LocationError.regionMonitoringFailure
      return out.post(.notification(.regionRefused(notification, of: app, error)))
    }
    table[app] = client
    plan(device, &out)
  }

  /// No notification waits for the circle any more.
  mutating func stopWatching(
    _ region: String,
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard var client = table[app] else { return }
    client.regions.removeAll { $0.owner == .notification && $0.region.identifier == region }
    let isUsed =
      client.isMonitoring || clientContext(app, device).map { $0.phase != .dead } ?? false
    table[app] = isUsed ? client : nil
    plan(device, &out)
  }
}

extension [LocationOutput] {
  /// What of it the app itself is told.
  var callbacks: [LocationCallback] {
    compactMap { if case .tell(let callback) = $0 { callback } else { nil } }
  }
}
