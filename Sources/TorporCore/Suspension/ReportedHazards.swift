import TorporModel

/// Hazards of an app that an inspection of its group does not find in time: reported by a desktop, or
/// by a watched socket.
///
/// At most one of each kind: the last one reported. Most hazards last until their end is reported; a
/// call with a waiting caller, or a grab, lasts for a time after it was last seen.
struct ReportedHazards: Hashable, Sendable, Saved {
  fileprivate struct Entry: Hashable, Sendable, Saved {
    var hazard: Hazard
    var since: Instant
    /// `nil`: until its end is reported.
    var until: Instant?

    func holds(_ app: ReportedHazards.App, at now: Instant) -> Bool {
      if app == .speaks, case .hasStatusItem = hazard { return false }
      return until.map { $0 > now } ?? true
    }
  }

  /// Whose hazards they are.
  ///
  /// A Torpor-aware app knows that it is frozen off screen, and has chosen to have an item in the
  /// panel nevertheless: it is thawed when the item is called.
  enum App {
    case speaks, knowsNothing
  }

  private var entries: [Entry] = []

  /// How long an app runs for a caller, or for a grab: 10 s, as for any other event (§10); every
  /// further call restarts this time.
  ///
  /// A caller's library gives up after 25 s, and its answer is not reported. Our choice.
  static let momentLength = Duration.seconds(10)

  /// When something here is over.
  @inline(__always)
  var deadline: Instant? { entries.isEmpty ? nil : deadlineOfEntries }

  private var deadlineOfEntries: Instant? { entries.compactMap(\.until).min() }

  /// Takes what was told: the hazard is there, or it has gone.
  mutating func update(_ hazard: Hazard, isPresent: Bool, at now: Instant) {
    let earlier = entries.firstIndex { $0.hazard.isOfKind(of: hazard) }
    guard isPresent, hazard.isReported else {
      if let earlier { entries.remove(at: earlier) }
      return
    }
    let until = hazard.length.map { now + $0 }
    let since = earlier.map { entries.remove(at: $0).since } ?? now
    entries.append(Entry(hazard: hazard, since: since, until: until))
  }

  /// The machine slept meanwhile, and with it the processes that wait for the app.
  mutating func slept(for length: Duration) {
    for index in entries.indices { entries[index].until = entries[index].until.map { $0 + length } }
  }

  /// Drops what is over.
  mutating func expire(at now: Instant) {
    entries.removeAll { entry in entry.until.map { $0 <= now } ?? false }
  }

  func holds(_ app: App, at now: Instant) -> Bool {
    entries.contains { $0.holds(app, at: now) }
  }

  /// What it adds to the reasons for which the app runs.
  func heldBy(_ app: App, at now: Instant) -> [Condition] {
    entries.compactMap { entry in
      guard entry.holds(app, at: now) else { return nil }
      let obstacle = entry.hazard.condition
      return Condition(
        obstacle.reason,
        holds: obstacle.holds,
        since: entry.since,
        until: entry.until,
        subject: obstacle.subject
      )
    }
  }
}

extension Hazard {
  /// Whether it is reported from outside, and prevents freezing while it lasts.
  ///
  /// A name without callers is watched, like a lock without waiters.
  fileprivate var isReported: Bool {
    switch self {
    case .busName(_, let hasCaller): hasCaller
    case .servedSocket(_, let hasWaiters): hasWaiters
    case .inputGrab, .hasFocus, .isUnderPointer, .hasStatusItem, .pushMessage: true
    case .fileLock, .controllingTerminal, .sessionLeader, .callersShell, .displayServer: false
    }
  }

  /// How long it stands from when it was last seen; `nil`: until its end is reported.
  fileprivate var length: Duration? {
    switch self {
    case .busName, .servedSocket, .inputGrab: ReportedHazards.momentLength
    case .pushMessage: WakeReason.visiblePush.budget
    case .hasFocus, .isUnderPointer, .hasStatusItem, .fileLock, .controllingTerminal,
      .sessionLeader, .callersShell, .displayServer:
      nil
    }
  }

  fileprivate func isOfKind(of other: Hazard) -> Bool {
    condition.reason == other.condition.reason
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension ReportedHazards {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("entries")
    entries.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("entries")
    entries = try [ReportedHazards.Entry](from: &reader)
    try reader.endObject()
  }
}

extension ReportedHazards.Entry {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("hazard")
    hazard.write(to: &writer)
    writer.key("since")
    since.write(to: &writer)
    if let until {
      writer.key("until")
      until.write(to: &writer)
    }
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("hazard")
    hazard = try Hazard(from: &reader)
    try reader.key("since")
    since = try Instant(from: &reader)
    until = try reader.hasKey("until") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
