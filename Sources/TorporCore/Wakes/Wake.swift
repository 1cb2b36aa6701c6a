package import TorporModel

/// One reason for which the system runs an app off screen, bounded in time.
package struct Wake: Hashable, Sendable, Saved {
  package let reason: WakeReason
  /// The callback that carries the event; the wake ends when its completion handler is called, or,
  /// where it has none, when it returns, or with its time (`WakeReason.isFixedDuration`).
  package let token: CallbackToken
  package let startedAt: Instant
  /// When it must have ended; `nil` on screen, where an event may take its time.
  package private(set) var deadline: Instant?

  package init(reason: WakeReason, token: CallbackToken, startedAt: Instant) {
    self.reason = reason
    self.token = token
    self.startedAt = startedAt
  }

  /// The app is off screen from now on.
  package mutating func start(at now: Instant) { deadline = deadline ?? now + reason.budget }

  /// The app is on screen.
  package mutating func pause() { deadline = nil }

  /// Gives a wake whose time passed unwatched until `moment`.
  package mutating func postpone(until moment: Instant) {
    deadline = deadline.map { max($0, moment) }
  }

  /// The machine slept meanwhile, and the app with it.
  mutating func slept(for length: Duration) { deadline = deadline.map { $0 + length } }

  /// The most events that an app has not completed, on screen or off.
  ///
  /// 64: as many as a client may have calls open; our choice. More are denied.
  package static let countMax = 64
}

extension WakeReason {
  /// How long a process runs for one event of the kind (§17, with the sources of each there).
  package var budget: Duration {
    switch self {
    case .appRefresh, .backgroundFetch, .silentPush, .visiblePush, .transfer, .newsstand, .voipPush,
      .pushToTalk:
      .seconds(30)
    case .significantLocation, .liveLocation, .continuousLocation, .bluetooth,
      .bluetoothRestoring, .accessory, .voipSocket, .descriptor, .notificationResponse, .audio:
      .seconds(10)
    // "Several minutes" (BX1); 5 is our choice until the scheduler learns better.
    // A job is bounded by its own time-out and never by this.
    case .processing, .continuedProcessing, .job: .minutes(5)
    }
  }

  /// Whether the app has the whole time, which it cannot hand back, and is suspended when it is over.
  ///
  /// Places, accessories, Bluetooth and sockets give "about ten seconds" (§7, §8.2), and are told by
  /// callbacks without a completion handler: what the app begins in one goes on beside it, so that its
  /// return says nothing.
  package var isFixedDuration: Bool {
    switch self {
    case .significantLocation, .continuousLocation, .liveLocation, .bluetooth, .bluetoothRestoring,
      .accessory, .voipSocket, .descriptor, .audio:
      true
    case .appRefresh, .backgroundFetch, .processing, .continuedProcessing, .silentPush,
      .visiblePush, .voipPush, .pushToTalk, .transfer, .newsstand, .notificationResponse, .job:
      false
    }
  }

  /// The code of a process that does not end its wake in time (§1.5).
  package var overrunCode: TerminationCode {
    switch self {
    case .appRefresh, .backgroundFetch, .silentPush, .visiblePush, .newsstand: .fetchOverrun
    case .transfer: .transferEventsOverrun
    case .voipPush: .unreportedCall
    case .processing, .continuedProcessing, .pushToTalk, .significantLocation, .continuousLocation,
      .liveLocation, .bluetoothRestoring, .bluetooth, .accessory, .audio, .voipSocket,
      .descriptor, .notificationResponse, .job:
      .watchdog
    }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension Wake {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let deadline {
      writer.key("deadline")
      deadline.write(to: &writer)
    }
    writer.key("reason")
    reason.write(to: &writer)
    writer.key("startedAt")
    startedAt.write(to: &writer)
    writer.key("token")
    token.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    deadline = try reader.hasKey("deadline") ? Instant(from: &reader) : nil
    try reader.key("reason")
    reason = try WakeReason(from: &reader)
    try reader.key("startedAt")
    startedAt = try Instant(from: &reader)
    try reader.key("token")
    token = try CallbackToken(from: &reader)
    try reader.endObject()
  }
}
