import TorporModel

/// The location requests of one app, and its pending callbacks.
///
/// Monitoring stays for as long as the app is installed (LO3); a session, a single fix and pending
/// callbacks end with the process.
struct LocationClient: Hashable, Sendable, Saved {
  // Shape: one property for each thing that an app can want of places, each a value with its own rules; saved as one.
  let app: AppIdentifier
  var significant: SignificantChanges?
  var visits: VisitWatch?
  var regions: [RegionWatch] = []
  var session: UpdateSession?
  /// The conditions of its monitors, and the monitors that its process has open.
  var conditions: [ConditionWatch] = []
  var openMonitors: [String] = []
  /// Monitored beacons, and those that its process ranges.
  var beacons: [BeaconWatch] = []
  var ranged: [BeaconRange] = []
  var live: LiveSession?
  /// What lets it have live updates, and events of its conditions, off screen.
  var activity: HeldLocationSession?
  var service: HeldLocationSession?
  var single: SingleFix?
  /// The authorization last reported to the app.
  var authorization: LocationAuthorization
  /// The accuracy last reported to it.
  var accuracy = LocationAccuracy.full
  /// The location known to it at reduced accuracy.
  var coarse = ReducedAccuracyLocation()
  /// Whether the user lets it know the exact place as long as it is in use.
  var hasFullAccuracyInUse = false
  /// Pending questions to the user about it.
  var questions: [LocationPrompt] = []
  /// Its use of "always" authorization.
  var alwaysUse: AlwaysAuthorizationReview?
  /// The callbacks that a suspended app gets when it runs again.
  var pendingCallbacks: [LocationCallback] = []
  /// The newest fixes of a suspended app's session, oldest first (LO11).
  var queued: [Location] = []

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case app, significant, visits, regions, session, conditions, openMonitors, beacons, ranged,
      live, activity, service, single, authorization, accuracy, coarse, hasFullAccuracyInUse,
      questions, alwaysUse
    case pendingCallbacks = "owed"
    case queued
  }

  /// The most fixes queued for a suspended app.
  ///
  /// Older ones are dropped. Our choice: a minute of one fix a second.
  static let queuedMax = 60
  /// How many callbacks an app may be behind before fixes are gathered for it; our choice.
  static let callbacksMax = 16
  /// The most other callbacks owed to it; our choice.
  static let pendingCallbacksMax = 32

  init(app: AppIdentifier, context: LocationClientContext) {
    self.app = app
    authorization = context.authorization
    accuracy = context.accuracy
  }

  /// Whether it monitors anything that outlives its process.
  var isMonitoring: Bool {
    significant != nil || visits != nil || !regions.isEmpty || !conditions.isEmpty
      || !beacons.isEmpty || live != nil
      || service != nil || alwaysUse != nil
  }

  mutating func queue(_ fixes: [Location]) {
    // What was gathered at the app's own wish comes whole.
    let most = max(Self.queuedMax, fixes.count)
    queued += fixes
    queued.removeFirst(max(0, queued.count - most))
  }

  mutating func addPending(_ callback: LocationCallback) {
    pendingCallbacks.append(callback)
    pendingCallbacks.removeFirst(max(0, pendingCallbacks.count - Self.pendingCallbacksMax))
  }

  /// The machine slept meanwhile: no receiver and no radio told anything, and no process could ask.
  mutating func slept(for length: Duration) {
    for index in regions.indices { regions[index].slept(for: length) }
    for index in beacons.indices { beacons[index].slept(for: length) }
    for index in ranged.indices { ranged[index].slept(for: length) }
    single?.slept(for: length)
    activity?.slept(for: length)
    service?.slept(for: length)
  }

  /// It was not watched for a while: a crossing under way begins again.
  mutating func stopCrossings() {
    for index in regions.indices { regions[index].stopCrossing() }
  }

  /// The process is gone.
  mutating func processEnded(endsSession: Bool, endsMonitoring: Bool, endsLive: Bool) {
    if endsSession { session = nil }
    if endsLive { endLive() }
    if endsMonitoring {
      (significant, visits) = (nil, nil)
      regions.removeAll { $0.owner != .notification }
      conditions.removeAll()
      beacons.removeAll()
    }
    single = nil
    pendingCallbacks.removeAll()
    queued.removeAll()
    significant?.processEnded()
    for index in regions.indices { regions[index].isAsked = false }
    for index in conditions.indices { conditions[index].processEnded() }
    for index in beacons.indices { beacons[index].isAsked = false }
    openMonitors.removeAll()
    ranged.removeAll()
    // Without a session there is nothing that the next process could take up.
    if activity == nil, service == nil { live = nil }
    live?.isHeard = false
  }
}

