import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("A desktop bridge")
struct BridgeTests {
  /// A bridge that the test plays.
  private struct PlayedBridge {
    let daemon: TestDaemon
    let connection: ConnectionIdentifier
    /// What came of `Attach`.
    let first: [VarlinkReply]

    init(_ daemon: TestDaemon, user: UInt32 = 500, as launch: LaunchIdentifier? = nil) throws {
      self.daemon = daemon
      connection = daemon.connect(user: user, as: launch)
      first = try daemon.call(Bridge.Attach().varlinkCall, on: connection)
    }

    /// Tells facts and returns what the daemon orders thereupon.
    @discardableResult
    func tell(_ facts: BridgeFact...) throws -> [BridgeOrder] {
      let replies = try daemon.call(Bridge.Report(facts: facts).onewayCall, on: connection)
      return try replies.flatMap { try Bridge.Attach().reply(from: $0).orders }
    }

    /// Those about pictures are for `SnapshotReportTests`.
    func orders() throws -> [BridgeOrder] {
      try daemon.wire.takeReplies(on: connection)
        .flatMap { try Bridge.Attach().reply(from: $0).orders }
        .filter { if case .takeSnapshot = $0 { false } else { true } }
    }
  }

  private func pid(of launch: LaunchIdentifier) -> Int32 { 1000 + Int32(launch.rawValue) }

