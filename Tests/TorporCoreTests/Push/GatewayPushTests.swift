import Testing
import TorporModel

@testable import TorporCore

@Suite("A push from a gateway")
struct GatewayPushTests {
  private static let id = "eabeae54-14a8-11e5-b60b-1697f925ec7b"

  private func stages(_ device: TestDevice, _ name: String = "notes") -> [ReceivedPush.Stage] {
    device.device.pushes(of: device.app(name)).receivedPushes.map(\.stage)
  }

  @Test("that comes again under its apns-id is not delivered twice")
  func repeated() {
    var device = TestDevice.withFrozen("notes")
    device.gatewayPush("notes", id: Self.id)
    device.completePush("notes")
    device.gatewayPush("notes", id: Self.id)
    #expect(device.payloads("notes") == ["{}"])
    #expect(device.broken == [])
  }

  @Test(
    "is known among the last 1,024 of its app, more than a gateway has under way, and told of among 32"
  )
  func bounded() {
    var known = AppPushes()
    for number in 0...AppPushes.receivedIdentifiersMax {
      known.noteArrival(of: Self.push("\(number)"), at: .zero)
    }
    #expect(known.receivedPushes.count == AppPushes.receivedMax)
    #expect(!known.hasReceived("0"))
    #expect(known.hasReceived("1"))
  }

  private static func push(_ id: String) -> Push {
    Push(
      app: AppIdentifier("com.example.notes")!,
      payload: "{}",
      isVisible: true,
      hasContent: false,
      identifier: id
    )
  }

  @Test("that comes again in a burst of a hundred is known, each of them")
  func burst() {
    var device = TestDevice.withFrozen("notes")
    for number in 1...100 { device.gatewayPush("notes", id: "\(number)") }
    let decisions = device.decisions("notes").count
    for number in 1...100 { device.gatewayPush("notes", id: "\(number)") }
    #expect(device.decisions("notes").count == decisions)
    #expect(device.payloads("notes").count == 1)
  }

  @Test("is told from its arrival to the app's return")
  func handled() throws {
    var device = TestDevice.withFrozen("notes")
    device.slowCallbacks = ["didReceiveRemoteNotification"]
    device.gatewayPush("notes", id: Self.id, sent: 77)
    #expect(stages(device) == [.delivered])
    device.pass(.seconds(2))
    let token = try #require(device.token(of: "didReceiveRemoteNotification", "notes"))
    device.ask("notes", .returned(callback: token))
    let push = try #require(
      device.device.pushes(of: device.app("notes")).receivedPushes.first
    )
    #expect(push.stage == .handled)
    #expect(push.sentWallMicroseconds == 77)
    #expect(push.since == push.arrived + .seconds(2))
  }

  @Test("that is held says why and until when, and that a newer one has replaced it")
  func held() throws {
    var device = TestDevice.withFrozen("notes")
    device.gatewayPush("notes", id: "1")
    device.completePush("notes")
    device.gatewayPush("notes", id: "2")
    device.gatewayPush("notes", id: "3")
    let pushes = device.device.pushes(of: device.app("notes")).receivedPushes
    #expect(pushes.map(\.stage) == [.handled, .denied, .held])
    #expect(pushes[1].conditions.map(\.reason) == [.replaced])
    #expect(pushes[2].conditions.map(\.reason) == [.rateLimit])
    #expect(pushes[2].conditions.first?.until == pushes[0].arrived + .minutes(15))
    device.pass(.minutes(15))
    #expect(stages(device) == [.handled, .denied, .handled])
  }

  @Test("that only the user is to see is shown, and runs nothing")
  func shown() {
    var device = TestDevice.withFrozen("notes")
    device.tell(
      .push(
        Push(
          app: device.app("notes"),
          payload: "{}",
          isVisible: true,
          hasContent: false,
          needsNetwork: false,
          identifier: Self.id
        )
      )
    )
    #expect(stages(device) == [.shown])
    #expect(device.payloads("notes") == [])
  }

  @Test("that has come by a broadcast channel has it in each decision, and is known by its apns-id")
  func broadcast() {
    var device = TestDevice.withFrozen("notes")
    device.gatewayPush("notes", id: PushName(identifier: "1", channel: "C==").text)
    device.completePush("notes")
    device.gatewayPush("notes", id: PushName(identifier: "2", channel: "C==").text)
    for again in ["1", PushName(identifier: "2", channel: "D==").text] {
      device.gatewayPush("notes", id: again)
    }
    let sentences = device.decisions("notes").map { $0.sentence() }
    #expect(
      sentences.filter { $0.contains("broadcast") } == [
        "woke com.example.notes for a silent push on broadcast channel C==: it has background time left",
        "cannot wake com.example.notes for a silent push on broadcast channel C== yet: its rate limit is reached",
      ]
    )
    let pushes = device.device.pushes(of: device.app("notes")).receivedPushes
    #expect(pushes.map(\.apnsIdentifier) == ["1", "2"])
    #expect(pushes.map(\.channel) == ["C==", "C=="])
    #expect(device.broken == [])
  }

  @Test("that has come by a broadcast channel has it in the launch of a dead app")
  func broadcastLaunch() {
    var device = TestDevice.withFrozen("notes")
    device.report("notes", .exited(status: .exited(status: 0)))
    device.gatewayPush("notes", id: PushName(identifier: "1", channel: "C==").text)
    let launches = device.decisions("notes").map { $0.sentence() }.filter { $0.contains(" into ") }
    #expect(
      launches == [
        "launched com.example.notes into the background for a silent push on broadcast channel C==: "
          + "it is needed for a silent push"
      ]
    )
  }

  @Test("leaves no trace where a program of the user has sent it: it has no apns-id")
  func local() {
    var device = TestDevice.withFrozen("notes")
    device.silentPush("notes")
    #expect(stages(device) == [])
  }

  @Test("of an app that is on screen is told to it at once, by whatever priority")
  func inFront() {
    var device = TestDevice()
    device.install("notes", modes: [.remoteNotification])
    device.open("notes")
    device.gatewayPush("notes", id: Self.id)
    #expect(stages(device) == [.handled])
  }
}

