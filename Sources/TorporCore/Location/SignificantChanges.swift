import TorporModel

/// An app that wants to know when the device is somewhere else (§8.1, LO1).
///
/// The first fix is where the way begins and is not told: the app asked for changes.
struct SignificantChanges: Hashable, Sendable, Codable {
  /// Where the device was at the last event, or when the watch began.
  private var base: Coordinate?
  private var lastEventAt: Instant?

  /// How far the device must have come since the last event (§8.2).
  static let distanceMetres = 500.0
  /// The shortest time between two events (§8.2).
  static let spacing = Duration.minutes(5)
  /// What it needs of a receiver: the masts of a network do.
  static let demand = LocationDemand(
    accuracyMetres: 500,
    intervalSeconds: 300,
    distanceMetres: distanceMetres
  )

  /// The place that the app is to be told of now; `nil`: none.
  ///
  /// What must not be told yet, because nothing runs before the first unlock, is told later if the
  /// device is still elsewhere then.
  mutating func look(at place: Location?, isHeldBack: Bool, now: Instant) -> Location? {
    guard let place else { return nil }
    guard let base else {
      self.base = place.coordinate
      return nil
    }
    guard hasMoved(from: base, to: place), !isHeldBack else { return nil }
    if let lastEventAt, now < lastEventAt + Self.spacing { return nil }
    self.base = place.coordinate
    lastEventAt = now
    return place
  }

  /// When a move that came too soon after the last is told.
  func deadline(at place: Location?) -> Instant? {
    guard let place, let base, let lastEventAt, hasMoved(from: base, to: place) else { return nil }
    return lastEventAt + Self.spacing
  }

  /// A move that the fix could be wrong about is none.
  private func hasMoved(from base: Coordinate, to place: Location) -> Bool {
    place.distanceMetres(to: base) >= max(Self.distanceMetres, place.horizontalAccuracyMetres)
  }
}
