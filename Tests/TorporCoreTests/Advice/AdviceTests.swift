import Testing
import TorporModel

@testable import TorporCore

@Suite("Advice")
struct AdviceTests {
  private func advice(_ device: TestDevice, _ decisions: [Decision] = []) -> [Advice] {
    let question = BatteryQuestion(
      hours: 24,
      at: device.now,
      showsApp: { _ in true },
      showsOwner: { _ in true }
    )
    let report = device.device.batteryReport(question) { _ in nil }
    return device.device.advice(
      from: report,
      ends: EndCounts(decisions, since: report.begin),
      showsApp: { _ in true }
    )
  }

  /// mail is opened once, and then pushed, each time for so much work.
  private func pushed(_ times: Int, seconds: Int) -> TestDevice {
    var device = TestDevice.withFrozen("mail")
    for number in 1...times {
      device.silentPush("mail")
      device.report("mail", .measured(ResourceUsage(processor: .seconds(seconds * number))))
      device.pass(.minutes(30))
    }
    return device
  }

  @Test("is none where the figures carry none")
  func none() {
    #expect(advice(TestDevice()) == [])
    #expect(advice(.withFrozen("mail")) == [])
  }

  @Test("is to switch off background work that used much for few opens, with both figures")
  func refresh() throws {
    let device = pushed(8, seconds: 4)
    let found = try #require(advice(device).first)
    #expect(found.command == "torpor settings com.example.mail backgroundRefresh=off")
    guard case .refresh(let work) = found.facts else {
      Issue.record("it is \(found)")
      return
    }
    #expect(work.wakes == 8)
    #expect(work.opens == 1)
    #expect(work.share.nanojoules >= 32_000_000_000)
    #expect(work.share.permille > 900)
    #expect(device.broken == [])
  }

  @Test("is not given below its thresholds: 8 wakes, 10 J, 4 wakes for each open")
  func thresholds() {
    #expect(advice(pushed(7, seconds: 4)) == [])
    #expect(advice(pushed(8, seconds: 0)) == [])
    var often = pushed(8, seconds: 4)
    for _ in 0..<2 {
      often.open("mail")
      often.home()
      often.pass(.minutes(1))
    }
    #expect(advice(often) == [])
  }

  @Test("is none where the user has switched it off already")
  func followed() {
    var device = pushed(8, seconds: 4)
    device.changeSettings("mail", AppSettings(backgroundRefresh: .off))
    #expect(advice(device) == [])
  }

  @Test("has what never sleeps, with its remedy")
  func sleepless() {
    var device = TestDevice()
    device.install("sync")
    device.user(.exempt(app: device.app("sync"), lasting: nil))
    device.open("sync")
    device.home()
    device.pass(.minutes(31))
    #expect(advice(device).map(\.kind) == [.sleepless])
    #expect(advice(device).map(\.command) == ["torpor exempt com.example.sync --end"])
  }

  @Test("is to save power where the battery is low, and to have that begin by itself where it was")
  func lowPower() {
    var device = TestDevice()
    device.power(isExternal: false, percent: 50)
    #expect(advice(device) == [])
    device.pass(.hours(1))
    device.power(isExternal: false, percent: 18)
    #expect(advice(device).map(\.command) == ["torpor settings lowPowerMode=on"])
    device.pass(.hours(1))
    device.power(isExternal: true, percent: 60)
    #expect(advice(device).map(\.command) == ["torpor settings automaticLowPowerMode=on"])
    device.user(.change(setting: .kept(.automaticLowPowerMode(true))))
    #expect(advice(device) == [])
  }

  @Test("says nothing of a battery that was low while Low Power Mode was on")
  func savedThen() {
    var device = TestDevice()
    device.power(isExternal: false, percent: 50)
    device.user(.change(setting: .lowPowerMode(true)))
    device.pass(.hours(1))
    device.power(isExternal: false, percent: 18)
    device.pass(.hours(1))
    device.power(isExternal: true, percent: 85)
    #expect(!device.device.conditions.lowPowerMode.value)
    #expect(advice(device) == [])
  }

