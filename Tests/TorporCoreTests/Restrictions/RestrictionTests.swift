import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("What an administrator has fixed")
struct RestrictionTests {
  private static let file = "/etc/torpor/restrictions.conf"
  private static let cause = Condition(.restricted, subject: file)

  private func fixed(
    device: [Setting] = [],
    allApps: [AppSetting] = [],
    _ apps: (name: String, settings: [AppSetting])...
  ) -> Restrictions {
    Restrictions(
      file: Self.file,
      device: device,
      allApps: allApps,
      apps: apps.map {
        // swift-format-ignore: NeverForceUnwrap
        Restrictions.OfApp(app: AppIdentifier("com.example.\($0.name)")!, settings: $0.settings)
      }
    )
  }

  private func settings(_ device: TestDevice, _ name: String = "mail") -> AppSettings? {
    device.device.apps[device.app(name)]?.settings
  }

  private func change(
    _ device: inout TestDevice,
    _ name: String,
    _ change: (inout AppSettings) -> Void
  ) -> Reply? {
    var settings = settings(device, name) ?? AppSettings()
    change(&settings)
    return device.user(.change(setting: .appSettings(app: device.app(name), settings: settings)))
  }

  @Test("is set, and every change of it is refused with its name and the file")
  func ofDevice() {
    var device = TestDevice()
    device.tell(.restrictions(fixed(device: [.kept(.wifiOnly(true)), .backgroundRefresh(.wifi)])))
    #expect(device.device.conditions.settings.wifiOnly)
    #expect(device.device.conditions.backgroundRefresh.value == .wifi)
    let refused = Reply.refused(.settingRestricted(settings: ["wifiOnly"], file: Self.file))
    for value in [false, true] {
      #expect(device.user(.change(setting: .kept(.wifiOnly(value)))) == refused)
    }
    #expect(device.device.conditions.settings.wifiOnly)
    #expect(device.user(.change(setting: .kept(.dataAllowanceBytes(1000)))) == .done)
    #expect(device.device.restrictedSettings(of: nil)?.names == ["wifiOnly", "backgroundRefresh"])
    #expect(device.broken == [])
  }

