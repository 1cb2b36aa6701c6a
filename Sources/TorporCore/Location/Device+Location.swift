import TorporModel

// Where the device is, and who is told (§8).

extension Device {
  // MARK: What happens

  /// A fix has come in.
  mutating func handle(_ fix: Location, in turn: inout Turn) {
    guard fix.isUsable, !places.isEmpty else { return }
    if let last = places.device.place, fix.at < last.at { return }
    places.device.place = fix
    places.device.stillness.take(fix, at: turn.now)
    for app in places.apps.map(\.app) {
      guard let standing = placesApp(app),
        let known = places[app]?.known(fix, to: standing, at: turn.now)
      else { continue }
      places[app]?.take(known, for: standing, at: turn.now)
      tellNews(of: known, to: app, in: &turn)
    }
    planPlaces(in: &turn)
  }

  /// The time of `places.nextLook` has come, or something that places depend on has changed.
  mutating func reviewPlaces(in turn: inout Turn) {
    setDeadline(nil, for: .places)
    guard !places.isEmpty || places.demand != nil || places.beaconDemand != nil else { return }
    for app in places.apps.map(\.app) {
      endStandings(of: app, in: &turn)
      confirmAlways(of: app, in: &turn)
      followAuthorization(of: app, in: &turn)
      followAccuracy(of: app, in: &turn)
      holdForPlaces(app, in: &turn)
      tellNews(of: lateFix(for: app, at: turn.now), to: app, in: &turn)
    }
    planPlaces(in: &turn)
  }

  /// Where the device is, for an app that could not be told of it when it was new.
  private mutating func lateFix(for app: AppIdentifier, at now: Instant) -> Location? {
    guard let standing = placesApp(app), standing.accuracy == .reduced,
      let deadline = places[app]?.coarse.deadline, deadline <= now, let place = places.device.place,
      let known = places[app]?.known(place, to: standing, at: now)
    else { return nil }
    places[app]?.take(known, for: standing, at: now)
    return known
  }

  /// Has places looked at in this turn.
  mutating func lookAtPlaces(in turn: Turn) {
    guard !places.isEmpty else { return }
    setDeadline(turn.now, for: .places)
  }

  // MARK: What the process of an app does

  mutating func placesFollow(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    in turn: inout Turn
  ) {
    guard !places.isEmpty, let app = apps.identifier(inSlot: slot), places[app] != nil
    else { return }
    if after == .suspended || after == .dead { endFullAccuracy(of: app, in: &turn) }
    guard var wishes = places[app] else { return }
    wishes.standingsFollow(from: before, to: after, at: turn.now)
    switch after {
    case .dead: processEnded(of: app, slot: slot, &wishes)
    case .onScreen:
      if wishes.session?.isPaused == true {
        wishes.session?.resume(at: turn.now)
        wishes.session?.isStartedOnScreen = true
        wishes.owe(.didResumeUpdates)
      }
    case .background where before == .onScreen: wishes.session?.leaveScreen(at: turn.now)
    case .background, .suspended: break
    }
    let (queued, owed) = (wishes.queued, wishes.owed)
    if after == .onScreen || after == .background {
      wishes.queued.removeAll()
      wishes.owed.removeAll()
    }
    let isOver = after == .dead && !wishes.isMonitoring && wishes.session == nil
    places[app] = isOver ? nil : wishes
    if after == .onScreen || after == .background {
      if !queued.isEmpty { tell(.didUpdate(queued), to: app, in: &turn) }
      for callback in owed { tell(callback, to: app, in: &turn) }
    }
    if after == .onScreen { holdForPlaces(app, in: &turn) }
    if after == .suspended { noteUnheldSession(of: app, in: &turn) }
    tellNews(of: nil, to: app, in: &turn)
    planPlaces(in: &turn)
  }

  /// The machine was started anew; every process is gone already.
  mutating func bootPlaces(in turn: inout Turn) { restartPlaces(in: &turn) }

  /// Nobody watched for a while: what was under way begins anew, before anything is told for it.
  mutating func forgivePlaces(at now: Instant) {
    for app in places.apps.map(\.app) {
      places[app]?.stopCrossings()
      places[app]?.restartBeacons(at: now)
    }
  }

  /// The receivers of the last daemon went with it; whoever is asked anew tells where the device is.
  mutating func restartPlaces(in turn: inout Turn) {
    places.device.place = nil
    (places.demand, places.beaconDemand) = (nil, nil)
    planPlaces(in: &turn)
  }

  mutating func removePlaces(of app: AppIdentifier, in turn: inout Turn) {
    guard places[app] != nil else { return }
    places[app] = nil
    planPlaces(in: &turn)
  }

  /// What the relaunch table ends with it has ended with the process, where there was one.
  mutating func forceQuitPlaces(of app: AppIdentifier, in turn: inout Turn) {
    guard RelaunchRule.row(.liveLocation, in: profile).endsWith(.forceQuit) else { return }
    places[app]?.endLive()
    planPlaces(in: &turn)
  }

