import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

@Suite("A person's call about pushes, notifications and places")
struct ServiceControlTests {
  private static let payload = #"{"aps":{"alert":"Hi","content-available":1},"room":7}"#

  static let all: [ControlCall] = [
    .push(Control.Push(app: "mail", payload: payload)),
    .push(
      Control.Push(
        app: "mail",
        payload: payload,
        kind: .alert,
        priority: .low,
        collapseIdentifier: "news",
        lifetime: .zero
      )
    ),
    .listNotifications(Control.ListNotifications()),
    .listNotifications(Control.ListNotifications(app: "mail", after: 40)),
    .respond(Control.Respond(app: "mail", response: NotificationResponse(notification: "a"))),
    .respond(
      Control.Respond(
        app: "mail",
        response: NotificationResponse(notification: "a", action: "say", text: "soon")
      )
    ),
    .locate(Control.Locate(latitude: -90, longitude: 180)),
    .endCall(Control.EndCall(app: "mail")),
    .listAccessories(Control.ListAccessories()),
    .connectAccessory(
      Control.ConnectAccessory(
        Accessory(
          name: "pump",
          protocols: ["com.example.pump"],
          devicePath: "/dev/pts/7",
          isSimulated: true
        )
      )
    ),
    .connectAccessory(Control.ConnectAccessory(Accessory(name: "pump", isSimulated: true))),
    .disconnectAccessory(Control.DisconnectAccessory(name: "pump")),
    .getStorage(Control.GetStorage()),
    .getStorage(Control.GetStorage(app: "mail", measures: true)),
    .purgeCaches(Control.PurgeCaches(app: "mail")),
    .offload(Control.Offload(app: "mail")),
    .restoreProgram(Control.RestoreProgram(app: "mail")),
    .pageOut(Control.PageOut(app: "mail")),
    .listAdoptable(Control.ListAdoptable()),
    .getPaging(Control.GetPaging()),
    .getPaging(Control.GetPaging(app: "mail")),
    .listPushes(Control.ListPushes(app: "mail")),
    .attachPushLink(Control.AttachPushLink(gateway: "wss://gateway.example:8444")),
    .attachPushLink(
      Control.AttachPushLink(gateway: "wss://gateway.example:8444", knowsBroadcasts: true)
    ),
    .reportPushLink(Control.ReportPushLink(isConnected: true, text: "connected")),
    .setPushToken(Control.SetPushToken(topic: "com.example.mail.voip", token: "cafe")),
    .setPushEndpoint(Control.SetPushEndpoint(channel: "c", endpoint: "https://a/b")),
    .endPushChannel(Control.EndPushChannel(channel: "c")),
    .deliverMessage(Control.DeliverMessage(channel: "c", identifier: "1 a", data: "AAEC")),
    .deliverPush(Control.DeliverPush(identifier: "i", topic: "mail", payload: payload)),
    .deliverPush(
      Control.DeliverPush(
        identifier: "i",
        topic: "mail",
        kind: .alert,
        priority: .immediate,
        collapseIdentifier: "news",
        expirationWallMicroseconds: 0,
        payload: payload,
        sentWallMicroseconds: .max
      )
    ),
    .deliverPush(
      Control.DeliverPush(identifier: "i", topic: "mail", payload: payload, channel: "AA==")
    ),
    .answerBroadcastChange(
      Control.AnswerBroadcastChange(topic: "mail", channel: "AA==", isSubscribed: true)
    ),
    .answerBroadcastChange(
      Control.AnswerBroadcastChange(
        topic: "mail",
        channel: "AA==",
        isSubscribed: false,
        cause: "there is no such channel"
      )
    ),
  ]

