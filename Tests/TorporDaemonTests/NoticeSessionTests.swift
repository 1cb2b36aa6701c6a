import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("A person's call about pushes and places")
struct NoticeSessionTests {
  private static func push(_ app: String) throws -> ControlMethod {
    .push(
      PushSubmission(
        app: app,
        payload: try PushPayload(#"{"aps":{"content-available":1}}"#, kind: nil)
      )
    )
  }

  /// A daemon with an app of the user's that is installed and does not run.
  private func daemonWithApp() throws -> TestDaemon {
    let daemon = try TestDaemon()
    let app = try #require(AppIdentifier("com.example.mail"))
    _ = try daemon.control(
      .install(
        InstallRequest(
          manifest: AppManifest(
            identifier: app,
            name: "Mail",
            backgroundModes: [.remoteNotification]
          ),
          executable: "/bin/mail",
          arguments: ["mail"],
          workingDirectory: "/"
        )
      ),
      user: 501
    )
    return daemon
  }

  @Test("to push is answered with what was decided about the app in the same turn")
  func pushed() throws {
    let daemon = try daemonWithApp()
    guard
      case .pushed(let app, false, let decisions) = try daemon.control(
        Self.push("mail"),
        user: 501
      )
    else {
      Issue.record("another answer")
      return
    }
    #expect(app.text == "com.example.mail")
    #expect(!decisions.isEmpty)
    #expect(decisions.allSatisfy { $0.decision.app == app && $0.sequence > 0 })
  }

  @Test("to push an alert that no desktop shows is told so in the ledger, and when one shows it")
  func unseen() throws {
    let daemon = try daemonWithApp()
    let alert = PushSubmission(
      app: "mail",
      payload: try PushPayload(#"{"aps":{"alert":"Hello"}}"#, kind: nil),
      collapseIdentifier: "hello"
    )
    _ = try daemon.control(.push(alert), user: 501)
    func sentences() throws -> [String] {
      let log = try daemon.control(.log(LogQuery(app: "mail")), user: 501)
      guard case .decisions(let all) = log else { return [] }
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
    guard case .pushed(_, _, let decisions) = try daemon.control(Self.push("mail"), user: 501)
    else {
      Issue.record("another answer")
      return
    }
    let reasons = decisions.flatMap(\.decision.conditions).filter { !$0.holds }.map(\.reason)
    #expect(!reasons.contains(.network))
  }

  @Test("to push twice at once is answered twice")
  func twice() throws {
    let daemon = try daemonWithApp()
    let connection = daemon.connect(user: 501)
    let call = try Self.push("mail").varlinkCall
    daemon.driver.post(.received(connection, call.bytes + call.bytes, descriptors: []))
    for _ in 0..<3 {
      daemon.driver.turn()
      daemon.pass(.milliseconds(1))
    }
    #expect(try daemon.wire.takeReplies(on: connection).count == 2)
  }

  @Test("is for the owner's apps alone")
  func strangers() throws {
    let daemon = try daemonWithApp()
    let response = NotificationResponse(notification: "a")
    for method in [
      try Self.push("mail"), .endCall(app: "mail"),
      .respond(ResponseSubmission(app: "mail", response: response)),
      .notifications(NotificationQuery(app: "mail")),
    ] {
      #expect(throws: WireError.refused(.unknownApp(name: "mail", similar: []))) {
        try daemon.control(method, user: 502)
      }
    }
    #expect(
      try daemon.control(.notifications(NotificationQuery()), user: 502)
        == .notifications([], next: nil)
    )
  }

  @Test("to plug an accessory is for root and the daemon's user, to list them for everybody")
  func accessories() throws {
    let daemon = try TestDaemon()
    let pump = Accessory(name: "pump", devicePath: "/dev/pts/7", isDeclared: true)
    for method in [ControlMethod.plugAccessory(pump), .unplugAccessory(name: "pump")] {
      #expect(throws: WireError.permissionDenied) { try daemon.control(method, user: 501) }
    }
    #expect(try daemon.control(.plugAccessory(pump)) == .done)
    #expect(throws: WireError.refused(.mode(.accessory(.alreadyConnected(name: "pump"))))) {
      try daemon.control(.plugAccessory(pump))
    }
    #expect(try daemon.control(.accessories, user: 501) == .accessories([pump]))
    #expect(try daemon.control(.unplugAccessory(name: "pump")) == .done)
    #expect(try daemon.control(.accessories) == .accessories([]))
  }

  @Test("to say where the device is is for root and the daemon's user")
  func locate() throws {
    let daemon = try TestDaemon()
    let here = ControlMethod.locate(
      FixSubmission(coordinate: Coordinate(latitude: 52.5, longitude: 13.4))
    )
    #expect(throws: WireError.permissionDenied) { try daemon.control(here, user: 501) }
    let before = daemon.driver.journalSequence
    #expect(try daemon.control(here) == .done)
    #expect(daemon.driver.journalSequence == before + 1)
  }
}
