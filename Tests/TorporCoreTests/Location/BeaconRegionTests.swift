import Testing
import TorporModel

@testable import TorporCore

@Suite("A beacon")
struct BeaconRegionTests {
  private static let uuid = "e2c56db5-dffb-48d2-b060-d0f5a71096e0"
  private static let desk = BeaconIdentity(uuid: uuid, major: 1, minor: 2)!

  private func region(onDisplay: Bool = false, exit: Bool = true) -> BeaconRegion {
    BeaconRegion(
      identifier: "desk",
      identity: Self.desk,
      notifyOnExit: exit,
      notifyEntryStateOnDisplay: onDisplay
    )
  }

  /// Suspended, watching for the beacon of the desk.
  private func shop(_ profile: ProfileName = .ios26, onDisplay: Bool = false) -> TestDevice {
    var device = TestDevice(profile)
    device.follow("shop", .beacons(.startMonitoring(region(onDisplay: onDisplay))))
    device.home()
    return device
  }

  @Test("is named by a number as RFC 9562 writes it, in small letters")
  func identity() {
    #expect(BeaconIdentity(uuid: Self.uuid.uppercased())?.uuid == Self.uuid)
    for wrong in ["", "desk", String(Self.uuid.dropLast()), Self.uuid + "0"] {
      #expect(BeaconIdentity(uuid: wrong) == nil)
    }
    #expect(BeaconIdentity(uuid: Self.uuid, minor: 2) == nil)
  }

  @Test("is come to when it is heard, and left when it has not been heard for 30 s")
  func crossings() {
    var device = shop()
    device.pass(.minutes(5))
    #expect(device.told("shop") == [])
    device.hear(Self.uuid, 1, 2)
    #expect(device.told("shop") == [.didEnterRegion("desk")])
    for _ in 1...10 {
      device.pass(.seconds(10))
      device.hear(Self.uuid, 1, 2)
    }
    let last = device.now
    device.pass(.minutes(5))
    #expect(device.told("shop") == [.didEnterRegion("desk"), .didExitRegion("desk")])
    #expect(device.times(of: "didExitRegion", "shop") == [last + .seconds(30)])
  }

