import Testing
import TorporModel

@testable import TorporCore

@Suite("A monitored region")
struct RegionTests {
  /// Suspended, at the square; the region's middle is 1000 m north, its radius 200 m.
  private func casa() -> TestDevice {
    var device = TestDevice()
    device.follow("casa", .startMonitoring(TestDevice.region("house", 1000)))
    device.move(0)
    device.home()
    return device
  }

  @Test("is entered when the device has been inside for 20 s")
  func entry() {
    var device = casa()
    device.move(1000)
    let arrived = device.now
    device.pass(.minutes(1))
    #expect(device.told("casa") == [.didEnterRegion("house")])
    #expect(device.times(of: "didEnterRegion", "casa") == [arrived + .seconds(20)])
  }

  @Test("is left when the device has been outside for 20 s")
  func exit() {
    var device = casa()
    device.move(1000)
    device.pass(.minutes(1))
    device.move(1500)
    device.pass(.seconds(19))
    #expect(device.told("casa") == [.didEnterRegion("house")])
    device.pass(.seconds(1))
    #expect(device.told("casa") == [.didEnterRegion("house"), .didExitRegion("house")])
  }

  @Test("is not entered by who only passes through")
  func passing() {
    var device = casa()
    device.move(1000)
    device.pass(.seconds(10))
    device.move(2000)
    device.pass(.hours(1))
    #expect(device.told("casa") == [])
  }

  @Test(
    "is crossed well beyond its boundary, by more where the fix is less exact",
    arguments: [
      // From 800 m on the device is inside.
      (metres: 810.0, accuracy: 5.0, isInside: false), (825, 5, true),
      (825, 50, false), (860, 50, true), (1000, 150, true), (1000, 250, false),
    ]
  )
  func boundary(metres: Double, accuracy: Double, isInside: Bool) {
    var device = casa()
    device.move(metres, accuracy: accuracy)
    device.pass(.minutes(1))
    #expect(device.told("casa").contains(.didEnterRegion("house")) == isInside)
  }

  @Test("begins where the device is, without an event, and tells its state to whoever asks")
  func beginning() {
    var device = TestDevice()
    device.follow("casa", .startMonitoring(TestDevice.region("house", 0)))
    device.askLocation("casa", .requestState(region: "house"))
    #expect(device.told("casa") == [])
    device.move(0)
    device.pass(.minutes(1))
    #expect(device.told("casa") == [.didDetermineState(region: "house", .inside)])
    device.askLocation("casa", .requestState(region: "garden"))
    #expect(device.told("casa").last == .didDetermineState(region: "garden", .unknown))
  }

  @Test("is not crossed while no daemon watches, also where its app has died meanwhile")
  func unwatched() {
    var device = casa()
    device.move(1000)
    device.pass(.seconds(10))
    device.skip(.minutes(10))
    device.tell(.daemonRestarted(survivors: []))
    device.move(0)
    device.pass(.minutes(5))
    #expect(device.told("casa") == [])
  }

  @Test("wakes its app as a region, not as a change of place")
  func reason() {
    var device = casa()
    device.move(1000)
    device.pass(.minutes(1))
    #expect(device.told("casa").last == .didEnterRegion("house"))
    let sentence = device.decisions("casa") { $0 == .wake(.region) }.last?.sentence(naming: "it")
    #expect(sentence?.contains("a region that it monitors") == true)
  }

  @Test("tells only the crossings that were asked for")
  func wishes() {
    var device = TestDevice()
    var region = TestDevice.region("house", 1000)
    region.notifyOnEntry = false
    device.follow("casa", .startMonitoring(region))
    for metres in [0.0, 1000, 0] {
      device.move(metres)
      device.pass(.minutes(1))
    }
    #expect(device.told("casa") == [.didExitRegion("house")])
  }

  @Test("takes the place of one with its name, and goes on where it is the same circle (LO10)")
  func replaced() {
    var device = casa()
    device.move(1000)
    device.pass(.minutes(1))
    device.open("casa")
    device.askLocation("casa", .startMonitoring(TestDevice.region("house", 1000)))
    device.move(0)
    device.pass(.minutes(1))
    #expect(device.told("casa") == [.didEnterRegion("house"), .didExitRegion("house")])
    let moved = TestDevice.region("house", 5000)
    device.askLocation("casa", .startMonitoring(moved))
    #expect(device.askLocation("casa", .monitoredRegions) == .service(.regions([moved])))
    device.move(1000)
    device.pass(.minutes(1))
    #expect(device.told("casa").count == 2)
  }

  @Test("is one of 20: the 21st fails, and one that is taken back makes room")
  func twenty() {
    var device = TestDevice()
    device.follow("tour")
    for index in 1...21 {
      device.askLocation(
        "tour",
        .startMonitoring(TestDevice.region("r\(index)", 3000 * Double(index)))
      )
    }
    #expect(device.told("tour") == [.monitoringDidFail(region: "r21", .regionMonitoringFailure)])
    device.askLocation("tour", .stopMonitoring(region: "r1"))
    device.askLocation("tour", .startMonitoring(TestDevice.region("r21", 0)))
    #expect(device.told("tour").count == 1)
  }

