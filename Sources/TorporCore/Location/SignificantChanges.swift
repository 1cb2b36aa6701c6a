import TorporModel

/// The state of an app that monitors significant location changes (§8.1, LO1).
///
/// The first fix is the base and is not reported: the app asked for changes.
struct SignificantChanges: Hashable, Sendable, Saved {
  /// Where the device was at the last event, or when the watch began.
  private var base: Coordinate?
  private var lastEventAt: Instant?
  /// Whether the app's process has asked for changes: one that was launched for a change asks anew, and
  /// is told then (LO1).
  private var isHeard = true
  /// What waits for the process to ask.
  private var untold: Location?
  /// Whether a process is to be launched that can ask.
  private var wantsLaunch = false

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
    if isHeard, !isHeldBack, let untold {
      self.untold = nil
      return untold
    }
    guard let place else { return nil }
    guard let base else {
      self.base = place.coordinate
      return nil
    }
    guard hasMoved(from: base, to: place), !isHeldBack else { return nil }
    if let lastEventAt, now < lastEventAt + Self.spacing { return nil }
    self.base = place.coordinate
    lastEventAt = now
    guard !isHeard else { return place }
    untold = place
    wantsLaunch = true
    return nil
  }

  /// The way begins anew with the next fix.
  mutating func forgetPlace() { (base, untold) = (nil, nil) }

  /// The app's process asks for changes.
  mutating func restart() { isHeard = true }

  mutating func processEnded() { isHeard = false }

  /// Returns whether the app must be launched; true once for each change.
  mutating func takeLaunch() -> Bool {
    defer { wantsLaunch = false }
    return wantsLaunch
  }

  /// When a move that came too soon after the last is told.
  func deadline(at place: Location?) -> Instant? {
    guard let place, let base, let lastEventAt, hasMoved(from: base, to: place) else { return nil }
    return lastEventAt + Self.spacing
  }

  /// Returns whether the device moved by more than the error of the fix.
  private func hasMoved(from base: Coordinate, to place: Location) -> Bool {
    place.distanceMetres(to: base) >= max(Self.distanceMetres, place.horizontalAccuracyMetres)
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension SignificantChanges {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let base {
      writer.key("base")
      base.write(to: &writer)
    }
    writer.key("isHeard")
    isHeard.write(to: &writer)
    if let lastEventAt {
      writer.key("lastEventAt")
      lastEventAt.write(to: &writer)
    }
    if let untold {
      writer.key("untold")
      untold.write(to: &writer)
    }
    writer.key("wantsLaunch")
    wantsLaunch.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    base = try reader.hasKey("base") ? Coordinate(from: &reader) : nil
    try reader.key("isHeard")
    isHeard = try Bool(from: &reader)
    lastEventAt = try reader.hasKey("lastEventAt") ? Instant(from: &reader) : nil
    untold = try reader.hasKey("untold") ? Location(from: &reader) : nil
    try reader.key("wantsLaunch")
    wantsLaunch = try Bool(from: &reader)
    try reader.endObject()
  }
}
