import Testing
import TorporModel
import TorporText
import TorporWire

@testable import torpor

@Suite("The battery page")
struct BatteryTextTests {
  private static let mail = AppIdentifier("com.example.mail")!
  private let clock = WallClock.epoch

  private func figures(_ seconds: Int, joules: Int64 = 0) -> BatteryFigures {
    BatteryFigures(
      time: .seconds(seconds),
      processor: .milliseconds(seconds * 10),
      wiredBytes: 0,
      wifiBytes: 0,
      cellularBytes: 0,
      receivedBytes: 0,
      sentBytes: 0,
      loopbackBytes: 0,
      readBytes: 0,
      writtenBytes: 0,
      nanojoules: joules * 1_000_000_000
    )
  }

  private func battery(
    apps: [BatteryApp] = [],
    hours: [BatteryHour] = [],
    levels: [BatteryLevelRow] = [],
    sleepless: [SleeplessApp] = [],
    begin: Instant = .at(.hours(7)),
    total: BatteryFigures? = nil
  ) -> BatteryStatus {
    BatteryStatus(
      at: .at(.hours(30)),
      wallMicroseconds: 108_000_000_000,
      begin: begin,
      total: total ?? figures(90, joules: 30),
      apps: apps,
      hours: hours,
      levels: levels,
      sleepless: sleepless,
      sources: [
        BatterySource(figure: "processor", isMeasured: true, text: "The kernel counts it."),
        BatterySource(figure: "energy", isMeasured: false, text: "It is the model's."),
      ]
    )
  }

  private func app(_ name: String, wakes: Int = 0) -> BatteryApp {
    BatteryApp(
      app: AppIdentifier("com.example.\(name)")!,
      name: name,
      sharePermille: 500,
      onScreen: figures(60, joules: 10),
      offScreen: figures(30, joules: 5),
      wakes: wakes > 0 ? [BatteryWakeCount(reason: .silentPush, count: wakes)] : [],
      labels: [.audio, .location]
    )
  }

  private func lines(_ battery: BatteryStatus, of app: String? = nil, width: Int = 80) -> [String] {
    BatteryText(battery, clock, .plain, width: width).lines(of: app)
  }

  @Test("says that there is no battery, and that no app has used anything")
  func empty() {
    let lines = lines(battery())
    #expect(lines.first == "Battery: This machine has no battery.")
    #expect(lines.contains("No app has used anything in the last 23 hours."))
    #expect(lines.suffix(2) == ["+  The kernel counts it.", "-  It is the model's."])
  }

  @Test("has a row for each app, and their sum", arguments: [60, 80, 120])
  func rows(width: Int) throws {
    let hour = BatteryHour(
      begin: .at(.hours(29)),
      onScreen: figures(60),
      offScreen: figures(30),
      apart: figures(0)
    )
    let lines = lines(
      battery(apps: [app("mail", wakes: 3), app("maps")], hours: [hour]),
      width: width
    )
    let mail = try #require(lines.first { $0.hasPrefix("mail") })
    #expect(mail.contains("50 %") && mail.contains("1m 00s") && mail.contains("15.0 J"))
    let all = try #require(lines.first { $0.hasPrefix("all") })
    #expect(all.contains("100 %") && all.contains("2m 00s") && all.contains("30.0 J"))
    if width >= 80 { #expect(lines.allSatisfy { $0.count <= width }) }
  }

  @Test(
    "calls a row by the last part of its identifier, and by all of it where that is another one's, too"
  )
  func names() {
    var other = app("mail")
    other.app = AppIdentifier("org.Mail")!
    var job = app("job")
    job.app = AppIdentifier("torpor.job.1")!
    var removed = app("removed")
    removed.app = nil
    let rows = [app("mail"), other, app("Notes"), job, removed]
    let names = BatteryNames(rows)
    #expect(
      rows.map { names[$0] } == [
        "com.example.mail", "org.Mail", "notes", "torpor.job.1", "(removed apps)",
      ]
    )
  }

  @Test(
    "calls no row like an app that is there and has none, by its identifier, its last part or its name"
  )
  func namesOfOthers() {
    func name(beside other: AppStatus) -> String {
      BatteryNames([app("mail")], known: [Samples.app("com.example.mail", .suspended), other])[
        app("mail")
      ]
    }
    #expect(name(beside: Samples.app("notes", .suspended)) == "mail")
    #expect(name(beside: Samples.app("mail", .notRunning)) == "com.example.mail")
    #expect(name(beside: Samples.app("org.other.mail", .notRunning)) == "com.example.mail")
    #expect(name(beside: Samples.app("x.y", name: "Mail", .notRunning)) == "com.example.mail")
  }

