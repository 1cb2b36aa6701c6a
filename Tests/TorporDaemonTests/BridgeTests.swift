import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("A desktop bridge")
struct BridgeTests {
  @Test("is taken with a reply that has no orders, from outside every app")
  func attaching() throws {
    let daemon = try TestDaemon()
    let bridge = try PlayedBridge(daemon)
    #expect(try bridge.first.map { try Bridge.Attach().reply(from: $0).orders } == [[]])
    let launch = try daemon.run("editor")
    let fromApp = try PlayedBridge(daemon, as: launch)
    #expect(fromApp.first.map(\.error) == ["org.varlink.service.PermissionDenied"])
  }

  @Test("takes the place of the user's earlier one, and of nobody else's")
  func replacing() throws {
    let daemon = try TestDaemon()
    let (first, other) = (try PlayedBridge(daemon), try PlayedBridge(daemon, user: 501))
    let second = try PlayedBridge(daemon)
    let last = try daemon.wire.takeReplies(on: first.connection)
    #expect(last.map(\.error) == ["io.torpor.Bridge.Replaced"])
    #expect(try daemon.wire.takeReplies(on: other.connection) == [])
    // What the replaced one says counts no more.
    try first.tell(.power(isOnExternalPower: false, batteryPercent: 7))
    #expect(daemon.driver.device.conditions.power.value == nil)
    try second.tell(.power(isOnExternalPower: false, batteryPercent: 8))
    #expect(daemon.driver.device.conditions.power.value?.batteryPercent == 8)
  }

  @Test("has a frozen app thawed that somebody calls and waits for, and is told what stands still")
  func callers() throws {
    let daemon = try TestDaemon()
    let bridge = try PlayedBridge(daemon)
    let launch = try daemon.frozenApp()
    let process = daemon.pid(of: launch)
    #expect(try bridge.orders() == [.frozen(launch: launch.description, pids: [process])])
    let orders = try bridge.tell(.busCallWaits(pid: process, name: "org.a", member: "Ping"))
    #expect(orders == [.thawed(launch: launch.description)])
    #expect(!daemon.kernel.frozen.contains(launch))
    daemon.pass(.seconds(10))
    #expect(daemon.kernel.frozen.contains(launch))
  }