/// The facts about an app that matter for decisions about location.
struct LocationClientContext: Hashable, Sendable {
  let phase: AppPhase
  let authorization: LocationAuthorization
  /// How exactly it may know where the device is, now.
  let accuracy: LocationAccuracy
  /// Whether it declares the `location` mode.
  let hasMode: Bool
  /// Whether launches and wakes are not allowed yet (RL3).
  let isHeldBack: Bool
  /// Whether it is told of conditions and live updates off screen only while it holds a session (LO8).
  let needsServiceSession: Bool
  /// Whether a region triggers its notifications (LN4: iOS 8 on).
  let hasRegionNotifications: Bool
}

/// The location of the device, as far as it is observed.
struct DeviceLocation: Hashable, Sendable, Saved {
  /// The last known location; `nil` while it is not observed.
  var place: Location?
  var stillness = StationaryDetector()
}

/// News for an app, or for its notifications.
enum LocationOutput: Hashable, Sendable {
  /// To the app as it runs; a suspended one is told when it runs again.
  case tell(LocationCallback)
  /// The app is run for it.
  case wake(LocationCallback)
  /// An app that is not running is launched; the news waits until it asks.
  case launch(WakeReason)
  /// The updates are paused: they no longer keep the app running.
  case paused(WakeReason)
  /// The updates continue, and keep the app running again.
  case goesOn
  /// A region that triggers a notification was crossed.
  case crossed(String, entered: Bool)
}

// MARK: A fix, or a moment

extension LocationClient {
  /// Takes in a fix, as far as the app may know it.
  ///
  /// An accuracy of kilometres is useless for regions: they are not evaluated.
  mutating func take(_ fix: Location, for app: LocationClientContext, at now: Instant) {
    for index in regions.indices where watches(regions[index], for: app) {
      regions[index].take(fix, at: now)
    }
    visits?.take(fix, at: now)
  }

  /// Returns the news that follow from the location of the device, and from the time.
  mutating func news(
    of fix: Location?,
    on device: DeviceLocation,
    for app: LocationClientContext,
    at now: Instant
  ) -> [LocationOutput] {
    let place = device.place
    guard app.authorization.isGranted else { return conditionNews(for: app, at: now) }
    var news = regionNews(for: app, at: now) + beaconNews(for: app, at: now)
    // After both, whose findings are events of conditions.
    news += conditionNews(for: app, at: now)
    if let visited = visits?.look(isHeldBack: app.isHeldBack, now: now) {
      news += visited.map { .wake(.didVisit($0)) }
    }
    if let place = significant?.look(at: place, isHeldBack: app.isHeldBack, now: now) {
      news.append(.wake(.didUpdate([place])))
    }
    if significant?.takeLaunch() == true, app.phase == .dead {
      news.append(.launch(.significantLocation))
    }
    news += singleNews(place: place, for: app, at: now)
    if let fix { news += sessionNews(of: fix, for: app, at: now) }
    news += liveNews(of: fix, on: device, for: app, at: now)
    return news + timedSessionNews(device.stillness, for: app, at: now)
  }

  private mutating func regionNews(for app: LocationClientContext, at now: Instant)
    -> [LocationOutput]
  {
    var news: [LocationOutput] = []
    for index in regions.indices {
      let identifier = regions[index].region.identifier
      if regions[index].isAsked, regions[index].state != .unknown {
        regions[index].isAsked = false
        news.append(.tell(.didDetermineState(region: identifier, regions[index].state)))
      }
      switch regions[index].owner {
      case .app:
        guard let side = regions[index].look(isHeldBack: app.isHeldBack, now: now) else { continue }
        news.append(
          .wake(side == .inside ? .didEnterRegion(identifier) : .didExitRegion(identifier))
        )
      case .notification where !app.hasRegionNotifications:
        // Where the device is once another profile watches it is not a crossing.
        regions[index].forgetPlace()
      case .notification:
        guard let side = regions[index].look(isHeldBack: false, now: now) else { continue }
        news.append(.crossed(identifier, entered: side == .inside))
      case .condition(let monitor):
        guard let side = regions[index].look(isHeldBack: app.isHeldBack, now: now) else { continue }
        let state: ConditionState = side == .inside ? .satisfied : .unsatisfied
        changeCondition(identifier, of: monitor) { $0.note(state, at: now) }
      }
    }
    return news
  }