  @Test("begins where the device is, without an event, and tells its state to whoever asks")
  func beginning() {
    var device = TestDevice()
    device.follow(
      "shop",
      .beacons(.startMonitoring(region())),
      .requestState(region: "desk")
    )
    device.hear(Self.uuid, 1, 2)
    #expect(device.told("shop") == [.didDetermineState(region: "desk", .inside)])
    #expect(
      device.askLocation("shop", .beacons(.monitoredRegions))
        == .service(.beaconRegions([region()]))
    )
  }

  @Test(
    "is one of an identity by all that the identity names",
    arguments: [
      (nil, nil, true), (1, nil, true), (1, 2, true), (1, 3, false), (7, nil, false),
    ] as [(UInt16?, UInt16?, Bool)]
  )
  func matching(major: UInt16?, minor: UInt16?, matches: Bool) throws {
    let identity = try #require(BeaconIdentity(uuid: Self.uuid, major: major, minor: minor))
    var device = TestDevice()
    let region = BeaconRegion(identifier: "r", identity: identity)
    device.follow("shop", .beacons(.startMonitoring(region)))
    device.pass(.minutes(1))
    device.hear(Self.uuid, 1, 2)
    #expect((device.told("shop") == [.didEnterRegion("r")]) == matches)
  }

  @Test("launches a dead app, also after a force-quit (§10)")
  func launch() {
    var device = shop()
    device.pass(.minutes(1))
    device.user(.forceQuit(app: device.app("shop")))
    device.hear(Self.uuid, 1, 2)
    #expect(device.wakeReasons("shop") == [.region])
    #expect(device.told("shop") == [.didEnterRegion("desk")])
  }

  @Test("is told, where it was asked for, whenever the user lights the screen beside it (LO13)")
  func display() {
    var device = shop(onDisplay: true)
    device.hear(Self.uuid, 1, 2)
    let near = LocationCallback.didDetermineState(region: "desk", .inside)
    device.user(.lock)
    device.user(.unlock)
    #expect(device.told("shop") == [near])
    // The screen is lit already.
    device.install("mail")
    device.open("mail")
    device.home()
    #expect(device.told("shop") == [near])
    device.report("shop", .exited(status: .signalled(signal: 9)))
    device.user(.lock)
    device.user(.unlock)
    #expect(device.told("shop") == [near, near])
    device.pass(.minutes(5))
    device.user(.lock)
    device.user(.unlock)
    #expect(device.told("shop") == [near, near, .didExitRegion("desk")])
  }

  @Test("takes the place of a circle of its name, and is one of the app's 20")
  func names() {
    var device = shop()
    device.open("shop")
    device.askLocation("shop", .startMonitoring(TestDevice.region("desk", 0)))
    #expect(device.askLocation("shop", .beacons(.monitoredRegions)) == .service(.beaconRegions([])))
    device.askLocation("shop", .beacons(.startMonitoring(region())))
    #expect(device.askLocation("shop", .monitoredRegions) == .service(.regions([])))
    for index in 1...20 {
      device.askLocation("shop", .startMonitoring(TestDevice.region("r\(index)", 90_000)))
    }
    #expect(
      device.told("shop") == [.monitoringDidFail(region: "r20", .regionMonitoringFailure)]
    )
    device.askLocation("shop", .stopMonitoring(region: "desk"))
    #expect(device.beaconDemand == nil)
  }

  @Test("is ranged while the app runs, the nearest first, which does not keep the app running")
  func ranging() {
    var device = TestDevice()
    let all = BeaconIdentity(uuid: Self.uuid)!
    device.install("shop")
    device.allow("shop", .whenInUse)
    device.open("shop")
    device.askLocation("shop", .beacons(.startRanging(all)))
    #expect(device.beaconDemand == BeaconDemand(uuids: [Self.uuid], intervalSeconds: 1))
    device.hear(Self.uuid, (1, 2, -90), (1, 3, -40), (1, 4, -59), (1, 5, 127))
    guard case .didRange(all, let beacons) = device.told("shop").last else {
      Issue.record("no beacons: \(device.told("shop"))")
      return
    }
    #expect(beacons.map(\.identity.minor) == [3, 4, 2, 5])
    #expect(beacons.map(\.proximity) == [.immediate, .near, .far, .unknown])
    #expect(
      beacons.map { $0.accuracyMetres.map { ($0 * 10).rounded() / 10 } } == [0.1, 1, 35.5, nil]
    )
    device.pass(.seconds(10))
    #expect(device.told("shop").last == .didRange(all, []))
    device.home()
    device.pass(.minutes(1))
    #expect(device.state("shop") == .suspended)
    #expect(device.beaconDemand == nil)
  }

  @Test("is not heard for an app that may know no more than about where the device is")
  func reduced() {
    var device = shop()
    device.open("shop")
    device.askLocation("shop", .beacons(.startRanging(Self.desk)))
    device.blur("shop")
    #expect(
      device.told("shop") == [
        .didChangeAccuracy(.reduced),
        .monitoringDidFail(region: "desk", .regionMonitoringDenied),
        .rangingDidFail(Self.desk, .denied),
      ]
    )
    #expect(device.beaconDemand == nil)
    device.askLocation("shop", .beacons(.startRanging(Self.desk)))
    #expect(device.told("shop").last == .rangingDidFail(Self.desk, .denied))
  }

  @Test("is a condition of a monitor too")
  func condition() {
    var device = TestDevice()
    device.follow("casa", .live(.holdServiceSession), .monitor(.open(monitor: "house")))
    device.monitor(
      "casa",
      .add(
        monitor: "house",
        identifier: "desk",
        condition: .beacon(Self.desk),
        assuming: .unknown
      )
    )
    device.pass(.minutes(1))
    device.hear(Self.uuid, 1, 2)
    #expect(device.states("casa") == [.unsatisfied, .satisfied])
  }

  @Test("is neither there nor gone while the radio is off")
  func radio() {
    var device = shop()
    device.hear(Self.uuid, 1, 2)
    device.tell(.bluetooth(.power(isOn: false)))
    device.pass(.hours(1))
    device.tell(.bluetooth(.power(isOn: true)))
    device.hear(Self.uuid, 1, 2)
    device.pass(.seconds(29))
    #expect(device.told("shop") == [])
    device.pass(.seconds(1))
    #expect(device.told("shop") == [.didExitRegion("desk")])
  }

  @Test("is listened for anew after a restart of the daemon, and not given up before 30 s")
  func restart() {
    var device = shop()
    device.hear(Self.uuid, 1, 2)
    device.skip(.minutes(10))
    device.tell(.daemonRestarted(survivors: []))
    #expect(device.beaconDemand == BeaconDemand(uuids: [Self.uuid], intervalSeconds: 10))
    device.pass(.seconds(29))
    #expect(device.told("shop") == [])
    device.hear(Self.uuid, 1, 2)
    device.pass(.seconds(29))
    #expect(device.told("shop") == [])
  }

  @Test("came with iOS 7")
  func versions() {
    var device = shop(.ios6)
    #expect(
      device.told("shop") == [.monitoringDidFail(region: "desk", .regionMonitoringFailure)]
    )
    device = shop(.ios7)
    #expect(device.told("shop") == [])
    #expect(device.beaconDemand != nil)
  }
}
