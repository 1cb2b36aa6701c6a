package import TorporModel

/// The push to talk channel that the device has joined, and its state (§7.4).
///
/// It outlives the process of its app, and the machine: a push launches the app, which is first
/// notified that its channel is restored.
package struct PushToTalkChannel: Hashable, Sendable, Saved {
  package let app: AppIdentifier
  package let name: String
  /// Good for as long as the channel is joined.
  package let token: String
  package internal(set) var state = State.quiet
  /// Whether the app has set a participant since the last push that came without one.
  var isAnswered = false
  /// When service updates of high priority came, oldest first.
  private(set) var urgentUpdates: [Instant] = []
  /// The process that knows of the channel; a later one is told that it is restored.
  var knownTo: LaunchIdentifier?

  package enum State: Hashable, Sendable, Saved {
    /// No participant speaks, and nothing keeps the app running.
    case quiet
    case receiving(participant: String)
    case transmitting
  }

  /// How many service updates of priority 10 run the app within an hour (§7.4); the others are not
  /// counted.
  package static let urgentUpdatesPerHour = 6

  init(app: AppIdentifier, name: String, token: String, knownTo launch: LaunchIdentifier?) {
    self.app = app
    self.name = name
    self.token = token
    knownTo = launch
  }

  /// How many more updates of high priority may come now.
  package func urgentUpdatesLeft(at now: Instant) -> Int {
    Self.urgentUpdatesPerHour - urgentUpdates.count { $0 + .hours(1) > now }
  }

  /// Whether one more may run the app.
  func urgentUpdateLimit(at now: Instant) -> Condition {
    let isFree = urgentUpdatesLeft(at: now) > 0
    return Condition(
      .rateLimit,
      holds: isFree,
      since: urgentUpdates.last,
      until: isFree ? nil : urgentUpdates.first.map { $0 + .hours(1) }
    )
  }

  mutating func noteUrgentUpdate(at now: Instant) {
    urgentUpdates.append(now)
    if urgentUpdates.count > Self.urgentUpdatesPerHour { urgentUpdates.removeFirst() }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension PushToTalkChannel {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    writer.key("isAnswered")
    isAnswered.write(to: &writer)
    if let knownTo {
      writer.key("knownTo")
      knownTo.write(to: &writer)
    }
    writer.key("name")
    name.write(to: &writer)
    writer.key("state")
    state.write(to: &writer)
    writer.key("token")
    token.write(to: &writer)
    writer.key("urgentUpdates")
    urgentUpdates.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("isAnswered")
    isAnswered = try Bool(from: &reader)
    knownTo = try reader.hasKey("knownTo") ? LaunchIdentifier(from: &reader) : nil
    try reader.key("name")
    name = try String(from: &reader)
    try reader.key("state")
    state = try PushToTalkChannel.State(from: &reader)
    try reader.key("token")
    token = try String(from: &reader)
    try reader.key("urgentUpdates")
    urgentUpdates = try [Instant](from: &reader)
    try reader.endObject()
  }
}