  private mutating func singleNews(
    place: Location?,
    for app: LocationClientContext,
    at now: Instant
  ) -> [LocationOutput] {
    guard let single, app.phase == .onScreen || app.phase == .background else { return [] }
    // An app with reduced accuracy has no better fix to wait for.
    let isEnough = place.map { app.accuracy == .reduced || single.isAnswered(by: $0, at: now) }
    if let place, isEnough == true || single.deadline <= now {
      self.single = nil
      return [.tell(.didUpdate([place]))]
    }
    guard single.deadline <= now else { return [] }
    self.single = nil
    return [.tell(.didFail(.locationUnknown))]
  }

  private mutating func sessionNews(
    of fix: Location,
    for app: LocationClientContext,
    at now: Instant
  ) -> [LocationOutput] {
    guard var session else { return [] }
    defer { self.session = session }
    guard session.isTold(app) else {
      // One for the foreground stops with the suspension; fixes of the others wait (LO11).
      if app.phase == .suspended, session.isForBackground(app), !session.isPaused,
        session.accepts(fix)
      {
        queue([fix])
      }
      return []
    }
    guard session.accepts(fix) else { return [] }
    guard session.deferral != nil else { return [.tell(.didUpdate([fix]))] }
    session.deferral?.add(fix)
    // On screen nothing is put off: the app sees the fix, and the request is over.
    if app.phase == .onScreen { return session.endDeferral(with: .deferredCanceled) }
    if session.deferral?.isOver(at: now) == true { return session.endDeferral(with: nil) }
    guard let gathered = session.deferral?.fixes.count, gathered >= Deferral.fixesMax else {
      return []
    }
    return (session.deferral?.takeFixes()).map { [.tell(.didUpdate($0))] } ?? []
  }

  private mutating func timedSessionNews(
    _ stillness: StationaryDetector,
    for app: LocationClientContext,
    at now: Instant
  ) -> [LocationOutput] {
    var news: [LocationOutput] = []
    if session?.deferral?.isOver(at: now) == true { news += session?.endDeferral(with: nil) ?? [] }
    guard let pausesAt = pausesAt(stillness, for: app), pausesAt <= now else { return news }
    news += session?.endDeferral(with: .deferredFailed) ?? []
    session?.pause()
    return news + [.tell(.didPauseUpdates), .paused(.continuousLocation)]
  }

  /// Returns when the session is paused; not on screen, where the user looks at the map, but only if
  /// it keeps the app running.
  private func pausesAt(_ stillness: StationaryDetector, for app: LocationClientContext) -> Instant?
  {
    guard app.phase == .background, let session, session.keepsRunning(app) else { return nil }
    return session.pausesAt(stillness)
  }

  /// When something here changes by itself.
  func deadline(for app: LocationClientContext, on device: DeviceLocation, at now: Instant)
    -> Instant?
  {
    let heldSessions = [activity?.expectedUntil, service?.expectedUntil]
    guard app.authorization.isGranted else { return heldSessions.lazy.compactMap { $0 }.min() }
    var moments = heldSessions + [alwaysUse?.asksAt] + regions.map(\.deadline)
    moments += [visits?.deadline, session?.deferral?.until]
    moments += [liveRest(device.stillness, for: app), beaconDeadline(for: app)]
    if app.accuracy == .reduced, device.place != nil { moments.append(coarse.deadline) }
    if !app.isHeldBack { moments.append(significant?.deadline(at: device.place)) }
    if app.phase == .onScreen || app.phase == .background { moments.append(single?.deadline) }
    moments.append(pausesAt(device.stillness, for: app))
    if regions.contains(where: { watches($0, for: app) && $0.restsWhenStill(at: device.place) }) {
      let rest = device.stillness.since + RegionWatch.restAfter
      if rest > now { moments.append(rest) }
    }
    return moments.lazy.compactMap { $0 }.min()
  }
}

extension UpdateSession {
  /// Tells what was gathered, and then, once, that the request is over.
  mutating func endDeferral(with error: LocationError?) -> [LocationOutput] {
    guard var deferral else { return [] }
    self.deferral = nil
    let fixes = deferral.takeFixes()
    let told: [LocationOutput] = fixes.isEmpty ? [] : [.tell(.didUpdate(fixes))]
    return told + [.tell(.didFinishDeferredUpdates(error))]
  }
}
