import Testing
import TorporCrypto

@testable import Gateway

@Suite("A sender's token", .timeLimit(.minutes(1)))
struct ProviderTokenTests {
  /// Sends one push with the token on a new connection.
  private func answer(
    _ test: TestGateway,
    _ jwt: String,
    topic: String = TestGateway.app
  ) async throws -> TestSender.Answer {
    let sender = try await test.sender()
    let headers = test.headers(
      String(repeating: "00", count: 32),
      [("apns-topic", topic)],
      jwt: jwt
    )
    return try await sender.send(headers, TestGateway.alert)
  }

  @Test("is good with its date as a number, with a fraction, or as text")
  func dates() async throws {
    let test = try await TestGateway.start()
    let seconds = test.time.now / 1000
    for issued in ["\(seconds)", "\(seconds).25", "\"\(seconds)\"", "\(seconds - 3599)"] {
      // The device's token is looked at only after a good token of the sender.
      #expect(try await answer(test, test.jwt(issued: issued)).reason == "BadDeviceToken")
    }
    await test.stop()
  }

  @Test("is refused with the word for what is wrong with it")
  func refusals() async throws {
    let test = try await TestGateway.start()
    let seconds = test.time.now / 1000
    try test.add(
      SenderAccount(
        team: TestGateway.team,
        keyID: "REVOKED",
        topics: [],
        environment: nil,
        isRevoked: true,
        key: test.secret.publicKey
      )
    )
    try test.add(
      SenderAccount(
        team: TestGateway.team,
        keyID: "ONETOPIC",
        topics: ["com.example.one"],
        environment: nil,
        key: test.secret.publicKey
      )
    )
    let cases: [(String, String)] = [
      (test.jwt(issued: "\(seconds - 3700)"), "ExpiredProviderToken"),
      (test.jwt(issued: "\(seconds + 3700)"), "InvalidProviderToken"),
      (test.jwt(issued: "\(test.time.now)"), "InvalidProviderToken"),
      (test.jwt(issued: "true"), "InvalidProviderToken"),
      (test.jwt(keyID: "UNKNOWN"), "InvalidProviderToken"),
      (test.jwt(team: "OTHERTEAM0"), "InvalidProviderToken"),
      (test.jwt(algorithm: "HS256"), "InvalidProviderToken"),
      (test.jwt(signer: SenderSecret()), "InvalidProviderToken"),
      (test.jwt() + "A", "InvalidProviderToken"),
      (test.jwt(keyID: "REVOKED"), "Forbidden"),
      (test.jwt(keyID: "ONETOPIC"), "TopicDisallowed"),
    ]
    for (jwt, reason) in cases { #expect(try await answer(test, jwt).reason == reason) }
    let voip = try await answer(test, test.jwt(keyID: "ONETOPIC"), topic: "com.example.one.voip")
    #expect(voip.reason == "BadDeviceToken")
    await test.stop()
  }

  @Test("binds its connection to its team and to keys of the same kind")
  func binding() async throws {
    let test = try await TestGateway.start()
    try test.add(
      SenderAccount(
        team: TestGateway.team,
        keyID: "ONETOPIC",
        topics: [TestGateway.app],
        environment: nil,
        key: test.secret.publicKey
      )
    )
    try test.add(
      SenderAccount(
        team: "TEAM000002",
        keyID: "KEY0000002",
        topics: [],
        environment: nil,
        key: test.secret.publicKey
      )
    )
    let sender = try await test.sender()
    let token = try await test.device().register(TestGateway.app)
    #expect(try await sender.send(test.headers(token), TestGateway.alert).status == 200)
    for (jwt, reason) in [
      (test.jwt(keyID: "ONETOPIC"), "UnrelatedKeyIdInToken"),
      (test.jwt(team: "TEAM000002", keyID: "KEY0000002"), "InvalidProviderToken"),
    ] {
      let answer = try await sender.send(test.headers(token, jwt: jwt), TestGateway.alert)
      #expect(answer.reason == reason)
    }
    await test.stop()
  }

  @Test("may be replaced once in 20 minutes on a connection")
  func updates() async throws {
    let test = try await TestGateway.start()
    let token = try await test.device().register(TestGateway.app)
    let sender = try await test.sender()
    func send(_ jwt: String) async throws -> Int {
      try await sender.send(test.headers(token, jwt: jwt), TestGateway.alert).status
    }
    let first = test.jwt()
    #expect(try await send(first) == 200)
    #expect(try await send(first) == 200)
    let second = test.jwt()
    #expect(try await send(second) == 200)
    let third = test.jwt()
    let refused = try await sender.send(test.headers(token, jwt: third), TestGateway.alert)
    #expect(refused.status == 429)
    #expect(refused.reason == "TooManyProviderTokenUpdates")
    #expect(try await send(second) == 200)
    test.time.advance(seconds: 20 * 60)
    #expect(try await send(third) == 200)
    await test.stop()
  }
}
