import TorporModel

// An app's authorization and accuracy (§8.2).

extension LocationService {
  /// Handles a changed authorization: uses that are no longer allowed end.
  mutating func followAuthorization(
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    if device.isFixed(.location, of: app), var client = table[app], client.alwaysUse != nil {
      // An administrator has decided: the user is not asked whether to keep it.
      client.alwaysUse = nil
      withdraw(.keepAlways, from: &client, &out)
      table[app] = client
    }
    guard let context = clientContext(app, device), var client = table[app],
      client.authorization != context.authorization
    else { return }
    client.authorization = context.authorization
    var news: [LocationCallback] = [.didChangeAuthorization(context.authorization)]
    if context.authorization != .always {
      news += client.endMonitoring()
      client.alwaysUse = nil
      withdraw(.keepAlways, from: &client, &out)
    }
    let isOver =
      client.session.map { session in
        !context.authorization.isGranted
          || (context.authorization == .whenInUse && !session.isStartedOnScreen)
      } ?? false
    if isOver {
      news += (client.session?.endDeferral(with: .deferredCanceled) ?? []).callbacks
      client.session = nil
    }
    if !context.authorization.isGranted { client.single = nil }
    if isOver || !context.authorization.isGranted { news.append(.didFail(.denied)) }
    if !context.authorization.isGranted, client.live?.isHeard == true {
      let update = LiveUpdate(location: nil, obstacle: .authorizationDenied)
      news.append(.didUpdateLive(update))
    }
    table[app] = client
    for callback in news { out.then(.tell(callback, app)) }
    out.then(.hold(app))
  }

  /// The user lets the app know more, or less, than it was last told.
  mutating func followAccuracy(
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let isFixed = device.conditions.restrictions?.fixesAccuracy(of: app) == true
    // An administrator has decided: what was allowed for a time is over.
    if isFixed, table[app]?.hasFullAccuracyInUse == true {
      table[app]?.hasFullAccuracyInUse = false
    }
    guard let context = clientContext(app, device), var client = table[app] else { return }
    if isFixed { withdraw(.fullAccuracy, from: &client, &out) }
    if device.apps[app]?.settings.locationAccuracy != .reduced {
      withdraw(.fullAccuracy, from: &client, &out)
    }
    let changed = client.accuracy != context.accuracy
    let news = changed ? client.change(to: context.accuracy) : []
    table[app] = client
    for callback in news { out.then(.tell(callback, app)) }
    if changed { out.then(.noteRestingRegions(app)) }
  }

  /// Says in the ledger why the regions of an app are not watched.
  func noteRestingRegions(of app: AppIdentifier, _ out: inout Outbox) {
    guard let client = table[app], client.accuracy == .reduced, !client.regions.isEmpty else {
      return
    }
    out.record(
      .wake(.region),
      of: app,
      verdict: .denied,
      because: [Condition(.preciseLocation, holds: false)]
    )
  }

  /// The app wants to know the exact place while it is in use, and says what for.
  ///
  /// Only an app on screen can ask (as on iOS); the user answers by the question's buttons or by the setting itself.
  mutating func askForFullAccuracy(
    _ purpose: String,
    for app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let context = clientContext(app, device), context.accuracy == .reduced else { return }
    guard context.phase == .onScreen, context.authorization.isGranted,
      device.conditions.restrictions?.fixesAccuracy(of: app) != true
    else {
      return out.then(.tell(.didFail(.promptDeclined), app))
    }
    ask(.fullAccuracy, of: app, saying: purpose, device, &out)
  }

  /// Ends full accuracy that was allowed only while the app is in use.
  mutating func endFullAccuracy(
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    if let record = device.apps[app], record.persistentState.consent?.isLocationForOnce == true {
      var settings = record.settings
      settings.location = .notDetermined
      out.change(.appSettings(app: app, settings: settings))
    }
    guard var client = table[app] else { return }
    withdraw(.fullAccuracy, from: &client, &out)
    client.hasFullAccuracyInUse = false
    table[app] = client
    followAccuracy(of: app, device, &out)
  }

  /// An app receives locations off screen.
  mutating func noteAlwaysUse(of app: AppIdentifier, _ device: DeviceState) {
    guard device.profile.confirmsAlways, let context = clientContext(app, device),
      context.phase != .onScreen, context.authorization == .always, table[app]?.alwaysUse == nil,
      !device.isFixed(.location, of: app)
    else { return }
    let isProvisional = device.apps[app]?.persistentState.consent?.hasProvisionalAlways ?? false
    table[app]?.alwaysUse = AlwaysAuthorizationReview(
      since: device.now,
      isProvisional: isProvisional
    )
  }

  /// Asks the user whether to continue to allow it.
  mutating func confirmAlways(
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let asksAt = table[app]?.alwaysUse?.asksAt, asksAt <= device.now else { return }
    if device.isFixed(.location, of: app) {
      table[app]?.alwaysUse = nil
      return
    }
    table[app]?.alwaysUse?.ask()
    ask(.keepAlways, of: app, device, &out)
  }
}

extension LocationClient {
  /// Changes the accuracy: the app is notified again, and undelivered news is dropped.
  fileprivate mutating func change(to accuracy: LocationAccuracy) -> [LocationCallback] {
    self.accuracy = accuracy
    var news: [LocationCallback] = [.didChangeAccuracy(accuracy)]
    queued.removeAll()
    if session?.deferral != nil {
      session?.deferral = nil
      news.append(.didFinishDeferredUpdates(.deferredCanceled))
    }
    significant?.forgetPlace()
    visits?.forgetPlace()
    for index in regions.indices { regions[index].forgetPlace() }
    for index in beacons.indices { beacons[index].forgetPlace() }
    guard accuracy == .reduced else { return news }
    let resting =
      regions.filter { $0.owner == .app }.map(\.region.identifier)
      + beacons.filter { $0.owner == .app }.map(\.region.identifier)
    news += resting.map { .monitoringDidFail(region: $0, .regionMonitoringDenied) }
    news += ranged.map { .rangingDidFail($0.identity, .denied) }
    ranged.removeAll()
    return news
  }
}

extension LocationClient {
  /// Only "always" lets an app monitor; the regions of its notifications stay.
  fileprivate mutating func endMonitoring() -> [LocationCallback] {
    (significant, visits) = (nil, nil)
    let ended =
      regions.filter { $0.owner == .app }.map(\.region.identifier)
      + beacons.filter { $0.owner == .app }.map(\.region.identifier)
    regions.removeAll { $0.owner == .app }
    beacons.removeAll { $0.owner == .app }
    return ended.map { .monitoringDidFail(region: $0, .regionMonitoringDenied) }
  }
}