  private func frozenApp(_ daemon: TestDaemon, user: UInt32 = 500) throws -> LaunchIdentifier {
    let launch = try daemon.run("editor", user: user)
    _ = try daemon.control(Control.Home())
    daemon.pass(.seconds(30))
    #expect(daemon.kernel.frozen.contains(launch))
    return launch
  }

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
    let launch = try frozenApp(daemon)
    let process = pid(of: launch)
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
    let launch = try frozenApp(daemon)
    let (own, other) = (try PlayedBridge(daemon), try PlayedBridge(daemon, user: 501))
    let orders = try own.first.flatMap { try Bridge.Attach().reply(from: $0).orders }
    #expect(orders == [.frozen(launch: launch.description, pids: [pid(of: launch)])])
    #expect(try other.first.flatMap { try Bridge.Attach().reply(from: $0).orders } == [])
  }

  @Test("speaks of its own user's processes alone, unless it speaks for the device")
  func strangers() throws {
    let daemon = try TestDaemon()
    let launch = try frozenApp(daemon)
    let stranger = try PlayedBridge(daemon, user: 501)
    try stranger.tell(.focus(pids: [pid(of: launch)]), .grab(pid: pid(of: launch)))
    #expect(daemon.kernel.frozen.contains(launch))
    let root = try PlayedBridge(daemon, user: 0)
    try root.tell(.focus(pids: [pid(of: launch), 4, 99_999]))
    #expect(!daemon.kernel.frozen.contains(launch))
  }

  @Test("keeps an app running while it has the focus, after its own death too")
  func focus() throws {
    let daemon = try TestDaemon()
    let bridge = try PlayedBridge(daemon)
    let launch = try frozenApp(daemon)
    try bridge.tell(.focus(pids: [pid(of: launch)]))
    daemon.driver.post(.closed(bridge.connection))
    daemon.pass(.hours(1))
    #expect(!daemon.kernel.frozen.contains(launch))
    try PlayedBridge(daemon).tell(.focus(pids: []))
    daemon.pass(.seconds(1))
    #expect(daemon.kernel.frozen.contains(launch))
  }

  @Test("is heard about the machine where the kernel knows less, one of them at a time")
  func machine() throws {
    let daemon = try TestDaemon()
    let machine = MachineFacts(to: daemon.driver)
    machine.post(
      .input(.device(event: .power(PowerState(isOnExternalPower: true, batteryPercent: nil))))
    )
    machine.post(.input(.device(event: .network(NetworkState(link: .wifi)))))
    func power() -> PowerState? {
      daemon.driver.turn()
      return daemon.driver.device.conditions.power.value
    }
    func network() -> NetworkState? {
      daemon.driver.turn()
      return daemon.driver.device.conditions.network.value
    }
    machine.take(.power(isOnExternalPower: false, batteryPercent: 40), at: .zero)
    #expect(power() == PowerState(isOnExternalPower: false, batteryPercent: 40))
    machine.post(
      .input(.device(event: .power(PowerState(isOnExternalPower: true, batteryPercent: 90))))
    )
    #expect(power() == PowerState(isOnExternalPower: true, batteryPercent: 90))
    machine.take(.metered(isMetered: true), at: .zero)
    #expect(network()?.isMetered == true)
    machine.take(.metered(isMetered: nil), at: .zero)
    #expect(network()?.isMetered == false)
  }

  @Test("says whether the user is there, and the kernel does again when it has gone")
  func idleness() throws {
    let daemon = try TestDaemon()
    daemon.pass(.minutes(10))
    let bridge = try PlayedBridge(daemon)
    try bridge.tell(.idle(isIdle: true, sinceMicrosecondsAgo: 60_000_000))
    #expect(daemon.driver.device.conditions.reportedIdleSince == .zero + .minutes(9))
    daemon.driver.post(.closed(bridge.connection))
    daemon.driver.turn()
    #expect(daemon.driver.device.conditions.reportedIdleSince == nil)
  }

  @Test("that speaks for the machine is followed by the one that came next")
  func speaker() throws {
    let daemon = try TestDaemon()
    let (first, second) = (
      try PlayedBridge(daemon, user: 501), try PlayedBridge(daemon, user: 502)
    )
    func percent() -> Int? { daemon.driver.device.conditions.power.value?.batteryPercent }
    try second.tell(.power(isOnExternalPower: false, batteryPercent: 2))
    #expect(percent() == nil)
    try first.tell(.power(isOnExternalPower: false, batteryPercent: 1))
    #expect(percent() == 1)
    daemon.driver.post(.closed(first.connection))
    daemon.driver.turn()
    #expect(percent() == 2)
    // Root speaks before anybody.
    try PlayedBridge(daemon, user: 0).tell(.power(isOnExternalPower: false, batteryPercent: 3))
    #expect(percent() == 3)
  }

  @Test("locks the device, and unlocks what it has locked and nothing else")
  func locking() throws {
    let daemon = try TestDaemon()
    let bridge = try PlayedBridge(daemon, user: 501)
    try bridge.tell(.locked(isLocked: true))
    #expect(daemon.driver.device.screen.isLocked)
    try bridge.tell(.locked(isLocked: false))
    #expect(!daemon.driver.device.screen.isLocked)
    _ = try daemon.control(Control.Lock())
    try bridge.tell(.locked(isLocked: false))
    #expect(daemon.driver.device.screen.isLocked)
  }

  @Test("hears that the machine may sleep when the daemon has taken it in")
  func sleep() throws {
    let daemon = try TestDaemon()
    let bridge = try PlayedBridge(daemon)
    #expect(try bridge.tell(.prepareForSleep(isStarting: true)) == [.allowSleep])
    #expect(try bridge.tell(.prepareForSleep(isStarting: false)) == [])
  }

  @Test(
    "makes what is in front inactive before sleep and under a screen saver, until it says otherwise or goes"
  )
  func inactive() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("editor")
    func state() -> ApplicationState? {
      daemon.driver.turn()
      return daemon.driver.device.apps.slot(of: launch)
        .flatMap { daemon.driver.device.apps.process(inSlot: $0)?.applicationState }
    }
    let bridge = try PlayedBridge(daemon)
    #expect(try bridge.tell(.prepareForSleep(isStarting: true)) == [.allowSleep])
    #expect(state() == .inactive)
    try bridge.tell(.prepareForSleep(isStarting: false), .screenSaver(isOn: true))
    #expect(state() == .inactive)
    try bridge.tell(.screenSaver(isOn: false))
    #expect(state() == .active)
    try bridge.tell(.screenSaver(isOn: true))
    daemon.driver.post(.closed(bridge.connection))
    #expect(state() == .active)
  }

  @Test("is asked for the machine's sleep, and believed where it may change the device")
  func sleepAndStop() throws {
    let daemon = try TestDaemon()
    let bridge = try PlayedBridge(daemon)
    #expect(!daemon.sessions.bridges.isShutdownNear)
    _ = try bridge.tell(.prepareForShutdown(isStarting: true))
    #expect(daemon.sessions.bridges.isShutdownNear)
    _ = try bridge.tell(.prepareForShutdown(isStarting: false))
    #expect(!daemon.sessions.bridges.isShutdownNear)
    // Called off while no bridge was there: the next one has nothing to tell of it.
    _ = try bridge.tell(.prepareForShutdown(isStarting: true))
    let next = try PlayedBridge(daemon)
    #expect(!daemon.sessions.bridges.isShutdownNear)
    daemon.sessions.bridges.perform(.suspendMachine)
    #expect(try next.orders() == [.suspend])
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

  @Test("tells of sound, which is heard while a stream or a player says so")
  func sound() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("player")
    let process = pid(of: launch)
    func isHeard() -> Bool? {
      daemon.driver.device.apps.records.first { $0.process.launch == launch }?.facts
        .isPlayingAudio
    }
    let bridge = try PlayedBridge(daemon)
    try bridge.tell(.audio(streams: [AudioStream(pid: process, isRecording: false)]))
    #expect(isHeard() == true)
    try bridge.tell(.mediaPlaying(pids: [process]), .audio(streams: []))
    #expect(isHeard() == true)
    try bridge.tell(.mediaPlaying(pids: []))
    #expect(isHeard() == false)
  }

  @Test("listens to an app that only its sound keeps running off screen, and silence ends that")
  func silence() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("player")
    let process = pid(of: launch)
    let bridge = try PlayedBridge(daemon)
    let sounding = BridgeFact.audio(streams: [AudioStream(pid: process, isRecording: false)])
    let silent = BridgeFact.audio(
      streams: [AudioStream(pid: process, isRecording: false, isSilent: true)]
    )
    #expect(try bridge.tell(sounding) == [])
    _ = try daemon.control(Control.Home())
    daemon.pass(.seconds(1))
    #expect(try bridge.orders() == [.listen(launches: [launch.description])])
    daemon.pass(.minutes(5))
    #expect(!daemon.kernel.frozen.contains(launch))
    var orders = try bridge.tell(silent)
    daemon.pass(.seconds(30))
    #expect(daemon.kernel.frozen.contains(launch))
    orders += try bridge.orders()
    #expect(orders.contains(.listen(launches: [])))
    // It is asked about again as soon as it runs off screen: it may have begun to sound.
    orders = try bridge.tell(.focus(pids: [process]))
    daemon.pass(.seconds(1))
    #expect(!daemon.kernel.frozen.contains(launch))
    orders += try bridge.orders()
    #expect(orders.contains(.listen(launches: [launch.description])))
    try bridge.tell(sounding, .focus(pids: []))
    daemon.pass(.minutes(5))
    #expect(!daemon.kernel.frozen.contains(launch))
  }

  @Test("believes a player that plays elsewhere, and none whose own stream is silent")
  func remotePlayers() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("player")
    let process = pid(of: launch)
    func isHeard() -> Bool? {
      daemon.driver.device.apps.records.first { $0.process.launch == launch }?.facts
        .isPlayingAudio
    }
    func streams(_ silences: Bool?...) -> BridgeFact {
      .audio(
        streams: silences.map { AudioStream(pid: process, isRecording: false, isSilent: $0) }
      )
    }
    let bridge = try PlayedBridge(daemon)
    try bridge.tell(.mediaPlaying(pids: [process]))
    #expect(isHeard() == true)
    try bridge.tell(streams(true))
    #expect(isHeard() == false)
    try bridge.tell(streams(true, nil))
    #expect(isHeard() == true)
    try bridge.tell(streams(true))
    #expect(isHeard() == false)
    // It goes on elsewhere.
    try bridge.tell(streams())
    #expect(isHeard() == true)
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
        + "torpor-session is not connected. Programs that play off screen are frozen like all others"
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
