package import TorporModel

/// One task that was delivered to its app's process and is not complete.
package struct RunningTask: Hashable, Sendable, Saved {
  package let request: TaskRequest
  /// The callback that started it; `setTaskCompleted` names it.
  package let token: CallbackToken
  package let startedAt: Instant
  /// Whether a developer made it run; then no condition ends it.
  package let isSimulated: Bool
  /// When its time is over; `nil` on screen, and for continued work, which has no fixed end (CP11).
  package internal(set) var deadline: Instant?
  package internal(set) var hasExpirationHandler = false
  /// When its expiration handler was called.
  package internal(set) var expiredAt: Instant?
  /// How long the machine slept since it began; `nil`: not at all.
  private(set) var sleptFor: Duration?
  /// Whether its app is on screen, where nothing ends it.
  package internal(set) var isPaused = false
  /// Of continued work: how far it is, and when it last said so.
  package internal(set) var progress: Progress?

  package struct Progress: Hashable, Sendable, Saved {
    package var permille: Int
    package var title: String
    package var subtitle: String
    /// When it last moved; off screen counted from leaving it.
    package var movedAt: Instant
    /// Whether the clock of the stall runs: off screen.
    package var isWatched: Bool
    /// What the user was last shown of it; `nil`: nothing yet.
    package var notice: ProgressNotice?
  }

  package var identifier: String { request.identifier }
  package var type: TaskType { request.kind.type }
  package var activity: Activity { .task(identifier: request.identifier) }

  init(_ request: TaskRequest, token: CallbackToken, isSimulated: Bool, at now: Instant) {
    self.request = request
    self.token = token
    self.isSimulated = isSimulated
    startedAt = now
    if case .continued(let shown) = request.kind {
      progress = Progress(
        permille: 0,
        title: shown.title,
        subtitle: shown.subtitle,
        movedAt: now,
        isWatched: false
      )
    }
  }
}

extension RunningTask {
  /// How long continued work may go without progress off screen.
  ///
  /// 30 s: the stall cadence that Apple's engineers mention (CP7, §17).
  package static let stallLimit = Duration.seconds(30)

  /// How long an app has from the call of its expiration handler to its end: the lead of every
  /// warning and the delay of every kill (BT7, BX4).
  package static let handlerTime = BackgroundTime.warningLead + BackgroundTime.killDelay

  /// How long it has run while the machine was awake.
  func runningTime(at now: Instant) -> Duration { now - startedAt - (sleptFor ?? .zero) }

  /// The machine slept meanwhile, and the task with it.
  mutating func slept(for length: Duration) {
    sleptFor = (sleptFor ?? .zero) + length
    deadline = deadline.map { $0 + length }
    expiredAt = expiredAt.map { $0 + length }
    if let movedAt = progress?.movedAt { progress?.movedAt = movedAt + length }
  }

  /// When its time is over, whatever bounds it.
  package var end: Instant? {
    if let progress, progress.isWatched { return progress.movedAt + Self.stallLimit }
    return deadline
  }

  /// When the process is ended for not completing it; `nil` before it was notified.
  package var killAt: Instant? { isPaused ? nil : expiredAt.map { $0 + Self.handlerTime } }

  /// When its expiration handler is due or, if it has none, when it ends without notice (BX5).
  ///
  /// Stalled work is notified when it has stalled; work with a known end is notified before it.
  package var expiresAt: Instant? {
    guard expiredAt == nil, let end else { return nil }
    guard hasExpirationHandler, deadline != nil else { return end }
    return end - BackgroundTime.warningLead
  }

  /// The next moment at which something of it is due.
  package var due: Instant? { killAt ?? expiresAt }

  /// The same, with what the user is to be shown of it.
  var dueOrShown: Instant? {
    guard let noticeDue else { return due }
    return due.map { min($0, noticeDue) } ?? noticeDue
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension RunningTask {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let deadline {
      writer.key("deadline")
      deadline.write(to: &writer)
    }
    if let expiredAt {
      writer.key("expiredAt")
      expiredAt.write(to: &writer)
    }
    writer.key("hasExpirationHandler")
    hasExpirationHandler.write(to: &writer)
    writer.key("isPaused")
    isPaused.write(to: &writer)
    writer.key("isSimulated")
    isSimulated.write(to: &writer)
    if let progress {
      writer.key("progress")
      progress.write(to: &writer)
    }
    writer.key("request")
    request.write(to: &writer)
    if let sleptFor {
      writer.key("sleptFor")
      sleptFor.write(to: &writer)
    }
    writer.key("startedAt")
    startedAt.write(to: &writer)
    writer.key("token")
    token.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    deadline = try reader.hasKey("deadline") ? Instant(from: &reader) : nil
    expiredAt = try reader.hasKey("expiredAt") ? Instant(from: &reader) : nil
    try reader.key("hasExpirationHandler")
    hasExpirationHandler = try Bool(from: &reader)
    try reader.key("isPaused")
    isPaused = try Bool(from: &reader)
    try reader.key("isSimulated")
    isSimulated = try Bool(from: &reader)
    progress = try reader.hasKey("progress") ? RunningTask.Progress(from: &reader) : nil
    try reader.key("request")
    request = try TaskRequest(from: &reader)
    sleptFor = try reader.hasKey("sleptFor") ? Duration(from: &reader) : nil
    try reader.key("startedAt")
    startedAt = try Instant(from: &reader)
    try reader.key("token")
    token = try CallbackToken(from: &reader)
    try reader.endObject()
  }
}
