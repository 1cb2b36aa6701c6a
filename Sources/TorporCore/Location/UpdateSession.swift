import TorporModel

/// `startUpdatingLocation()` of one process: fixes as they come, as long as it runs (§8.1).
///
/// It ends with the process. One that was started on screen, for the background, by an app with the
/// mode keeps its process running; one that was started off screen never does (LO5).
struct UpdateSession: Hashable, Sendable, Saved {
  var configuration: LocationSession
  /// Whether the app was on screen when it asked.
  var isStartedOnScreen: Bool
  /// Stopped by itself because the device stands still (LO6).
  private(set) var isPaused = false
  var deferral: Deferral?
  /// The last fix that the app was told.
  private var told: Coordinate?
  /// When counting of stationary time begins.
  private var countsFrom: Instant

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case configuration = "wish"
    case isStartedOnScreen, isPaused, deferral, told, countsFrom
  }

  init(_ configuration: LocationSession, isStartedOnScreen: Bool, at now: Instant) {
    self.configuration = configuration
    self.isStartedOnScreen = isStartedOnScreen
    countsFrom = now
  }

  // MARK: Who is told when

  /// Returns whether the session itself continues off screen, not only while another reason runs the app.
  func isForBackground(_ app: LocationClientContext) -> Bool {
    configuration.allowsBackgroundUpdates && app.hasMode
      && (isStartedOnScreen ? app.authorization.isGranted : app.authorization == .always)
  }

  /// Whether it keeps the process from being suspended.
  func keepsRunning(_ app: LocationClientContext) -> Bool {
    isStartedOnScreen && !isPaused && isForBackground(app)
  }

  /// Whether fixes reach the app as it stands now.
  ///
  /// Off screen "when in use" means a session for the background, which the user sees an arrow for.
  func isTold(_ app: LocationClientContext) -> Bool {
    guard !isPaused else { return false }
    switch app.phase {
    case .onScreen: return app.authorization.isGranted
    case .background: return isForBackground(app) || app.authorization == .always
    case .suspended, .dead: return false
    }
  }

  /// What it needs of a receiver.
  ///
  /// A fix a second is what receivers give; where 100 m will do, one in 10 s. Our choice.
  var demand: LocationDemand {
    LocationDemand(
      accuracyMetres: max(0, configuration.desiredAccuracyMetres),
      intervalSeconds: configuration.desiredAccuracyMetres < 100 ? 1 : 10,
      distanceMetres: max(0, configuration.distanceFilterMetres ?? 0)
    )
  }

  // MARK: Fixes

  /// Whether a fix is one that the app wants to be told of: the first, or one far enough on.
  mutating func accepts(_ fix: Location) -> Bool {
    if let told, let least = configuration.distanceFilterMetres,
      fix.distanceMetres(to: told) < least
    {
      return false
    }
    told = fix.coordinate
    return true
  }

  // MARK: Pausing

  /// How long the device stands still before updates are paused; our choice.
  ///
  /// Reports give about a quarter of an hour for Apple's. A car pauses longer on its way than a
  /// pedestrian, and a passenger in an aeroplane may wait for take-off.
  private var patience: Duration {
    switch configuration.activity {
    case .other, .fitness: .minutes(15)
    case .automotiveNavigation, .otherNavigation: .minutes(20)
    case .airborne: .minutes(60)
    }
  }

  /// Restarts the stationary time when the app leaves the screen: its user may have been stationary before.
  mutating func leaveScreen(at now: Instant) { countsFrom = now }

  /// Returns when updates are paused if the device stays stationary.
  func pausesAt(_ stillness: StationaryDetector) -> Instant? {
    guard configuration.pausesAutomatically, !isPaused else { return nil }
    return max(stillness.since, countsFrom) + patience
  }

  mutating func pause() { isPaused = true }

  mutating func resume(at now: Instant) {
    isPaused = false
    countsFrom = now
  }
}

/// Fixes are gathered and told together (LO12).
struct Deferral: Hashable, Sendable, Saved {
  private let metres: Double?
  /// When it ends by time.
  let until: Instant?
  private var travelledMetres = 0.0
  private var last: Coordinate?
  private(set) var fixes: [Location] = []

  /// The most fixes gathered before they are told in between; our choice: a quarter of an hour of one
  /// a second is 64 kB, about what a message may have.
  static let fixesMax = 900
  /// The desired accuracy from which on a receiver gathers nothing, in metres; Apple asks for the best.
  static let accuracyMetresMax = 10.0