  @Test("of an app is so from its installation on, and the user decides about the rest")
  func ofApp() {
    var device = TestDevice()
    device.tell(.restrictions(fixed(("mail", [.dataAllowanceBytes(1000), .location(.never)]))))
    device.install("mail")
    device.install("maps")
    #expect(settings(device)?.dataAllowanceBytes == 1000)
    #expect(settings(device)?.location == .never)
    #expect(settings(device, "maps") == AppSettings())
    #expect(change(&device, "mail") { $0.allowsNotifications = false } == .done)
    #expect(settings(device)?.allowsNotifications == false)
    let names = ["dataAllowance", "location"]
    let refused = Reply.refused(.settingRestricted(settings: names, file: Self.file))
    let reply = change(&device, "mail") {
      ($0.location, $0.dataAllowanceBytes) = (.always, 0)
    }
    #expect(reply == refused)
    let wanted = AppSettings(location: .always)
    #expect(
      device.user(
        .decide(app: device.app("mail"), permissions: [.location], settings: wanted)
      ) == refused
    )
    #expect(device.device.restrictedSettings(of: device.app("mail"))?.names == names)
    #expect(device.device.restrictedSettings(of: nil) == nil)
    #expect(device.broken == [])
  }

  @Test("of all apps holds for those that say nothing else, later ones and commands included")
  func ofAllApps() {
    var device = TestDevice()
    device.install("mail")
    device.tell(
      .restrictions(fixed(allApps: [.wifiOnly(true)], ("maps", [.wifiOnly(false)])))
    )
    device.install("maps")
    device.install("notes")
    #expect(settings(device)?.wifiOnly == true)
    #expect(settings(device, "maps")?.wifiOnly == false)
    #expect(settings(device, "notes")?.wifiOnly == true)
    #expect(device.user(.run(manifest: AppManifest(identifier: device.app("cmd")))) != nil)
    #expect(settings(device, "cmd")?.wifiOnly == true)
    #expect(change(&device, "maps") { $0.wifiOnly = true } != .done)
    #expect(device.broken == [])
  }

  @Test("gives the user's own value back when it is fixed no longer")
  func lifted() {
    var device = TestDevice()
    device.install("mail")
    _ = change(&device, "mail") { $0.dataAllowanceBytes = 50 }
    device.user(.change(setting: .pageOutAfter(.minutes(9))))
    device.tell(
      .restrictions(
        fixed(
          device: [.kept(.wifiOnly(true)), .pageOutAfter(.zero)],
          ("mail", [.dataAllowanceBytes(1000), .backgroundRefresh(.off)])
        )
      )
    )
    // A part is fixed at something else, the rest no longer.
    device.tell(
      .restrictions(
        fixed(device: [.pageOutAfter(.minutes(1))], ("mail", [.backgroundRefresh(.wifi)]))
      )
    )
    #expect(!device.device.conditions.settings.wifiOnly)
    #expect(device.device.conditions.pageOutAfter == .minutes(1))
    #expect(settings(device)?.dataAllowanceBytes == 50)
    #expect(settings(device)?.backgroundRefresh == .wifi)
    #expect(device.broken == [])
    device.tell(.restrictions(nil))
    #expect(device.device.conditions.pageOutAfter == .minutes(9))
    #expect(settings(device)?.backgroundRefresh == .on)
    #expect(change(&device, "mail") { $0.backgroundRefresh = .off } == .done)
    #expect(device.broken == [])
  }

  @Test("decides about a permission: nobody is asked, and the question comes back with its end")
  func permissions() {
    var device = TestDevice.asking()
    device.askFor(.notifications)
    #expect(device.shown.count == 1)
    device.tell(
      .restrictions(
        fixed(
          ("mail", [.allowsNotifications(false), .location(.whenInUse), .allowsMicrophone(true)])
        )
      )
    )
    #expect(device.withdrawn == [device.prompt(.notifications)])
    #expect(device.status(.notifications) == .denied)
    #expect(device.status(.microphone) == .authorized)
    #expect(device.status(.location) == .authorizedWhenInUse)
    #expect(device.status(.bluetooth) == .notDetermined)
    for permission in [Permission.notifications, .location, .microphone] {
      device.askFor(permission)
    }
    #expect(device.shown.count == 1)
    #expect(device.broken == [])
    device.tell(.restrictions(nil))
    for permission in Permission.allCases {
      #expect(device.status(permission) == .notDetermined)
    }
    #expect(device.broken == [])
  }

  @Test("does not make for good what was allowed once")
  func once() {
    var device = TestDevice.asking()
    device.askFor(.location)
    device.answer(device.prompt(.location), "allowOnce", of: "mail")
    #expect(device.status(.location) == .authorizedWhenInUse)
    device.tell(.restrictions(fixed(("mail", [.location(.never)]))))
    #expect(device.status(.location) == .denied)
    device.tell(.restrictions(nil))
    #expect(device.status(.location) == .notDetermined)
    #expect(device.broken == [])
  }

  @Test("holds against the battery, whose wish holds afterwards, and over a restart of the daemon")
  func battery() throws {
    var device = TestDevice()
    device.user(.change(setting: .lowPowerMode(true)))
    device.tell(.power(PowerState(isOnExternalPower: true, batteryPercent: 70)))
    device.tell(.restrictions(fixed(device: [.lowPowerMode(true)])))
    device.tell(.power(PowerState(isOnExternalPower: true, batteryPercent: 81)))
    #expect(device.device.conditions.lowPowerMode.value)
    let again = try SavedCodec.decode(Device.self, from: try SavedCodec.encode(device.device))
    #expect(again.conditions == device.device.conditions)
    device.tell(.restrictions(nil))
    #expect(!device.device.conditions.lowPowerMode.value)
    #expect(device.broken == [])
  }

  @Test(
    "lets Low Power Mode begin by itself at a low battery, whatever was fixed of it before",
    arguments: [true, false]
  )
  func automatic(wasOn: Bool) {
    var device = TestDevice()
    device.tell(.power(PowerState(isOnExternalPower: false, batteryPercent: 10)))
    device.tell(.restrictions(fixed(device: [.lowPowerMode(wasOn)])))
    device.tell(.restrictions(fixed(device: [.kept(.automaticLowPowerMode(true))])))
    #expect(device.device.conditions.lowPowerMode.value)
    #expect(device.broken == [])
  }

  @Test("stands in the ledger when it changes, of the device and of each app that it changes")
  func ledger() {
    var device = TestDevice()
    device.install("mail")
    device.install("maps")
    device.tell(.restrictions(fixed(("mail", [.wifiOnly(true)]))))
    let told = device.log.compactMap { entry -> Decision? in
      if case .record(let decision) = entry.effect { decision } else { nil }
    }.filter { $0.conditions == [Self.cause] }
    #expect(told.map(\.app) == [nil, device.app("mail")])
    #expect(
      told.first?.sentence()
        == "changed the settings of the device: the administrator has changed \(Self.file)"
    )
    let count = device.log.count
    device.tell(.restrictions(fixed(("mail", [.wifiOnly(true)]))))
    #expect(device.log.count == count)
  }

  @Test("is refused in a sentence with what to do")
  func sentence() {
    #expect(
      Refusal.settingRestricted(settings: ["wifiOnly"], file: Self.file).sentence
        == "The setting 'wifiOnly' cannot be changed, because the administrator of this machine has fixed it in "
        + "/etc/torpor/restrictions.conf. Ask the administrator, or change that file as root."
    )
    #expect(
      Refusal.settingRestricted(settings: ["a", "b"], file: "f").sentence
        == "The settings 'a', 'b' cannot be changed, because the administrator of this machine has fixed them in f. "
        + "Ask the administrator, or change that file as root."
    )
  }
}
