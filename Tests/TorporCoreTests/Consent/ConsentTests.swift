import Testing
import TorporModel

@testable import TorporCore

@Suite("A permission that the user has not decided about")
struct ConsentTests {
  @Test("gives an app nothing: each use is refused, and notifications are no question by their use")
  func refused() {
    var device = TestDevice.asking()
    for permission in Permission.allCases {
      #expect(device.status(permission) == .notDetermined)
    }
    let notification = LocalNotification(identifier: "a", content: NotificationContent(body: "a"))
    let reply = device.ask("mail", .service(.notifications(.add(notification))))
    #expect(reply == .refused(.service(.notification(.notAllowed))))
    #expect(device.objections(to: "a", "mail") == [.userDecides])
    #expect(device.shown.isEmpty)
  }

  @Test("is asked about once, in the system's words, while the app is in front")
  func asked() {
    var device = TestDevice.asking()
    let isAsked = Reply.service(.permission(.notDetermined, isAsked: true))
    #expect(device.askFor(.notifications) == isAsked)
    #expect(device.askFor(.notifications) == isAsked)
    #expect(device.shown.map(\.content.title) == ["“Mail” would like to send you notifications"])
    #expect(device.shown[0].actions.map(\.title) == ["Allow", "Don’t Allow"])
    device.home()
    #expect(device.askFor(.microphone) == .service(.permission(.notDetermined, isAsked: false)))
    #expect(device.shown.count == 1)
    #expect(device.objections(to: device.prompt(.microphone), "mail") == [.onScreen])
  }

  @Test("is allowed or denied by a button, and the app is told; then nobody is asked again")
  func answered() {
    for permission in Permission.allCases where permission != .location {
      for (answer, expected) in [("allow", PermissionStatus.authorized), ("deny", .denied)] {
        var device = TestDevice.asking()
        device.askFor(permission)
        #expect(device.answer(device.prompt(permission), answer, of: "mail") == .done)
        #expect(device.status(permission) == expected)
        #expect(device.withdrawn == [device.prompt(permission)])
        #expect(device.callbacks("mail").last == "didDecideAuthorization")
        #expect(device.askFor(permission) == .service(.permission(expected, isAsked: false)))
        #expect(device.shown.count == 1)
        #expect(device.broken.isEmpty)
      }
    }
  }

  @Test("is answered only by the buttons of its question")
  func unknownAnswer() {
    var device = TestDevice.asking()
    device.askFor(.notifications)
    let reply = device.answer(device.prompt(.notifications), "allowOnce", of: "mail")
    let refusal = NotificationRefusal.unknownAction(
      "allowOnce",
      notification: device.prompt(.notifications),
      known: ["allow", "deny"]
    )
    #expect(reply == .refused(.service(.notification(refusal))))
    #expect(device.status(.notifications) == .notDetermined)
    #expect(device.withdrawn.isEmpty)
  }

  @Test("is decided by the setting as well, also where that says what is so already")
  func setting() {
    for isAllowed in [true, false] {
      var device = TestDevice.asking()
      device.askFor(.microphone)
      var settings = device.device.apps[device.app("mail")]!.settings
      settings.allowsMicrophone = isAllowed
      device.user(.decide(app: device.app("mail"), permissions: [.microphone], settings: settings))
      #expect(device.status(.microphone) == (isAllowed ? .authorized : .denied))
      #expect(device.withdrawn == [device.prompt(.microphone)])
      #expect(device.callbacks("mail").last == "didDecideAuthorization")
      #expect(device.status(.notifications) == .notDetermined)
    }
  }

  @Test("stays so where the user closes the question: the app is told, and can ask again")
  func dismissed() {
    var device = TestDevice.asking()
    device.askFor(.notifications)
    device.answer(device.prompt(.notifications), NotificationResponse.dismissAction, of: "mail")
    #expect(device.status(.notifications) == .notDetermined)
    #expect(device.callbacks("mail").last == "didDecideAuthorization")
    #expect(device.askFor(.notifications) == .service(.permission(.notDetermined, isAsked: true)))
    #expect(device.shown.count == 2)
  }

