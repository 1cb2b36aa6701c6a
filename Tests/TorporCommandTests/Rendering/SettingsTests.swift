import ArgumentParser
import Testing
import TorporModel
import TorporText
import TorporWire

@testable import torpor

@Suite("Settings")
struct SettingsTests {
  private static let ofApp = Control.GetSettings.Reply(
    backgroundRefresh: .on,
    location: .always,
    locationAccuracy: .full,
    allowsNotifications: true,
    allowsMicrophone: false,
    allowsBluetooth: true,
    allowsAccessories: true,
    energyAllowanceJoules: 300,
    dataAllowanceBytes: 50_000_000,
    wifiOnly: false,
    automaticDownloads: .wifi
  )

  /// What "The device has no setting …" and "An app has no setting …" list: every row of the interface.
  private static let deviceList = list(SettingsText.deviceNames)
  private static let appList = list(SettingsText.appNames)

  private static func list(_ names: [String]) -> String {
    "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
  }

  @Test("are shown as they are typed")
  func lines() {
    let device = Control.GetSettings.Reply(
      backgroundRefresh: .wifi,
      lowPowerMode: true,
      profile: .linux,
      evictionOrder: .largestFirst,
      pageOutAfter: .seconds(300),
      sleepAgain: false,
      jobNotifications: true,
      automaticLowPowerMode: true,
      energyAllowanceJoules: 0,
      dataAllowanceBytes: 0,
      wifiOnly: false,
      automaticDownloads: .off,
      adoption: false
    )
    #expect(
      SettingsText.lines(device) == [
        "backgroundRefresh=wifi", "lowPowerMode=on", "profile=linux", "evictionOrder=largestFirst",
        "pageOutAfter=5m",
        "sleepAgain=off", "jobNotifications=on", "automaticLowPowerMode=on",
        "energyAllowance=none", "dataAllowance=none", "wifiOnly=off",
        "automaticDownloads=off",
        "adoption=off",
      ]
    )
    var never = device
    never.pageOutAfter = .zero
    #expect(SettingsText.lines(never).contains("pageOutAfter=never"))
    #expect(
      SettingsText.lines(Self.ofApp) == [
        "backgroundRefresh=on", "location=always", "locationAccuracy=full",
        "allowsNotifications=on", "allowsMicrophone=off", "allowsBluetooth=on",
        "allowsAccessories=on", "energyAllowance=300J", "dataAllowance=50MB", "wifiOnly=off",
        "automaticDownloads=wifi",
      ]
    )
  }

  @Test("are also read in the words of earlier builds")
  func earlierWords() throws {
    #expect(
      try SettingsArgument.change(of: nil, ["memoryVictims=leastMissedFirst"])
        == Control.ChangeSetting(evictionOrder: .leastLikelyUsedFirst)
    )
  }

  @Test("of the device are changed by words")
  func device() throws {
    let words = ["lowPowerMode=on", "profile=ios7", "backgroundRefresh=off"]
    #expect(
      try SettingsArgument.change(of: nil, words)
        == Control.ChangeSetting(backgroundRefresh: .off, lowPowerMode: true, profile: .ios7)
    )
    for (word, rest) in [("never", Duration.zero), ("1h30m", .seconds(5400)), ("7d", .hours(168))] {
      #expect(
        try SettingsArgument.change(of: nil, ["pageOutAfter=\(word)"])
          == Control.ChangeSetting(pageOutAfter: rest)
      )
    }
  }

  @Test("that are sizes and energies have their units, and a word for none")
  func units() throws {
    func change(_ word: String) throws -> Control.ChangeSetting {
      try SettingsArgument.change(of: nil, [word])
    }
    let sizes: [(String, Int64)] = [
      ("none", 0), ("50MB", 50_000_000), ("64KiB", 65_536), ("1234B", 1234),
      ("1TB", 1_000_000_000_000),
    ]
    for (word, bytes) in sizes {
      let wanted = Control.ChangeSetting(dataAllowanceBytes: bytes)
      #expect(try change("dataAllowance=\(word)") == wanted)
      if bytes > 0 { #expect(SizeArgument.typed(bytes) == word) }
    }
    for (word, joules) in [("none", 0), ("300J", 300), ("8", 8)] {
      #expect(
        try change("energyAllowance=\(word)")
          == Control.ChangeSetting(energyAllowanceJoules: joules)
      )
    }
    let size =
      "dataAllowance cannot be '2TB'. Allowed: none, or a size up to 1TB, such as 50MB or 2GB."
    #expect(throws: CommandFailure.usage(size)) { try change("dataAllowance=2TB") }
    let energy =
      "energyAllowance cannot be '0J'. Allowed: none, or joules from 1J to 1000000J, such as 300J."
    #expect(throws: CommandFailure.usage(energy)) { try change("energyAllowance=0J") }
  }

  @Test("of an app are changed by words")
  func app() throws {
    let words = ["location=whenInUse", "locationAccuracy=reduced", "allowsNotifications=no"]
    #expect(
      try SettingsArgument.change(of: "mail", words)
        == Control.ChangeSetting(
          app: "mail",
          location: .whenInUse,
          locationAccuracy: .reduced,
          allowsNotifications: false
        )
    )
  }

  @Test(
    "name the word that is wrong, and what is allowed",
    arguments: [
      (nil, "foo", "'foo' is not a setting. Write KEY=VALUE."),
      (
        nil, "foo=1",
        "The device has no setting 'foo'. It has \(deviceList); for a setting of an app, name the app "
          + "first."
      ),
      (
        nil, "pageOutAfter=8d",
        "pageOutAfter cannot be '8d'. Allowed: never, or a time up to 7d, such as 5m or 1h30m."
      ),
      (
        "mail", "profile=ios7",
        "An app has no setting 'profile'. It has \(appList)."
      ),
      (
        nil, "BackgroundRefresh=on",
        "The device has no setting 'BackgroundRefresh'. It has \(deviceList); for a setting of an app, "
          + "name the app first. Did you mean 'backgroundRefresh'?"
      ),
      (
        "mail", "backgroundrefresh=on",
        "An app has no setting 'backgroundrefresh'. It has \(appList). Did you mean "
          + "'backgroundRefresh'?"
      ),
      (
        nil, "profile=IOS13",
        "profile cannot be 'IOS13'. Allowed: ios3, ios4, ios6, ios7, ios8, ios10, ios13, ios26, linux. "
          + "Did you mean 'ios13'?"
      ),
      (
        "mail", "location=here",
        "location cannot be 'here'. Allowed: never, whenInUse, always, notDetermined."
      ),
      (
        "mail", "locationAccuracy=street",
        "locationAccuracy cannot be 'street'. Allowed: full, reduced."
      ),
      (nil, "lowPowerMode=maybe", "lowPowerMode cannot be 'maybe'. Allowed: on, off."),
    ] as [(String?, String, String)]
  )
  func mistakes(app: String?, word: String, sentence: String) {
    #expect(throws: CommandFailure.usage(sentence)) {
      try SettingsArgument.change(of: app, [word])
    }
  }

  @Test("are shown one by one under their names, the device's and an app's")
  func single() throws {
    let lines = SettingsText.lines(Control.GetSettings.Reply(AppSettings(allowsMicrophone: false)))
    #expect(lines.map { String($0.prefix { $0 != "=" }) } == SettingsText.appNames)
    #expect(SettingsText.value(of: "allowsMicrophone", in: lines) == "off")
    #expect(SettingsText.value(of: "location", in: lines) == "always")
    #expect(try SettingsText.appName("location") == "location")
    #expect(SettingsText.deviceName(inOtherCase: "LowPowerMODE") == "lowPowerMode")
    #expect(SettingsText.deviceName(inOtherCase: "mail") == nil)
    let held = HeldSettings(
      backgroundRefresh: .wifi,
      lowPowerMode: true,
      profile: .linux,
      evictionOrder: .largestFirst,
      pageOutAfter: .seconds(300)
    )
    let device = Control.GetSettings.Reply(held, DeviceSettings())
    let ofDevice = SettingsText.lines(device)
    #expect(ofDevice.map { String($0.prefix { $0 != "=" }) } == SettingsText.deviceNames)
    let sentence =
      "An app has no setting 'locations'. It has \(Self.appList). Did you mean 'location'?"
    #expect(throws: CommandFailure.usage(sentence)) { try SettingsText.appName("locations") }
  }

  @Test("of the interface are listed with what they take, the device's and an app's")
  func rows() {
    let device = SettingsText.usage(of: .device)
    #expect(
      device.hasPrefix(
        "backgroundRefresh=on|off|wifi, lowPowerMode=on|off, profile=ios3|ios4|ios6|"
      )
    )
    #expect(device.contains(", pageOutAfter=TIME|never, sleepAgain=on|off"))
    #expect(
      SettingsText.usage(of: .app).hasPrefix(
        "backgroundRefresh=on|off|wifi, location=never|whenInUse|always|notDetermined, locationAccuracy="
      )
    )
    let names = SettingsText.deviceNames + SettingsText.appNames
    #expect(Control.settings.allSatisfy { names.contains($0.name) })
  }

  @Test("that are numbers, or times without a word for none, say what is allowed")
  func forms() throws {
    let number = SettingRow("limit", key: "limit", of: [.device], .number(1...100))
    #expect(number.usage == "NUMBER")
    #expect(try number.value(of: "80") == .integer(80))
    #expect(number.text(.integer(80)) == "80")
    #expect(throws: SettingMistake(sentence: "limit cannot be '101'. Allowed: 1 to 100.")) {
      try number.value(of: "101")
    }
    let range: ClosedRange<Int64> = 1_000_000 ... .max
    let time = SettingRow("rest", key: "rest", of: [.app], .time(zero: nil, limits: range))
    #expect(time.usage == "TIME")
    #expect(try time.value(of: "1m") == .integer(60_000_000))
    #expect(time.text(.integer(60_000_000)) == "1m")
    let sentence = "rest cannot be 'never'. Allowed: a time, such as 5m or 1h30m."
    #expect(throws: SettingMistake(sentence: sentence)) { try time.value(of: "never") }
  }

  @Test("of an exemption say which lengths they take, and which was probably meant")
  func exemption() throws {
    for (text, hint) in [("10", " Did you mean '10m'?"), ("soon", ""), ("0s", "")] {
      let sentence = "--for takes a length such as 30s, 10m, 2h or 1h30m, not '\(text)'.\(hint)"
      let command = try ExemptCommand.parse(["mail", "--for", text, "--socket", "/nonexistent"])
      #expect(throws: CommandFailure.usage(sentence)) { try command.run() }
    }
  }
}
