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

  /// A device on battery, whose user wants Low Power Mode to begin by itself or not.
  private func discharging(wants: Bool) -> TestDevice {
    var device = TestDevice()
    device.tell(.power(PowerState(isOnExternalPower: false, batteryPercent: 50)))
    if wants { device.user(.change(setting: .kept(.automaticLowPowerMode(true)))) }
    return device
  }

  private func battery(_ percent: Int, isCharging: Bool = false) -> DeviceEvent {
    .power(PowerState(isOnExternalPower: isCharging, batteryPercent: percent))
  }

  @Test("begins by itself at 20 % on battery where the user wants that, and ends at 80 % (§11)")
  func begins() {
    for wants in [false, true] {
      var device = discharging(wants: wants)
      device.tell(battery(21))
      #expect(!device.device.conditions.lowPowerMode.value)
      device.tell(battery(20))
      #expect(device.device.conditions.lowPowerMode.value == wants)
      device.tell(battery(79, isCharging: true))
      #expect(device.device.conditions.lowPowerMode.value == wants)
      device.tell(battery(80, isCharging: true))
      #expect(!device.device.conditions.lowPowerMode.value)
    }
  }

  @Test("stays off where the user switches it off, until 10 % are left")
  func obeys() {
    var device = discharging(wants: true)
    device.tell(battery(20))
    device.user(.change(setting: .lowPowerMode(false)))
    device.tell(battery(11))
    #expect(!device.device.conditions.lowPowerMode.value)
    device.tell(battery(10))
    #expect(device.device.conditions.lowPowerMode.value)
  }

  @Test("does not begin on external power, and does when the charger is unplugged with 15 % left")
  func unplugged() {
    var device = discharging(wants: true)
    device.tell(battery(15, isCharging: true))
    #expect(!device.device.conditions.lowPowerMode.value)
    device.tell(battery(15))
    #expect(device.device.conditions.lowPowerMode.value)
  }

  @Test(
    "begins at once where the user wants it with a battery that is low already, and the ledger says why"
  )
  func beginsAtOnce() {
    var device = discharging(wants: false)
    device.tell(battery(12))
    device.user(.change(setting: .kept(.automaticLowPowerMode(true))))
    #expect(device.device.conditions.lowPowerMode.value)
    let reasons = device.log.compactMap { entry -> [Condition]? in
      guard case .record(let decision) = entry.effect, decision.action == .changeSettings else {
        return nil
      }
      return decision.conditions
    }
    #expect(reasons == [[Condition(.userAction)], [Condition(.batteryLow, holds: false)]])
  }
}
