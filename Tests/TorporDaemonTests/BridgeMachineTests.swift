import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("What a desktop bridge says of the machine")
struct BridgeMachineTests {
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
}