  @Test(
    "must be a circle of up to 1000 km on the earth",
    arguments: [
      CircularRegion(identifier: "r", center: TestDevice.square, radiusMetres: 1_000_001),
      CircularRegion(identifier: "r", center: TestDevice.square, radiusMetres: 0),
      CircularRegion(identifier: "r", center: TestDevice.square, radiusMetres: .nan),
      CircularRegion(
        identifier: "r",
        center: Coordinate(latitude: 91, longitude: 0),
        radiusMetres: 100
      ),
    ]
  )
  func impossible(region: CircularRegion) {
    var device = TestDevice()
    device.follow("tour", .startMonitoring(region))
    #expect(device.told("tour") == [.monitoringDidFail(region: "r", .regionMonitoringFailure)])
  }

  @Test("needs 'always', and ends when the user takes that back")
  func authorization() {
    var device = casa()
    device.open("casa")
    device.allow("casa", .whenInUse)
    #expect(
      device.told("casa") == [
        .didChangeAuthorization(.whenInUse),
        .monitoringDidFail(region: "house", .regionMonitoringDenied),
      ]
    )
    #expect(device.demand == nil)
    device.askLocation("casa", .startMonitoring(TestDevice.region("house", 1000)))
    #expect(
      device.told("casa").last == .monitoringDidFail(region: "house", .regionMonitoringDenied)
    )
  }

  @Test(
    "that was entered and left before the first unlock tells nothing; one that was entered, does"
  )
  func firstUnlock() {
    for stays in [true, false] {
      var device = casa()
      device.tell(.booted)
      device.move(1000)
      device.pass(.minutes(1))
      if !stays { device.move(0) }
      device.pass(.minutes(1))
      #expect(device.state("casa") == .notRunning)
      device.user(.unlock)
      #expect(device.told("casa") == (stays ? [.didEnterRegion("house")] : []))
    }
  }

  @Test("of a notification needs no process, and counts as one of the 20")
  func notification() {
    var device = Device(DeviceConfiguration(profile: .ios26), at: .zero)
    let app = AppIdentifier("com.example.shop")!
    let install = UserAction.install(
      manifest: AppManifest(identifier: app),
      settings: AppSettings(location: .whenInUse),
      replaces: false
    )
    _ = device.handle(.user(action: install, id: nil), at: .zero)
    var service = device.services.location
    let tea = LocalNotification(identifier: "tea", content: NotificationContent())
    var refused: [Outbox.Item] = []
    for index in 1...21 {
      let region = TestDevice.region("\(index)", 5000 * Double(index))
      var out = Outbox()
      service.handle(.location(.watch(region, for: tea, of: app)), device.state, &out)
      refused += out.items.filter { if case .post = $0 { true } else { false } }
    }
    #expect(
      refused == [.post(.notification(.regionRefused(tea, of: app, .regionMonitoringFailure)))]
    )
    #expect(service.table.demand != nil)
    for index in 1...20 {
      var out = Outbox()
      service.handle(.location(.stopWatching(region: "\(index)", of: app)), device.state, &out)
    }
    #expect(service.table.demand == nil)
    #expect(service.table.isEmpty)
  }
}

@Suite("Visits")
struct VisitTests {
  private func diary() -> TestDevice {
    var device = TestDevice()
    device.follow("diary", .startMonitoringVisits)
    device.move(0)
    device.home()
    device.pass(.minutes(30))
    return device
  }

  private func visits(_ device: TestDevice) -> [Visit] {
    device.told("diary").compactMap { if case .didVisit(let visit) = $0 { visit } else { nil } }
  }

  @Test("tell the departure from where the watch began, without an arrival")
  func departure() {
    var device = diary()
    #expect(visits(device) == [])
    device.move(1000)
    #expect(visits(device).map(\.arrival) == [nil])
    #expect(visits(device).map(\.departure) == [device.now])
  }

  @Test("tell an arrival after 5 min at a place, and the departure with it")
  func arrival() {
    var device = diary()
    device.move(1000)
    let arrived = device.now
    device.pass(.minutes(5))
    #expect(visits(device).last?.arrival == arrived)
    #expect(visits(device).last?.departure == nil)
    device.move(1080)
    #expect(visits(device).count == 2)
    device.move(2000)
    #expect(visits(device).last?.arrival == arrived)
    #expect(visits(device).last?.departure == device.now)
  }

  @Test("tell nothing of a way without a stay")
  func way() {
    var device = diary()
    for step in 1...20 {
      device.move(Double(step) * 1000)
      device.pass(.minutes(4))
    }
    #expect(visits(device).count == 1)
  }

  @Test("are kept until the first unlock, and told in one launch")
  func kept() {
    var device = diary()
    device.tell(.booted)
    device.move(1000)
    device.pass(.minutes(10))
    #expect(visits(device) == [])
    device.user(.unlock)
    #expect(visits(device).map(\.departure).count == 2)
    #expect(device.count { if case .launch = $0 { true } else { false } } == 2)
  }
}
