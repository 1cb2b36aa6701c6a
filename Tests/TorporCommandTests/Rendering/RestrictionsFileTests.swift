import Testing
import TorporModel
import TorporText
import TorporWire

@testable import torpor

@Suite("The administrator's file")
struct RestrictionsFileTests {
  private static let path = "/etc/torpor/restrictions.conf"

  private func read(_ text: String) -> RestrictionsFile {
    RestrictionsFile(text, path: Self.path)
  }

  private func mistakes(_ text: String) -> [String] {
    read(text).mistakes.map { String($0.dropFirst(Self.path.count + 1)) }
  }

  @Test("has on each line what stands behind `torpor settings`, with * for all apps")
  func settings() throws {
    let file = read(
      """
      # What the machine's owner wants.
      wifiOnly=on   pageOutAfter=never

      * location=whenInUse  # no app off screen
      com.example.mail\tdataAllowance=50MB backgroundRefresh=wifi\r
      """
    )
    #expect(file.mistakes == [])
    #expect(
      file.entries.map(\.name) == [
        "wifiOnly", "pageOutAfter", "location", "dataAllowance", "backgroundRefresh",
      ]
    )
    let mail = try #require(AppIdentifier("com.example.mail"))
    #expect(file.entries.map(\.subject) == [.device, .device, .allApps, .app(mail), .app(mail)])
    #expect(file.entries[0].change.wifiOnly == true)
    #expect(file.entries[1].change.pageOutAfter == .zero)
    #expect(file.entries[2].change.location == .whenInUse)
    #expect(file.entries[3].change.dataAllowanceBytes == 50_000_000)
    #expect(read("").entries == [])
  }

  @Test("has lines however they end, and comments whatever stands behind their sign")
  func ends() {
    let file = read(
      "\u{FEFF}# The device\r\nwifiOnly=on\r\n#\u{301}\r\norg.a backgroundRefresh=off\r\n"
    )
    #expect(file.mistakes == [])
    #expect(file.entries.map(\.name) == ["wifiOnly", "backgroundRefresh"])
    #expect(file.entries.first?.subject == .device)
    #expect(
      read("# a\r\n\r\nnonsense=1\r\n").mistakes.first?.hasPrefix("\(Self.path):3:") == true
    )
  }

  @Test(
    "keeps what is right where a line is wrong, which is named with its place, its cause and the remedy"
  )
  func lines() {
    let file = read("wifionly=on\nwifiOnly=on lowPowerMode=maybe\n* wifiOnly=off\n")
    #expect(file.entries.map(\.name) == ["wifiOnly", "wifiOnly"])
    #expect(
      file.mistakes == [
        "\(Self.path):1: the device has no setting 'wifionly', only 'wifiOnly'. 'wifionly=on' fixes nothing.",
        "\(Self.path):2: lowPowerMode cannot be 'maybe'. Allowed: on, off. 'lowPowerMode=maybe' fixes nothing.",
      ]
    )
  }

  @Test("says of each mistake what is wrong")
  func causes() {
    #expect(
      mistakes("location=never") == [
        "1: the device has no setting 'location'; apps have it, so write an app, or * for all, in front of it. "
          + "'location=never' fixes nothing."
      ]
    )
    #expect(
      mistakes("* profile=ios26") == [
        "1: an app has no setting 'profile'; the device has it, so write it without an app. "
          + "'profile=ios26' fixes nothing."
      ]
    )
    #expect(
      mistakes("* location=notDetermined") == [
        "1: location=notDetermined leaves it to the user, which restricts nothing. "
          + "'location=notDetermined' fixes nothing."
      ]
    )
    #expect(
      mistakes("mail backgroundRefresh=offf") == [
        "1: backgroundRefresh cannot be 'offf'. Allowed: on, off, wifi. Did you mean 'off'? "
          + "'backgroundRefresh=offf' fixes nothing."
      ]
    )
    #expect(
      mistakes("wifiOnly") == [
        "1: 'wifiOnly' has no setting behind it; write KEY=VALUE, or wifiOnly KEY=VALUE. The line fixes nothing."
      ]
    )
    #expect(
      mistakes("mail/x wifiOnly=on") == [
        "1: 'mail/x' is not the identifier of an app; `torpor ps` shows them. The line fixes nothing."
      ]
    )
    #expect(mistakes("a.b wifiOnly") == ["1: KEY=VALUE is expected. 'wifiOnly' fixes nothing."])
    #expect(
      mistakes("wifiOnly=on\nwifiOnly=off") == [
        "2: wifiOnly is already in line 1. 'wifiOnly=off' fixes nothing."
      ]
    )
    #expect(
      mistakes("dataAllowance=\u{1b}[2J") == [
        "1: dataAllowance cannot be '\\x1b[2J'. Allowed: none, or a size up to 1TB, such as 50MB or 2GB. "
          + "'dataAllowance=\\x1b[2J' fixes nothing."
      ]
    )
  }

  @Test("keeps an import from nothing but what is fixed")
  func imported() {
    let change = Control.ChangeSetting(app: "mail", location: .never, wifiOnly: true)
    let refusal = WireError.refused(.settingRestricted(settings: ["wifiOnly"], file: Self.path))
    let rest = ImportPlan.withoutFixed(.changeSetting(change), refusal)
    #expect(rest == .changeSetting(Control.ChangeSetting(app: "mail", location: .never)))
    #expect(ImportPlan.withoutFixed(.changeSetting(change), .permissionDenied) == nil)
    #expect(ImportPlan.withoutFixed(.list(Control.List()), refusal) == nil)
  }

  @Test("names so many mistakes and says how many more there are")
  func many() {
    let text = String(repeating: "nonsense=1\n", count: 60)
    let found = read(text).mistakes
    #expect(found.count == 51)
    #expect(found.last == "\(Self.path): 10 more mistakes are not listed.")
  }

  @Test("marks in `torpor settings` what is fixed, and tells what is wrong with it")
  func shown() {
    let settings = Control.GetSettings.Reply(AppSettings(wifiOnly: true))
    let fixed = Control.GetRestrictions.Reply(
      settings: ["wifiOnly"],
      file: Self.path,
      mistakes: ["f:1: oh\u{7}"]
    )
    let lines = SettingsText.lines(settings, fixed: fixed, .plain)
    #expect(
      lines.filter { $0.contains("#") } == [
        "wifiOnly=on  # fixed by the administrator in \(Self.path)"
      ]
    )
    #expect(lines.last == "f:1: oh\\x07")
    let json = SettingsText.json(settings.parameters, fixed: fixed.parameters)
    #expect(json["restrictions"]?["file"]?.text == Self.path)
    let free = Control.GetRestrictions.Reply(settings: [], file: nil, mistakes: [])
    #expect(SettingsText.json(settings.parameters, fixed: free.parameters) == settings.parameters)
  }
}
