import Testing
import TorporModel

@testable import TorporCore

@Suite("Whatever apps ask, the user does and the device meets")
struct LocationPropertyTests {
  private static let names = ["one", "two", "three"]

  @Test("every rule of places holds after every input", arguments: 1...40 as ClosedRange<UInt64>)
  func rules(seed: UInt64) {
    var random = PlanningRandom(seed: seed)
    let profiles: [ProfileName] = [.ios7, .ios26, .linux]
    var device = TestDevice(profiles[random.below(3)], hasPasscode: random.below(2) == 0)
    for name in Self.names {
      device.install(name, modes: random.below(3) == 0 ? [] : [.location])
    }
    for _ in 0..<150 { step(&device, &random) }
    #expect(device.broken == [])
    // When all apps are gone nobody asks for anything.
    for name in Self.names { device.user(.uninstall(app: device.app(name))) }
    #expect(device.device.location.isEmpty)
    #expect(device.device.location.demand == nil)
  }

  private func step(_ device: inout TestDevice, _ random: inout PlanningRandom) {
    let name = Self.names[random.below(3)]
    switch random.below(16) {
    case 0, 1: device.open(name)
    case 2: device.home()
    case 3: device.user(.forceQuit(app: device.app(name)))
    case 4: device.report(name, .exited(status: .signalled(signal: 9)))
    case 5:
      device.allow(name, LocationAuthorization.allCases[random.below(3)])
    case 6:
      if random.below(4) == 0 { device.tell(.booted) } else { device.user(.unlock) }
    case 7: device.tell(.daemonRestarted(survivors: device.survivors))
    case 8: device.user(.change(setting: .lowPowerMode(random.below(2) == 0)))
    case 9, 10, 11: device.askLocation(name, request(&random))
    case 12, 13, 14:
      let metres = Double(random.below(4000))
      let accuracies = [5.0, 50, 100, 500]
      device.move(metres, accuracy: accuracies[random.below(4)])
    default: device.pass(.seconds(random.below(1200)))
    }
  }

  private func request(_ random: inout PlanningRandom) -> LocationRequest {
    let region = TestDevice.region("r\(random.below(25))", Double(random.below(4000)), radius: 150)
    let session = LocationSession(
      desiredAccuracyMetres: random.below(2) == 0 ? 0 : 100,
      distanceFilterMetres: random.below(3) == 0 ? 50 : nil,
      allowsBackgroundUpdates: random.below(3) > 0,
      pausesAutomatically: random.below(3) > 0
    )
    let requests: [LocationRequest] = [
      .startUpdating(session), .stopUpdating, .requestOnce(accuracyMetres: 50),
      .startMonitoringSignificantChanges, .stopMonitoringSignificantChanges,
      .startMonitoringVisits, .stopMonitoringVisits, .startMonitoring(region),
      .stopMonitoring(region: region.identifier), .requestState(region: region.identifier),
      .deferUpdates(untilTravelledMetres: 500, timeout: .minutes(5)), .endDeferral,
    ]
    return requests[random.below(requests.count)]
  }
}
