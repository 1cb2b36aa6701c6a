import Testing
import TorporModel

@testable import TorporCore

@Suite("Low Power Mode")
struct LowPowerModeTests {
  private func power(_ percent: Int) -> DeviceEvent {
    .power(PowerState(isOnExternalPower: true, batteryPercent: percent))
  }

  @Test("ends by itself when the battery has been charged to 80 %, and the ledger says why (§11)")
  func ends() {
    var device = TestDevice()
    device.install("mail")
    device.open("mail")
    device.tell(power(70))
    device.user(.change(setting: .lowPowerMode(true)))
    device.tell(power(79))
    #expect(device.device.conditions.lowPowerMode.value)
    device.tell(power(80))
    #expect(!device.device.conditions.lowPowerMode.value)
    #expect(device.callbacks("mail").filter { $0 == "powerStateDidChange" }.count == 2)
    let changes = device.log.compactMap { entry -> Decision? in
      guard case .record(let decision) = entry.effect, decision.action == .changeSettings else {
        return nil
      }
      return decision
    }
    #expect(changes.map { $0.conditions.map(\.reason) } == [[.userAction], [.batteryLow]])
  }

  @Test("stays where the user switches it on with a full battery")
  func stays() {
    var device = TestDevice()
    device.tell(power(90))
    device.user(.change(setting: .lowPowerMode(true)))
    device.tell(power(95))
    #expect(device.device.conditions.lowPowerMode.value)
  }
}
