import Testing
import TorporModel

@testable import TorporCore

@Suite("The question about the location")
struct LocationConsentTests {
  @Test("has the choices of iOS, and of iOS 14 the approximate location")
  func choices() {
    var device = TestDevice.asking()
    device.askFor(.location)
    #expect(
      device.shown[0].actions.map(\.title) == [
        "Allow Once", "Allow While Using App", "Don’t Allow", "Allow Approximate Location",
      ]
    )
    var older = TestDevice.asking(.ios13)
    older.askFor(.location)
    #expect(
      older.shown[0].actions.map(\.title) == ["Allow Once", "Allow While Using App", "Don’t Allow"]
    )
  }

  @Test("until iOS 12 is about the time that the app asks for")
  func once() {
    for (wantsAlways, titles, status) in [
      (true, ["Allow", "Don’t Allow"], PermissionStatus.authorizedAlways),
      (false, ["Allow While Using App", "Don’t Allow"], .authorizedWhenInUse),
    ] {
      var device = TestDevice.asking(.ios8)
      device.askFor(.location, wantsAlways: wantsAlways)
      #expect(device.shown[0].actions.map(\.title) == titles)
      let action = device.shown[0].actions[0].identifier
      device.answer(device.prompt(.location), action, of: "mail")
      #expect(device.status(.location) == status)
    }
  }

  @Test("allows it while the app is in use, and the app hears of it")
  func whenInUse() {
    var device = TestDevice.asking()
    device.askFor(.location)
    device.answer(device.prompt(.location), "allowWhenInUse", of: "mail")
    #expect(device.status(.location) == .authorizedWhenInUse)
    #expect(device.told("mail") == [.didChangeAuthorization(.whenInUse)])
    #expect(device.broken.isEmpty)
  }

  @Test("allows the approximate location")
  func approximate() {
    var device = TestDevice.asking()
    device.askFor(.location)
    device.answer(device.prompt(.location), "allowApproximate", of: "mail")
    #expect(device.status(.location) == .authorizedWhenInUse)
    #expect(device.device.apps[device.app("mail")]?.settings.locationAccuracy == .reduced)
    #expect(device.told("mail").contains(.didChangeAccuracy(.reduced)))
  }

  @Test("is denied: the app hears so, and each use is refused with that reason")
  func denied() {
    var device = TestDevice.asking()
    device.askFor(.location)
    device.answer(device.prompt(.location), "deny", of: "mail")
    #expect(device.status(.location) == .denied)
    #expect(device.told("mail").first == .didChangeAuthorization(.never))
    device.askLocation("mail", .requestOnce(accuracyMetres: 10))
    #expect(device.refusedUses(of: .location) == [.notAuthorized])
  }

  @Test("allows it for once: until the app is suspended, or its process has ended")
  func onceOnly() {
    for ends in [false, true] {
      var device = TestDevice.asking()
      device.askFor(.location)
      device.answer(device.prompt(.location), "allowOnce", of: "mail")
      #expect(device.status(.location) == .authorizedWhenInUse)
      #expect(device.told("mail") == [.didChangeAuthorization(.whenInUse)])
      if ends {
        device.user(.forceQuit(app: device.app("mail")))
      } else {
        device.home()
      }
      device.pass(.minutes(2))
      #expect(device.state("mail") == (ends ? .notRunning : .suspended))
      #expect(device.status(.location) == .notDetermined)
      device.open("mail")
      #expect(device.askFor(.location) == .service(.permission(.notDetermined, isAsked: true)))
      #expect(device.broken.isEmpty)
    }
  }

  @Test("about all times is answered while the app is in use, provisionally")
  func provisionalAlways() {
    var device = TestDevice.asking()
    device.askFor(.location, wantsAlways: true)
    device.answer(device.prompt(.location), "allowWhenInUse", of: "mail")
    #expect(device.status(.location) == .authorizedAlways)
    #expect(
      device.device.apps[device.app("mail")]?.persistentState.consent?.hasProvisionalAlways == true
    )
  }

  @Test("about all times follows once where the user has allowed it while the app is in use")
  func laterAlways() {
    for (answer, status) in [
      ("allowAlways", PermissionStatus.authorizedAlways), ("keepWhenInUse", .authorizedWhenInUse),
    ] {
      var device = TestDevice.asking()
      device.askFor(.location)
      device.answer(device.prompt(.location), "allowWhenInUse", of: "mail")
      let reply = device.askFor(.location, wantsAlways: true)
      #expect(reply == .service(.permission(.authorizedWhenInUse, isAsked: true)))
      #expect(
        device.shown.last?.actions.map(\.title) == [
          "Keep Only While Using", "Change to Always Allow",
        ]
      )
      device.answer(device.prompt(.location), answer, of: "mail")
      #expect(device.status(.location) == status)
      let again = device.askFor(.location, wantsAlways: true)
      #expect(again == .service(.permission(status, isAsked: false)))
      #expect(device.shown.count == 2)
      #expect(device.broken.isEmpty)
    }
  }
}
