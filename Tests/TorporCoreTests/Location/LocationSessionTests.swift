import Testing
import TorporModel

@testable import TorporCore

@Suite("Standard location updates")
struct LocationSessionTests {
  private static let background = LocationSession(allowsBackgroundUpdates: true)

  /// On screen, following the device for the background.
  private func run(_ session: LocationSession = background) -> TestDevice {
    var device = TestDevice()
    device.follow("run", modes: [.location], .startUpdating(session))
    device.move(0)
    return device
  }

  @Test("come with every fix while the app is on screen")
  func onScreen() {
    var device = run(LocationSession())
    device.move(10)
    #expect(device.fixes("run") == [[0], [10]])
  }

  @Test("come when the device has gone as far as the app wants, from the last it was told")
  func distanceFilter() {
    var device = run(LocationSession(distanceFilterMetres: 100))
    for metres in [60.0, 99, 120, 200, 230] { device.move(metres) }
    #expect(device.fixes("run") == [[0], [120], [230]])
  }

  @Test("for the foreground alone stop with the suspension and go on on screen")
  func foreground() {
    var device = run(LocationSession())
    device.home()
    #expect(device.state("run") == .suspended)
    #expect(device.demand == nil)
    device.move(100)
    device.open("run")
    #expect(device.fixes("run") == [[0]])
    #expect(device.demand != nil)
    device.move(200)
    #expect(device.fixes("run") == [[0], [200]])
  }

  @Test("for the background keep the app running until it stops them")
  func keepsRunning() {
    var device = run()
    device.home()
    device.pass(.minutes(10))
    #expect(device.state("run") == .background)
    device.move(100)
    #expect(device.fixes("run") == [[0], [100]])
    device.askLocation("run", .stopUpdating)
    #expect(device.state("run") == .suspended)
    #expect(device.demand == nil)
    #expect(device.broken == [])
  }

  @Test("for the background need no more than 'when in use'")
  func whenInUse() {
    var device = TestDevice()
    device.install("run", modes: [.location])
    device.allow("run", .whenInUse)
    device.open("run")
    device.askLocation("run", .startUpdating(Self.background))
    device.home()
    device.move(100)
    #expect(device.state("run") == .background)
    #expect(device.fixes("run") == [[100]])
  }

  @Test("do not keep an app running that does not declare the mode, and the ledger says so")
  func mode() {
    var device = TestDevice()
    device.follow("run", .startUpdating(Self.background))
    device.home()
    #expect(device.state("run") == .suspended)
    let denial = device.decisions("run") { $0 == .wake(.continuousLocation) }.first
    #expect(denial?.verdict == .denied)
    #expect(denial?.conditions.map(\.reason) == [.notPermitted])
  }

  @Test("that begin off screen do not keep the app running (LO5)")
  func startedInBackground() {
    var device = TestDevice()
    device.install("spy", modes: [.location, .remoteNotification])
    device.push("spy")
    device.askLocation("spy", .startUpdating(Self.background))
    device.move(0)
    #expect(device.fixes("spy") == [[0]])
    let token = device.token(of: "didReceiveRemoteNotification", "spy")!
    device.ask("spy", .complete(callback: token, result: .newData))
    #expect(device.state("spy") == .suspended)
    let denial = device.decisions("spy") { $0 == .wake(.continuousLocation) }.last
    #expect(denial?.conditions.map(\.reason) == [.onScreen])
    // Nor do they begin with less than "always".
    device.allow("spy", .whenInUse)
    device.push("spy")
    device.askLocation("spy", .startUpdating(Self.background))
    #expect(device.told("spy").last == .didFail(.denied))
  }

  @Test("that begin in willResignActive count as begun on screen")
  func leaving() {
    var device = TestDevice()
    device.install("run", modes: [.location])
    device.requests["willResignActive"] = [.service(.location(.startUpdating(Self.background)))]
    device.open("run")
    device.home()
    #expect(device.state("run") == .background)
  }