  @Test("of one app says whose activity it draws, and that there is none where it used nothing")
  func activityOfOne() {
    let one = lines(battery(apps: [app("mail")], hours: [hour(20, seconds: 60)]), of: "mail")
    #expect(one.contains("Activity of com.example.mail; a full block: all of the time"))
    let all = lines(battery(apps: [app("mail")], hours: [hour(20, seconds: 60)]))
    #expect(
      all.contains("Activity of all apps together; a full block: all of the time, or more")
    )
    let none = lines(battery(), of: "mail")
    #expect(none.contains("The app used nothing in the last 23 hours."))
    #expect(!none.contains { $0.hasPrefix("No app") })
  }

  @Test("draws the level, five rows of a fifth each, within the width", arguments: [23, 240])
  func levels(hours: Int) {
    let begin = Instant.at(.hours(30 - hours))
    let levels = [
      BatteryLevelRow(at: begin, percent: 100, isOnExternalPower: false),
      BatteryLevelRow(at: .at(.hours(20)), percent: 50, isOnExternalPower: false),
    ]
    let lines = lines(battery(levels: levels, begin: begin))
    let chart = lines.filter { $0.contains(" |") }
    #expect(chart.count == 5)
    #expect(chart.first?.hasPrefix("100 |█") == true)
    #expect(chart.first?.hasSuffix("█") == false)
    #expect(chart.last?.hasSuffix("█") == true)
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("names what never sleeps, what holds it, and the command that ends it")
  func sleepless() throws {
    let lines = lines(
      battery(sleepless: [
        SleeplessApp(
          app: Self.mail,
          name: "Mail",
          began: .at(.hours(29)),
          hold: Condition(.locationUpdates, since: .at(.hours(29))),
          remedy: "torpor settings com.example.mail location=never"
        )
      ])
    )
    let index = try #require(lines.firstIndex(of: "What never sleeps"))
    #expect(lines[index + 1].hasPrefix("  com.example.mail: has run off screen for 1h 00m: "))
    #expect(lines[index + 1].hasSuffix(", since 05:00:00."))
    #expect(lines[index + 2] == "    To end it: torpor settings com.example.mail location=never")
  }

  @Test("gives a receipt for each run of an app, with what it was woken for")
  func receipts() throws {
    let run = BatteryRun(
      began: .at(.hours(29)),
      count: 1,
      used: figures(30, joules: 13),
      wakes: [BatteryWakeCount(reason: .silentPush, count: 2)],
      holds: [.wake, .backgroundTask],
      labels: [.backgroundActivity]
    )
    let hour = BatteryHour(
      begin: .at(.hours(29)),
      onScreen: figures(0),
      offScreen: figures(30),
      apart: figures(0),
      runs: [run]
    )
    let lines = lines(battery(apps: [app("mail")], hours: [hour]), of: "mail")
    let receipt = try #require(lines.first { $0.hasPrefix("05:00:00") })
    #expect(receipt.contains("30s") && receipt.contains("300 ms") && receipt.contains("13.0 J"))
    #expect(receipt.hasSuffix("a silent push (2), task"))
  }

  @Test(
    "of a run of less than a second says how long it was, and what held it, if anything",
    arguments: [([], "nothing that lasted"), ([.wake, .runningCallback], "callback")]
      as [([Reason], String)]
  )
  func shortRun(holds: [Reason], why: String) throws {
    var used = figures(0)
    used.time = .milliseconds(410)
    used.processor = .milliseconds(402)
    let run = BatteryRun(
      began: .at(.hours(29)),
      count: 1,
      used: used,
      wakes: [],
      holds: holds,
      labels: []
    )
    var hour = hour(29, seconds: 0)
    hour.runs = [run]
    let lines = lines(battery(apps: [app("mail")], hours: [hour]), of: "mail")
    let receipt = try #require(lines.first { $0.hasPrefix("05:00:00") })
    #expect(receipt.contains("410 ms  402 ms") && receipt.hasSuffix(why))
  }

  @Test("has 40 rows at most, the sum of all, and says how many are missing")
  func manyRows() {
    let shown = lines(battery(apps: (0..<45).map { app("command\($0)") }))
    #expect(shown.count { $0.hasPrefix("command") } == 40)
    #expect(shown.contains { $0.hasPrefix("all") })
    #expect(shown.contains("  5 apps that used less are not shown; --json has all of them."))
  }

  /// What the chart of activity shows on screen, without its axis.
  private func onScreen(_ hours: [BatteryHour], begin: Instant) -> String? {
    lines(battery(hours: hours, begin: begin)).first { $0.hasPrefix("on   ") }
      .map { String($0.dropFirst(5)) }
  }

  private func hour(_ begin: Int, seconds: Int) -> BatteryHour {
    BatteryHour(
      begin: .at(.hours(begin)),
      onScreen: figures(seconds),
      offScreen: figures(0),
      apart: figures(0)
    )
  }

  @Test("draws how much of a column apps took, the hours without any in it too")
  func activity() throws {
    // Three columns for each of 10 hours, of which one has half an hour and one a quarter.
    let chart = try #require(
      onScreen([hour(20, seconds: 1800), hour(29, seconds: 900)], begin: .at(.hours(20)))
    )
    #expect(chart == "▄▄▄" + String(repeating: " ", count: 24) + "▂▂▂")
    // 240 hours in 75 columns: an hour on screen is not the whole of its 3.2 hours.
    let long = try #require(
      onScreen([hour(14, seconds: 3600)], begin: .at(.hours(30) - .hours(240)))
    )
    #expect(long.count == 75)
    #expect(!long.contains("█"))
    #expect(long.contains("▃"))
  }

  @Test("calls an hour an hour, and a share that is not nothing no nothing")
  func small() throws {
    #expect(battery(begin: .at(.hours(29))).period == "the last hour")
    var row = app("mail")
    row.sharePermille = 2
    #expect(BatteryWords.share(of: row) == "<1 %")
    row.onScreen = figures(0)
    row.offScreen = figures(0)
    row.sharePermille = 0
    #expect(BatteryWords.share(of: row) == "0 %")
    let nothing = battery(apps: [row], total: figures(0))
    let all = try #require(lines(nothing).first { $0.hasPrefix("all") })
    #expect(all.contains(" 0 %") && !all.contains("100 %"))
  }

  @Test("says whether what the battery gave is measured or estimated")
  func discharged() {
    func told(isMeasured: Bool) -> [String] {
      var status = battery()
      status.percent = 80
      status.isOnExternalPower = false
      status.dischargedMicrowattHours = 3600
      status.sources.append(
        BatterySource(figure: "battery", isMeasured: isMeasured, text: "It says so.")
      )
      return Array(lines(status).prefix(2))
    }
    #expect(
      told(isMeasured: true) == [
        "Battery: 80 %, on battery.",
        "It has supplied 12.9 J in the last 23 hours (measured).",
      ]
    )
    #expect(
      told(isMeasured: false).last
        == "It has supplied 12.9 J in the last 23 hours (estimated)."
    )
  }

  @Test("says from when to when the processors were read, and from when on all hours are there")
  func limits() {
    var status = battery()
    status.packageNanojoules = 12_900_000_000
    status.packageBegan = .at(.hours(28))
    status.packageUntil = .at(.hours(29))
    status.keptFrom = .at(.hours(26))
    #expect(
      Array(lines(status).prefix(3)) == [
        "Battery: This machine has no battery.",
        "The processors used 12.9 J from 04:00:00 to 05:00:00.",
        "Hours before 02:00:00 are not complete: there were more than are kept.",
      ]
    )
  }

  @Test("writes energy and processor time in the unit that fits")
  func units() {
    #expect(BatteryWords.energy(nanojoules: 412_000_000) == "412 mJ")
    #expect(BatteryWords.energy(nanojoules: 12_900_000_000) == "12.9 J")
    #expect(BatteryWords.energy(nanojoules: 1_250_000_000_000) == "1.2 kJ")
    #expect(BatteryWords.processor(.milliseconds(950)) == "950 ms")
    #expect(BatteryWords.processor(.seconds(75)) == "1m 15s")
  }

  @Test("asks for whole hours, as many as a length touches, and no more than are kept")
  func hours() {
    #expect(BatteryCommand.hours(.hours(24)) == 24)
    #expect(BatteryCommand.hours(.minutes(61)) == 2)
    #expect(BatteryCommand.hours(.seconds(1)) == 1)
    #expect(BatteryCommand.hours(.days(30)) == 240)
  }
}