  @Test("stays so where the user taps the text of the question, which is shown again")
  func tapped() {
    var device = TestDevice.asking()
    device.askFor(.notifications)
    #expect(device.answer(device.prompt(.notifications), of: "mail") == .done)
    #expect(device.status(.notifications) == .notDetermined)
    #expect(
      device.shown.map(\.key.identifier) == [
        device.prompt(.notifications), device.prompt(.notifications),
      ]
    )
    device.answer(device.prompt(.notifications), "allow", of: "mail")
    #expect(device.status(.notifications) == .authorized)
  }

  @Test("is no longer asked about when the process has ended, and the next one can ask again")
  func ended() {
    var device = TestDevice.asking()
    device.askFor(.notifications)
    device.user(.forceQuit(app: device.app("mail")))
    device.pass(.seconds(10))
    #expect(device.withdrawn == [device.prompt(.notifications)])
    device.open("mail")
    #expect(device.askFor(.notifications) == .service(.permission(.notDetermined, isAsked: true)))
    #expect(device.broken.isEmpty)
  }

  @Test(
    "of notifications can be provisional: they stand in the list, and neither sound nor interrupt"
  )
  func provisional() {
    var device = TestDevice.asking()
    let reply = device.askFor(.notifications, isProvisional: true)
    #expect(reply == .service(.permission(.provisional, isAsked: false)))
    #expect(device.shown.isEmpty)
    device.home()
    let content = NotificationContent(body: "a", sound: .standard, badge: 3)
    let notification = LocalNotification(identifier: "a", content: content)
    device.ask("mail", .service(.notifications(.add(notification))))
    #expect(device.shown.map(\.options) == [.list])
    device.open("mail")
    #expect(device.askFor(.notifications) == .service(.permission(.provisional, isAsked: true)))
    device.answer(device.prompt(.notifications), "allow", of: "mail")
    #expect(device.status(.notifications) == .authorized)
  }

  @Test(
    "is what the version of the system asks about",
    arguments: [
      (ProfileName.ios6, [Permission.location]), (.ios7, [.location, .microphone, .bluetooth]),
      (.ios8, [.location, .microphone, .notifications, .bluetooth]),
      (.ios13, [.location, .microphone, .notifications, .bluetooth]),
      (.ios26, Permission.allCases), (.linux, Permission.allCases),
    ]
  )
  func versions(profile: ProfileName, asked: [Permission]) {
    let device = TestDevice.asking(profile)
    #expect(Permission.allCases.filter { device.status($0) == .notDetermined } == asked)
  }

  @Test("is none of an app that was there before, which keeps what it had")
  func before() {
    var device = TestDevice()
    device.install("mail")
    device.open("mail")
    for permission in Permission.allCases { #expect(device.status(permission) != .notDetermined) }
    let reply = device.askFor(.location, wantsAlways: true)
    #expect(reply == .service(.permission(.authorizedAlways, isAsked: false)))
    #expect(device.shown.isEmpty)
  }

  @Test("is none of a program that does not use the system: it could not ask")
  func unmodified() {
    let device = TestDevice()
    let program = AppManifest(identifier: device.app("plain"), isCooperative: false)
    #expect(device.device.profile.permissionsToDecide(about: program) == nil)
    let app = AppManifest(identifier: device.app("mail"))
    #expect(device.device.profile.permissionsToDecide(about: app) == Permission.allCases)
  }
}

extension TestDevice {
  /// Mail, new on the device, in front.
  static func asking(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = TestDevice(profile)
    let manifest = AppManifest(
      identifier: device.app("mail"),
      name: "Mail",
      backgroundModes: [
        .audio, .location, .bluetoothCentral, .bluetoothPeripheral, .externalAccessory,
      ]
    )
    device.user(
      .install(
        manifest: manifest,
        settings: AppSettings(),
        replaces: false,
        undecided: device.device.profile.permissionsToDecide(about: manifest)
      )
    )
    device.open("mail")
    return device
  }

  func prompt(_ permission: Permission) -> String { "io.torpor.consent.\(permission)" }

  @discardableResult
  mutating func askFor(
    _ permission: Permission,
    wantsAlways: Bool = false,
    isProvisional: Bool = false
  ) -> Reply? {
    let request = PermissionRequest.request(
      permission,
      wantsAlways: wantsAlways,
      isProvisional: isProvisional
    )
    return ask("mail", .service(.permission(request)))
  }

  func status(_ permission: Permission) -> PermissionStatus? {
    device.apps[app("mail")]?.status(of: permission)
  }

  /// Why uses of it were refused, in their order.
  func refusedUses(of permission: Permission) -> [Reason] {
    decisions("mail") { $0 == .use(permission) }.filter { $0.verdict == .denied }
      .flatMap(\.conditions).map(\.reason)
  }
}
