import Testing
import TorporModel

@testable import TorporCore

@Suite("What 'always' is used for")
struct AlwaysAuthorizationReviewTests {
  /// Woken for its region once, off screen.
  private func used(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = TestDevice(profile)
    device.follow("casa", .startMonitoring(TestDevice.region("house", 1000)))
    device.move(0)
    device.home()
    device.move(1000)
    device.pass(.minutes(1))
    return device
  }

  @Test("is put to the user three days after it was used off screen first, and once")
  func question() throws {
    var device = used()
    device.pass(.hours(71))
    #expect(device.questions.isEmpty)
    device.pass(.hours(2))
    let shown = try #require(device.questions.first)
    #expect(shown.content.title == "com.example.casa has used your location in the background")
    #expect(
      shown.content.body == "Do you want it to keep knowing where you are while you do not use it?"
    )
    #expect(shown.actions.map(\.title) == ["Change to Only While Using", "Always Allow"])
    let shows = device.decisions("casa") { $0 == .show(notification: shown.key.identifier) }
    #expect(shows.map(\.conditions) == [[Condition(.userDecides)]])
    device.pass(.hours(500))
    #expect(device.questions.count == 1)
  }

  @Test(
    "goes on where the user says so, or waves the question away",
    arguments: ["keepAlways", "x"]
  )
  func kept(answer: String) {
    var device = used()
    device.pass(.hours(73))
    device.answer("casa", .keepAlways, answer)
    #expect(device.withdrawn == ["io.torpor.location.keepAlways"])
    #expect(
      device.askLocation("casa", .authorizationStatus) == .service(.locationAuthorization(.always))
    )
    device.pass(.hours(500))
    #expect(device.questions.count == 1)
  }

  @Test("ends where the user says so: the app is told, and its regions are gone")
  func taken() {
    var device = used()
    device.pass(.hours(73))
    device.answer("casa", .keepAlways, "whenInUse")
    device.open("casa")
    #expect(
      device.told("casa") == [
        .didEnterRegion("house"), .didChangeAuthorization(.whenInUse),
        .monitoringDidFail(region: "house", .regionMonitoringDenied),
      ]
    )
  }

  @Test("is asked about again when the user has allowed it anew, and it was used")
  func again() {
    var device = used()
    device.pass(.hours(73))
    device.allow("casa", .whenInUse)
    #expect(device.withdrawn == ["io.torpor.location.keepAlways"])
    device.allow("casa", .always)
    device.pass(.hours(100))
    #expect(device.questions.count == 1)
    device.open("casa")
    device.askLocation("casa", .startMonitoringVisits)
    device.home()
    for metres in [0.0, 3000] {
      device.move(metres)
      device.pass(.minutes(10))
    }
    device.pass(.hours(73))
    #expect(device.questions.count == 2)
  }

  @Test("is nothing where it was used on screen alone")
  func onScreen() {
    var device = TestDevice()
    device.follow("map", .startUpdating(LocationSession()))
    device.move(0)
    device.pass(.hours(100))
    #expect(device.questions.isEmpty)
  }

  @Test("is asked about since iOS 8", arguments: [(ProfileName.ios7, 0), (.ios8, 1), (.linux, 1)])
  func versions(profile: ProfileName, count: Int) {
    var device = used(profile)
    device.pass(.hours(73))
    #expect(device.questions.count == count)
  }
}
