import NIOHPACK
import Testing
import TorporCrypto

@testable import Gateway

@Suite("A request about broadcast channels", .timeLimit(.minutes(2)))
struct BroadcastRefusalTests {
  /// A request that is refused, and how.
  struct Refused: CustomTestStringConvertible, Sendable {
    let what: String
    let reason: Refusal.Reason
    var changes: [(String, String?)] = []
    var body = TestGateway.alert

    var testDescription: String { "\(reason.rawValue): \(what)" }
  }

  private static let app = TestGateway.app
  private static let channels = "/1/apps/\(app)/channels"
  private static let policy = BroadcastSender.configuration(.nothing)

  /// Of a publish; the channel keeps nothing.
  static let publishing: [Refused] = [
    Refused(what: "none", reason: .missingChannelID, changes: [("apns-channel-id", nil)]),
    Refused(what: "empty", reason: .missingChannelID, changes: [("apns-channel-id", "")]),
    Refused(what: "no name", reason: .badChannelID, changes: [("apns-channel-id", "17")]),
    Refused(
      what: "15 bytes",
      reason: .badChannelID,
      changes: [("apns-channel-id", "AAAAAAAAAAAAAAAAAAAA")]
    ),
    Refused(
      what: "unknown",
      reason: .channelNotRegistered,
      changes: [("apns-channel-id", "AAAAAAAAAAAAAAAAAAAAAA==")]
    ),
    Refused(
      what: "another app's",
      reason: .topicMismatch,
      changes: [(":path", "/4/broadcasts/apps/com.example.other")]
    ),
    Refused(what: "no time", reason: .badExpirationDate, changes: [("apns-expiration", "later")]),
    Refused(
      what: "a channel that keeps nothing",
      reason: .badExpirationDate,
      changes: [("apns-expiration", "1900000000")]
    ),
    Refused(what: "7", reason: .badPriority, changes: [("apns-priority", "7")]),
    Refused(what: "none", reason: .missingPushType, changes: [("apns-push-type", nil)]),
    Refused(what: "an alert", reason: .invalidPushType, changes: [("apns-push-type", "alert")]),
    Refused(what: "nothing", reason: .payloadEmpty, body: []),
    Refused(what: "not JSON", reason: .payloadEmpty, body: Array("hello".utf8)),
    Refused(what: "5121 bytes", reason: .payloadTooLarge, body: ProviderTests.payload(5121)),
    Refused(what: "200 KiB", reason: .payloadTooLarge, body: ProviderTests.payload(200 << 10)),
    Refused(what: "not a UUID", reason: .badMessageID, changes: [("apns-request-id", "17")]),
    Refused(what: "GET", reason: .methodNotAllowed, changes: [(":method", "GET")]),
    Refused(what: "no app", reason: .badTopic, changes: [(":path", "/4/broadcasts/apps/a%20b")]),
    Refused(what: "another", reason: .badPath, changes: [(":path", "/4/broadcasts/apps/a/b")]),
    Refused(what: "none", reason: .missingProviderToken, changes: [("authorization", nil)]),
    Refused(
      what: "garbage",
      reason: .invalidProviderToken,
      changes: [("authorization", "bearer x.y")]
    ),
  ]

