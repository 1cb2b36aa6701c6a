import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("What bridges report of windows")
struct WindowReportTests {
  private func attach(_ daemon: TestDaemon, user: UInt32 = 500) throws -> ConnectionIdentifier {
    let connection = daemon.connect(user: user)
    _ = try daemon.call(Bridge.Attach().varlinkCall, on: connection)
    return connection
  }

  private func tell(
    _ daemon: TestDaemon,
    _ windows: [ProcessWindows]?,
    on connection: ConnectionIdentifier
  ) throws {
    let report = Bridge.Report(facts: [.windows(windows: windows)])
    _ = try daemon.call(report.onewayCall, on: connection)
  }

  private func seen(
    _ launch: LaunchIdentifier,
    _ visibility: WindowVisibility,
    isTerminal: Bool = false
  ) -> ProcessWindows {
    ProcessWindows(
      pid: 1000 + Int32(launch.rawValue),
      visibility: visibility,
      isTerminal: isTerminal
    )
  }

  private func state(_ daemon: TestDaemon, _ launch: LaunchIdentifier) -> ApplicationState? {
    daemon.driver.device.apps.slot(of: launch)
      .flatMap { daemon.driver.device.apps.process(inSlot: $0)?.applicationState }
  }

  @Test("moves the app that the process belongs to, and is told once")
  func moves() throws {
    let daemon = try TestDaemon()
    let bridge = try attach(daemon)
    let launch = try daemon.run("editor")
    try tell(daemon, [seen(launch, .minimised)], on: bridge)
    #expect(state(daemon, launch) == .background)
    let told = daemon.driver.journalSequence
    try tell(daemon, [seen(launch, .minimised)], on: bridge)
    #expect(daemon.driver.journalSequence == told, "the same again is no input")
    daemon.pass(.seconds(30))
    #expect(daemon.kernel.frozen.contains(launch))
    try tell(daemon, [seen(launch, .visible)], on: bridge)
    #expect(state(daemon, launch) == .active)
    #expect(!daemon.kernel.frozen.contains(launch))
  }

  @Test("says that an app has no window any more, once it had one")
  func closed() throws {
    let daemon = try TestDaemon()
    let bridge = try attach(daemon)
    let (launch, other) = (try daemon.run("editor"), try daemon.run("service"))
    try tell(daemon, [seen(launch, .focused)], on: bridge)
    try tell(daemon, [], on: bridge)
    daemon.pass(WindowTable.closingLength)
    #expect(state(daemon, launch) == .background)
    #expect(state(daemon, other) == .active, "it never had one")
  }

  @Test("goes by an app's own windows, and by its terminal's where it has none")
  func terminals() throws {
    let daemon = try TestDaemon()
    let bridge = try attach(daemon)
    let launch = try daemon.run("editor")
    try tell(
      daemon,
      [seen(launch, .minimised), seen(launch, .focused, isTerminal: true)],
      on: bridge
    )
    #expect(state(daemon, launch) == .background)
    try tell(daemon, [seen(launch, .focused, isTerminal: true)], on: bridge)
    #expect(state(daemon, launch) == .active)
  }

  @Test("counts for the apps of its own user alone")
  func strangers() throws {
    let daemon = try TestDaemon()
    let stranger = try attach(daemon, user: 501)
    let launch = try daemon.run("editor")
    try tell(daemon, [seen(launch, .minimised)], on: stranger)
    #expect(state(daemon, launch) == .active)
  }

  @Test(
    "is withdrawn with its source, and with its bridge, so that nothing stays away for it",
    arguments: [
      true, false,
    ]
  )
  func gone(isBridge: Bool) throws {
    let daemon = try TestDaemon()
    let bridge = try attach(daemon)
    let launch = try daemon.run("editor")
    try tell(daemon, [seen(launch, .focused)], on: bridge)
    try tell(daemon, [seen(launch, .minimised)], on: bridge)
    daemon.pass(.seconds(30))
    if isBridge {
      daemon.driver.post(.closed(bridge))
      daemon.driver.turn()
    } else {
      try tell(daemon, nil, on: bridge)
    }
    #expect(daemon.kernel.frozen.contains(launch))
    daemon.pass(WindowTable.lossLength)
    #expect(!daemon.kernel.frozen.contains(launch))
    #expect(state(daemon, launch) == .active)
  }

  @Test("of a bridge that was started again says the same as that before it")
  func replaced() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("editor")
    try tell(daemon, [seen(launch, .minimised)], on: try attach(daemon))
    daemon.pass(.seconds(30))
    let next = try attach(daemon)
    daemon.pass(.seconds(1))
    try tell(daemon, [seen(launch, .minimised)], on: next)
    daemon.pass(.minutes(1))
    #expect(daemon.kernel.frozen.contains(launch))
  }

  @Test("is not needed for input to be heard: the kernel's adapter and a desktop each say so")
  func input() throws {
    let daemon = try TestDaemon()
    let machine = MachineFacts(to: daemon.driver)
    func isHeard() -> Bool? {
      daemon.driver.turn()
      return daemon.driver.device.conditions.hearsInput
    }
    machine.post(.input(.device(event: .hearsInput(false))))
    #expect(isHeard() == nil)
    machine.take(.idle(isIdle: false, sinceMicrosecondsAgo: 0), at: .zero)
    #expect(isHeard() == true)
    machine.desktopHasGone()
    #expect(isHeard() == nil)
    machine.post(.input(.device(event: .hearsInput(true))))
    #expect(isHeard() == true)
  }

  @Test("is missing for adoption of a user without it, and for root where no desktop has it")
  func adoption() throws {
    let daemon = try TestDaemon()
    func missing(for user: UInt32) throws -> [String] {
      try daemon.control(Control.ListAdoptable(), user: user).missing.filter {
        $0.hasPrefix("No desktop reports")
      }
    }
    #expect(try missing(for: 0).count == 1)
    let bridge = try PlayedBridge(daemon, user: 501)
    try bridge.tell(.windows(windows: []))
    #expect(try missing(for: 0).first?.hasPrefix("No desktop reports audio and callers,") == true)
    try bridge.tell(
      .part(name: "audio", isAvailable: true, cause: nil),
      .part(name: "callers", isAvailable: true, cause: nil)
    )
    #expect(try missing(for: 0).isEmpty, "root has no desktop of its own")
    #expect(try missing(for: 501).isEmpty)
    #expect(try missing(for: 502).count == 1)
  }
}
