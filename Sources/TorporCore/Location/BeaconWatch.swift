import TorporModel

/// Beacons whose presence is monitored (§8.1).
///
/// A beacon that is heard is present at once; one that has not been heard for a while is gone. The
/// radio does not report what it does not hear, so absence is determined only by time.
struct BeaconWatch: Hashable, Sendable, Saved {
  let owner: RegionWatch.Owner
  private(set) var region: BeaconRegion
  private(set) var state = RegionState.unknown
  /// The state last reported to the owner.
  private var told: RegionState
  /// When it was heard last, or the watch began.
  private var heardAt: Instant?
  /// Whether the app has asked for the state and not been answered.
  var isAsked = false

  /// How long a beacon must be unheard before it counts as gone.
  ///
  /// Our choice: as reported for Apple's; three times the radio's report interval.
  static let absence = Duration.seconds(30)
  /// The report intervals of the radio for a beacon that is only monitored, and for one that is ranged.
  ///
  /// Ranging is reported once a second on iOS; 10 s for the other is our choice.
  static let watchSeconds = 10
  static let rangeSeconds = 1

  init(_ region: BeaconRegion, owner: RegionWatch.Owner, assuming state: RegionState = .unknown) {
    self.region = region
    self.owner = owner
    told = state
  }

  /// Renews the watch of the same beacons with other options: their state is kept.
  mutating func renew(_ region: BeaconRegion) -> Bool {
    guard region.identity == self.region.identity else { return false }
    self.region = region
    return true
  }

  /// Begins the watch: the radio listens for it from now on.
  mutating func begin(at now: Instant) { heardAt = heardAt ?? now }

  /// Restarts the watch: the radio may again need the full time to hear it.
  mutating func restart(at now: Instant) { if heardAt != nil { heardAt = now } }

  /// The machine slept meanwhile, and the radio heard nothing.
  mutating func slept(for length: Duration) { heardAt = heardAt.map { $0 + length } }

  /// Forgets the state, because no app listens any more; the watch begins again.
  mutating func forgetPlace() {
    (state, told) = (.unknown, .unknown)
    heardAt = nil
  }

  mutating func take(_ sightings: [BeaconSighting], at now: Instant) {
    guard sightings.contains(where: region.identity.matches) else { return }
    heardAt = now
    find(.inside)
  }

  /// Returns the side to report to the owner now; `nil`: nothing new, or nothing it wants.
  mutating func look(isHeldBack: Bool, now: Instant) -> RegionState? {
    if let goneAt, goneAt <= now { find(.outside) }
    guard state != told, !isHeldBack else { return nil }
    told = state
    return (state == .inside ? region.notifyOnEntry : region.notifyOnExit) ? state : nil
  }

  /// When it has gone unless it is heard.
  var goneAt: Instant? { state == .outside ? nil : heardAt.map { $0 + Self.absence } }

  /// Takes in the side; the initial one is reported only to monitors, as with circles.
  private mutating func find(_ side: RegionState) {
    if state == .unknown, !owner.tellsBeginning { told = side }
    state = side
  }
}

/// How near the beacons of an identity are, for a process that wants to know (`startRangingBeacons`).
struct BeaconRange: Hashable, Sendable, Saved {
  let identity: BeaconIdentity
  /// When it was told of some, until it is told that there are none.
  private var heardAt: Instant?

  /// How long none is heard before that is told.
  ///
  /// Our choice: as reports say of Apple's.
  static let absence = Duration.seconds(10)
  /// The maximum number of identities that a process ranges; our choice, as with regions.
  static let countMax = RegionWatch.countMax

  init(_ identity: BeaconIdentity) { self.identity = identity }

  /// Returns the beacons to report for the sightings, nearest first.
  mutating func take(_ sightings: [BeaconSighting], at now: Instant) -> [Beacon] {
    let beacons = sightings.filter(identity.matches).compactMap(\.beacon)
    if !beacons.isEmpty { heardAt = now }
    return beacons.sorted {
      ($0.accuracyMetres ?? .infinity, $0.identity.order)
        < ($1.accuracyMetres ?? .infinity, $1.identity.order)
    }
  }

  /// The machine slept meanwhile, and the radio heard nothing.
  mutating func slept(for length: Duration) { heardAt = heardAt.map { $0 + length } }

  /// When it is told that there are none.
  var goneAt: Instant? { heardAt.map { $0 + Self.absence } }

  /// Whether that is to be told now.
  mutating func takeAbsence(at now: Instant) -> Bool {
    guard let goneAt, goneAt <= now else { return false }
    heardAt = nil
    return true
  }
}

extension BeaconIdentity {
  func matches(_ sighting: BeaconSighting) -> Bool {
    uuid == sighting.uuid && (major ?? sighting.major) == sighting.major
      && (minor ?? sighting.minor) == sighting.minor
  }

  fileprivate var order: UInt32 { UInt32(major ?? 0) << 16 | UInt32(minor ?? 0) }
}

extension BeaconSighting {
  /// The beacon, with its distance estimated from how much weaker it is heard than at one metre.
  ///
  /// Power decreases with the square of the distance: 20 dB mean ten times as far. Indoors this is a guess.
  fileprivate var beacon: Beacon? {
    guard let identity = BeaconIdentity(uuid: uuid, major: major, minor: minor) else { return nil }
    // 127 is "not known" (Core 5.4, vol. 4, part E, 7.7.65.2); nothing is received at 0 dBm and above.
    guard (-127..<0).contains(signalStrength) else {
      return Beacon(
        identity: identity,
        proximity: .unknown,
        accuracyMetres: nil,
        signalStrength: signalStrength
      )
    }
    let loss = min(100, max(-60, strengthAtOneMetre - signalStrength))
    // Repeated multiplication by the twentieth root of ten: the same to the last bit everywhere.
    var metres = 1.0
    for _ in 0..<abs(loss) { metres *= 1.122_018_454_301_963_4 }
    if loss < 0 { metres = 1 / metres }
    return Beacon(
      identity: identity,
      proximity: metres <= 0.5 ? .immediate : metres <= 4 ? .near : .far,
      accuracyMetres: metres,
      signalStrength: signalStrength
    )
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension BeaconWatch {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let heardAt {
      writer.key("heardAt")
      heardAt.write(to: &writer)
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
    heardAt = try reader.hasKey("heardAt") ? Instant(from: &reader) : nil
    try reader.key("isAsked")
    isAsked = try Bool(from: &reader)
    try reader.key("owner")
    owner = try RegionWatch.Owner(from: &reader)
    try reader.key("region")
    region = try BeaconRegion(from: &reader)
    try reader.key("state")
    state = try RegionState(from: &reader)
    try reader.key("told")
    told = try RegionState(from: &reader)
    try reader.endObject()
  }
}

extension BeaconRange {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let heardAt {
      writer.key("heardAt")
      heardAt.write(to: &writer)
    }
    writer.key("identity")
    identity.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    heardAt = try reader.hasKey("heardAt") ? Instant(from: &reader) : nil
    try reader.key("identity")
    identity = try BeaconIdentity(from: &reader)
    try reader.endObject()
  }
}