@Suite("A token from a gateway")
struct GatewayTokenTests {
  @Test("takes the place of the device's own, and is that of every later process")
  func replaces() {
    var device = TestDevice.withRegistered("notes")
    #expect(device.tokens("notes") == ["own"])
    device.tell(.pushToken(app: device.app("notes"), kind: .remote, token: "given"))
    device.register("notes", drawing: "other")
    #expect(device.tokens("notes") == ["own", "given"])
    #expect(device.device.pushTopics.map(\.text) == ["com.example.notes"])
  }

  @Test("ends with the registration, as it does at the gateway: the next one waits for another")
  func unregistered() {
    var device = TestDevice.withRegistered("notes")
    device.tell(.pushToken(app: device.app("notes"), kind: .remote, token: "given"))
    device.ask("notes", .service(.push(.unregister(.remote))))
    #expect(device.device.pushTopics == [])
    // What was on its way is of no use.
    device.tell(.pushToken(app: device.app("notes"), kind: .remote, token: "late"))
    device.register("notes", drawing: "other")
    #expect(device.tokens("notes") == ["own", "other"])
    #expect(device.device.pushes(of: device.app("notes")).gatewayToken(.remote) == nil)
  }

  @Test("for an app that is gone is nobody's")
  func removed() {
    var device = TestDevice.withRegistered("notes")
    let app = device.app("notes")
    device.user(.uninstall(app: app))
    device.tell(.pushToken(app: app, kind: .remote, token: "given"))
    #expect(device.device.pushTopics == [])
    #expect(device.broken == [])
  }

  @Test("is good for the topic of its kind")
  func topics() throws {
    let calls = try #require(PushTopicName("com.example.chat.voip"))
    #expect((calls.app.text, calls.kind) == ("com.example.chat", .voIP))
    #expect(calls.text == "com.example.chat.voip")
    #expect(PushTopicName("com.example.chat")?.kind == .remote)
    #expect(PushTopicName("no app/") == nil)
  }
}

@Suite("What a gateway should hold back")
struct PushPriorityMinTests {
  @Test(
    "is nothing while the device is used, what is not urgent else, and all but that in Low Power Mode"
  )
  func priorities() {
    var device = TestDevice()
    device.user(.unlock)
    #expect(device.device.pushPriorityMin == .low)
    device.user(.lock)
    #expect(device.device.pushPriorityMin == .considerate)
    device.user(.change(setting: .lowPowerMode(true)))
    #expect(device.device.pushPriorityMin == .immediate)
  }
}

extension TestDevice {
  /// A silent push as the link to a gateway brings it.
  mutating func gatewayPush(_ name: String, id: String, sent: Int64? = nil) {
    tell(
      .push(
        Push(
          app: app(name),
          payload: "{}",
          isVisible: false,
          hasContent: true,
          needsNetwork: false,
          identifier: id,
          sentWallMicroseconds: sent
        )
      )
    )
  }

  /// An app on screen that has asked for its token.
  static func withRegistered(_ name: String) -> TestDevice {
    var device = TestDevice()
    device.install(name, modes: [.remoteNotification])
    device.open(name)
    device.register(name, drawing: "own")
    return device
  }

  mutating func register(_ name: String, drawing token: String) {
    ask(name, .service(.push(.register(.remote, token: token))))
  }

  /// The tokens that the app was given, in order.
  func tokens(_ name: String) -> [String] {
    log.compactMap { entry in
      if case .reply(_, .service(.pushToken(let token))) = entry.effect { token } else { nil }
    }
  }
}
