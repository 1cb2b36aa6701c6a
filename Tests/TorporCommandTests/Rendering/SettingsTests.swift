import Testing
import TorporModel
import TorporWire

@testable import torpor

@Suite("Settings")
struct SettingsTests {
  @Test("are shown as they are typed")
  func lines() {
    let device = DeviceSettings(
      backgroundRefresh: .wifi,
      lowPowerMode: true,
      profile: .linux,
      memoryVictims: .largestFirst,
      pageOutAfter: .seconds(300)
    )
    #expect(
      SettingsText.lines(device) == [
        "backgroundRefresh=wifi", "lowPowerMode=on", "profile=linux", "memoryVictims=largestFirst",
        "pageOutAfter=5m",
        "sleepAgain=off",
      ]
    )
    var never = device
    never.pageOutAfter = .zero
    #expect(SettingsText.lines(never).contains("pageOutAfter=never"))
    #expect(
      SettingsText.lines(AppSettings(allowsMicrophone: false)) == [
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
        == .device(
          DeviceSettingsChange(backgroundRefresh: .off, lowPowerMode: true, profile: .ios7)
        )
    )
    for (word, rest) in [("never", Duration.zero), ("1h30m", .seconds(5400)), ("7d", .hours(168))] {
      #expect(
        try SettingsArgument.change(of: nil, ["pageOutAfter=\(word)"])
          == .device(DeviceSettingsChange(pageOutAfter: rest))
      )
    }
  }

  @Test("of an app are changed by words")
  func app() throws {
    let words = ["location=whenInUse", "locationAccuracy=reduced", "allowsNotifications=no"]
    #expect(
      try SettingsArgument.change(of: "mail", words)
        == .app(
          "mail",
          AppSettingsChange(
            location: .whenInUse,
            locationAccuracy: .reduced,
            allowsNotifications: false
          )
        )
    )
  }

  @Test(
    "name the word that is wrong, and what is allowed",
    arguments: [
      (nil, "foo", "'foo' is no setting; write KEY=VALUE."),
      (
        nil, "foo=1",
        "The device has no setting 'foo'. It has backgroundRefresh, lowPowerMode, profile, "
          + "memoryVictims, pageOutAfter and sleepAgain; for a setting of an app, name the app first."
      ),
      (
        nil, "pageOutAfter=8d",
        "pageOutAfter cannot be '8d'. Allowed: never, or a time as 5m or 1h30m, to 7d."
      ),
      (
        "mail", "profile=ios7",
        "An app has no setting 'profile'. It has backgroundRefresh, location, locationAccuracy, "
          + "allowsNotifications and allowsMicrophone."
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
}
