import Testing
import TorporModel

@testable import TorporCore

@Suite("An accessory")
struct AccessoryTests {
  private func device(
    modes: [BackgroundMode] = [.externalAccessory],
    _ profile: ProfileName = .ios26
  ) -> TestDevice {
    var device = TestDevice(profile)
    device.install("medic", modes: modes)
    device.open("medic")
    device.ask("medic", .service(.accessory(.open(accessory: "pump"))))
    device.home()
    return device
  }

  @Test("wakes the app that has a session with it, for ten seconds (§7)")
  func data() {
    var device = device()
    device.tell(.accessory(.data(accessory: "pump")))
    let woken = device.now
    #expect(device.callbacks("medic").last == "accessoryData")
    device.pass(.seconds(9))
    #expect(device.state("medic") == .background)
    device.pass(.seconds(2))
    #expect(device.state("medic") == .suspended)
    #expect(device.lastExit("medic") == nil)
    #expect(woken < device.now)
    #expect(device.broken == [])
  }

  @Test("wakes it when it comes and goes, too")
  func comesAndGoes() {
    var device = device()
    device.tell(.accessory(.connected(Accessory(name: "pump"))))
    #expect(device.callbacks("medic").last == "accessoryDidConnect")
    device.pass(.minutes(1))
    device.tell(.accessory(.disconnected(accessory: "pump")))
    #expect(device.callbacks("medic").last == "accessoryDidDisconnect")
    device.pass(.minutes(1))
    // No session can be there before the first connection (§7).
    device.tell(.accessory(.connected(Accessory(name: "another"))))
    #expect(device.callbacks("medic").last == "accessoryDidConnect")
    #expect(device.state("medic") == .background)
  }

  @Test("launches no app (RL5)")
  func dead() {
    var device = device()
    device.report("medic", .exited(status: .signalled(signal: 9)))
    device.tell(.accessory(.data(accessory: "pump")))
    device.tell(.accessory(.connected(Accessory(name: "pump"))))
    #expect(device.state("medic") == .notRunning)
  }

  @Test("is closed at the suspension without the mode, and in iOS 4 always")
  func closed() {
    for (modes, profile) in [
      ([], ProfileName.ios26), ([BackgroundMode.externalAccessory], .ios4),
    ] {
      var device = device(modes: modes, profile)
      #expect(device.decisions("medic").contains { $0.action == .endUse(.accessory) })
      device.tell(.accessory(.data(accessory: "pump")))
      #expect(device.state("medic") == .suspended)
    }
  }
}
