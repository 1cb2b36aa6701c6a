import Testing
import TorporModel

@testable import TorporCore

@Suite("A wake")
struct WakeTests {
  private func device(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = TestDevice(profile)
    device.install("chat", modes: [.remoteNotification])
    return device
  }

  @Test("launches a dead app off screen: launch callbacks, then the event")
  func launches() {
    var device = device()
    device.push("chat")
    #expect(
      device.callbacks("chat")
        == ["didFinishLaunching", "didEnterBackground", "didReceiveRemoteNotification"]
    )
    #expect(device.state("chat") == .background)
    let token = device.token(of: "didReceiveRemoteNotification", "chat")!
    device.ask("chat", .complete(callback: token, result: .newData))
    #expect(device.state("chat") == .suspended)
    #expect(device.broken == [])
  }

  @Test("resumes a suspended app and is over after 30 s at the latest")
  func overrun() {
    var device = device()
    device.open("chat")
    device.home()
    device.pass(.minutes(10))
    device.push("chat")
    let woken = device.now
    device.pass(.minutes(1))
    #expect(device.lastExit("chat") == .code(.fetchOverrun))
    #expect(device.lastExitAt("chat") == woken + .seconds(31))
  }

  @Test("goes straight to an app on screen")
  func onScreen() {
    var device = device()
    device.open("chat")
    device.push("chat")
    device.pass(.minutes(2))
    #expect(device.callbacks("chat").last == "didReceiveRemoteNotification")
    #expect(device.state("chat") == .active)
  }

  @Test("is denied with the reason", arguments: [Reason.forceQuit, .beforeFirstUnlock])
  func denied(reason: Reason) {
    var device = device()
    if reason == .forceQuit {
      device.open("chat")
      device.user(.forceQuit(app: device.app("chat")))
    } else {
      device.tell(.booted)
    }
    device.push("chat")
    #expect(device.state("chat") == .notRunning)
    let denial = device.decisions("chat").last
    // A restart passes, and what the push brings is kept until then; a force-quit drops it (PN9).
    #expect(denial?.verdict == (reason == .forceQuit ? .denied : .waiting))
    #expect(denial?.conditions.map(\.reason) == [reason])
  }

  @Test("is possible again after the user opened the app, or restarted the device and unlocked it")
  func forgiven() {
    for restarts in [false, true] {
      var device = device()
      device.open("chat")
      device.user(.forceQuit(app: device.app("chat")))
      if restarts {
        device.tell(.booted)
        device.user(.unlock)
      } else {
        device.open("chat")
        device.home()
      }
      device.push("chat")
      #expect(device.callbacks("chat").last == "didReceiveRemoteNotification")
    }
  }

  @Test("needs the mode that its reason names", arguments: WakeReason.allCases)
  func modes(reason: WakeReason) {
    let record = AppRecord(
      manifest: AppManifest(identifier: AppIdentifier("a.b")!),
      settings: AppSettings(),
      at: .zero
    )
    let device = Surroundings(
      now: .zero,
      conditions: Device(DeviceConfiguration(profile: .ios26), at: .zero).conditions
    )
    let isDenied = record.obstacles(to: reason, on: device).contains { $0.reason == .notPermitted }
    #expect(isDenied == !RelaunchRule.row(reason).modes.isEmpty)
  }
}

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

  @Test("freezes what runs and should be suspended")
  func freezes() {
    var device = running()
    device.home()
    device.tell(survivor(device, isFrozen: false))
    #expect(device.count { if case .freeze = $0 { true } else { false } } == 2)
    #expect(device.state("sync") == .suspended)
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