  init(metres: Double?, timeout: Duration?, at now: Instant) {
    self.metres = metres
    until = timeout.map { now + $0 }
  }

  /// Returns the reason why a deferral cannot begin; `nil`: it can.
  static func error(for session: UpdateSession?) -> LocationError? {
    guard let session else { return .deferredNotUpdatingLocation }
    if session.configuration.desiredAccuracyMetres >= accuracyMetresMax {
      return .deferredAccuracyTooLow
    }
    if session.configuration.distanceFilterMetres != nil { return .deferredDistanceFiltered }
    return session.isPaused ? .deferredFailed : nil
  }

  mutating func add(_ fix: Location) {
    if let last { travelledMetres += fix.distanceMetres(to: last) }
    last = fix.coordinate
    fixes.append(fix)
  }

  func isOver(at now: Instant) -> Bool {
    metres.map { travelledMetres >= $0 } ?? false || until.map { $0 <= now } ?? false
  }

  mutating func takeFixes() -> [Location] {
    defer { fixes.removeAll() }
    return fixes
  }
}

/// `requestLocation()`: one fix, the best available when its time runs out.
struct SingleFix: Hashable, Sendable, Saved {
  let accuracyMetres: Double
  private(set) var askedAt: Instant

  /// How long a receiver may try; Apple's answer takes "several seconds", 10 is our choice.
  static let patience = Duration.seconds(10)
  /// What "as good as can be had" is, in metres; our choice: a good fix out of doors.
  private static let bestMetres = 10.0
  /// How old a fix may be that answers at once; our choice.
  private static let freshness = Duration.seconds(15)

  var deadline: Instant { askedAt + Self.patience }

  /// The machine slept meanwhile, and its receivers with it.
  mutating func slept(for length: Duration) { askedAt = askedAt + length }

  var demand: LocationDemand {
    LocationDemand(accuracyMetres: max(0, accuracyMetres), intervalSeconds: 1, distanceMetres: 0)
  }

  func isAnswered(by fix: Location, at now: Instant) -> Bool {
    fix.horizontalAccuracyMetres <= max(accuracyMetres, Self.bestMetres)
      && fix.at + Self.freshness >= now
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension UpdateSession {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("countsFrom")
    countsFrom.write(to: &writer)
    if let deferral {
      writer.key("deferral")
      deferral.write(to: &writer)
    }
    writer.key("isPaused")
    isPaused.write(to: &writer)
    writer.key("isStartedOnScreen")
    isStartedOnScreen.write(to: &writer)
    if let told {
      writer.key("told")
      told.write(to: &writer)
    }
    writer.key("wish")
    configuration.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("countsFrom")
    countsFrom = try Instant(from: &reader)
    deferral = try reader.hasKey("deferral") ? Deferral(from: &reader) : nil
    try reader.key("isPaused")
    isPaused = try Bool(from: &reader)
    try reader.key("isStartedOnScreen")
    isStartedOnScreen = try Bool(from: &reader)
    told = try reader.hasKey("told") ? Coordinate(from: &reader) : nil
    try reader.key("wish")
    configuration = try LocationSession(from: &reader)
    try reader.endObject()
  }
}

extension Deferral {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("fixes")
    fixes.write(to: &writer)
    if let last {
      writer.key("last")
      last.write(to: &writer)
    }
    if let metres {
      writer.key("metres")
      metres.write(to: &writer)
    }
    writer.key("travelledMetres")
    travelledMetres.write(to: &writer)
    if let until {
      writer.key("until")
      until.write(to: &writer)
    }
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("fixes")
    fixes = try [Location](from: &reader)
    last = try reader.hasKey("last") ? Coordinate(from: &reader) : nil
    metres = try reader.hasKey("metres") ? Double(from: &reader) : nil
    try reader.key("travelledMetres")
    travelledMetres = try Double(from: &reader)
    until = try reader.hasKey("until") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}

extension SingleFix {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("accuracyMetres")
    accuracyMetres.write(to: &writer)
    writer.key("askedAt")
    askedAt.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("accuracyMetres")
    accuracyMetres = try Double(from: &reader)
    try reader.key("askedAt")
    askedAt = try Instant(from: &reader)
    try reader.endObject()
  }
}
