import TorporModel

/// A session that an app begins on screen, and that lets it continue off screen (LO7, LO8).
///
/// It ends with the process, but is kept for the next one for a few seconds: a launched process
/// resumes it, or loses it.
struct HeldLocationSession: Hashable, Sendable, Saved {
  /// Whether the process that runs has it.
  private(set) var isHeld = true
  /// The time until which a started process may resume it.
  private(set) var expectedUntil: Instant?

  /// How long a process has for that.
  ///
  /// "A few seconds" (§8.2); as long as a wake lasts, which is our choice.
  static let patience = Duration.seconds(10)

  mutating func take() { (isHeld, expectedUntil) = (true, nil) }

  mutating func processEnded() { (isHeld, expectedUntil) = (false, nil) }

  mutating func processBegan(at now: Instant) {
    if !isHeld { expectedUntil = now + Self.patience }
  }

  /// The machine slept meanwhile, and the process that may take it up with it.
  mutating func slept(for length: Duration) { expectedUntil = expectedUntil.map { $0 + length } }

  func isOver(at now: Instant) -> Bool { expectedUntil.map { $0 <= now } ?? false }
}

extension LocationClient {
  /// Whether monitors and live updates tell the app something while it is not on screen.
  ///
  /// For a dead app: whether they would tell the process that is launched for it.
  func followsOffScreen(_ app: LocationClientContext) -> Bool {
    func stands(_ session: HeldLocationSession?) -> Bool {
      guard let session else { return false }
      return session.isHeld || app.phase == .dead
    }
    switch app.authorization {
    case .never, .notDetermined: return false
    case .whenInUse: return stands(activity)
    case .always: return !app.needsServiceSession || stands(service) || stands(activity)
    }
  }

  mutating func standingsFollow(from before: AppPhase, to after: AppPhase, at now: Instant) {
    if after == .dead {
      // Who ends before it has taken them up again has had its chance.
      if activity?.expectedUntil != nil { activity = nil }
      if service?.expectedUntil != nil { service = nil }
      activity?.processEnded()
      service?.processEnded()
    } else if before == .dead {
      activity?.processBegan(at: now)
      service?.processBegan(at: now)
    }
  }

  /// Ends sessions that no process has resumed; returns whether there were any.
  mutating func endHeldSessions(at now: Instant) -> Bool {
    let ends = activity?.isOver(at: now) == true || service?.isOver(at: now) == true
    if activity?.isOver(at: now) == true { activity = nil }
    if service?.isOver(at: now) == true { service = nil }
    return ends
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension HeldLocationSession {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let expectedUntil {
      writer.key("expectedUntil")
      expectedUntil.write(to: &writer)
    }
    writer.key("isHeld")
    isHeld.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    expectedUntil = try reader.hasKey("expectedUntil") ? Instant(from: &reader) : nil
    try reader.key("isHeld")
    isHeld = try Bool(from: &reader)
    try reader.endObject()
  }
}
