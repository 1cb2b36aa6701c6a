import Testing
import TorporModel

@testable import TorporCore

@Suite("An app that may know no more than about where the device is")
struct ReducedAccuracyTests {
  /// On screen, with a session for the background; the device stands at the square.
  private func map(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = TestDevice(profile)
    device.install("map", modes: [.location])
    device.blur("map")
    device.open("map")
    device.askLocation("map", .startUpdating(LocationSession(allowsBackgroundUpdates: true)))
    device.move(0)
    return device
  }

  @Test("is told a circle of 5 km that the device is in, without height, speed and course")
  func circle() throws {
    let device = map()
    let told = try #require(device.fix("map"))
    #expect(told.horizontalAccuracyMetres == 5000)
    #expect(told.coordinate.distanceMetres(to: TestDevice.square) < 5000)
    #expect(told.altitudeMetres == nil && told.speed == nil && told.course == nil)
  }

  @Test("learns nothing by asking often: the same place, every quarter of an hour")
  func often() {
    var device = map()
    for step in 1...120 {
      device.pass(.minutes(1))
      device.move(Double(step % 7))
    }
    let places = device.told("map").flatMap(\.fixes)
    #expect(Set(places.map(\.coordinate)).count == 1)
    #expect(places.count == 9)
    let gaps = zip(places, places.dropFirst()).map { $1.at - $0.at }
    #expect(gaps.allSatisfy { $0 >= .minutes(15) })
  }

  @Test("is told late what came too soon, without a new fix")
  func late() {
    var device = map()
    let first = device.fix("map")
    device.pass(.minutes(5))
    device.move(20_000)
    #expect(device.fix("map") == first)
    device.pass(.minutes(10))
    #expect(device.fix("map")?.at == first.map { $0.at + .minutes(15) })
    #expect(device.fix("map")?.coordinate != first?.coordinate)
  }

  @Test("is not told a border again and again by who walks along it")
  func border() {
    var device = map()
    // From where the next cell is told, back by what is less than the way beyond a border.
    var metres = 0.0
    let first = device.fix("map")?.coordinate
    while device.fix("map")?.coordinate == first, metres < 10_000 {
      metres += 100
      device.pass(.minutes(15))
      device.move(metres)
    }
    let second = device.fix("map")?.coordinate
    for step in 1...10 {
      device.pass(.minutes(15))
      device.move(metres - Double(step % 2) * 1000)
    }
    #expect(second != first)
    #expect(device.fix("map")?.coordinate == second)
  }

  @Test(
    "is told a circle that holds the device, wherever that is",
    arguments: [
      (0.0, 0.0), (52.5, 13.4), (-33.9, 151.2), (78.2, 15.6), (-17.7, 179.9999), (-17.7, -180.0),
      (64.1, -21.9), (0.0227, 0.0225), (-89.5, 100.0), (90.0, 0.0),
    ]
  )
  func holds(latitude: Double, longitude: Double) throws {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    var coarse = ReducedAccuracyLocation()
    let fix = Location(coordinate: place, horizontalAccuracyMetres: 20, at: .zero)
    let first = coarse.take(fix, at: .zero)
    let told = try #require(first)
    #expect(told.coordinate.isValid)
    #expect(told.coordinate.distanceMetres(to: place) <= told.horizontalAccuracyMetres - 20)
  }

