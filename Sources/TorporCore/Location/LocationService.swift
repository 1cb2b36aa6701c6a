package import TorporModel

/// The location service: the location of the device, and the apps to be notified (§8).
///
/// Notifying one app may change its process's phase, which affects later notifications. Everything
/// with consequences is therefore its own step (`LocationStep`), done after the earlier steps and all
/// their consequences.
package struct LocationService: Service {
  // Shape: one method for each request and event about places; what an app wants is decided in LocationClient and
  // its values.
  package typealias Request = LocationRequest

  package internal(set) var table: LocationTable

  package init(_ table: LocationTable = LocationTable()) { self.table = table }

  package var nextDeadline: Instant? { table.nextReview }
  /// Nothing can be received while the machine sleeps.
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  /// Whether an app uses it, or a receiver has not been told yet that none does.
  var isInUse: Bool { !table.isEmpty || table.demand != nil || table.beaconDemand != nil }

  private var apps: [AppIdentifier] { table.apps.map(\.app) }

  // MARK: What happens

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .app(.phaseChanged(let slot, let before, let after)):
      guard !table.isEmpty, let app = device.apps.identifier(inSlot: slot), table[app] != nil
      else { return }
      // It is not in use any more: what was allowed for that time is over.
      if after == .suspended || after == .dead { out.then(.endFullAccuracy(app)) }
      out.then(.follow(app, from: before, to: after))
    case .app(.removed(let app)):
      guard table[app] != nil else { return }
      table[app] = nil
      plan(device, &out)
    // What the relaunch table ends with it has ended with the process, where there was one.
    case .app(.forceQuit(let app)):
      let rule = RelaunchRule.row(.liveLocation, in: device.profile)
      guard rule.endsWith(.forceQuit) else { return }
      table[app]?.endLive()
      plan(device, &out)
    case .app(.stateChanged), .app(.changed), .app(.processEnded): break
    // The receivers of the last daemon went with it; those that are asked now report where the device is.
    case .device(.booted), .device(.daemonRestarted):
      table.device.place = nil
      (table.demand, table.beaconDemand) = (nil, nil)
      plan(device, &out)
    // It was not watched for a while: what was under way begins again, before anything is reported for it.
    case .device(.watchedAgain):
      for app in apps {
        table[app]?.stopCrossings()
        table[app]?.restartBeacons(at: device.now)
      }
    case .device(.slept(let length)): for app in apps { table[app]?.slept(for: length) }
    case .device(.displayLit): for app in apps { out.then(.displayLit(app)) }
    case .device(.conditionsChanged), .deadline: review(&out)
    case .device(.surroundingsChanged), .device(.conditionsActedOn), .device(.clockChanged),
      .device(.unlocked):
      break
    case .location(let event): handle(event, device, &out)
    case .call, .sound, .channel, .push, .notification, .memory, .accessory, .bluetooth,
      .descriptor, .job, .work, .transfer, .consumption:
      break
    }
  }

  private mutating func handle(
    _ event: SystemEvent.LocationEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .fix(let fix):
      guard fix.isUsable, !table.isEmpty else { return }
      if let last = table.device.place, fix.at < last.at { return }
      table.device.place = fix
      table.device.stillness.take(fix, at: device.now)
      for app in apps { out.then(.take(fix, app)) }
      out.then(.plan)
    case .beacons(let sightings):
      guard table.beaconDemand != nil else { return }
      for app in apps { out.then(.takeSightings(sightings, app)) }
      out.then(.plan)
    case .radioChanged: plan(device, &out)
    case .watch(let region, let notification, let app):
      watch(region, for: notification, of: app, device, &out)
    case .stopWatching(let region, let app): stopWatching(region, of: app, device, &out)
    case .answer(let response, let app): answer(response, of: app, device, &out)
    case .permissionAsked(let app):
      // So that it is told the answer.
      guard table[app] == nil, let context = clientContext(app, device) else { return }
      table[app] = LocationClient(app: app, context: context)
    case .step(let step): take(step, device, &out)
    }
  }

  private mutating func take(
    _ step: LocationStep,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch step {
    case .tell(let callback, let app): tell(callback, to: app, device, &out)
    case .news(let fix, let app): tellNews(of: fix, to: app, device, &out)
    case .lateNews(let app):
      tellNews(of: lateFix(for: app, device), to: app, device, &out)
    case .wake(let app, let callback): wake(app, for: callback, device, &out)
    case .launch(let app, let reason): launch(app, for: reason, device, &out)
    case .hold(let app): hold(app, device, &out)
    case .pause(let app, let reason): pause(app, reason, device, &out)
    case .take(let fix, let app): take(fix, for: app, device, &out)
    case .takeSightings(let sightings, let app): take(sightings, for: app, device, &out)
    case .displayLit(let app): displayLit(for: app, device, &out)
    case .endFullAccuracy(let app): endFullAccuracy(of: app, device, &out)
    case .follow(let app, let before, let after):
      follow(app, from: before, to: after, device, &out)
    case .noteUnheldSession(let app): noteUnheldSession(of: app, device, &out)
    case .endHeldSessions(let app): endHeldSessions(of: app, device, &out)
    case .followAuthorization(let app):
      confirmAlways(of: app, device, &out)
      followAuthorization(of: app, device, &out)
    case .followAccuracy(let app): followAccuracy(of: app, device, &out)
    case .noteRestingRegions(let app): noteRestingRegions(of: app, &out)
    case .askForFullAccuracy(let purpose, let app):
      askForFullAccuracy(purpose, for: app, device, &out)
    case .plan: plan(device, &out)
    }
  }

  /// Takes in a fix that an app may need.
  private mutating func take(
    _ fix: Location,
    for app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let context = clientContext(app, device),
      let known = table[app]?.known(fix, to: context, at: device.now)
    else { return }
    table[app]?.take(known, for: context, at: device.now)
    tellNews(of: known, to: app, device, &out)
  }

  /// The time has come to look again, or something that places depend on has changed.
  private mutating func review(_ out: inout Outbox) {
    guard isInUse else { return table.nextReview = nil }
    for app in apps {
      out.then(.endHeldSessions(app))
      out.then(.followAuthorization(app))
      out.then(.followAccuracy(app))
      out.then(.hold(app))
      out.then(.lateNews(app))
    }
    out.then(.plan)
  }

  /// Where the device is, for an app that could not be told of it when it was new.
  private mutating func lateFix(for app: AppIdentifier, _ device: DeviceState) -> Location? {
    guard let context = clientContext(app, device), context.accuracy == .reduced,
      let deadline = table[app]?.coarse.deadline, deadline <= device.now,
      let place = table.device.place,
      let known = table[app]?.known(place, to: context, at: device.now)
    else { return nil }
    table[app]?.take(known, for: context, at: device.now)
    return known
  }

  // MARK: What the process of an app does

  private mutating func follow(
    _ app: AppIdentifier,
    from before: AppPhase,
    to after: AppPhase,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard var client = table[app] else { return }
    client.standingsFollow(from: before, to: after, at: device.now)
    switch after {
    case .dead: processEnded(of: app, &client, device)
    case .onScreen:
      if client.session?.isPaused == true {
        client.session?.resume(at: device.now)
        client.session?.isStartedOnScreen = true
        client.addPending(.didResumeUpdates)
      }
    case .background where before == .onScreen: client.session?.leaveScreen(at: device.now)
    case .background, .suspended: break
    }
    let (queued, pendingCallbacks) = (client.queued, client.pendingCallbacks)
    if after == .onScreen || after == .background {
      client.queued.removeAll()
      client.pendingCallbacks.removeAll()
    }
    let isOver = after == .dead && !client.isMonitoring && client.session == nil
    table[app] = isOver ? nil : client
    if after == .onScreen || after == .background {
      if !queued.isEmpty { out.then(.tell(.didUpdate(queued), app)) }
      for callback in pendingCallbacks { out.then(.tell(callback, app)) }
    }
    if after == .onScreen { out.then(.hold(app)) }
    if after == .suspended { out.then(.noteUnheldSession(app)) }
    out.then(.news(of: nil, app))
    out.then(.plan)
  }

  // MARK: What follows

  /// Plans the next review of locations, and orders the data needed until then.
  mutating func plan(_ device: DeviceState, _ out: inout Outbox) {
    planBeacons(device, &out)
    var look: Instant?
    for client in table.apps {
      guard let app = clientContext(client.app, device),
        let moment = client.deadline(
          for: app,
          on: client.known(table.device, to: app),
          at: device.now
        )
      else { continue }
      look = min(look ?? moment, moment)
    }
    table.nextReview = look
    let demand = neededDemand(device)
    guard demand != table.demand else { return }
    table.demand = demand
    // Where the device goes is not reported any more.
    if demand == nil { table.device.place = nil }
    out.order(.service(.locate(demand)))
  }

  /// The minimum demand that serves all apps; `nil`: no app could be told.
  func neededDemand(_ device: DeviceState) -> LocationDemand? {
    table.apps.reduce(nil) { demand, client in
      let needed = clientContext(client.app, device).flatMap {
        client.demand(
          for: $0,
          on: table.device,
          isSaving: isSaving(device),
          at: device.now
        )
      }
      guard let needed else { return demand }
      return demand?.joined(needed) ?? needed
    }
  }

  /// Keeps an app running for its session, or no longer.
  private func hold(_ app: AppIdentifier, _ device: DeviceState, _ out: inout Outbox) {
    guard let slot = device.apps.slot(of: app), let context = clientContext(app, device) else {
      return
    }
    let holds = table[app]?.keepsRunning(context) ?? false
    let isHeld = device.apps.read(slot: slot) { $0.assertions.contains(.location) }
    guard isHeld != holds else { return }
    if holds { out.hold(app, for: .location) } else { out.release(app, from: .location) }
  }

  /// Ends the hold of a paused session until the app is on screen again.
  private func pause(
    _ app: AppIdentifier,
    _ reason: WakeReason,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let still = table.device.stillness.since
    let paused = Condition(.locationUpdates, holds: false, since: still)
    deny([paused], to: app, reason, device, &out)
    out.then(.hold(app))
  }

  func clientContext(_ app: AppIdentifier, _ device: DeviceState) -> LocationClientContext? {
    guard let slot = device.apps.slot(of: app),
      let phase = device.apps.process(inSlot: slot)?.phase,
      let settings = device.apps.read(slot: slot, { $0.settings }),
      let hasMode = device.apps.read(
        slot: slot,
        { $0.manifest.backgroundModes.contains(.location) }
      )
    else { return nil }
    return LocationClientContext(
      phase: phase,
      authorization: settings.location,
      accuracy: accuracy(of: app, settings, device.profile),
      hasMode: hasMode,
      isHeldBack: phase != .onScreen && !device.screen.wasUnlockedSinceBoot
        && waitsForUnlock(device.profile),
      needsServiceSession: device.profile.needsServiceSession,
      hasRegionNotifications: device.profile.hasRegionNotifications
    )
  }

  /// Whether the relaunch table leaves what places wake apps for to the time after the first unlock.
  private func waitsForUnlock(_ profile: Profile) -> Bool {
    RelaunchRule.row(.significantLocation, in: profile)[.restartLocked] != .runs
  }

  private func isSaving(_ device: DeviceState) -> Bool {
    device.conditions.lowPowerMode.value
      && RelaunchRule.row(.significantLocation, in: device.profile)[.lowPower] == .runsCoarser
  }

  /// What goes with a process, and what stays, is in the relaunch table.
  private func processEnded(
    of app: AppIdentifier,
    _ client: inout LocationClient,
    _ device: DeviceState
  ) {
    let profile = device.profile
    let cause = device.apps.slot(of: app).flatMap { slot in
      device.apps.read(slot: slot) { $0.causeOfAbsence(on: device.conditions) }
    }
    guard let cause else { return }
    client.processEnded(
      endsSession: RelaunchRule.row(.continuousLocation, in: profile).endsWith(cause),
      endsMonitoring: RelaunchRule.row(.significantLocation, in: profile).endsWith(cause),
      endsLive: RelaunchRule.row(.liveLocation, in: profile).endsWith(cause)
    )
  }

  private func accuracy(
    of app: AppIdentifier,
    _ settings: AppSettings,
    _ profile: Profile
  ) -> LocationAccuracy {
    guard profile.hasReducedAccuracy, table[app]?.hasFullAccuracyInUse != true else {
      return .full
    }
    return settings.locationAccuracy
  }

  /// Says in the ledger why an app that asked for it was not kept running for its session (LO5).
  private func noteUnheldSession(
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let context = clientContext(app, device), let session = table[app]?.session,
      session.configuration.allowsBackgroundUpdates, !session.isPaused
    else { return }
    let mode = BackgroundMode.location.rawValue
    let unmetConditions = [
      Condition(.notPermitted, holds: context.hasMode, subject: mode),
      Condition(.onScreen, holds: session.isStartedOnScreen),
    ]
    deny(unmetConditions.filter { !$0.holds }, to: app, .continuousLocation, device, &out)
  }

  private func deny(
    _ unmetConditions: [Condition],
    to app: AppIdentifier,
    _ reason: WakeReason,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard !unmetConditions.isEmpty else { return }
    out.record(
      .wake(reason),
      of: app,
      launch: device.apps.process(of: app)?.launch,
      verdict: .denied,
      because: unmetConditions
    )
  }
}