  // MARK: What follows

  /// Sets when places are looked at next, and orders what must be found out until then.
  mutating func planPlaces(in turn: inout Turn) {
    planBeacons(in: &turn)
    var look: Instant?
    for wishes in places.apps {
      guard let app = placesApp(wishes.app),
        let moment = wishes.deadline(
          for: app,
          on: wishes.known(places.device, to: app),
          at: turn.now
        )
      else { continue }
      look = min(look ?? moment, moment)
    }
    places.nextLook = look
    setDeadline(look, for: .places)
    let demand = neededDemand(at: turn.now)
    guard demand != places.demand else { return }
    places.demand = demand
    // Nobody will say any more where the device goes.
    if demand == nil { places.device.place = nil }
    turn.order(.mode(.locate(demand)))
  }

  /// The least that serves all apps; `nil`: nobody could be told.
  func neededDemand(at now: Instant) -> LocationDemand? {
    places.apps.reduce(nil) { demand, wishes in
      let needed = placesApp(wishes.app).flatMap {
        wishes.demand(
          for: $0,
          on: places.device,
          isSaving: isSavingOnPlaces,
          at: now
        )
      }
      guard let needed else { return demand }
      return demand?.joined(needed) ?? needed
    }
  }

  /// Keeps an app running for its session, or no longer.
  mutating func holdForPlaces(_ app: AppIdentifier, in turn: inout Turn) {
    guard let slot = apps.slot(of: app), let standing = placesApp(app) else { return }
    let holds = places[app]?.keepsRunning(standing) ?? false
    guard apps[slot: slot]?.assertions.contains(.location) != holds else { return }
    update(slot: slot, in: &turn) { $0.assertions.set(.location, holds, at: $1.now) }
  }

  /// What kept the app running is over until it is on screen again.
  mutating func pausePlaces(
    of app: AppIdentifier,
    _ reason: WakeReason,
    in turn: inout Turn
  ) {
    let still = places.device.stillness.since
    deny([Condition(.locationUpdates, holds: false, since: still)], to: app, reason, in: &turn)
    holdForPlaces(app, in: &turn)
  }

  func placesApp(_ app: AppIdentifier) -> PlacesApp? {
    guard let record = apps[app] else { return nil }
    let phase = record.process.phase
    return PlacesApp(
      phase: phase,
      authorization: record.settings.location,
      accuracy: accuracy(of: app, record.settings),
      hasMode: record.manifest.backgroundModes.contains(.location),
      isHeldBack: phase != .onScreen && !screen.wasUnlockedSinceBoot && waitsForUnlock,
      needsServiceSession: profile.needsServiceSession
    )
  }

  /// Whether the relaunch table leaves what places wake apps for to the time after the first unlock.
  private var waitsForUnlock: Bool {
    RelaunchRule.row(.significantLocation, in: profile)[.restartLocked] != .runs
  }

  private var isSavingOnPlaces: Bool {
    conditions.lowPowerMode.value
      && RelaunchRule.row(.significantLocation, in: profile)[.lowPower] == .runsCoarser
  }

  /// What goes with a process, and what stays, is in the relaunch table.
  private func processEnded(of app: AppIdentifier, slot: Int, _ wishes: inout AppPlaces) {
    guard let cause = apps[slot: slot]?.causeOfAbsence(on: conditions) else { return }
    wishes.processEnded(
      endsSession: RelaunchRule.row(.continuousLocation, in: profile).endsWith(cause),
      endsMonitoring: RelaunchRule.row(.significantLocation, in: profile).endsWith(cause),
      endsLive: RelaunchRule.row(.liveLocation, in: profile).endsWith(cause)
    )
  }

  private func accuracy(of app: AppIdentifier, _ settings: AppSettings) -> LocationAccuracy {
    guard profile.hasReducedAccuracy, places[app]?.hasFullAccuracyInUse != true else {
      return .full
    }
    return settings.locationAccuracy
  }

  /// Says in the ledger why an app that asked for it was not kept running for its session (LO5).
  private mutating func noteUnheldSession(of app: AppIdentifier, in turn: inout Turn) {
    guard let standing = placesApp(app), let session = places[app]?.session,
      session.wish.allowsBackgroundUpdates, !session.isPaused
    else { return }
    let mode = BackgroundMode.location.rawValue
    let obstacles = [
      Condition(.notPermitted, holds: standing.hasMode, subject: mode),
      Condition(.onScreen, holds: session.isStartedOnScreen),
    ]
    deny(obstacles.filter { !$0.holds }, to: app, in: &turn)
  }

  private func deny(
    _ obstacles: [Condition],
    to app: AppIdentifier,
    _ reason: WakeReason = .continuousLocation,
    in turn: inout Turn
  ) {
    guard !obstacles.isEmpty else { return }
    turn.record(
      .wake(reason),
      of: app,
      launch: apps[app]?.process.launch,
      verdict: .denied,
      because: obstacles
    )
  }
}
