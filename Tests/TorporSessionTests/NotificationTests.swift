import Testing
import TorporWire

@testable import torpor_session

@Suite("Notifications", .enabled(if: BusWorld.hasTools))
struct NotificationTests {
  private static let service = "org.freedesktop.Notifications"

  private func mock(_ world: BusWorld, _ capabilities: String) throws -> MockService {
    try world.mock(
      "notification_daemon",
      of: Self.service,
      path: "/org/freedesktop/Notifications",
      has: nil,
      parameters: "{\"capabilities\": \"\(capabilities)\"}"
    )
  }

  private let mail = BridgeNotification(
    key: "org.mail 1",
    appName: "Mail",
    title: "Ann <a>",
    body: "1 < 2 & 3",
    sound: "message-new-instant",
    actions: [
      BridgeNotification.Action(id: "read", title: "Read"),
      BridgeNotification.Action(id: "answer", title: "Answer", takesText: true),
    ],
    urgency: .critical
  )

  @Test("wait for a server, are shown in its words, and their answers come back by key")
  func wholeLife() throws {
    let world = try BusWorld()
    let part = world.start(NotificationPart(on: world.bus, outbox: world.outbox))
    part.obey(.showNotification(notification: mail))
    let mock = try mock(world, "body body-markup actions inline-reply")
    #expect(world.hears(.notificationShown(key: "org.mail 1")))
    let arguments = try #require(try mock.calls(of: "Notify").first)
    #expect(arguments[0].text == "Mail")
    #expect(arguments[3].text == "Ann <a>")
    #expect(arguments[4].text == "1 &lt; 2 &amp; 3")
    #expect(
      arguments[5].texts == ["default", "", "read", "Read", "inline-reply", "Answer"]
    )
    #expect(arguments[6]["urgency"] == .byte(2))
    #expect(arguments[6]["sound-name"]?.text == "message-new-instant")
    try mock.emit(Self.service, "ActionInvoked", "us", [.uint32(1), .string("read")])
    #expect(
      world.hears(.notificationAnswered(key: "org.mail 1", action: "read", text: nil))
    )
    try mock.emit(Self.service, "NotificationReplied", "us", [.uint32(1), .string("Hello\u{7}")])
    #expect(
      world.hears(.notificationAnswered(key: "org.mail 1", action: "answer", text: "Hello "))
    )
    try mock.emit(Self.service, "NotificationClosed", "uu", [.uint32(1), .uint32(2)])
    #expect(world.hears(.notificationClosed(key: "org.mail 1", wasDismissed: true)))
  }

  @Test("are plain where the server can do no more, replaced by key, and withdrawn")
  func plainServer() throws {
    let world = try BusWorld()
    let mock = try mock(world, "body")
    let part = world.start(NotificationPart(on: world.bus, outbox: world.outbox))
    part.obey(.showNotification(notification: mail))
    #expect(world.hears(.notificationShown(key: "org.mail 1")))
    var second = mail
    second.body = "two"
    part.obey(.showNotification(notification: second))
    #expect(try world.wait { try mock.calls(of: "Notify").count == 2 })
    let calls = try mock.calls(of: "Notify")
    #expect(calls[0][4].text == "1 < 2 & 3" && calls[0][5].texts == [])
    #expect(calls.map { $0[1].integer } == [0, 1])
    // The answer to the second must be there before it can be withdrawn by its number.
    #expect(world.wait { world.facts.count { $0 == .notificationShown(key: "org.mail 1") } == 2 })
    part.obey(.withdrawNotification(key: "org.mail 1"))
    #expect(try world.wait { try mock.calls(of: "CloseNotification").count == 1 })
    #expect(try mock.calls(of: "CloseNotification")[0][0].integer == 1)
  }

  @Test(
    "that come before the server has answered follow its answer, the newest in the place of the first"
  )
  func slowServer() throws {
    let world = try BusWorld()
    let mock = try mock(world, "body")
    let part = world.start(NotificationPart(on: world.bus, outbox: world.outbox))
    part.obey(.showNotification(notification: mail))
    #expect(world.hears(.notificationShown(key: "org.mail 1")))
    for body in ["two", "three", "four"] {
      var newer = mail
      newer.body = body
      part.obey(.showNotification(notification: newer))
    }
    #expect(world.wait { world.facts.count { $0 == .notificationShown(key: "org.mail 1") } == 3 })
    let calls = try mock.calls(of: "Notify")
    #expect(calls.map { $0[1].integer } == [0, 1, 1])
    #expect(calls.map { $0[4].text } == ["1 < 2 & 3", "two", "four"])
  }

  @Test("about work that takes its time have a bar, and stay until it is over")
  func progress() throws {
    let world = try BusWorld()
    let mock = try mock(world, "body actions")
    let part = world.start(NotificationPart(on: world.bus, outbox: world.outbox))
    var export = BridgeNotification(
      key: "org.video t",
      appName: "Video",
      title: "Export",
      actions: [BridgeNotification.Action(id: "cancel", title: "Cancel")],
      percent: 43
    )
    part.obey(.showNotification(notification: export))
    #expect(world.hears(.notificationShown(key: "org.video t")))
    export.percent = 44
    part.obey(.showNotification(notification: export))
    #expect(try world.wait { try mock.calls(of: "Notify").count == 2 })
    let calls = try mock.calls(of: "Notify")
    #expect(calls.map { $0[1].integer } == [0, 1])
    #expect(calls.map { $0[6]["value"] } == [.int32(43), .int32(44)])
    // 0: the server does not take it off the screen by itself.
    #expect(calls.map { $0[7].integer } == [0, 0])
    #expect(calls[1][6]["resident"] == .boolean(true))
    #expect(calls[1][5].texts == ["default", "", "cancel", "Cancel"])
  }

  @Test("of a server that goes are over, and the next server shows what comes next")
  func newServer() throws {
    let world = try BusWorld()
    let part = world.start(NotificationPart(on: world.bus, outbox: world.outbox))
    do {
      let first = try mock(world, "body")
      part.obey(.showNotification(notification: mail))
      #expect(world.hears(.notificationShown(key: "org.mail 1")))
      withExtendedLifetime(first) {}
    }
    #expect(
      world.hears(
        .part(
          name: "notifications",
          isAvailable: false,
          cause: "the notification server has gone"
        )
      )
    )
    world.forgetFacts()
    part.obey(.showNotification(notification: mail))
    let second = try mock(world, "body")
    #expect(world.hears(.notificationShown(key: "org.mail 1")))
    #expect(try second.calls(of: "Notify").map { $0[1].integer } == [0])
  }
}
