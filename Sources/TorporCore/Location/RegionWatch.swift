import TorporModel

/// One circle with monitored crossings (§8.2).
///
/// A crossing counts when the device has gone a distance beyond the boundary and stayed there for a
/// time. Where the device is when the watch begins is not a crossing.
struct RegionWatch: Hashable, Sendable, Saved {
  /// Who is told of a crossing.
  enum Owner: Hashable, Sendable, Saved {
    case app
    /// A local notification; no process is needed for it.
    case notification
    /// The condition of that name of a monitor, which begins with an event too (LO9).
    case condition(monitor: String)

    /// Whether it is told on which side the device is at first.
    var tellsBeginning: Bool { if case .condition = self { true } else { false } }
  }

  let owner: Owner
  private(set) var region: CircularRegion
  private(set) var state = RegionState.unknown
  /// The state last reported to the owner.
  private var told = RegionState.unknown
  /// Since when the device has been beyond the other side of the boundary.
  private(set) var crossingSince: Instant?
  /// Whether the app has asked for the state and not been answered.
  var isAsked = false

  /// The most circles of one app, those of its notifications included (§8.2).
  static let countMax = 20
  /// How long the device must stay beyond the boundary before a crossing counts (§8.2).
  static let stay = Duration.seconds(20)
  /// How far beyond the boundary it must be at least, in metres; more where the fix is less exact.
  ///
  /// Our choice: twice the error of a good fix out of doors; Apple names no number.
  static let beyondMetres = 20.0
  /// The largest circle (`maximumRegionMonitoringDistance`), in metres.
  ///
  /// Our choice: 1000 km; Apple's is a number of the device.
  static let radiusMetresMax = 1_000_000.0
  /// The longest identifier, in bytes; our choice.
  static let identifierBytesMax = 256

  init(_ region: CircularRegion, owner: Owner, assuming state: RegionState = .unknown) {
    self.region = region
    self.owner = owner
    told = state
  }

  /// The machine slept meanwhile, and where it was is not known.
  mutating func slept(for length: Duration) { crossingSince = crossingSince.map { $0 + length } }

  /// Whether a circle can be watched at all.
  static func canWatch(_ region: CircularRegion) -> Bool {
    region.center.isValid && region.radiusMetres > 0 && region.radiusMetres <= radiusMetresMax
      && region.identifier.utf8.count <= identifierBytesMax
  }

  /// Renews the watch of the same circle with other options: its state is kept.
  mutating func renew(_ region: CircularRegion) -> Bool {
    guard region.center == self.region.center, region.radiusMetres == self.region.radiusMetres
    else { return false }
    self.region = region
    return true
  }

  // MARK: Where the device is

  mutating func take(_ fix: Location, at now: Instant) {
    let side = side(of: fix)
    guard state != .unknown else {
      // Between the sides the boundary itself must do.
      guard let side = side ?? (isExactEnough(fix) ? nearerSide(of: fix) : nil) else { return }
      state = side
      if !owner.tellsBeginning { told = side }
      return
    }
    guard let side, side != state else {
      crossingSince = nil
      return
    }
    crossingSince = crossingSince ?? now
  }

  /// Forgets the state; the watch begins again.
  mutating func forgetPlace() {
    (state, told) = (.unknown, .unknown)
    crossingSince = nil
  }

  mutating func stopCrossing() { crossingSince = nil }

  /// Returns the side to report to the owner now; `nil`: nothing new, or nothing it wants.
  ///
  /// A receiver is silent while the device stays: no news for 20 s means that it stayed. News that
  /// must not be delivered yet is delivered later, with the state of that time.
  mutating func look(isHeldBack: Bool, now: Instant) -> RegionState? {
    if let since = crossingSince, since + Self.stay <= now {
      state = state == .inside ? .outside : .inside
      crossingSince = nil
    }
    guard state != told, !isHeldBack else { return nil }
    told = state
    return (state == .inside ? region.notifyOnEntry : region.notifyOnExit) ? state : nil
  }

  /// When a crossing that was not reversed counts.
  var deadline: Instant? { crossingSince.map { $0 + Self.stay } }

  /// On which side the device is beyond doubt.
  private func side(of fix: Location) -> RegionState? {
    let distance = fix.distanceMetres(to: region.center)
    let beyond = max(Self.beyondMetres, fix.horizontalAccuracyMetres)
    if distance >= region.radiusMetres + beyond { return .outside }
    // The middle of a small circle is inside however wide the error is.
    let within = region.radiusMetres - min(beyond, region.radiusMetres / 2)
    return isExactEnough(fix) && distance <= within ? .inside : nil
  }

  private func nearerSide(of fix: Location) -> RegionState {
    fix.distanceMetres(to: region.center) <= region.radiusMetres ? .inside : .outside
  }

  /// A fix as wide as the circle says nothing of it; 100 m is what Wi-Fi and masts in a town give.
  private func isExactEnough(_ fix: Location) -> Bool {
    fix.horizontalAccuracyMetres <= max(region.radiusMetres, 100)
  }

  // MARK: What it needs to know

  /// How far the boundary may be at least, in metres; 0 where the fix leaves the side open.
  func boundaryMetres(from fix: Location) -> Double {
    let distance = abs(fix.distanceMetres(to: region.center) - region.radiusMetres)
    return max(0, distance - fix.horizontalAccuracyMetres)
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension RegionWatch {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let crossingSince {
      writer.key("crossingSince")
      crossingSince.write(to: &writer)
    }
    writer.key("isAsked")
    isAsked.write(to: &writer)
    writer.key("owner")
    owner.write(to: &writer)
    writer.key("region")
    region.write(to: &writer)
    writer.key("state")
    state.write(to: &writer)
    writer.key("told")
    told.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    crossingSince = try reader.hasKey("crossingSince") ? Instant(from: &reader) : nil
    try reader.key("isAsked")
    isAsked = try Bool(from: &reader)
    try reader.key("owner")
    owner = try RegionWatch.Owner(from: &reader)
    try reader.key("region")
    region = try CircularRegion(from: &reader)
    try reader.key("state")
    state = try RegionState(from: &reader)
    try reader.key("told")
    told = try RegionState(from: &reader)
    try reader.endObject()
  }
}