  @Test("is against removing an app from the switcher that is started again each time")
  func forceQuit() throws {
    var device = TestDevice()
    device.install("mail")
    for _ in 0..<3 {
      device.open("mail")
      device.pass(.seconds(5))
      device.user(.forceQuit(app: device.app("mail")))
      device.pass(.seconds(5))
    }
    #expect(advice(device, device.decisions("mail")) == [])
    device.open("mail")
    let found = try #require(advice(device, device.decisions("mail")).first)
    #expect(found.facts == .forceQuit(device.app("mail"), times: 3, relaunches: 3))
    #expect(found.command == "torpor home com.example.mail")
  }

  @Test("is to keep longer what was ended for memory and started again, again and again")
  func evicted() {
    var device = TestDevice()
    device.install("game")
    func decisions(_ times: Int, lastEnd: ExitReason? = nil) -> [Decision] {
      func decision(_ action: Decision.Action) -> Decision {
        Decision(at: device.now, app: device.app("game"), action: action, because: [])
      }
      let rounds = (0..<times).flatMap { _ in
        [decision(.end(.jetsam)), decision(.launch(.foreground))]
      }
      return rounds + (lastEnd.map { [decision(.end($0))] } ?? [])
    }
    #expect(advice(device, decisions(2, lastEnd: .jetsam)) == [])
    #expect(advice(device, decisions(2, lastEnd: .outOfMemory)) == [])
    let found = advice(device, decisions(3, lastEnd: .jetsam))
    #expect(found.map(\.facts) == [.evicted(device.app("game"), times: 4, relaunches: 3)])
    #expect(found.map(\.command) == ["torpor settings evictionOrder=leastLikelyUsedFirst"])
  }

  @Test("is none where the device lets no app run in the background")
  func deviceSwitch() {
    var device = pushed(8, seconds: 4)
    device.user(.change(setting: .backgroundRefresh(.off)))
    #expect(advice(device) == [])
  }

  private func fix(
    _ device: inout TestDevice,
    device settings: [Setting] = [],
    of app: [AppSetting] = []
  ) {
    let mail = Restrictions.OfApp(app: device.app("mail"), settings: app)
    device.tell(
      .restrictions(
        Restrictions(file: "/etc/fixed", device: settings, apps: app.isEmpty ? [] : [mail])
      )
    )
  }

  @Test("is not to switch off what an administrator has fixed of an app")
  func fixedOfApp() {
    var device = pushed(8, seconds: 4)
    #expect(advice(device).map(\.kind) == [.refresh])
    fix(&device, of: [.backgroundRefresh(.on)])
    #expect(advice(device) == [])
    fix(&device, of: [.location(.always)])
    #expect(advice(device).map(\.kind) == [.refresh])
  }

  @Test("is not to save power where an administrator has fixed that")
  func fixedPower() {
    var device = TestDevice()
    device.power(isExternal: false, percent: 18)
    fix(&device, device: [.lowPowerMode(false)])
    #expect(advice(device) == [])
    fix(&device, device: [.kept(.automaticLowPowerMode(false))])
    #expect(advice(device).map(\.command) == ["torpor settings lowPowerMode=on"])
    device.pass(.hours(1))
    device.power(isExternal: true, percent: 60)
    #expect(advice(device) == [])
  }

  @Test("names, of an app that is ended for memory, a setting that is not fixed, or none")
  func fixedMemory() {
    var device = TestDevice()
    device.install("mail")
    device.user(.change(setting: .pageOutAfter(.zero)))
    let rounds = (0..<4).flatMap { _ in
      [Decision.Action.end(.jetsam), .launch(.foreground)].map {
        Decision(at: device.now, app: device.app("mail"), action: $0, because: [])
      }
    }
    func command() -> [String?] { advice(device, rounds).map(\.command) }
    #expect(command() == ["torpor settings evictionOrder=leastLikelyUsedFirst"])
    fix(&device, device: [.evictionOrder(.largestFirst)])
    #expect(command() == ["torpor settings pageOutAfter=5m"])
    fix(&device, device: [.evictionOrder(.largestFirst), .pageOutAfter(.zero)])
    #expect(command() == ["torpor ps"])
  }

  @Test("is to restart a machine that has run for a month, only while memory is short")
  func restart() {
    var device = TestDevice()
    device.tell(.booted)
    device.pass(.days(31))
    #expect(advice(device) == [])
    device.tell(
      .memory(MemoryReport(level: .critical, availableBytes: 10_000_000, totalBytes: 4_000_000_000))
    )
    let found = advice(device)
    #expect(found.map(\.kind) == [.restart])
    #expect(found.map(\.command) == ["systemctl reboot"])
  }
}
