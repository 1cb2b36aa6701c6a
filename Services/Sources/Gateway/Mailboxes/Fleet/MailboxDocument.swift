import TorporCrypto

/// All stored data of one device, for a store that changes one value at a time (push.md, 5.1).
///
/// It is in JSON, so that the administrator of the engine can read it. A document with additions of a later build is
/// refused because of its format, so the additions are not lost.
struct MailboxDocument: Hashable, Sendable {
  /// The device's public key; empty: the device is unknown.
  var key: [UInt8] = []
  /// The time of its last connection.
  var seenMilliseconds: Int64 = 0
  /// The gateway that holds its connection, if it is known.
  var node: String?
  /// The number of its connections, so that a message about an older one is recognised.
  var connection: Int64 = 0
  var versions: Int64 = 0
  /// The number of writes by gateways that did not reach the one that has the device.
  var fence: Int64 = 0
  var rule = DeliveryRule()
  var apps: [App] = []
  var pushes: [MailboxStore.Row] = []

  /// A registration.
  struct App: Hashable, Sendable {
    let token: [UInt8]
    let topic: String
    let environment: Environment
    let madeMilliseconds: Int64
    var diedMilliseconds: Int64?
    var silentMilliseconds: [Int64] = []
  }

  /// The format; that of another build is not read.
  static let format: Int64 = 1
  /// The maximum number of bytes of a document (push.md, 8); the estimate before writing stays below it.
  static let byteCountMax = 256 << 10

  init() {}

  /// Makes the document from a value.
  ///
  /// - Throws: `NATSFailure.garbled` if it has another format, or is damaged.
  init(_ bytes: [UInt8]) throws(NATSFailure) {
    guard let value = JSONValue(bytes), let format = value["format"]?.integer else {
      throw .garbled("a mailbox that is not a document")
    }
    guard format == Self.format else {
      throw .garbled("a mailbox of format \(format); this build writes \(Self.format)")
    }
    key = value["key"]?.text.flatMap { Base64URL.decode($0) } ?? []
    seenMilliseconds = value["seen"]?.integer ?? 0
    node = value["node"]?.text
    connection = value["connection"]?.integer ?? 0
    versions = value["versions"]?.integer ?? 0
    fence = value["fence"]?.integer ?? 0
    // Numbers that can be incremented; larger ones were not written by us.
    guard [seenMilliseconds, connection, versions, fence].allSatisfy({ (0..<1 << 53) ~= $0 }) else {
      throw .garbled("a mailbox with a number out of range")
    }
    rule = DeliveryRule(
      leastPriority: value["least"]?.integer.flatMap { Int(exactly: $0) } ?? 1,
      isInLowPowerMode: value["lowPower"]?.boolean ?? false
    )
    for item in value["apps"]?.list ?? [] {
      guard let app = App(item) else { throw .garbled("a mailbox with an app that is none") }
      apps.append(app)
    }
    for item in value["pushes"]?.list ?? [] {
      guard let row = MailboxStore.Row(item) else {
        throw .garbled("a mailbox with a push that is none")
      }
      pushes.append(row)
    }
  }

  /// The document as a value.
  var bytes: [UInt8] {
    var text = JSONText()
    text.set("format", Self.format)
    text.set("key", Base64URL.encode(key))
    text.set("seen", seenMilliseconds)
    if let node { text.set("node", node) }
    text.set("connection", connection)
    text.set("versions", versions)
    if fence != 0 { text.set("fence", fence) }
    if rule != DeliveryRule() {
      text.set("least", Int64(rule.leastPriority))
      text.set("lowPower", rule.isInLowPowerMode)
    }
    text.set("apps", json: JSONText.list(apps.map { $0.json }))
    text.set("pushes", json: JSONText.list(pushes.map { $0.json }))
    return Array(text.finished.utf8)
  }

