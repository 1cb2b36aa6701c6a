import TorporModel

// What apps, and their notifications, ask of the location services.

extension Device {
  mutating func handle(
    _ request: LocationRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    guard let app = apps.identifier(inSlot: slot), let standing = placesApp(app) else {
      return .done
    }
    switch request {
    case .authorizationStatus: return .mode(.locationAuthorization(standing.authorization))
    case .accuracyAuthorization: return .mode(.locationAccuracy(standing.accuracy))
    case .monitoredRegions: return .mode(.regions(regions(of: app)))
    default: break
    }
    var wishes = places[app] ?? AppPlaces(app: app, standing: standing)
    if standing.accuracy == .reduced, wishes.coarse.place == nil, let place = places.device.place {
      _ = wishes.coarse.take(place, at: turn.now)
    }
    // What the request is over for is told after what it asks for is kept.
    var news: [LocationCallback] = []
    var reply = Reply.done
    switch request {
    // They are of a process that goes on.
    case .monitor where standing.phase == .dead, .live where standing.phase == .dead: break
    case .monitor(let request):
      reply = handle(request, for: standing, on: &wishes, at: turn.now)
    case .live(let request):
      let isInFront = isInFront(slot: slot)
      reply = handle(request, for: standing, isInFront: isInFront, on: &wishes, in: &turn)
    case .beacons(let request): reply = handle(request, for: standing, on: &wishes)
    default: news = perform(request, for: standing, slot: slot, on: &wishes, in: turn)
    }
    news += wishes.owed
    wishes.owed.removeAll()
    // A process that is just ending may still ask; what it monitors stays (LO3).
    places[app] = standing.phase == .dead && !wishes.isMonitoring ? nil : wishes
    for callback in news { tell(callback, to: app, in: &turn) }
    switch request {
    case .requestFullAccuracy(let purpose): askForFullAccuracy(purpose, for: app, in: &turn)
    case .startMonitoring: noteRestingRegions(of: app, in: &turn)
    default: break
    }
    holdForPlaces(app, in: &turn)
    tellNews(of: nil, to: app, in: &turn)
    planPlaces(in: &turn)
    return reply
  }

  private func perform(
    _ request: LocationRequest,
    for app: PlacesApp,
    slot: Int,
    on wishes: inout AppPlaces,
    in turn: Turn
  ) -> [LocationCallback] {
    switch request {
    case .startUpdating(let wish):
      return start(wish, for: app, slot: slot, on: &wishes, in: turn)
    case .stopUpdating:
      let news = wishes.session?.endDeferral(with: .deferredCanceled) ?? []
      wishes.session = nil
      wishes.queued.removeAll()
      return news.callbacks
    case .requestOnce(let accuracyMetres):
      guard mayFollow(app, slot: slot) else { return [.didFail(.denied)] }
      wishes.single = SingleFix(accuracyMetres: accuracyMetres, askedAt: turn.now)
      return []
    case .startMonitoringSignificantChanges:
      guard app.authorization == .always else { return [.didFail(.denied)] }
      // An app that was launched for a change asks again: its way goes on from where it was.
      wishes.significant = wishes.significant ?? SignificantChanges()
      wishes.significant?.restart()
      if let place = wishes.known(places.device, to: app).place {
        _ = wishes.significant?.look(at: place, isHeldBack: true, now: turn.now)
      }
      return []
    case .stopMonitoringSignificantChanges:
      wishes.significant = nil
      return []
    case .startMonitoringVisits:
      guard profile.hasVisits, app.authorization == .always else { return [.didFail(.denied)] }
      guard wishes.visits == nil else { return [] }
      wishes.visits = VisitWatch()
      if let place = wishes.known(places.device, to: app).place {
        wishes.visits?.take(place, at: turn.now)
      }
      return []
    case .stopMonitoringVisits:
      wishes.visits = nil
      return []
    case .startMonitoring(let region):
      guard app.authorization == .always else {
        return [.monitoringDidFail(region: region.identifier, .regionMonitoringDenied)]
      }
      guard watch(region, for: .app, on: &wishes, app, at: turn.now) else {
        return [.monitoringDidFail(region: region.identifier, .regionMonitoringFailure)]
      }
      // It is kept, and watched as soon as the app may know places exactly.
      guard app.accuracy == .reduced else { return [] }
      return [.monitoringDidFail(region: region.identifier, .regionMonitoringDenied)]
    case .stopMonitoring(let region):
      wishes.removeRegion(region)
      return []
    case .requestState(let region):
      guard app.accuracy == .full else { return [.didDetermineState(region: region, .unknown)] }
      return ask(region, on: &wishes)
    case .deferUpdates(let metres, let timeout):
      return putOff(metres, timeout, on: &wishes, in: turn)
    case .endDeferral:
      return (wishes.session?.endDeferral(with: .deferredCanceled) ?? []).callbacks
    case .monitoredRegions, .authorizationStatus, .accuracyAuthorization, .requestFullAccuracy,
      .monitor, .live, .beacons:
      return []
    }
  }

  // MARK: Sessions

