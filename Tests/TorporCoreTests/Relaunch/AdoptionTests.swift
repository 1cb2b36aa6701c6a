import Testing
import TorporModel

@testable import TorporCore

@Suite("A daemon that comes back")
struct AdoptionTests {
  private func running() -> TestDevice {
    var device = TestDevice()
    device.install("sync")
    device.open("sync")
    return device
  }

  private func survivor(_ device: TestDevice, isFrozen: Bool) -> DeviceEvent {
    let launch = device.device.apps[device.app("sync")]!.process.launch!
    return .daemonRestarted(
      survivors: [Survivor(app: device.app("sync"), launch: launch, isFrozen: isFrozen)])
  }

  @Test("thaws what is frozen and should run")
  func thaws() {
    var device = running()
    device.tell(survivor(device, isFrozen: true))
    #expect(device.count { if case .thaw = $0 { true } else { false } } == 1)
    #expect(device.state("sync") == .active)
  }

  @Test("books what a process has used that ended while no daemon was there")
  func lastReading() throws {
    var device = running()
    let launch = try #require(device.device.apps[device.app("sync")]?.process.launch)
    device.pass(.minutes(1))
    let end = Survivor(
      app: device.app("sync"),
      launch: launch,
      isFrozen: false,
      end: .exited(status: 0),
      usage: ResourceUsage(processor: .seconds(7))
    )
    device.tell(.daemonRestarted(survivors: [end]))
    #expect(device.state("sync") == .notRunning)
    let hours = device.device.services.consumption[device.app("sync")].hours
    #expect(hours.onScreen.processorMicroseconds == 7_000_000)
    #expect(device.broken == [])
  }

  @Test("freezes what runs and should be suspended")
  func freezes() {
    var device = running()
    device.home()
    device.tell(survivor(device, isFrozen: false))
    #expect(device.count { if case .freeze = $0 { true } else { false } } == 2)
    #expect(device.state("sync") == .suspended)
    // The watchdog let it run for some time, which nobody is to think that it slept through.
    let told = device.decisions("sync") { $0 == .thaw }.map { $0.sentence() }
    #expect(
      told.last?.hasSuffix(
        "thawed \(device.app("sync")): it was allowed to run while the daemon was not running"
      ) == true
    )
    #expect(device.broken == [])
  }

  @Test("calls nobody suspended whom the kernel cannot freeze again, and tries once more")
  func cannotFreeze() {
    var device = running()
    device.home()
    #expect(device.state("sync") == .suspended)
    device.canFreeze = false
    device.tell(survivor(device, isFrozen: false))
    #expect(device.state("sync") == .background)
    device.canFreeze = true
    device.pass(Suspension.freezeRetry + .seconds(1))
    #expect(device.state("sync") == .suspended)
    #expect(device.broken == [])
  }

  @Test("gives a task whose time passed unseen its warning and the time to heed it")
  func postpones() {
    var device = running()
    _ = device.beginTask("sync", "upload")
    device.home()
    // The daemon is away for the whole budget and more: nobody wakes the device.
    let later = device.now + .minutes(10)
    let restarted = device.device.replayedAt(later, survivor(device, isFrozen: false))
    #expect(restarted.apps[device.app("sync")]?.process.applicationState == .background)
    #expect(restarted.nextWakeup == later + .seconds(6))
  }

  @Test("changes nothing for a task that was warned and has time left")
  func keepsDeadlines() {
    var device = running()
    _ = device.beginTask("sync", "upload")
    device.home()
    let left = device.now
    device.pass(.seconds(27))
    device.tell(survivor(device, isFrozen: false))
    device.pass(.minutes(1))
    #expect(device.times(of: "expiration:upload", "sync") == [left + .seconds(25)])
    #expect(device.lastExitAt("sync") == left + .seconds(31))
  }

  @Test("books the end of an app that died unseen")
  func unseenEnd() {
    var device = running()
    device.tell(.daemonRestarted(survivors: []))
    #expect(device.lastExit("sync") == .unseen)
    #expect(device.broken == [])
  }

  @Test("thaws and leaves alone what no record knows")
  func stranger() {
    var device = TestDevice()
    let stranger = Survivor(
      app: AppIdentifier("a.stranger")!,
      launch: LaunchIdentifier(rawValue: 70),
      isFrozen: true
    )
    device.tell(.daemonRestarted(survivors: [stranger]))
    #expect(device.count { $0 == .thaw(stranger.launch) } == 1)
    device.install("sync")
    device.open("sync")
    #expect(
      device.device.apps[device.app("sync")]?.process.launch == LaunchIdentifier(rawValue: 71)
    )
  }
}

extension Device {
  fileprivate func replayedAt(_ moment: Instant, _ event: DeviceEvent) -> Device {
    var copy = self
    _ = copy.handle(.device(event: event), at: moment)
    return copy
  }
}
