import Testing
import TorporModel
import TorporWire

@testable import torpor

@Suite("Settings")
struct SettingsTests {
  private static let ofApp = Control.GetSettings.Reply(
    backgroundRefresh: .on,
    location: .always,
    locationAccuracy: .full,
    allowsNotifications: true,
    allowsMicrophone: false
  )

  @Test("are shown as they are typed")
  func lines() {
    let device = Control.GetSettings.Reply(
      backgroundRefresh: .wifi,
      lowPowerMode: true,
      profile: .linux,
      memoryVictims: .largestFirst,
      pageOutAfter: .seconds(300),
      sleepAgain: false,
      jobNotifications: true
    )
    #expect(
      SettingsText.lines(device) == [
        "backgroundRefresh=wifi", "lowPowerMode=on", "profile=linux", "memoryVictims=largestFirst",
        "pageOutAfter=5m",
        "sleepAgain=off", "jobNotifications=on",
      ]
    )
    var never = device
    never.pageOutAfter = .zero
    #expect(SettingsText.lines(never).contains("pageOutAfter=never"))
    #expect(
      SettingsText.lines(Self.ofApp) == [
        "backgroundRefresh=on", "location=always", "locationAccuracy=full",
        "allowsNotifications=on", "allowsMicrophone=off",
      ]
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
        "The device has no setting 'foo'. It has backgroundRefresh, lowPowerMode, profile, "
          + "memoryVictims, pageOutAfter, sleepAgain and jobNotifications; for a setting of an app, "
          + "name the app first."
      ),
      (
        nil, "pageOutAfter=8d",
        "pageOutAfter cannot be '8d'. Allowed: never, or a time up to 7d, such as 5m or 1h30m."
      ),
      (
        "mail", "profile=ios7",
        "An app has no setting 'profile'. It has backgroundRefresh, location, locationAccuracy, "
          + "allowsNotifications and allowsMicrophone."
      ),
      (
        nil, "BackgroundRefresh=on",
        "The device has no setting 'BackgroundRefresh'. It has backgroundRefresh, lowPowerMode, "
          + "profile, memoryVictims, pageOutAfter, sleepAgain and jobNotifications; for a setting of "
          + "an app, name the app first. Did you mean 'backgroundRefresh'?"
      ),
      (
        "mail", "backgroundrefresh=on",
        "An app has no setting 'backgroundrefresh'. It has backgroundRefresh, location, "
          + "locationAccuracy, allowsNotifications and allowsMicrophone. Did you mean "
          + "'backgroundRefresh'?"
      ),
      (
        nil, "profile=IOS13",
        "profile cannot be 'IOS13'. Allowed: ios4, ios6, ios7, ios8, ios10, ios13, ios26, linux. "
          + "Did you mean 'ios13'?"
      ),
      ("mail", "location=here", "location cannot be 'here'. Allowed: never, whenInUse, always."),
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
    let lines = SettingsText.lines(Self.ofApp)
    #expect(lines.map { String($0.prefix { $0 != "=" }) } == SettingsText.appNames)
    #expect(SettingsText.value(of: "allowsMicrophone", in: lines) == "off")
    #expect(SettingsText.value(of: "location", in: lines) == "always")
    #expect(try SettingsText.appName("location") == "location")
    #expect(SettingsText.deviceName(inOtherCase: "LowPowerMODE") == "lowPowerMode")
    #expect(SettingsText.deviceName(inOtherCase: "mail") == nil)
    let device = Control.GetSettings.Reply(
      backgroundRefresh: .wifi,
      lowPowerMode: true,
      profile: .linux,
      memoryVictims: .largestFirst,
      pageOutAfter: .seconds(300),
      sleepAgain: false,
      jobNotifications: true
    )
    let ofDevice = SettingsText.lines(device)
    #expect(ofDevice.map { String($0.prefix { $0 != "=" }) } == SettingsText.deviceNames)
    let sentence =
      "An app has no setting 'locations'. It has backgroundRefresh, location, locationAccuracy, "
      + "allowsNotifications and allowsMicrophone. Did you mean 'location'?"
    #expect(throws: CommandFailure.usage(sentence)) { try SettingsText.appName("locations") }
  }

  @Test("of an exemption say which lengths they take, and which was probably meant")
  func exemption() {
    #expect(
      ExemptCommand.wrongLength("10")
        == "--for takes a duration such as 30s, 10m, 2h or 1h30m, not '10'. Did you mean '10m'?"
    )
    #expect(
      ExemptCommand.wrongLength("soon\u{1b}")
        == "--for takes a duration such as 30s, 10m, 2h or 1h30m, not 'soon\\x1b'."
    )
  }
}
