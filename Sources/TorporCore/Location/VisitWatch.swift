import TorporModel

/// The state of an app that monitors visits (§8.1, visits).
///
/// A stay is reported when it has lasted a while, and again when it ends. For the place at which the
/// watch began, the departure is reported, but not the arrival.
struct VisitWatch: Hashable, Sendable, Saved {
  private var place: Location?
  /// When the device arrived; `nil`: before it was watched.
  private var arrival: Instant?
  private var since: Instant = .zero
  private var isStaying = false
  /// Visits that could not be reported yet, oldest first.
  private var pendingVisits: [Visit] = []

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case place, arrival, since, isStaying
    case pendingVisits = "owed"
  }

  /// How far from its middle a place reaches, in metres; our choice: a house with its garden.
  static let radiusMetres = 100.0
  /// How long the device is at a place before that is a stay.
  ///
  /// Our choice: longer than a traffic light, shorter than a purchase.
  static let stay = Duration.minutes(5)
  /// The most visits kept for an app that must not be launched yet.
  ///
  /// Older ones go. Our choice.
  static let pendingVisitsMax = 32
  /// What it needs of a receiver: while the device may only be passing, often enough to see it go.
  var demand: LocationDemand {
    LocationDemand(
      accuracyMetres: 100,
      intervalSeconds: isStaying ? 300 : 60,
      distanceMetres: Self.radiusMetres
    )
  }

  mutating func take(_ fix: Location, at now: Instant) {
    guard let place else { return settle(at: fix, arrival: nil, now: now) }
    let reach = Self.radiusMetres + fix.horizontalAccuracyMetres
    guard fix.distanceMetres(to: place.coordinate) > reach else { return }
    if isStaying { tell(place, departure: now) }
    settle(at: fix, arrival: now, now: now)
  }

  /// The watch begins anew with the next fix.
  mutating func forgetPlace() { self = VisitWatch() }

  /// The visits that the app is to be told of now, oldest first.
  mutating func look(isHeldBack: Bool, now: Instant) -> [Visit] {
    if let place, !isStaying, since + Self.stay <= now {
      isStaying = true
      if arrival != nil { tell(place, departure: nil) }
    }
    guard !isHeldBack else { return [] }
    defer { pendingVisits.removeAll() }
    return pendingVisits
  }

  /// When the device will have stayed.
  var deadline: Instant? { place != nil && !isStaying ? since + Self.stay : nil }

  private mutating func settle(at fix: Location, arrival: Instant?, now: Instant) {
    place = fix
    self.arrival = arrival
    since = now
    isStaying = false
  }

  private mutating func tell(_ place: Location, departure: Instant?) {
    if pendingVisits.count == Self.pendingVisitsMax { pendingVisits.removeFirst() }
    pendingVisits.append(
      Visit(
        coordinate: place.coordinate,
        horizontalAccuracyMetres: place.horizontalAccuracyMetres,
        arrival: arrival,
        departure: departure
      )
    )
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension VisitWatch {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let arrival {
      writer.key("arrival")
      arrival.write(to: &writer)
    }
    writer.key("isStaying")
    isStaying.write(to: &writer)
    writer.key("owed")
    pendingVisits.write(to: &writer)
    if let place {
      writer.key("place")
      place.write(to: &writer)
    }
    writer.key("since")
    since.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    arrival = try reader.hasKey("arrival") ? Instant(from: &reader) : nil
    try reader.key("isStaying")
    isStaying = try Bool(from: &reader)
    try reader.key("owed")
    pendingVisits = try [Visit](from: &reader)
    place = try reader.hasKey("place") ? Location(from: &reader) : nil
    try reader.key("since")
    since = try Instant(from: &reader)
    try reader.endObject()
  }
}
