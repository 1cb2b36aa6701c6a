import TorporModel

/// Live updates of one app (`CLLocationUpdate.liveUpdates`, LO7).
///
/// While the device moves, the app is kept running off screen, as far as its sessions allow; when the
/// device becomes stationary, the app is notified once, and may be suspended. It is woken when the
/// device moves again, and launched if its process has ended meanwhile.
struct LiveSession: Hashable, Sendable, Saved {
  private var configuration: LiveConfiguration
  /// Whether the process that runs awaits updates.
  var isHeard = true
  /// When the reported stationary period began; `nil`: the device is moving.
  private var restsSince: Instant?
  /// When counting of stationary time begins.
  private var countsFrom: Instant
  /// When a process was launched for it last.
  private var launchedAt: Instant?

  /// How long the device is stationary before this is reported; our choice.
  ///
  /// Sooner than the pause of a classic session: from this one the app resumes by itself.
  static let patience = Duration.minutes(5)
  /// The shortest time between two launches.
  ///
  /// Our choice: a crashing app is not started at every fix.
  static let launchSpacing = Duration.minutes(1)

  init(_ configuration: LiveConfiguration, at now: Instant) {
    self.configuration = configuration
    countsFrom = now
  }

  /// A process awaits updates, maybe of a session that the last one had.
  mutating func take(_ configuration: LiveConfiguration, at now: Instant) {
    self.configuration = configuration
    isHeard = true
    restsSince = nil
    countsFrom = now
  }

  /// What it needs of a receiver while the device goes somewhere.
  ///
  /// Navigation needs the best accuracy; for the rest, a fix every 5 s within 10 m. Our choice.
  var demand: LocationDemand {
    switch configuration {
    case .automotiveNavigation, .otherNavigation, .airborne:
      LocationDemand(accuracyMetres: 0, intervalSeconds: 1, distanceMetres: 0)
    case .standard, .fitness:
      LocationDemand(accuracyMetres: 10, intervalSeconds: 5, distanceMetres: 0)
    }
  }

  /// What it needs to learn that the device goes on; as a region does at rest.
  static let restingDemand = RegionWatch.resting

  var isStationary: Bool { restsSince != nil }

  func restsAt(_ stillness: StationaryDetector) -> Instant? {
    isStationary ? nil : max(stillness.since, countsFrom) + Self.patience
  }

  mutating func rest(_ stillness: StationaryDetector) { restsSince = stillness.since }

  /// Whether the device has moved since it was told to stand still; it goes on then.
  mutating func goesOn(_ stillness: StationaryDetector, at now: Instant) -> Bool {
    guard restsSince != stillness.since else { return false }
    restsSince = nil
    countsFrom = now
    return true
  }

  /// Returns whether an app that is not running may be launched for it now.
  mutating func takeLaunch(at now: Instant) -> Bool {
    if let launchedAt, now < launchedAt + Self.launchSpacing { return false }
    launchedAt = now
    return true
  }
}

extension LocationClient {
  /// Returns whether location services prevent suspending the app.
  func keepsRunning(_ app: LocationClientContext) -> Bool {
    session?.keepsRunning(app) == true || keepsRunningLive(app)
  }

  /// The app is not launched for live updates any more.
  mutating func endLive() { (live, activity) = (nil, nil) }

  /// Whether live updates keep the app from being suspended.
  func keepsRunningLive(_ app: LocationClientContext) -> Bool {
    guard let live, live.isHeard, !live.isStationary, app.hasMode else { return false }
    return activity?.isHeld == true
      || (app.authorization == .always && (service?.isHeld == true || !app.needsServiceSession))
  }

  /// Whether an update reaches the app as it stands now.
  private func isToldLive(_ app: LocationClientContext) -> Bool {
    guard live?.isHeard == true else { return false }
    switch app.phase {
    case .onScreen: return app.authorization.isGranted
    case .background: return followsOffScreen(app)
    case .suspended, .dead: return false
    }
  }

  /// Whether a process is to be run for an update.
  private func wakesLive(_ app: LocationClientContext) -> Bool {
    guard live != nil, app.hasMode, !app.isHeldBack, followsOffScreen(app) else { return false }
    return app.phase == .suspended || app.phase == .dead
  }

  /// What live updates need of a receiver; `nil`: nothing.
  func liveDemand(_ app: LocationClientContext) -> LocationDemand? {
    guard let live else { return nil }
    if isToldLive(app) { return live.isStationary ? LiveSession.restingDemand : live.demand }
    return wakesLive(app) ? LiveSession.restingDemand : nil
  }

  mutating func liveNews(
    of fix: Location?,
    on device: DeviceLocation,
    for app: LocationClientContext,
    at now: Instant
  ) -> [LocationOutput] {
    guard live != nil else { return [] }
    if let restsAt = liveRest(device.stillness, for: app), restsAt <= now {
      live?.rest(device.stillness)
      return [.tell(update(device.place, app, isStationary: true)), .paused(.liveLocation)]
    }
    guard let fix else { return [] }
    let rested = live?.isStationary == true
    if rested, live?.goesOn(device.stillness, at: now) != true { return [] }
    if isToldLive(app) { return [.tell(update(fix, app))] + (rested ? [.goesOn] : []) }
    guard wakesLive(app) else { return [] }
    guard app.phase == .dead else { return [.wake(update(fix, app)), .goesOn] }
    return live?.takeLaunch(at: now) == true ? [.launch(.liveLocation)] : []
  }

  /// When the device will have stood still so long that the app is told.
  func liveRest(_ stillness: StationaryDetector, for app: LocationClientContext) -> Instant? {
    isToldLive(app) ? live?.restsAt(stillness) : nil
  }

  func update(
    _ place: Location?,
    _ app: LocationClientContext,
    isStationary: Bool = false
  ) -> LocationCallback {
    let obstacle: PlaceObstacle? = app.accuracy == .reduced ? .accuracyLimited : nil
    return .didUpdateLive(
      LiveUpdate(location: place, isStationary: isStationary, obstacle: obstacle)
    )
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension LiveSession {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("configuration")
    configuration.write(to: &writer)
    writer.key("countsFrom")
    countsFrom.write(to: &writer)
    writer.key("isHeard")
    isHeard.write(to: &writer)
    if let launchedAt {
      writer.key("launchedAt")
      launchedAt.write(to: &writer)
    }
    if let restsSince {
      writer.key("restsSince")
      restsSince.write(to: &writer)
    }
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("configuration")
    configuration = try LiveConfiguration(from: &reader)
    try reader.key("countsFrom")
    countsFrom = try Instant(from: &reader)
    try reader.key("isHeard")
    isHeard = try Bool(from: &reader)
    launchedAt = try reader.hasKey("launchedAt") ? Instant(from: &reader) : nil
    restsSince = try reader.hasKey("restsSince") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
