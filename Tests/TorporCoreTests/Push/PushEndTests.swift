import Testing
import TorporModel

@testable import TorporCore

/// Found by drawn lives: pushes that were dropped and of which nobody was told why.
@Suite("A push that waited and is handed to nobody")
struct PushEndTests {
  /// An app that has had its silent push of this quarter of an hour, and whose next one waits.
  private func waiting(lifetime: Duration? = nil) -> TestDevice {
    var device = TestDevice.withFrozen("notes")
    device.silentPush("notes", "1")
    device.completePush("notes")
    device.silentPush("notes", "2", lifetime: lifetime)
    return device
  }

  private func denials(_ device: TestDevice, _ name: String) -> [Reason] {
    device.decisions(name) { if case .wake = $0 { true } else { false } }
      .filter { $0.verdict == .denied }.flatMap(\.conditions).map(\.reason)
  }

  @Test("gives way to a newer one, and the ledger says so (PN7)")
  func replaced() {
    var device = waiting()
    device.silentPush("notes", "3")
    #expect(denials(device, "notes") == [.replaced])
    device.pass(.minutes(30))
    #expect(device.payloads("notes") == ["1", "3"])
    #expect(denials(device, "notes") == [.replaced])
  }

  @Test("goes along with an alert for its own app before the alert's content takes its place (PN4)")
  func goesAlong() {
    var device = waiting()
    device.visiblePush("notes", "3")
    #expect(device.payloads("notes") == ["1", "2", "3"])
    #expect(denials(device, "notes") == [])
  }

  @Test("gives way to content that may run now, where what it waits for is not traffic")
  func replacedAtOnce() {
    var device = TestDevice.withFrozen("notes")
    device.tell(.power(PowerState(isOnExternalPower: false, batteryPercent: 10)))
    device.silentPush("notes", "1")
    device.visiblePush("notes", "2")
    #expect(device.payloads("notes") == ["2"])
    #expect(denials(device, "notes") == [.replaced])
  }

  @Test("is over in time")
  func expired() {
    var device = waiting(lifetime: .minutes(5))
    device.pass(.minutes(30))
    #expect(device.payloads("notes") == ["1"])
    #expect(denials(device, "notes") == [.timeUp])
  }

  @Test("goes with a force-quit, told once, whether the app had a process or not (PN9)")
  func forceQuit() {
    for isDead in [false, true] {
      var device = TestDevice.withFrozen("notes")
      if isDead { device.report("notes", .exited(status: .exited(status: 0))) }
      device.tell(.power(PowerState(isOnExternalPower: false, batteryPercent: 10)))
      device.silentPush("notes")
      device.user(.forceQuit(app: device.app("notes")))
      #expect(denials(device, "notes") == [.forceQuit])
    }
  }

  @Test("goes with its process where somebody ends that, and the ledger says who (PN7)")
  func killed() {
    var device = waiting()
    device.report("notes", .exited(status: .signalled(signal: 9)))
    #expect(denials(device, "notes") == [.processEnded])
    device.pass(.minutes(30))
    #expect(device.payloads("notes") == ["1"])
  }

  @Test("goes when the app wants no more pushes")
  func unregistered() {
    var device = waiting()
    device.open("notes")
    device.user(.change(setting: .lowPowerMode(true)))
    device.home()
    device.silentPush("notes", "3")
    device.ask("notes", .service(.push(.unregister(.remote))))
    #expect(denials(device, "notes") == [.notRegistered])
    #expect(device.broken == [])
  }

  @Test("is stored without a connection until a newer one comes, or its time is over (PN1)")
  func stored() {
    var device = TestDevice.withFrozen("notes")
    device.tell(.network(NetworkState(link: .none)))
    device.silentPush("notes", "1")
    device.silentPush("notes", "2", lifetime: .minutes(5))
    #expect(denials(device, "notes") == [.replaced])
    device.pass(.minutes(6))
    device.tell(.network(NetworkState(link: .wifi)))
    #expect(denials(device, "notes") == [.replaced, .timeUp])
    #expect(device.payloads("notes") == [])
  }

  @Test("announces a call in a version that has no such pushes (PK1)")
  func callTooEarly() {
    var device = TestDevice.withFrozen("phone", modes: [.voip], .ios7)
    device.call("phone")
    #expect(denials(device, "phone") == [.notInProfile])
  }
}
