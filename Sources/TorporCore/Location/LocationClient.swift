import TorporModel

/// What one app wants to know of places, and what it is owed.
///
/// What is monitored stays for as long as the app is installed (LO3); a session, a single fix and what
/// is owed go with the process.
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
  /// Beacons whose coming and going it wants to know, and those that its process ranges.
  var beacons: [BeaconWatch] = []
  var ranged: [BeaconRange] = []
  var live: LiveSession?
  /// What lets it have live updates, and events of its conditions, off screen.
  var activity: HeldLocationSession?
  var service: HeldLocationSession?
  var single: SingleFix?
  /// What the user allowed when the app was last told.
  var authorization: LocationAuthorization
  /// How exactly it may know places, as it was last told.
  var accuracy = LocationAccuracy.full
  /// What it knows of the place while that is not exactly.
  var coarse = ReducedAccuracyLocation()
  /// Whether the user lets it know the exact place as long as it is in use.
  var hasFullAccuracyInUse = false
  /// What the user has been asked about it and has not answered.
  var questions: [LocationPrompt] = []
  /// What it has used of "always".
  var alwaysUse: AlwaysAuthorizationReview?
  /// What a suspended app is told when it runs again.
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
  /// Older ones go. Our choice: a minute of one a second.
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

/// What matters of an app when something about places is decided.
struct LocationClientContext: Hashable, Sendable {
  let phase: AppPhase
  let authorization: LocationAuthorization
  /// How exactly it may know where the device is, now.
  let accuracy: LocationAccuracy
  /// Whether it declares the `location` mode.
  let hasMode: Bool
  /// Whether nothing may be launched or woken yet (RL3).
  let isHeldBack: Bool
  /// Whether it is told of conditions and live updates off screen only while it holds a session (LO8).
  let needsServiceSession: Bool
  /// Whether a region triggers its notifications (LN4: iOS 8 on).
  let hasRegionNotifications: Bool
}

/// Where the device is, as far as that is watched.
struct DeviceLocation: Hashable, Sendable, Saved {
  /// `nil` while it is not watched: it may be anywhere by now.
  var place: Location?
  var stillness = StationaryDetector()
}

/// Something that an app, or its notifications, is to be told.
enum LocationOutput: Hashable, Sendable {
  /// To the app as it runs; a suspended one is told when it runs again.
  case tell(LocationCallback)
  /// The app is run for it.
  case wake(LocationCallback)
  /// A dead app is launched; what it is to be told waits until it asks.
  case launch(WakeReason)
  /// The updates are paused: what kept the app running is over.
  case paused(WakeReason)
  /// They go on, and with them what keeps the app running.
  case goesOn
  /// A region that triggers a notification was crossed.
  case crossed(String, entered: Bool)
}

// MARK: A fix, or a moment

extension LocationClient {
  /// Takes in a fix, as far as the app may know it.
  ///
  /// What is known by kilometres says nothing of a region: it rests.
  mutating func take(_ fix: Location, for app: LocationClientContext, at now: Instant) {
    for index in regions.indices where watches(regions[index], for: app) {
      regions[index].take(fix, at: now)
    }
    visits?.take(fix, at: now)
  }

  /// What follows from where the device is, and from the time.
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
    // An app that may know no more has no better fix to wait for.
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

  /// On screen the user looks at the map; only a session that keeps the app running is paused.
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
