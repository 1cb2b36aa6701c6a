package import TorporModel

/// The channel that the device has joined for push to talk, and what goes on in it (§7.4).
///
/// It outlives the process of its app, and the machine: a push launches the app, which is told first
/// that its channel is restored.
package struct PushToTalkChannel: Hashable, Sendable, Codable {
  package let app: AppIdentifier
  package let name: String
  /// Good for as long as the channel is joined.
  package let token: String
  package internal(set) var state = State.quiet
  /// Whether the app has said who speaks, since the last push that came while nobody did.
  var isAnswered = false
  /// When service updates of high priority came, oldest first.
  private(set) var urgentUpdates: [Instant] = []
  /// The process that knows of the channel; a later one is told that it is restored.
  var knownTo: LaunchIdentifier?

  package enum State: Hashable, Sendable, Codable {
    /// Nobody speaks, and nothing keeps the app running.
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