  /// Of a request for a channel.
  static let managing: [Refused] = [
    Refused(what: "not JSON", reason: .badRequestPayload, body: Array("hello".utf8)),
    Refused(what: "not an object", reason: .badRequestPayload, body: Array("[1]".utf8)),
    Refused(what: "nothing", reason: .badRequestPayload, body: []),
    Refused(what: "200 KiB", reason: .badRequestPayload, body: ProviderTests.payload(200 << 10)),
    Refused(
      what: "no policy",
      reason: .badRequestParams,
      body: Array(#"{"push-type":"LiveActivity"}"#.utf8)
    ),
    Refused(
      what: "an unknown policy",
      reason: .badRequestParams,
      body: Array(#"{"push-type":"LiveActivity","message-storage-policy":2}"#.utf8)
    ),
    Refused(
      what: "a name of the sender's",
      reason: .badRequestParams,
      changes: [("apns-channel-id", "AAAAAAAAAAAAAAAAAAAAAA==")],
      body: policy
    ),
    Refused(
      what: "none",
      reason: .missingPushType,
      body: Array(#"{"message-storage-policy":1}"#.utf8)
    ),
    Refused(
      what: "an alert",
      reason: .invalidPushType,
      body: Array(#"{"message-storage-policy":1,"push-type":"Alert"}"#.utf8)
    ),
    Refused(what: "PUT", reason: .methodNotAllowed, changes: [(":method", "PUT")], body: policy),
    Refused(
      what: "POST of all",
      reason: .methodNotAllowed,
      changes: [(":path", "/1/apps/\(app)/all-channels")],
      body: policy
    ),
    Refused(what: "another", reason: .badPath, changes: [(":path", "/1/apps/a/b/c")], body: policy),
    Refused(
      what: "GET of none",
      reason: .missingChannelID,
      changes: [(":method", "GET")],
      body: []
    ),
    Refused(
      what: "DELETE of an unknown one",
      reason: .channelNotRegistered,
      changes: [(":method", "DELETE"), ("apns-channel-id", "AAAAAAAAAAAAAAAAAAAAAA==")],
      body: []
    ),
  ]

  @Test("to publish is told what is wrong, on a connection that continues", arguments: publishing)
  func refusedPublish(_ wrong: Refused) async throws {
    let test = try await TestGateway.start()
    let channels = BroadcastSender(test, try await test.sender())
    let channel = try #require(try await channels.create(.nothing).channel)
    check(try await channels.publish(to: channel, wrong.changes, body: wrong.body), wrong)
    #expect(try await channels.publish(to: channel).status == 200)
    await test.stop()
  }

  @Test("to manage one is told what is wrong, on a connection that continues", arguments: managing)
  func refusedManagement(_ wrong: Refused) async throws {
    let test = try await TestGateway.start()
    let channels = BroadcastSender(test, try await test.sender())
    let headers = test.channelHeaders("POST", Self.channels, wrong.changes)
    check(try await channels.sender.send(headers, wrong.body), wrong)
    #expect(try await channels.create(.nothing).status == 201)
    await test.stop()
  }

  private func check(_ answer: TestSender.Answer, _ wrong: Refused) {
    #expect(answer.status == wrong.reason.status)
    #expect(answer.reason == wrong.reason.rawValue)
    #expect(answer.requestID?.count == 36)
    #expect(answer.id == nil)
    #expect(answer.frames == "headers data.")
  }

  @Test("with a header that comes twice, or for an app that is not the key's, is refused")
  func others() async throws {
    let test = try await TestGateway.start()
    let channels = BroadcastSender(test, try await test.sender())
    let channel = try #require(try await channels.create(.newest).channel)
    var headers = test.channelHeaders("GET", Self.channels, [("apns-channel-id", channel)])
    headers.add(name: "apns-channel-id", value: channel)
    #expect(try await channels.sender.send(headers, []).reason == "DuplicateHeaders")
    let secret = SenderSecret()
    try test.add(
      SenderAccount(
        team: TestGateway.team,
        keyID: "KEY0000002",
        topics: ["com.example.other"],
        environment: nil,
        key: secret.publicKey
      )
    )
    let jwt = test.jwt(keyID: "KEY0000002", signer: secret)
    let bearer = [("apns-channel-id", channel as String?), ("authorization", "bearer \(jwt)")]
    let stranger = try await test.sender()
    for method in ["GET", "DELETE"] {
      let answer = try await stranger.send(
        test.channelHeaders(method, Self.channels, bearer),
        []
      )
      #expect((answer.status, answer.reason) == (400, "TopicDisallowed"))
    }
    #expect(try await channels.list() == [channel])
    await test.stop()
  }
}
