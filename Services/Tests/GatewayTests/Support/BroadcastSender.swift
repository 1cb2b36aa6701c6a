import NIOHPACK

@testable import Gateway

/// A sender that has to do with the broadcast channels of an app.
struct BroadcastSender: Sendable {
  let test: TestGateway
  let sender: TestSender
  let app: String

  init(_ test: TestGateway, _ sender: TestSender, app: String = TestGateway.app) {
    (self.test, self.sender, self.app) = (test, sender, app)
  }

  private var path: String { "/1/apps/\(app)/channels" }

  static func configuration(_ policy: BroadcastChannel.Policy) -> [UInt8] {
    Array("{\"message-storage-policy\":\(policy.rawValue),\"push-type\":\"LiveActivity\"}".utf8)
  }

  func create(
    _ policy: BroadcastChannel.Policy,
    _ changes: [(String, String?)] = []
  ) async throws -> TestSender.Answer {
    try await sender.send(
      test.channelHeaders("POST", path, changes),
      Self.configuration(policy)
    )
  }

  /// Reads or removes a channel.
  func ask(_ method: String, channel: String) async throws -> TestSender.Answer {
    try await sender.send(
      test.channelHeaders(method, path, [("apns-channel-id", channel)]),
      []
    )
  }

  /// The names of all channels, sorted.
  func list() async throws -> [String] { try await listed().sorted() }

  /// The answer to a request for all channels.
  func list(_ changes: [(String, String?)]) async throws -> TestSender.Answer {
    try await sender.send(
      test.channelHeaders("GET", "/1/apps/\(app)/all-channels", changes),
      []
    )
  }

  /// The names of all channels, in the order of the answer.
  func listed() async throws -> [String] {
    let answer = try await list([])
    let names = JSONValue(Array(answer.body.utf8))?["channels"]?.list ?? []
    return names.compactMap(\.text)
  }

  func publish(
    to channel: String,
    _ changes: [(String, String?)] = [],
    body: [UInt8] = TestGateway.alert
  ) async throws -> TestSender.Answer {
    let usual = [("apns-channel-id", channel as String?), ("apns-push-type", "liveactivity")]
    return try await sender.send(
      test.channelHeaders("POST", "/4/broadcasts/apps/\(app)", usual + changes),
      body
    )
  }
}

extension TestDevice {
  /// Subscribes; the status of the answer.
  func subscribe(
    _ channel: String,
    topic: String = TestGateway.app,
    environment: String = "production"
  ) async throws -> Int64? {
    try await say("subscribe") { $0.broadcast(channel, topic, environment) }
    return try await next()["status"]?.integer
  }

  func unsubscribe(_ channel: String) async throws -> Int64? {
    try await say("unsubscribe") { $0.broadcast(channel) }
    return try await next()["status"]?.integer
  }

  func power(isLow: Bool) async throws {
    try await say("power") {
      $0.set("min_priority", 1)
      $0.set("low_power", isLow)
    }
  }
}

extension JSONText {
  mutating func broadcast(
    _ channel: String,
    _ topic: String = TestGateway.app,
    _ environment: String = "production"
  ) {
    set("topic", topic)
    set("environment", environment)
    set("channel", channel)
  }
}

/// Waits until something holds; a test that waits in vain fails by its time limit.
func until(_ holds: @Sendable () -> Bool) async throws {
  while !holds() { try await Task.sleep(for: .milliseconds(5)) }
}