  @Test(
    "with a wrong parameter is refused by the parameter's name",
    arguments: [
      ("Push", #"{"app":"a"}"#, "payload"), ("Push", #"{"app":"a","payload":"{}"}"#, "payload"),
      ("Push", #"{"payload":"{\"aps\":{\"badge\":1}}"}"#, "app"),
      ("Push", #"{"app":"a","payload":"{\"aps\":{\"badge\":1}}","type":"mdm"}"#, "type"),
      ("Push", #"{"app":"a","payload":"{\"aps\":{\"badge\":1}}","priority":7}"#, "priority"),
      (
        "Push", #"{"app":"a","payload":"{\"aps\":{\"badge\":1}}","lifetimeMicroseconds":-1}"#,
        "lifetimeMicroseconds"
      ),
      ("Push", #"{"app":"a","payload":"{\"aps\":{\"badge\":1}}","key":"k"}"#, "key"),
      ("ListNotifications", #"{"after":-1}"#, "after"),
      ("DeliverPush", #"{"identifier":"","topic":"a","payload":""}"#, "identifier"),
      ("DeliverPush", #"{"identifier":"i","topic":"a"}"#, "payload"),
      ("DeliverPush", #"{"identifier":"i","topic":"a","payload":"","channel":""}"#, "channel"),
      ("AnswerBroadcastChange", #"{"topic":"a","channel":"c"}"#, "isSubscribed"),
      ("DeliverMessage", #"{"channel":"","identifier":"i","data":"AA=="}"#, "channel"),
      ("DeliverMessage", #"{"channel":"c","identifier":"i","data":""}"#, "data"),
      ("SetPushEndpoint", #"{"channel":"c","endpoint":""}"#, "endpoint"),
      ("EndPushChannel", "{}", "channel"),
      ("AttachPushLink", #"{"gateway":""}"#, "gateway"),
      ("SetPushToken", #"{"topic":"a","token":""}"#, "token"),
      ("Respond", #"{"app":"a"}"#, "notification"),
      ("Locate", #"{"latitude":90.5,"longitude":0}"#, "latitude"),
      ("Locate", #"{"latitude":0}"#, "longitude"),
      ("Locate", #"{"latitude":0,"longitude":0,"accuracyMetres":-1}"#, "accuracyMetres"),
      ("EndCall", "{}", "app"),
      ("ListAccessories", #"{"app":"a"}"#, "app"),
      ("ConnectAccessory", "{}", "name"), ("ConnectAccessory", #"{"name":""}"#, "name"),
      ("ConnectAccessory", #"{"name":"a","device":"dev/ttyS0"}"#, "device"),
      ("ConnectAccessory", #"{"name":"a","protocols":["b",""]}"#, "protocols.1"),
      ("ConnectAccessory", #"{"name":"a","isSimulated":false}"#, "isSimulated"),
      ("DisconnectAccessory", "{}", "name"),
    ]
  )
  func invalid(method: String, parameters: String, name: String) throws {
    let parameters = try json(parameters)
    #expect(throws: WireError.invalidParameter(parameter: name)) {
      try ControlCall(method: method, parameters: parameters)
    }
  }

  @Test("is answered with what was decided, or with a page")
  func results() throws {
    let row = NotificationRow(
      app: Samples.mail,
      isDelivered: true,
      notification: Samples.notification
    )
    try comesBack(Control.Push.Reply(app: Samples.mail, isVisible: true, decisions: []))
    try comesBack(Control.ListNotifications.Reply(notifications: [row]))
    try comesBack(Control.ListNotifications.Reply(notifications: [row, row], next: 2))
    let pump = Accessory(name: "pump", isSimulated: true)
    try comesBack(Control.ListAccessories.Reply(accessories: []))
    try comesBack(Control.ListAccessories.Reply(accessories: [Samples.printer, pump]))
  }

  private func comesBack<Reply: WireReply>(_ reply: Reply) throws {
    #expect(try Reply(reply: reply.parameters) == reply)
  }

  @Test("is answered with as many notifications as go into a message")
  func pages() {
    let large = LocalNotification(
      identifier: "a",
      content: NotificationContent(body: String(repeating: "a", count: 4096))
    )
    let row = NotificationRow(app: Samples.mail, isDelivered: true, notification: large)
    let page = NotificationRow.page(of: Array(repeating: row, count: 1000))
    #expect((100...128).contains(page.count))
    let reply = VarlinkReply(
      parameters: Control.ListNotifications.Reply(notifications: page, next: 1).parameters
    )
    #expect(reply.bytes.count < VarlinkFramer.messageBytesMax)
  }
}

@Suite("The payload of a push")
struct PushPayloadTests {
  @Test("says what the user sees, and whether the app is run")
  func content() throws {
    let text =
      #"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B"},"sound":"gong.wav","badge":3,"#
      + #""category":"c","interruption-level":"time-sensitive","content-available":1}}"#
    let payload = try PushPayload(text, kind: nil)
    #expect(payload.hasContent)
    #expect(
      payload.alert
        == NotificationContent(
          title: "T",
          subtitle: "S",
          body: "B",
          sound: .named("gong.wav"),
          badge: 3,
          category: "c",
          level: .timeSensitive,
          userInfoJSON: text
        )
    )
    let plain = try PushPayload(#"{"aps":{"alert":"Hi","sound":"default"}}"#, kind: nil)
    #expect((plain.alert?.body, plain.alert?.sound, plain.hasContent) == ("Hi", .standard, false))
    let silent = try PushPayload(#"{"aps":{"content-available":1}}"#, kind: nil)
    #expect((silent.alert, silent.hasContent) == (nil, true))
    let voip = try PushPayload(#"{"aps":{},"from":"Ada"}"#, kind: .voip)
    #expect((voip.alert, voip.hasContent) == (nil, false))
    #expect(!voip.isServiceUpdate)
  }

  @Test("of a channel shows nothing, and may be news of the service")
  func channel() throws {
    let said = try PushPayload(#"{"aps":{"alert":"Hi"},"speaker":"Ada"}"#, kind: .pushToTalk)
    #expect((said.alert, said.isServiceUpdate) == (nil, false))
    let news = try PushPayload(#"{"aps":{"ptt-push-type":"service-update"}}"#, kind: .pushToTalk)
    #expect(news.isServiceUpdate)
  }

  @Test("of a background push shows nothing, whatever it says")
  func background() throws {
    let text = #"{"aps":{"alert":"Hi","content-available":1}}"#
    #expect(try PushPayload(text, kind: .background).alert == nil)
    #expect(throws: PushPayloadMistake.doesNothing) {
      try PushPayload(#"{"aps":{"alert":"Hi"}}"#, kind: .background)
    }
  }

  @Test(
    "with a member of another type is refused by its name",
    arguments: [
      (#""alert":1"#, "aps.alert"), (#""alert":{"body":1}"#, "aps.alert.body"),
      (#""badge":-1"#, "aps.badge"), (#""sound":1"#, "aps.sound"),
      (#""badge":1,"category":2"#, "aps.category"),
      (#""badge":1,"interruption-level":"loud""#, "aps.interruption-level"),
    ]
  )
  func wrong(member: String, name: String) {
    #expect(throws: PushPayloadMistake.wrongMember(name)) {
      try PushPayload(#"{"aps":{\#(member)}}"#, kind: nil)
    }
  }
}
