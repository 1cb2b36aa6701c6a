/// A push from a gateway, and its delivery state.
package struct ReceivedPush: Hashable, Sendable, Saved {
  /// The delivery stage of a push.
  package enum Stage: String, Hashable, Sendable, Saved, CaseIterable {
    /// It has arrived, and nothing has been decided yet.
    case arrived
    /// It was shown to the user, and the app is not run for it.
    case shown
    /// It waits until the app may be run.
    case held
    case denied
    /// The app has been notified of it, or is being run for it.
    case delivered
    /// The app has returned from it.
    case handled
  }

  /// Its name (`PushName.text`).
  package let identifier: String
  package let kind: PushKind
  /// When the gateway accepted it, by the gateway's clock, in microseconds since 1970; `nil`: the link does not say.
  package let sentWallMicroseconds: Int64?
  package let arrived: Instant
  package private(set) var stage: Stage
  /// When it reached the stage.
  package private(set) var since: Instant
  /// The reasons why it is held, or was not delivered.
  package private(set) var conditions: [Condition]

  package init(
    apnsIdentifier: String,
    channel: String? = nil,
    kind: PushKind,
    sentWallMicroseconds: Int64?,
    arrived: Instant,
    stage: Stage = .arrived,
    since: Instant? = nil,
    conditions: [Condition] = []
  ) {
    identifier = PushName(identifier: apnsIdentifier, channel: channel).text
    self.kind = kind
    self.sentWallMicroseconds = sentWallMicroseconds
    self.arrived = arrived
    self.stage = stage
    self.since = since ?? arrived
    self.conditions = conditions
  }

  /// Its `apns-id`, and the broadcast channel through which it arrived.
  package var apnsIdentifier: String { PushName(text: identifier).identifier }
  package var channel: String? { PushName(text: identifier).channel }

  /// Moves the push to a later stage.
  package mutating func reach(
    _ stage: Stage,
    at now: Instant,
    because conditions: [Condition] = []
  ) {
    (self.stage, since, self.conditions) = (stage, now, conditions)
  }
}

/// The outcome of a push that is reported to its gateway.
package enum PushOutcome: String, Hashable, Sendable, CaseIterable {
  /// It is saved, and will not be lost.
  case accepted
  /// It arrived before.
  case repeated
  /// The app is not installed.
  case appMissing
  /// It cannot be delivered in this form.
  case refused
}

/// The name of an app at a push service, with the kind of token that it implies.
package struct PushTopicName: Hashable, Sendable {
  package let app: AppIdentifier
  package let kind: PushTokenKind

  /// The suffix of an app's identifier in the topic of its calls (§6.1).
  private static let callSuffix = ".voip"

  package init(app: AppIdentifier, kind: PushTokenKind) {
    (self.app, self.kind) = (app, kind)
  }

  /// Reads a topic; `nil` if it cannot be the name of an app.
  package init?(_ text: String) {
    let isOfCalls = text.hasSuffix(Self.callSuffix)
    let name = isOfCalls ? String(text.dropLast(Self.callSuffix.count)) : text
    guard let app = AppIdentifier(name) else { return nil }
    self.init(app: app, kind: isOfCalls ? .voIP : .remote)
  }

  /// The topic as senders write it.
  package var text: String { kind == .voIP ? app.text + Self.callSuffix : app.text }
}

// MARK: - Saved, written by scripts/generate-saved

extension ReceivedPush {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("arrived")
    arrived.write(to: &writer)
    writer.key("conditions")
    conditions.write(to: &writer)
    writer.key("identifier")
    identifier.write(to: &writer)
    writer.key("kind")
    kind.write(to: &writer)
    if let sentWallMicroseconds {
      writer.key("sentWallMicroseconds")
      sentWallMicroseconds.write(to: &writer)
    }
    writer.key("since")
    since.write(to: &writer)
    writer.key("stage")
    stage.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("arrived")
    arrived = try Instant(from: &reader)
    try reader.key("conditions")
    conditions = try [Condition](from: &reader)
    try reader.key("identifier")
    identifier = try String(from: &reader)
    try reader.key("kind")
    kind = try PushKind(from: &reader)
    sentWallMicroseconds = try reader.hasKey("sentWallMicroseconds") ? Int64(from: &reader) : nil
    try reader.key("since")
    since = try Instant(from: &reader)
    try reader.key("stage")
    stage = try ReceivedPush.Stage(from: &reader)
    try reader.endObject()
  }
}