  @Test("has its regions kept and not watched, and is told so")
  func regions() {
    var device = TestDevice()
    device.follow("casa", .startMonitoring(TestDevice.region("house", 1000)))
    device.move(0)
    device.blur("casa")
    #expect(
      device.told("casa") == [
        .didChangeAccuracy(.reduced),
        .monitoringDidFail(region: "house", .regionMonitoringDenied),
      ]
    )
    let notes = device.decisions("casa") { $0 == .wake(.region) }
    #expect(notes.flatMap(\.conditions) == [Condition(.preciseLocation, holds: false)])
    device.move(1000)
    device.pass(.minutes(5))
    #expect(device.told("casa").count == 2)
    let kept = [TestDevice.region("house", 1000)]
    #expect(device.askLocation("casa", .monitoredRegions) == .service(.regions(kept)))
    device.askLocation("casa", .requestState(region: "house"))
    #expect(device.told("casa").last == .didDetermineState(region: "house", .unknown))
  }

  @Test("has its regions watched again, from where the device is then, when it may know more")
  func watchedAgain() {
    var device = TestDevice()
    device.install("casa")
    device.blur("casa")
    device.open("casa")
    device.askLocation("casa", .startMonitoring(TestDevice.region("house", 1000)))
    #expect(
      device.told("casa") == [.monitoringDidFail(region: "house", .regionMonitoringDenied)]
    )
    device.blur("casa", .full)
    device.move(1000)
    device.pass(.minutes(1))
    device.move(2000)
    device.pass(.minutes(1))
    #expect(device.told("casa").dropFirst(2) == [.didExitRegion("house")])
  }

  @Test("is woken for a significant change when it comes to another cell")
  func significantChange() {
    var device = TestDevice()
    device.install("tour")
    device.blur("tour")
    device.open("tour")
    device.askLocation("tour", .startMonitoringSignificantChanges)
    device.move(0)
    device.home()
    device.pass(.minutes(20))
    device.move(1500)
    device.pass(.minutes(20))
    #expect(device.told("tour") == [])
    device.move(12_000)
    #expect(device.told("tour").flatMap(\.fixes).map(\.horizontalAccuracyMetres) == [5000])
  }

  @Test("asks for what masts can tell, four times an hour, and for satellites for nobody")
  func demand() {
    let device = map()
    #expect(
      device.demand
        == LocationDemand(accuracyMetres: 500, intervalSeconds: 900, distanceMetres: 0)
    )
  }

  @Test("gets one fix at once, as coarse as all others")
  func once() {
    var device = map()
    device.askLocation("map", .requestOnce(accuracyMetres: 0))
    let fixes = device.told("map").flatMap(\.fixes)
    #expect(fixes.count == 2 && fixes.first == fixes.last)
  }

  @Test("gets none of the exact fixes that waited for it")
  func waiting() {
    var device = TestDevice()
    device.follow("run", modes: [.location], .startUpdating(LocationSession()))
    device.move(0)
    device.slowCallbacks = ["didUpdateLocations"]
    for step in 1...40 { device.move(Double(step)) }
    #expect(device.device.location[device.app("run")]?.queued.isEmpty == false)
    device.blur("run")
    #expect(device.device.location[device.app("run")]?.queued.isEmpty == true)
  }

  @Test("asks the user for more while it is in use, with the app's own words")
  func question() throws {
    var device = map()
    device.askLocation("map", .requestFullAccuracy(purpose: "To find your seat."))
    device.askLocation("map", .requestFullAccuracy(purpose: "Please!"))
    let shown = try #require(device.questions.first)
    #expect(device.questions.count == 1)
    #expect(shown.content.title == "Let com.example.map know the exact place while you use it?")
    #expect(shown.content.body == "To find your seat.")
    #expect(shown.actions.map(\.title) == ["Allow Once", "Keep Approximate"])
    device.answer("map", .fullAccuracy, "allowOnce")
    #expect(device.askLocation("map", .accuracyAuthorization) == .service(.locationAccuracy(.full)))
    device.move(10)
    #expect(device.fix("map")?.horizontalAccuracyMetres == 5)
  }

  @Test(
    "keeps what it was allowed for a while in a background session, and loses it when suspended"
  )
  func endOfUse() {
    var device = map()
    device.askLocation("map", .requestFullAccuracy(purpose: ""))
    device.answer("map", .fullAccuracy, "allowOnce")
    device.home()
    device.pass(.minutes(5))
    device.move(10)
    #expect(device.fix("map")?.horizontalAccuracyMetres == 5)
    device.askLocation("map", .stopUpdating)
    device.pass(.minutes(5))
    #expect(device.state("map") == .suspended)
    device.open("map")
    #expect(device.told("map").last == .didChangeAccuracy(.reduced))
  }

  @Test("is told where the user says no, and where nobody is there to ask")
  func declined() {
    var device = map()
    device.askLocation("map", .requestFullAccuracy(purpose: ""))
    device.answer("map", .fullAccuracy, "decline")
    #expect(device.told("map").last == .didFail(.promptDeclined))
    device.home()
    device.askLocation("map", .requestFullAccuracy(purpose: ""))
    #expect(device.told("map").filter { $0 == .didFail(.promptDeclined) }.count == 2)
    #expect(device.questions.count == 1)
  }

  @Test("has its question withdrawn when the setting answers it")
  func settingAnswers() {
    var device = map()
    device.askLocation("map", .requestFullAccuracy(purpose: ""))
    device.blur("map", .full)
    #expect(device.withdrawn == ["io.torpor.location.fullAccuracy"])
    #expect(device.told("map").last == .didChangeAccuracy(.full))
  }

  @Test("cannot put words of its own in the place of the question")
  func forged() {
    var device = map()
    device.askLocation("map", .requestFullAccuracy(purpose: ""))
    let forged = LocalNotification(
      identifier: "io.torpor.location.fullAccuracy",
      content: NotificationContent(title: "You have won!")
    )
    device.ask("map", .service(.notifications(.add(forged))))
    device.home()
    device.ask("map", .service(.notifications(.add(forged))))
    #expect(device.questions.map(\.content.title).contains("You have won!") == false)
  }

  @Test(
    "came with iOS 14: before, the setting means nothing",
    arguments: [ProfileName.ios8, .ios13]
  )
  func versions(profile: ProfileName) {
    var device = map(profile)
    #expect(device.fix("map")?.horizontalAccuracyMetres == 5)
    #expect(device.askLocation("map", .accuracyAuthorization) == .service(.locationAccuracy(.full)))
  }
}
