/// A push that was accepted from a sender, or is about to be.
struct Push: Hashable, Sendable {
  let id: String
  let topic: String
  let environment: Environment
  let type: PushType
  let priority: Int
  /// The expiration in seconds since 1970; 0: one attempt, not stored.
  let expirationSeconds: Int64?
  let collapseID: String?
  let payload: [UInt8]
  /// Whether nothing of it is shown: it only runs the app.
  let isSilent: Bool

  /// Makes the push of a request.
  ///
  /// - Throws: `Refusal` if the payload is too large.
  init(_ head: PushHead, _ environment: Environment, payload: [UInt8]) throws(Refusal) {
    if payload.isEmpty { throw Refusal(.payloadEmpty) }
    let named = head.type ?? PushType.ofTopic(head.topic)
    if payload.count > (named ?? .alert).payloadBytesMax { throw Refusal(.payloadTooLarge) }
    guard let content = JSONValue(payload), content.isObject else { throw Refusal(.payloadEmpty) }
    let runsOnly = Push.runsOnly(content)
    let type = named ?? (runsOnly ? .background : .alert)
    id = head.id
    topic = head.topic
    self.environment = environment
    self.type = type
    expirationSeconds = head.expirationSeconds
    collapseID = head.collapseID
    self.payload = payload
    // This depends on its contents, not on the sender's type: an alert without anything to show is a silent push.
    isSilent = type == .background || type == .alert && runsOnly
    priority = type == .background ? 5 : head.priority ?? 10
  }

  /// Makes a push from a store.
  init(
    id: String,
    topic: String,
    environment: Environment,
    type: PushType,
    priority: Int,
    expirationSeconds: Int64?,
    collapseID: String?,
    payload: [UInt8],
    isSilent: Bool
  ) {
    (self.id, self.topic, self.environment, self.type) = (id, topic, environment, type)
    (self.priority, self.expirationSeconds) = (priority, expirationSeconds)
    (self.collapseID, self.payload, self.isSilent) = (collapseID, payload, isSilent)
  }

  /// Returns whether the payload has `content-available` and nothing that a user sees or hears.
  static func runsOnly(_ content: JSONValue) -> Bool {
    guard let aps = content["aps"], aps["content-available"]?.integer == 1 else { return false }
    return ["alert", "badge", "sound"].allSatisfy { aps[$0] == nil || aps[$0] == .null }
  }

  /// The app for which it is meant.
  var app: HandoverWindow.App { .init(topic: topic, environment: environment) }

  /// Whether it replaces the push that waits in its place: Web Push messages without a topic form a queue.
  var displaces: Bool { environment != .web || collapseID != nil }

  /// Returns the same push for another topic: the Web Push channel of its endpoint.
  func addressed(to topic: String) -> Push {
    Push(
      id: id,
      topic: topic,
      environment: environment,
      type: type,
      priority: priority,
      expirationSeconds: expirationSeconds,
      collapseID: collapseID,
      payload: payload,
      isSilent: isSilent
    )
  }

  /// Whether it is stored if it cannot be handed over at once.
  var isStored: Bool { expirationSeconds != 0 }

  /// Returns the time until which it is worth delivering, in milliseconds since 1970, given the time at which it was
  /// accepted.
  func endMilliseconds(acceptedMilliseconds: Int64) -> Int64 {
    let latest = acceptedMilliseconds + PushHead.lifetimeMillisecondsMax
    guard let expirationSeconds, expirationSeconds > 0 else { return latest }
    let (end, overflows) = expirationSeconds.multipliedReportingOverflow(by: 1000)
    return overflows ? latest : min(latest, end)
  }

  /// The place in which it is stored while it waits: an app has one silent push and one visible push, so that the
  /// former never displaces the latter; every other type has its own place.
  var slot: String {
    if environment == .web { return collapseID.map { "topic \($0)" } ?? "queue" }
    if isSilent { return "silent" }
    return type == .alert || type == .background ? "alert" : type.rawValue
  }
}