  @Test("is told on attaching which apps of its user stand still")
  func frozenBefore() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.frozenApp()
    let (own, other) = (try PlayedBridge(daemon), try PlayedBridge(daemon, user: 501))
    let orders = try own.first.flatMap { try Bridge.Attach().reply(from: $0).orders }
    #expect(orders == [.frozen(launch: launch.description, pids: [daemon.pid(of: launch)])])
    #expect(try other.first.flatMap { try Bridge.Attach().reply(from: $0).orders } == [])
  }

  @Test("speaks of its own user's processes alone, unless it speaks for the device")
  func strangers() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.frozenApp()
    let stranger = try PlayedBridge(daemon, user: 501)
    try stranger.tell(.focus(pids: [daemon.pid(of: launch)]), .grab(pid: daemon.pid(of: launch)))
    #expect(daemon.kernel.frozen.contains(launch))
    let root = try PlayedBridge(daemon, user: 0)
    try root.tell(.focus(pids: [daemon.pid(of: launch), 4, 99_999]))
    #expect(!daemon.kernel.frozen.contains(launch))
  }

  @Test("keeps an app running while it has the focus, after its own death too")
  func focus() throws {
    let daemon = try TestDaemon()
    let bridge = try PlayedBridge(daemon)
    let launch = try daemon.frozenApp()
    try bridge.tell(.focus(pids: [daemon.pid(of: launch)]))
    daemon.driver.post(.closed(bridge.connection))
    daemon.pass(.hours(1))
    #expect(!daemon.kernel.frozen.contains(launch))
    try PlayedBridge(daemon).tell(.focus(pids: []))
    daemon.pass(.seconds(1))
    #expect(daemon.kernel.frozen.contains(launch))
  }

  @Test("shows an app's notification when it comes late, and hands the answer to the app's owner")
  func notifications() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("editor")
    let app = try #require(daemon.statuses().first?.app)
    let bridges = daemon.sessions.bridges
    let shown = ShownNotification(
      key: NotificationKey(app: app, identifier: "a b"),
      appName: "Editor",
      content: NotificationContent(title: "Saved", subtitle: "Now", body: "All", sound: .standard),
      actions: [NotificationAction(identifier: "open", title: "Open")]
    )
    bridges.perform(.show(shown))
    let bridge = try PlayedBridge(daemon)
    let key = "\(app) a b"
    #expect(
      try bridge.first.flatMap { try Bridge.Attach().reply(from: $0).orders } == [
        .showNotification(
          notification: BridgeNotification(
            key: key,
            appName: "Editor",
            title: "Saved",
            body: "Now\nAll",
            sound: "message-new-instant",
            actions: [BridgeNotification.Action(id: "open", title: "Open")]
          )
        )
      ]
    )
    #expect(
      bridges.board.answered(key, "default", nil, byUser: 501) == []
    )
    #expect(
      bridges.board.answered(key, "default", nil, byUser: 500) == [
        .user(action: .respond(app: app, NotificationResponse(notification: "a b")), id: nil)
      ]
    )
  }

  @Test("that speaks for the machine gets the orders to its receivers, and so does the next one")
  func receivers() throws {
    let daemon = try TestDaemon()
    let bridges = daemon.sessions.bridges
    let first = try PlayedBridge(daemon, user: 501)
    let second = try PlayedBridge(daemon, user: 502)
    let demand = LocationDemand(accuracyMetres: 100, intervalSeconds: 60, distanceMetres: 0)
    let wanted = BridgeOrder.locate(
      demand: BridgeLocationDemand(
        accuracyMetres: 100,
        intervalMicroseconds: 60_000_000,
        distanceMetres: 0
      )
    )
    bridges.perform(.locate(demand))
    bridges.perform(.bluetooth(.connect(peripheral: "a")))
    bridges.perform(.bluetooth(.subscribe(peripheral: "a", characteristic: "c", isOn: true)))
    bridges.perform(.bluetooth(.connect(peripheral: "b")))
    bridges.perform(.bluetooth(.disconnect(peripheral: "a")))
    #expect(try first.orders().count == 5)
    #expect(try second.orders() == [])
    daemon.driver.post(.closed(first.connection))
    daemon.driver.turn()
    #expect(
      try second.orders() == [wanted, .bluetooth(order: .connect(peripheral: "b"))]
    )
    bridges.perform(.locate(nil))
    #expect(try second.orders() == [.locate(demand: nil)])
  }

  @Test("is shown by name with each of its parts, and as gone")
  func capabilities() throws {
    let daemon = try TestDaemon()
    func texts(_ user: UInt32 = 500) throws -> [String] {
      let all = try daemon.control(Control.GetCapabilities(), user: user).capabilities
      return all.map { "\($0.isAvailable) \($0.text)" }
    }
    let none = [
      "false no desktop reports focus, sound, sleep and callers, and no notification is shown: "
        + "torpor-session is not connected. Programs that play sound off screen are frozen like all others"
    ]
    #expect(try texts() == none)
    let bridge = try PlayedBridge(daemon)
    try bridge.tell(
      .part(name: "sleep", isAvailable: true, cause: nil),
      .part(name: "power", isAvailable: false, cause: "the bus is not there")
    )
    #expect(
      try texts() == [
        "false the desktop of user 500 does not report power, so the last report counts: "
          + "the bus is not there",
        "true the desktop of user 500 reports sleep",
      ]
    )
    #expect(try texts(501) == none)
    daemon.driver.post(.closed(bridge.connection))
    #expect(
      try texts() == [
        "false the desktop of user 500 is no longer known, so its last report counts: "
          + "its torpor-session has ended"
      ]
    )
  }

  @Test("is told which fact is none, and nothing of the report counts")
  func faults() throws {
    let daemon = try TestDaemon()
    let bridge = try PlayedBridge(daemon)
    try bridge.tell(
      .power(isOnExternalPower: false, batteryPercent: 50),
      .power(isOnExternalPower: false, batteryPercent: 101)
    )
    #expect(daemon.driver.device.conditions.power.value == nil)
    #expect {
      try BridgeCall(
        method: "Report",
        parameters: Bridge.Report(facts: [.grab(pid: 0)]).parameters
      )
    } throws: { error in
      error as? WireError == .invalidParameter(parameter: "facts.0.grab.pid")
    }
  }
}
