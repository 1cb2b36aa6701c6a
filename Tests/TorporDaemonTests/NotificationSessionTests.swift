import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("A person's call about pushes and places")
struct NotificationSessionTests {
  private static func push(_ app: String) -> Control.Push {
    Control.Push(app: app, payload: #"{"aps":{"content-available":1}}"#)
  }

  /// A daemon with an app of the user's that is installed and does not run.
  private func daemonWithApp() throws -> TestDaemon {
    let daemon = try TestDaemon()
    let app = try #require(AppIdentifier("com.example.mail"))
    _ = try daemon.control(
      Control.Install(
        manifest: AppManifest(
          identifier: app,
          name: "Mail",
          backgroundModes: [.remoteNotification]
        ),
        executable: "/bin/mail",
        arguments: ["mail"],
        workingDirectory: "/"
      ),
      user: 501
    )
    let allowed = Control.ChangeSetting(app: app.text, allowsNotifications: true)
    _ = try daemon.control(allowed, user: 501)
    return daemon
  }

  @Test("to push is answered with what was decided about the app in the same turn")
  func pushed() throws {
    let daemon = try daemonWithApp()
    let reply = try daemon.control(Self.push("mail"), user: 501)
    let (app, decisions) = (reply.app, reply.decisions)
    #expect(!reply.isVisible)
    #expect(app.text == "com.example.mail")
    #expect(!decisions.isEmpty)
    #expect(decisions.allSatisfy { $0.decision.app == app && $0.sequence > 0 })
  }

  @Test("to push an alert that no desktop shows is told so in the ledger, and when one shows it")
  func unseen() throws {
    let daemon = try daemonWithApp()
    let alert = Control.Push(
      app: "mail",
      payload: #"{"aps":{"alert":"Hello"}}"#,
      collapseIdentifier: "hello"
    )
    _ = try daemon.control(alert, user: 501)
    func sentences() throws -> [String] {
      let all = try daemon.control(Control.Log(app: "mail"), user: 501).decisions
      return all.map { $0.decision.sentence(naming: "it") }.filter { $0.contains("notification") }
    }
    let unseen = [
      "delivered notification 'hello' of it",
      "cannot show notification 'hello' of it yet: no notification server is running on a desktop, so "
        + "`torpor notifications` keeps it",
    ]
    let bridges = daemon.sessions.bridges
    let app = try #require(AppIdentifier("com.example.mail"))
    bridges.perform(.show(Self.shown("hello", of: app)))
    daemon.driver.turn()
    #expect(try sentences() == unseen)
    let facts: [BridgeFact] = [.notificationShown(key: "\(app) hello")]
    for _ in 0..<2 {
      for input in bridges.take(
        facts,
        ofUser: 501,
        in: daemon.driver.device,
        at: daemon.driver.now()
      ) {
        daemon.driver.post(.input(input))
      }
      daemon.driver.turn()
    }
    #expect(try sentences() == unseen + ["showed notification 'hello' of it"])
  }

  private static func shown(_ name: String, of app: AppIdentifier) -> ShownNotification {
    ShownNotification(
      key: NotificationKey(app: app, identifier: name),
      appName: "Mail",
      content: NotificationContent(title: "Hello"),
      actions: []
    )
  }

  @Test("to push needs no network: the push is here already")
  func offline() throws {
    let daemon = try daemonWithApp()
    daemon.driver.post(.input(.device(event: .network(NetworkState(link: .none)))))
    daemon.driver.turn()
    let decisions = try daemon.control(Self.push("mail"), user: 501).decisions
    let reasons = decisions.flatMap(\.decision.conditions).filter { !$0.holds }.map(\.reason)
    #expect(!reasons.contains(.network))
  }

  @Test("to push twice at once is answered twice")
  func twice() throws {
    let daemon = try daemonWithApp()
    let connection = daemon.connect(user: 501)
    let call = Self.push("mail").varlinkCall
    daemon.driver.post(.received(connection, call.bytes + call.bytes, descriptors: []))
    for _ in 0..<3 {
      daemon.driver.turn()
      daemon.pass(.milliseconds(1))
    }
    #expect(try daemon.wire.takeReplies(on: connection).count == 2)
  }

  @Test("to end a call is told whether there was one, also of an app on screen")
  func endOfCall() throws {
    let daemon = try TestDaemon()
    let identifier = try #require(AppIdentifier("com.example.phone"))
    _ = try daemon.control(
      Control.Install(
        manifest: AppManifest(identifier: identifier, name: "Phone", backgroundModes: [.voip]),
        executable: "/bin/phone",
        arguments: ["phone"],
        workingDirectory: "/"
      )
    )
    let launch = try daemon.control(Control.Launch(app: "phone")).launch
    try daemon.call(App.Attach().varlinkCall, on: daemon.connect(as: launch))
    try daemon.call(App.ReportCall().varlinkCall, on: daemon.connect(as: launch))
    let end = Control.EndCall(app: "phone")
    let connection = daemon.connect()
    let call = end.varlinkCall.bytes
    daemon.driver.post(.received(connection, call + call, descriptors: []))
    for _ in 0..<3 {
      daemon.driver.turn()
      daemon.pass(.milliseconds(1))
    }
    let replies = try daemon.wire.takeReplies(on: connection)
    #expect(try replies.map { try end.reply(from: $0).hadCall } == [true, false])
    #expect(try daemon.control(end).hadCall == false)
    // It was launched in front, and has not answered its first call yet.
    #expect(try daemon.statuses().map(\.state) == [.inactive])
  }

  @Test("is for the owner's apps alone")
  func strangers() throws {
    let daemon = try daemonWithApp()
    let response = NotificationResponse(notification: "a")
    for method in [
      ControlCall.push(Self.push("mail")), .endCall(Control.EndCall(app: "mail")),
      .respond(Control.Respond(app: "mail", response: response)),
      .listNotifications(Control.ListNotifications(app: "mail")),
    ] {
      #expect(throws: WireError.refused(.unknownApp(name: "mail", similar: []))) {
        try daemon.control(method, user: 502)
      }
    }
    #expect(
      try daemon.control(Control.ListNotifications(), user: 502)
        == Control.ListNotifications.Reply(notifications: [])
    )
  }

  @Test("to plug an accessory is for root and the daemon's user, to list them for everybody")
  func accessories() throws {
    let daemon = try TestDaemon()
    let pump = Accessory(name: "pump", devicePath: "/dev/pts/7", isSimulated: true)
    for method in [
      ControlCall.connectAccessory(Control.ConnectAccessory(pump)),
      .disconnectAccessory(Control.DisconnectAccessory(name: "pump")),
    ] {
      #expect(throws: WireError.permissionDenied) { try daemon.control(method, user: 501) }
    }
    try daemon.control(Control.ConnectAccessory(pump))
    #expect(throws: WireError.refused(.service(.accessory(.alreadyConnected(name: "pump"))))) {
      try daemon.control(Control.ConnectAccessory(pump))
    }
    #expect(try daemon.control(Control.ListAccessories(), user: 501).accessories == [pump])
    try daemon.control(Control.DisconnectAccessory(name: "pump"))
    #expect(try daemon.control(Control.ListAccessories()).accessories == [])
  }

  @Test("to say where the device is is for root and the daemon's user")
  func locate() throws {
    let daemon = try TestDaemon()
    let here = Control.Locate(latitude: 52.5, longitude: 13.4)
    #expect(throws: WireError.permissionDenied) { try daemon.control(here, user: 501) }
    let before = daemon.driver.journalSequence
    try daemon.control(here)
    #expect(daemon.driver.journalSequence == before + 1)
  }
}