  @Test("wait for a suspended app, the newest 60, and come in one call when it runs again (LO11)")
  func queued() {
    var device = TestDevice()
    device.install("spy", modes: [.location, .remoteNotification])
    device.follow("other", .startUpdating(LocationSession()))
    device.push("spy")
    device.askLocation("spy", .startUpdating(Self.background))
    let token = device.token(of: "didReceiveRemoteNotification", "spy")!
    device.ask("spy", .complete(callback: token, result: .newData))
    for step in 1...70 { device.move(Double(step)) }
    #expect(device.fixes("spy") == [])
    device.open("spy")
    #expect(device.fixes("spy") == [Array(11...70)])
  }

  @Test("end with the process, however it ends")
  func ended() {
    var device = run()
    device.home()
    device.user(.forceQuit(app: device.app("run")))
    #expect(device.demand == nil)
    device.move(10_000)
    #expect(device.state("run") == .notRunning)
    #expect(device.device.location.isEmpty)
  }

  @Test("end when the user takes the permission back, and the app is told")
  func permission() {
    var device = run()
    device.home()
    device.allow("run", .never)
    #expect(
      device.told("run").suffix(2) == [.didChangeAuthorization(.never), .didFail(.denied)]
    )
    #expect(device.state("run") == .suspended)
    #expect(
      device.askLocation("run", .authorizationStatus) == .service(.locationAuthorization(.never))
    )
  }

  // MARK: Pausing

  @Test(
    "off screen are paused when the device stands still, and go on on screen (LO6)",
    arguments: [
      (LocationActivity.other, 15), (.fitness, 15), (.automotiveNavigation, 20),
      (.otherNavigation, 20), (.airborne, 60),
    ]
  )
  func pausing(activity: LocationActivity, minutes: Int) {
    var device = run(LocationSession(allowsBackgroundUpdates: true, activity: activity))
    device.pass(.hours(2))
    device.home()
    device.pass(.minutes(minutes - 1))
    device.move(20)
    #expect(device.state("run") == .background)
    device.pass(.minutes(1))
    #expect(device.told("run").last == .didPauseUpdates)
    #expect(device.state("run") == .suspended)
    let denial = device.decisions("run") { $0 == .wake(.continuousLocation) }.last
    #expect(
      denial?.conditions.map { $0.phrase(for: .freeze) } == ["its location updates are paused"]
    )
    device.move(5000)
    device.pass(.hours(1))
    #expect(device.state("run") == .suspended)
    device.open("run")
    #expect(device.told("run").last == .didResumeUpdates)
    device.home()
    #expect(device.state("run") == .background)
  }

  @Test("are not paused while the device moves, nor where the app does not want it")
  func moving() {
    for pauses in [true, false] {
      var device = run(
        LocationSession(allowsBackgroundUpdates: true, pausesAutomatically: pauses)
      )
      device.home()
      for step in 1...10 {
        device.pass(.minutes(14))
        if pauses { device.move(Double(step) * 100) }
      }
      #expect(device.state("run") == .background)
    }
  }

  // MARK: One fix

  @Test("of one fix end with it, with the best there is after 10 s, or with an error")
  func once() {
    var device = TestDevice()
    device.follow("weather", .requestOnce(accuracyMetres: 100))
    #expect(device.demand?.accuracyMetres == 100)
    device.pass(.seconds(10))
    #expect(device.told("weather") == [.didFail(.locationUnknown)])
    device.askLocation("weather", .requestOnce(accuracyMetres: 100))
    device.move(10, accuracy: 300)
    #expect(device.fixes("weather") == [])
    device.pass(.seconds(10))
    #expect(device.fixes("weather") == [[10]])
    device.askLocation("weather", .requestOnce(accuracyMetres: 100))
    device.move(20, accuracy: 90)
    #expect(device.fixes("weather") == [[10], [20]])
    #expect(device.demand == nil)
  }

  @Test("are gathered for an app that is behind, and come in one call when it is not")
  func behind() {
    var device = run()
    device.slowCallbacks = ["didUpdateLocations"]
    for step in 1...40 { device.move(Double(step)) }
    #expect(device.fixes("run").count == 1 + LocationClient.callbacksMax)
    for step in 0...LocationClient.callbacksMax {
      guard let next = device.device.apps[device.app("run")]?.callbacks.deliveries.first else {
        break
      }
      if step == 1 { device.move(41) }
      device.ask("run", .returned(callback: next.token))
    }
    #expect(device.fixes("run").last == Array(17...41))
  }

  @Test("do not mind what is no fix")
  func nonsense() {
    var device = run()
    for (latitude, accuracy) in [(91.0, 5.0), (.nan, 5), (52.5, -1), (52.5, .infinity)] {
      let place = Coordinate(latitude: latitude, longitude: 13.4)
      device.tell(
        .location(Location(coordinate: place, horizontalAccuracyMetres: accuracy, at: device.now))
      )
    }
    #expect(device.fixes("run") == [[0]])
  }
}