  /// Returns the approximate maximum number of bytes that a push takes in the document.
  static func byteCount(of push: Push) -> Int {
    300 + push.topic.utf8.count + (push.collapseID?.utf8.count ?? 0)
      + (push.payload.count + 2) / 3 * 4
  }

  /// The approximate maximum number of bytes of the whole document.
  var byteCount: Int {
    let apps = apps.reduce(0) { $0 + 220 + $1.topic.utf8.count }
    return pushes.reduce(400 + apps) { $0 + Self.byteCount(of: $1.push) }
  }

  /// Removes data that is no longer needed: pushes that are no longer worth delivering, and registrations that ended 30
  /// days ago.
  mutating func prune(at now: Int64) {
    pushes.removeAll {
      $0.push.endMilliseconds(acceptedMilliseconds: $0.acceptedMilliseconds) <= now
    }
    apps.removeAll { $0.diedMilliseconds.map { $0 < now - 30 * 86_400_000 } ?? false }
  }
}

extension MailboxDocument.App {
  fileprivate init?(_ value: JSONValue) {
    guard let token = value["token"]?.text.flatMap({ Base64URL.decode($0) }),
      let topic = value["topic"]?.text,
      let environment = value["environment"]?.text.flatMap({ Environment(rawValue: $0) }),
      let made = value["made"]?.integer
    else { return nil }
    self.init(
      token: token,
      topic: topic,
      environment: environment,
      madeMilliseconds: made,
      diedMilliseconds: value["died"]?.integer,
      silentMilliseconds: value["silent"]?.list?.compactMap { $0.integer } ?? []
    )
  }

  fileprivate var json: String {
    var text = JSONText()
    text.set("token", Base64URL.encode(token))
    text.set("topic", topic)
    text.set("environment", environment.rawValue)
    text.set("made", madeMilliseconds)
    if let diedMilliseconds { text.set("died", diedMilliseconds) }
    if !silentMilliseconds.isEmpty {
      text.set("silent", json: JSONText.list(silentMilliseconds.map { String($0) }))
    }
    return text.finished
  }
}

extension MailboxStore.Row {
  fileprivate init?(_ value: JSONValue) {
    guard let version = value["version"]?.integer, let accepted = value["accepted"]?.integer,
      let push = Push(json: value)
    else { return nil }
    self.init(
      version: version,
      push: push,
      acceptedMilliseconds: accepted,
      isUnderWay: value["underWay"]?.boolean ?? false
    )
  }

  fileprivate var json: String {
    var text = JSONText()
    text.set("version", version)
    text.set("accepted", acceptedMilliseconds)
    if isUnderWay { text.set("underWay", true) }
    push.write(to: &text)
    return text.finished
  }
}

extension Push {
  /// Makes the push from a value written by `write`; `nil` if it is invalid.
  init?(json value: JSONValue) {
    guard let id = value["id"]?.text, let topic = value["topic"]?.text,
      let environment = value["environment"]?.text.flatMap({ Environment(rawValue: $0) }),
      let type = value["type"]?.text.flatMap({ PushType(rawValue: $0) }),
      let priority = value["priority"]?.integer.flatMap({ Int(exactly: $0) }),
      let payload = value["payload"]?.text.flatMap({ Base64URL.decode($0) })
    else { return nil }
    self.init(
      id: id,
      topic: topic,
      environment: environment,
      type: type,
      priority: priority,
      expirationSeconds: value["expiration"]?.integer,
      collapseID: value["collapse"]?.text,
      payload: payload,
      isSilent: value["silent"]?.boolean ?? false
    )
  }

  /// Sets the members of the push.
  func write(to text: inout JSONText) {
    text.set("id", id)
    text.set("topic", topic)
    text.set("environment", environment.rawValue)
    text.set("type", type.rawValue)
    text.set("priority", Int64(priority))
    if let expirationSeconds { text.set("expiration", expirationSeconds) }
    if let collapseID { text.set("collapse", collapseID) }
    if isSilent { text.set("silent", true) }
    text.set("payload", Base64URL.encode(payload))
  }
}