  private func start(
    _ wish: LocationSession,
    for app: PlacesApp,
    slot: Int,
    on wishes: inout AppPlaces,
    in turn: Turn
  ) -> [LocationCallback] {
    guard mayFollow(app, slot: slot) else { return [.didFail(.denied)] }
    let isOnScreen = isInFront(slot: slot)
    guard var session = wishes.session else {
      wishes.session = UpdateSession(wish, isStartedOnScreen: isOnScreen, at: turn.now)
      return fixAtOnce(&wishes, app)
    }
    session.wish = wish
    if session.isPaused {
      // Begun anew, and from where the app is now.
      session.resume(at: turn.now)
      session.isStartedOnScreen = isOnScreen
    } else if isOnScreen {
      session.isStartedOnScreen = true
    }
    wishes.session = session
    return []
  }

  /// A session begins with the place that is known; a receiver that others watch already is silent
  /// until the device moves.
  private func fixAtOnce(_ wishes: inout AppPlaces, _ app: PlacesApp) -> [LocationCallback] {
    guard let place = wishes.known(places.device, to: app).place, var session = wishes.session,
      app.accuracy == .reduced
        || place.horizontalAccuracyMetres <= max(session.wish.desiredAccuracyMetres, 10)
    else { return [] }
    _ = session.accepts(place)
    wishes.session = session
    return [.didUpdate([place])]
  }

  /// Whether the app may know the place where it is now: off screen only with "always" (LO5).
  private func mayFollow(_ app: PlacesApp, slot: Int) -> Bool {
    guard app.phase != .dead else { return false }
    return app.authorization == .always
      || (app.authorization == .whenInUse && isInFront(slot: slot))
  }

  /// Whether what the app asks counts as asked on screen: what it does on its way off the screen,
  /// in `willResignActive`, does.
  private func isInFront(slot: Int) -> Bool {
    guard let record = apps[slot: slot] else { return false }
    return record.process.isOnScreen
      || record.callbacks.contains { $0 == .willResignActive || $0 == .didBecomeActive }
  }

  private func putOff(
    _ metres: Double?,
    _ timeout: Duration?,
    on wishes: inout AppPlaces,
    in turn: Turn
  ) -> [LocationCallback] {
    let ended = wishes.session?.endDeferral(with: .deferredCanceled) ?? []
    if let error = Deferral.error(for: wishes.session) {
      return ended.callbacks + [.didFinishDeferredUpdates(error)]
    }
    wishes.session?.deferral = Deferral(metres: metres, timeout: timeout, at: turn.now)
    return ended.callbacks
  }

  // MARK: Regions

  private func regions(of app: AppIdentifier) -> [CircularRegion] {
    places[app]?.regions.filter { $0.owner == .app }.map(\.region) ?? []
  }

  private func ask(_ region: String, on wishes: inout AppPlaces) -> [LocationCallback] {
    let beacon = wishes.beacons.firstIndex { $0.owner == .app && $0.region.identifier == region }
    if let beacon {
      wishes.beacons[beacon].isAsked = true
      return []
    }
    let index = wishes.regions.firstIndex { $0.owner == .app && $0.region.identifier == region }
    guard let index else { return [.didDetermineState(region: region, .unknown)] }
    wishes.regions[index].isAsked = true
    return []
  }

  /// Watches a circle in the place of one of the same name (LO10); false where there is no room for it.
  private func watch(
    _ region: CircularRegion,
    for owner: RegionWatch.Owner,
    on wishes: inout AppPlaces,
    _ app: PlacesApp,
    at now: Instant
  ) -> Bool {
    guard RegionWatch.canWatch(region) else { return false }
    var watch = RegionWatch(region, owner: owner)
    if app.accuracy == .full, let place = places.device.place { watch.take(place, at: now) }
    let index = wishes.regions.firstIndex {
      $0.owner == owner && $0.region.identifier == region.identifier
    }
    if let index {
      if !wishes.regions[index].renew(region) { wishes.regions[index] = watch }
      return true
    }
    if owner == .app { wishes.removeRegion(region.identifier) }
    guard wishes.watchedCount < RegionWatch.countMax else { return false }
    wishes.regions.append(watch)
    return true
  }

  /// Watches a circle for a local notification; "when in use" is enough, for no process runs for it.
  ///
  /// It counts as one of the app's 20. Crossings are told by `regionCrossed`. The error is what stands
  /// in the way; a circle of the same name takes the place of the one before.
  mutating func monitorForNotification(
    _ region: CircularRegion,
    of app: AppIdentifier,
    in turn: inout Turn
  ) -> LocationError? {
    guard let standing = placesApp(app), standing.authorization != .never else {
      return .regionMonitoringDenied
    }
    var wishes = places[app] ?? AppPlaces(app: app, standing: standing)
    guard watch(region, for: .notification, on: &wishes, standing, at: turn.now) else {
      return .regionMonitoringFailure
    }
    places[app] = wishes
    planPlaces(in: &turn)
    return nil
  }

  /// No notification waits for the circle any more.
  mutating func stopMonitoringForNotification(
    _ region: String,
    of app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard var wishes = places[app] else { return }
    wishes.regions.removeAll { $0.owner == .notification && $0.region.identifier == region }
    let isUsed = wishes.isMonitoring || placesApp(app).map { $0.phase != .dead } ?? false
    places[app] = isUsed ? wishes : nil
    planPlaces(in: &turn)
  }
}

extension [PlaceNews] {
  /// What of it the app itself is told.
  var callbacks: [LocationCallback] {
    compactMap { if case .tell(let callback) = $0 { callback } else { nil } }
  }
}