@Suite("Deferred updates (LO12)")
struct DeferredUpdateTests {
  private func run(_ session: LocationSession? = LocationSession(allowsBackgroundUpdates: true))
    -> TestDevice
  {
    var device = TestDevice()
    device.follow("run", modes: [.location])
    if let session { device.askLocation("run", .startUpdating(session)) }
    return device
  }

  private func finishes(_ device: TestDevice) -> [LocationError?] {
    device.told("run").compactMap { callback in
      guard case .didFinishDeferredUpdates(let error) = callback else { return nil }
      return .some(error)
    }
  }

  @Test("come together when the way is long enough")
  func way() {
    var device = run()
    device.home()
    device.askLocation("run", .deferUpdates(untilTravelledMetres: 100, timeout: nil))
    for metres in [0.0, 40, 80] { device.move(metres) }
    #expect(device.told("run") == [])
    device.move(120)
    #expect(device.fixes("run") == [[0, 40, 80, 120]])
    #expect(finishes(device) == [nil])
    device.move(130)
    #expect(device.fixes("run").last == [130])
  }

  @Test("come together when their time is over")
  func time() {
    var device = run()
    device.home()
    device.askLocation("run", .deferUpdates(untilTravelledMetres: nil, timeout: .minutes(2)))
    device.move(10)
    device.pass(.minutes(2))
    #expect(device.fixes("run") == [[10]])
    #expect(finishes(device) == [nil])
    device.pass(.minutes(10))
    #expect(finishes(device) == [nil])
  }

  @Test("are over with the first fix on screen, which is told at once")
  func onScreen() {
    var device = run()
    device.askLocation("run", .deferUpdates(untilTravelledMetres: nil, timeout: nil))
    device.move(10)
    #expect(device.fixes("run") == [[10]])
    #expect(finishes(device) == [.deferredCanceled])
  }

  @Test("are over when the app takes them back, asks anew or stops, and are told once each")
  func cancelled() {
    let ends: [LocationRequest] = [
      .endDeferral, .stopUpdating, .deferUpdates(untilTravelledMetres: nil, timeout: nil),
    ]
    for end in ends {
      var device = run()
      device.home()
      device.askLocation("run", .deferUpdates(untilTravelledMetres: nil, timeout: nil))
      device.move(10)
      device.askLocation("run", end)
      #expect(device.fixes("run") == [[10]])
      #expect(finishes(device) == [.deferredCanceled])
    }
  }

  @Test(
    "need running updates of the best accuracy without a distance filter",
    arguments: [
      (nil, .deferredNotUpdatingLocation),
      (LocationSession(desiredAccuracyMetres: 10), .deferredAccuracyTooLow),
      (LocationSession(distanceFilterMetres: 5), .deferredDistanceFiltered),
    ] as [(LocationSession?, LocationError)]
  )
  func errors(session: LocationSession?, error: LocationError) {
    var device = run(session)
    device.askLocation("run", .deferUpdates(untilTravelledMetres: nil, timeout: nil))
    #expect(finishes(device) == [error])
  }

  @Test("fail when the updates are paused")
  func paused() {
    var device = run()
    device.home()
    device.askLocation("run", .deferUpdates(untilTravelledMetres: nil, timeout: nil))
    device.pass(.hours(1))
    #expect(finishes(device) == [.deferredFailed])
    #expect(device.state("run") == .suspended)
  }
}
