import Testing
import TorporModel

@testable import TorporCore

@Suite("What is asked of the receivers")
struct LocationDemandTests {
  @Test("is nothing while nobody wants to know")
  func nothing() {
    var device = TestDevice()
    device.follow("notes")
    device.home()
    #expect(device.count { if case .service = $0 { true } else { false } } == 0)
  }

  @Test("is the least that serves all, ordered once")
  func joined() {
    var device = TestDevice(.linux)
    device.follow("diary", .startMonitoringSignificantChanges)
    #expect(device.demand == SignificantChanges.demand)
    device.follow("other", .startMonitoringSignificantChanges)
    #expect(device.count { if case .service = $0 { true } else { false } } == 1)
    device.follow(
      "maps",
      .startUpdating(LocationSession(desiredAccuracyMetres: 10, distanceFilterMetres: 20))
    )
    #expect(
      device.demand
        == LocationDemand(accuracyMetres: 10, intervalSeconds: 1, distanceMetres: 20)
    )
    device.askLocation("maps", .stopUpdating)
    #expect(device.demand == SignificantChanges.demand)
  }

  @Test(
    "grows with the nearness of a boundary",
    arguments: [(20_000.0, 500.0), (5000, 100), (1000, 50), (300, 20)]
  )
  func nearness(metres: Double, accuracyMetres: Double) {
    var device = TestDevice()
    device.follow("casa", .startMonitoring(TestDevice.region("house", 0)))
    device.move(metres)
    #expect(device.demand?.accuracyMetres == accuracyMetres)
  }

  @Test("is a finer fix where a coarse one leaves the side open")
  func open() {
    var device = TestDevice()
    device.follow("casa", .startMonitoring(TestDevice.region("house", 11_000)))
    device.move(0, accuracy: 500)
    device.move(11_000, accuracy: 500)
    #expect(device.demand?.accuracyMetres == 20)
  }

  @Test("needs no satellites near a boundary when the device has stood still for 5 min")
  func still() {
    var device = TestDevice()
    device.follow("casa", .startMonitoring(TestDevice.region("house", 0)))
    device.home()
    device.move(0)
    #expect(device.demand?.accuracyMetres == 20)
    device.pass(.minutes(5))
    #expect(device.demand?.accuracyMetres == 100)
    device.move(300, accuracy: 100)
    #expect(device.demand?.accuracyMetres == 20)
  }

  @Test("is half as often in Low Power Mode, but for who follows the device")
  func lowPower() {
    var device = TestDevice(.linux)
    device.follow("diary", .startMonitoringSignificantChanges)
    device.user(.change(setting: .lowPowerMode(true)))
    #expect(device.demand?.intervalSeconds == 600)
    device.follow("maps", .startUpdating(LocationSession()))
    #expect(device.demand?.intervalSeconds == 1)
    device.askLocation("maps", .stopUpdating)
    device.user(.change(setting: .lowPowerMode(false)))
    #expect(device.demand == SignificantChanges.demand)
  }

  @Test("is ordered anew of a new daemon and a new machine")
  func restart() {
    var device = TestDevice()
    device.follow("diary", .startMonitoringSignificantChanges)
    device.home()
    let survivors = device.survivors
    device.tell(.daemonRestarted(survivors: survivors))
    device.tell(.booted)
    #expect(device.count { $0 == .service(.locate(SignificantChanges.demand)) } == 3)
  }
}
