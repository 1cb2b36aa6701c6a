/// A push that was accepted from a sender, or is about to be.
struct Push: Hashable, Sendable {
  let id: String
  let topic: String
  let environment: Environment
  let type: PushType
  let priority: Int
  /// Seconds since 1970; 0: one attempt, not stored.
  let expirationSeconds: Int64?
  let collapseID: String?
  let payload: [UInt8]
  /// Whether nothing of it is shown: it only runs the app.
  let isSilent: Bool

  /// The push of a request.
  ///
  /// - Throws: `Refusal` where the payload does not fit.
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
    // By what is shown, not by what the sender calls it: an alert without anything to show is a silent push.
    isSilent = type == .background || type == .alert && runsOnly
    priority = type == .background ? 5 : head.priority ?? 10
  }

  /// A push as it was stored.
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

  /// `content-available` and nothing that a user sees or hears.
  static func runsOnly(_ content: JSONValue) -> Bool {
    guard let aps = content["aps"], aps["content-available"]?.integer == 1 else { return false }
    return ["alert", "badge", "sound"].allSatisfy { aps[$0] == nil || aps[$0] == .null }
  }

  /// The app that it is for.
  var app: HandoverWindow.App { .init(topic: topic, environment: environment) }

  /// Whether it takes the place of what waits there: a message of Web Push without a topic is one of a queue.
  var displaces: Bool { environment != .web || collapseID != nil }

  /// The same for another topic: the channel of Web Push that its endpoint is for.
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

  /// Whether it is kept when it cannot be handed over at once.
  var isStored: Bool { expirationSeconds != 0 }

  /// Until when it is worth delivering, in milliseconds since 1970, of when it was accepted.
  func endMilliseconds(acceptedMilliseconds: Int64) -> Int64 {
    let latest = acceptedMilliseconds + PushHead.lifetimeMillisecondsMax
    guard let expirationSeconds, expirationSeconds > 0 else { return latest }
    let (end, overflows) = expirationSeconds.multipliedReportingOverflow(by: 1000)
    return overflows ? latest : min(latest, end)
  }

  /// Where it lies while it waits: an app has one silent push and one that is shown, so that the former never
  /// displaces the latter; every other type has a place of its own.
  var slot: String {
    if environment == .web { return collapseID.map { "topic \($0)" } ?? "queue" }
    if isSilent { return "silent" }
    return type == .alert || type == .background ? "alert" : type.rawValue
  }
}
