import Testing
import TorporModel

@testable import TorporCore

@Suite("The levels of the battery")
struct BatteryLevelTests {
  @Test("tell what was given since the beginning, of a stretch over it the part after it")
  func discharged() {
    func level(_ hour: Int, _ microwattHours: Int64?, isPlugged: Bool = false)
      -> BatteryLevels.Level
    {
      BatteryLevels.Level(
        at: .at(.hours(hour)),
        percent: 50,
        isOnExternalPower: isPlugged,
        microwattHours: microwattHours
      )
    }
    let levels = [level(0, 1000), level(4, 600), level(5, 590, isPlugged: true), level(6, 700)]
    #expect(levels.discharged(since: .zero) == 410)
    // A quarter of the first stretch, and all of the second.
    #expect(levels.discharged(since: .at(.hours(3))) == 110)
    #expect(levels.discharged(since: .at(.hours(5))) == nil)
    #expect([level(0, nil), level(1, nil)].discharged(since: .zero) == nil)
  }

  private func power(_ percent: Int, isPlugged: Bool = false) -> PowerState {
    PowerState(isOnExternalPower: isPlugged, batteryPercent: percent)
  }

  @Test("are kept for ten days, one for each quarter of an hour, and each move of the plug")
  func kept() {
    var levels = BatteryLevels()
    for minute in 0..<(12 * 1440) {
      levels.note(power(minute / 60 % 100), at: .at(.minutes(minute)))
    }
    #expect(levels.levels.count <= 961)
    #expect(levels.levels.first.map { $0.at <= .at(.hours(49)) } == true)
    let count = levels.levels.count
    levels.note(power(50, isPlugged: true), at: .at(.minutes(12 * 1440)))
    #expect(levels.levels.count >= count)
    #expect(levels.levels.last?.isOnExternalPower == true)
  }

  @Test("are none on a machine without a battery")
  func noBattery() {
    var levels = BatteryLevels()
    levels.note(PowerState(isOnExternalPower: true, batteryPercent: nil), at: .zero)
    #expect(levels.levels.isEmpty)
  }

  @Test("come with the power that is reported")
  func reported() {
    var device = TestDevice()
    device.tell(.power(power(80)))
    device.pass(.hours(1))
    device.tell(.power(power(79)))
    let levels = device.device.services.consumption.levels.levels
    #expect(levels.map(\.percent) == [80, 79])
    #expect(levels.map(\.at) == [.zero, .at(.hours(1))])
  }
}
