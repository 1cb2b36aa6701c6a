import Testing
import TorporModel
import TorporText
import TorporWire

@testable import TorporPages

@Suite("The battery page of the dashboard")
struct BatteryPagesTests {
  private static let mail = AppIdentifier("com.example.mail")!
  private let clock = WallClock.epoch

  private func figures(_ seconds: Int, joules: Int64 = 0, bytes: Int64 = 0) -> BatteryFigures {
    BatteryFigures(
      time: .seconds(seconds),
      processor: .milliseconds(seconds * 10),
      wiredBytes: bytes,
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

  private func app(
    _ name: String = "Mail",
    onScreen: BatteryFigures? = nil,
    offScreen: BatteryFigures? = nil
  ) -> BatteryApp {
    BatteryApp(
      app: Self.mail,
      name: name,
      sharePermille: 370,
      onScreen: onScreen ?? figures(60, joules: 10),
      offScreen: offScreen ?? figures(30, joules: 5),
      wakes: [BatteryWakeCount(reason: .silentPush, count: 3)],
      labels: [.audio, .voip]
    )
  }

  private func battery(
    _ apps: [BatteryApp] = [],
    hours: [BatteryHour] = [],
    levels: [BatteryLevelRow] = [],
    begin: Instant = .at(.hours(7)),
    sleepless: [SleeplessApp] = []
  ) -> BatteryStatus {
    BatteryStatus(
      at: .at(.hours(30)),
      wallMicroseconds: 108_000_000_000,
      begin: begin,
      total: apps.first?.onScreen ?? figures(0),
      apps: apps,
      hours: hours,
      levels: levels,
      sleepless: sleepless,
      sources: [BatterySource(figure: "energy", isMeasured: false, text: "It is the model's.")]
    )
  }

  private func page(_ battery: BatteryStatus, advice: [AdviceRow]? = nil) -> String {
    let reply = advice.map {
      Control.GetAdvice.Reply(advice: $0, apps: 3, begin: .at(.hours(7)), at: .at(.hours(30)))
    }
    return BatteryHTML(battery, reply.map { .given($0) } ?? .unasked, clock).page
  }

  private func text(_ question: BatteryQuestion) -> String? {
    question.message.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("asks for the battery and then for advice, of one app for the battery alone")
  func questions() throws {
    var all = BatteryQuestion(hours: 24)
    #expect(
      text(all) == #"{"method":"io.torpor.Control.DescribeBattery","parameters":{"hours":24}}"#
    )
    let reply = Control.DescribeBattery.Reply(battery: battery([app()]))
    let message = Array(VarlinkReply(parameters: reply.parameters).bytes.dropLast())
    try all.take(message)
    #expect(text(all) == #"{"method":"io.torpor.Control.GetAdvice","parameters":{}}"#)
    let advice = Control.GetAdvice.Reply(advice: [], apps: 1, begin: .zero, at: .zero)
    try all.take(Array(VarlinkReply(parameters: advice.parameters).bytes.dropLast()))
    #expect(text(all) == nil)
    #expect(String(decoding: all.content, as: UTF8.self).contains("give no reason for advice."))
    var one = BatteryQuestion(app: "com.example.mail", hours: 5000)
    #expect(text(one)?.contains(#""app":"com.example.mail","hours":240"#) == true)
    try one.take(message)
    #expect(text(one) == nil)
    #expect(String(decoding: one.content, as: UTF8.self).contains("Receipts"))
  }

  @Test("has a row for each app with its share, its labels and its figures, and the sum")
  func rows() {
    let page = page(battery([app()]))
    for part in [
      "<tr data-app=\"com.example.mail\">", ">37 %<", "<li class=\"chip\">audio</li>",
      "<li class=\"chip\">VoIP</li>", "data-label=\"on screen\">1m 00s<",
      "data-label=\"background\">30s<", "data-label=\"woken\">3 ×<", "data-label=\"CPU\">900 ms<",
      "data-label=\"energy\">15.0 J<", "<th scope=\"row\">All apps</th>",
    ] { #expect(page.contains(part), "\(part)") }
  }

  @Test("adds what an app moved over networks on screen and off it")
  func bytes() {
    let page = page(
      battery([app(onScreen: figures(1, bytes: 1024), offScreen: figures(1, bytes: 2048))])
    )
    #expect(page.contains("data-label=\"network\">3.0 KiB<"))
  }

  @Test("shows names as text, whatever they have in them, and has nothing inline")
  func names() {
    let status = battery(
      [app("<b>Bold</b>\u{1b}\"")],
      sleepless: [
        SleeplessApp(
          app: Self.mail,
          name: "<i>",
          began: .at(.hours(29)),
          hold: nil,
          remedy: "torpor quit <x>"
        )
      ]
    )
    for html in [page(status), BatteryAppHTML(status, clock).page] {
      #expect(html.contains("&lt;b&gt;Bold&lt;/b&gt;\\x1b&quot;"))
      for stray in ["<b>", "<i>", "\u{1b}", "<x>", " style=", "<script", " onclick="] {
        #expect(!html.contains(stray), "\(stray)")
      }
    }
  }

  @Test("has the first 40 apps, and the others behind a button")
  func manyApps() {
    let page = page(battery(Array(repeating: app(), count: 43)))
    #expect(page.components(of: "<tr data-app").count == 44)
    #expect(page.contains("<tbody id=\"more-apps\" hidden>"))
    #expect(page.contains(">Show 3 apps that used less</button>"))
  }

  // MARK: Charts

  private func level(_ hour: Int, _ percent: Int, plugged: Bool = false) -> BatteryLevelRow {
    BatteryLevelRow(at: .at(.hours(hour)), percent: percent, isOnExternalPower: plugged)
  }

  private func hour(_ begin: Int, on: Int, off: Int, runs: [BatteryRun]? = nil) -> BatteryHour {
    BatteryHour(
      begin: .at(.hours(begin)),
      onScreen: figures(on),
      offScreen: figures(off),
      apart: figures(0),
      runs: runs
    )
  }

  @Test("draws the level as far as time has passed, low ones apart, with words for a reader")
  func levels() {
    let charts = BatteryCharts(
      battery(levels: [level(7, 90), level(20, 20), level(28, 55, plugged: true)]),
      clock
    )
    let drawing = charts.levels
    #expect(drawing.contains("from 90 % to 55 %, the lowest was 20 %"))
    #expect(drawing.components(of: "class=\"level\"").count - 1 == 30)
    // One of them has been charged since.
    #expect(drawing.components(of: "class=\"level low\"").count - 1 == 17)
    #expect(drawing.contains("03:30 to 04:00: 55 %, 20 % at the lowest"))
    #expect(drawing.contains("04:00 to 06:00: on external power"))
    #expect(drawing.contains(">00:00</text>"))
  }

  @Test("draws power as it was, and the lowest level, also where both fit into one column")
  func short() {
    let begin = Instant.at(.hours(30) - .hours(240))
    let at = { (minutes: Int) in Instant.at(.hours(20) + .minutes(minutes)) }
    let status = battery(
      levels: [
        BatteryLevelRow(at: at(0), percent: 60, isOnExternalPower: false),
        BatteryLevelRow(at: at(30), percent: 12, isOnExternalPower: false),
        BatteryLevelRow(at: at(40), percent: 12, isOnExternalPower: true),
        BatteryLevelRow(at: at(50), percent: 40, isOnExternalPower: true),
        BatteryLevelRow(at: at(55), percent: 44, isOnExternalPower: false),
      ],
      begin: begin
    )
    let drawing = BatteryCharts(status, clock).levels
    #expect(drawing.contains("the lowest was 12 %"))
    #expect(drawing.components(of: "class=\"level low\"").count - 1 == 1)
    #expect(drawing.contains("44 %, 12 % at the lowest"))
    // A quarter of an hour of ten days.
    #expect(drawing.contains("20:40 to 20:55: on external power"))
    #expect(drawing.contains("class=\"plugged\" x=\"96.11%\" width=\"0.10%\""))
  }

  @Test("has a row for everything that a pointer finds in the charts")
  func tables() {
    let status = battery(
      hours: [hour(20, on: 900, off: 4500), hour(29, on: 0, off: 60)],
      levels: [level(7, 90), level(20, 20), level(28, 55, plugged: true)]
    )
    let charts = BatteryCharts(status, clock)
    let drawing = charts.levels + charts.activity(heading: "h2", of: .all)
    let titles = drawing.components(of: "<title>").dropFirst().compactMap {
      String($0).components(of: ": ").first.map(String.init)
    }
    #expect(titles.count == 46 + 1 + 2)
    for title in titles {
      #expect(charts.tables.contains("<th scope=\"row\">\(title)</th>"), "\(title)")
    }
    for caption in ["Level at the end of each time", "On external power", "Activity"] {
      #expect(charts.tables.contains("<caption>\(caption)</caption>"))
    }
  }

  @Test("has no chart of a battery that there is not, and says so")
  func noBattery() {
    let status = battery([app()])
    #expect(BatteryCharts(status, clock).levels.isEmpty)
    #expect(page(status).contains("<p>This machine has no battery.</p>"))
    #expect(!BatteryCharts(status, clock).tables.contains("Level"))
  }

  @Test("draws activity by hour at a scale that holds the busiest one")
  func activity() {
    let charts = BatteryCharts(
      battery(hours: [hour(20, on: 900, off: 4500), hour(29, on: 0, off: 60)]),
      clock
    )
    let drawing = charts.activity(heading: "h2", of: .all)
    #expect(drawing.contains("20:00 to 21:00: 15m 00s on screen, 1h 15m in the background"))
    #expect(drawing.contains(">2 h</text>") && drawing.contains(">1 h</text>"))
    #expect(drawing.contains("15m 00s on screen, 1h 16m in the background\""))
    // 15 min of two hours, and 75 min above them.
    #expect(drawing.contains("y=\"87.50%\" height=\"12.50%\""))
    #expect(drawing.contains("y=\"25.00%\" height=\"62.50%\""))
    let nothing = BatteryCharts(battery(), clock)
    #expect(
      nothing.activity(heading: "h2", of: .all).contains(
        "No app has used anything in the last 23 hours."
      )
    )
    #expect(
      nothing.activity(heading: "h3", of: .one).contains(
        "The app has not used anything in the last 23 hours."
      )
    )
  }

  @Test("has columns of six hours and the days for ten days")
  func days() {
    let status = battery(
      hours: [hour(29, on: 60, off: 60)],
      begin: .at(.hours(30) - .hours(240))
    )
    let drawing = BatteryCharts(status, clock).activity(heading: "h2", of: .one)
    #expect(drawing.contains("for each 6 hours"))
    #expect(drawing.contains("<tspan class=\"wide\">Thu </tspan>1</text>"))
  }

  // MARK: Receipts

  private func run(_ number: Int, joules: Int64) -> BatteryRun {
    BatteryRun(
      began: .at(.hours(20) + .seconds(number)),
      count: 1,
      used: figures(2, joules: joules, bytes: 1000),
      wakes: [BatteryWakeCount(reason: .silentPush, count: 2)],
      holds: [.wake, .backgroundTask],
      labels: []
    )
  }

  @Test("gives a receipt for each run, the newest first, and all of them sum up to the total")
  func receipts() throws {
    let runs = (0..<130).map { run($0, joules: Int64($0)) }
    var hour = hour(20, on: 60, off: 260, runs: runs)
    hour.apart = figures(0, joules: 7, bytes: 500)
    let offScreen = figures(260, joules: 129 * 65 + 7, bytes: 130_500)
    let status = battery([app(offScreen: offScreen)], hours: [hour])

    let lines =
      status.receipts(countMax: 100)
      + [try #require(status.earlierReceipts(countMax: 100))]
      + [try #require(status.receiptWithoutRun), BatteryReceipt(sumOf: [figures(60, joules: 10)])]
    let all = BatteryReceipt(sumOf: [status.apps[0].onScreen, status.apps[0].offScreen])
    #expect(lines.reduce(0) { $0 + $1.nanojoules } == all.nanojoules)
    #expect(lines.reduce(0) { $0 + $1.networkBytes } == all.networkBytes)
    #expect(lines.reduce(.zero) { $0 + $1.processor } == all.processor)
    #expect(lines.reduce(.zero) { $0 + $1.time } == all.time)

    let page = BatteryAppHTML(status, clock).page
    let rows = page.components(of: "<tr><th scope=\"row\">").dropFirst()
      .filter { $0.contains("data-label=\"energy\"") }
    #expect(rows.count == 104)
    #expect(rows.first?.contains("<strong>a silent push (2)</strong>, task") == true)
    #expect(rows.first?.contains(">129.0 J<") == true)
    #expect(page.contains("30 earlier receipts"))
    hour.runs = Array(runs.prefix(101))
    let more = BatteryAppHTML(battery([app()], hours: [hour]), clock).page
    #expect(more.contains(">1 earlier receipt<"))
    #expect(page.contains("done for it while it had no process"))
    #expect(rows.last?.hasPrefix("total") == true)
  }

  @Test("says of an app, too, as of when its figures are and which hours are not complete")
  func moment() {
    var status = battery([app()])
    #expect(BatteryAppHTML(status, clock).page.contains("As of <time>06:00:00</time>"))
    #expect(!BatteryAppHTML(status, clock).page.contains("not complete"))
    status.keptFrom = .at(.hours(26))
    #expect(
      BatteryAppHTML(status, clock).page.contains(
        "<p>Hours before 02:00:00 are not complete: there were more than are kept.</p>"
      )
    )
  }

  @Test("shows the battery without advice where the daemon gives none, and says why")
  func refusedAdvice() throws {
    var question = BatteryQuestion(hours: 24)
    let reply = Control.DescribeBattery.Reply(battery: battery([app()]))
    try question.take(Array(VarlinkReply(parameters: reply.parameters).bytes.dropLast()))
    let error = WireError.permissionDenied
    try question.take(Array(VarlinkReply(error).bytes.dropLast()))
    #expect(question.message == nil)
    let page = String(decoding: question.content, as: UTF8.self)
    #expect(page.contains("Advice cannot be shown: "))
    #expect(page.contains("<tr data-app=\"com.example.mail\">"))
  }

  @Test("says so of an app that used nothing")
  func nothing() {
    let page = BatteryAppHTML(battery(), clock).page
    #expect(page.contains("The app used nothing in these hours."))
  }

  // MARK: What can be done

  @Test("has a button for a command that changes one setting")
  func buttons() {
    func change(_ command: String) -> String? {
      SettingChange(command).map { String(decoding: $0.json.bytes, as: UTF8.self) }
    }
    #expect(
      change("torpor settings com.example.mail location=never")
        == #"{"app":"com.example.mail","location":"never"}"#
    )
    #expect(
      change("torpor settings com.example.mail allowsNotifications=off")
        == #"{"app":"com.example.mail","allowsNotifications":false}"#
    )
    #expect(change("torpor settings lowPowerMode=on") == #"{"lowPowerMode":true}"#)
    #expect(
      change("torpor settings pageOutAfter=5m")?.contains(#":300000000}"#) == true
    )
    #expect(
      change("torpor settings evictionOrder=leastLikelyUsedFirst")
        == #"{"evictionOrder":"leastLikelyUsedFirst"}"#
    )
    for other in [
      "torpor quit com.example.mail", "torpor settings", "torpor settings colour=red",
      "torpor settings com.example.mail lowPowerMode=on", "torpor settings location=never x y",
      "torpor settings lowPowerMode=perhaps", "torpor settings pageOutAfter=5", "systemctl reboot",
    ] { #expect(change(other) == nil, "\(other)") }
    #expect(
      Remedy.html("torpor settings com.example.mail location=never")
        == "<p class=\"remedy\"><button type=\"button\" class=\"do\" data-change=\""
        + "{&quot;app&quot;:&quot;com.example.mail&quot;,&quot;location&quot;:&quot;never&quot;}\">"
        + "Never allow location</button> <code>torpor settings com.example.mail location=never</code></p>"
    )
    #expect(Remedy.html("torpor ps") == "<p class=\"remedy\"><code>torpor ps</code></p>")
  }

  @Test("has a title for what each button does")
  func titles() {
    func title(_ setting: String) -> String? { SettingChange("torpor settings \(setting)")?.title }
    #expect(title("app location=whenInUse") == "Location only while in use")
    #expect(title("app backgroundRefresh=off") == "Switch background refresh off")
    #expect(title("app allowsNotifications=off") == "Switch notifications off")
    #expect(title("lowPowerMode=on") == "Switch Low Power Mode on")
    #expect(
      title("automaticLowPowerMode=on") == "Switch Low Power Mode on automatically at 20 %"
    )
    #expect(title("evictionOrder=leastLikelyUsedFirst") == "End the least likely used apps first")
    #expect(title("pageOutAfter=5m") == "Write memory to swap after 5m")
    #expect(title("app location=always") == "Set location to always")
  }

  @Test("names what never sleeps with its remedy, once")
  func sleepless() {
    let status = battery(
      [app()],
      sleepless: [
        SleeplessApp(
          app: Self.mail,
          name: "Mail",
          began: .at(.hours(29)),
          hold: Condition(.locationUpdates, since: .at(.hours(29))),
          remedy: "torpor settings com.example.mail location=never"
        )
      ]
    )
    var same = AdviceRow(kind: .sleepless, app: Self.mail, command: "torpor ps")
    same.began = .at(.hours(29))
    var other = AdviceRow(kind: .lowPower, command: "torpor settings lowPowerMode=on")
    (other.lowestPercent, other.percent) = (12, 15)
    let page = page(status, advice: [same, other])
    #expect(page.contains("<strong>Mail</strong> has run off screen for 1h 00m: "))
    #expect(!page.contains("has not slept"))
    #expect(page.contains("The battery was down to 12 %"))
    #expect(page.contains("&quot;lowPowerMode&quot;:true"))
    #expect(!self.page(status, advice: [same]).contains("advice-title"))
    #expect(self.page(status, advice: []).contains("give no reason for advice."))
  }

  @Test("says how many figures are measured, and which are not")
  func sources() {
    let page = page(battery())
    #expect(page.contains("0 of 1 are measured"))
    #expect(page.contains("<span>not measured</span> It is the model&#39;s."))
  }
}

extension String {
  /// What lies between each two places where the text has the other one.
  fileprivate func components(of other: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: other) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }
}
