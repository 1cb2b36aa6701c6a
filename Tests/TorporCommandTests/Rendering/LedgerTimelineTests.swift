import Testing
import TorporModel
import TorporText
import TorporWire

@testable import torpor

@Suite("The timeline of a ledger")
struct LedgerTimelineTests {
  private static let begin = Samples.now - .hours(1)

  private static func row(
    _ number: UInt64,
    at moment: Instant,
    _ app: String?,
    _ action: Decision.Action,
    _ verdict: Decision.Verdict = .done,
    because conditions: [Condition] = [Condition(.userAction)],
    clockAhead: Duration = .zero
  ) -> LoggedDecision {
    LoggedDecision(
      sequence: number,
      wallMicroseconds: Samples.wallMicroseconds
        + (moment - Samples.now + clockAhead).nanoseconds / 1000,
      decision: Decision(
        at: moment,
        app: app.flatMap { AppIdentifier($0) },
        action: action,
        verdict: verdict,
        because: conditions
      )
    )
  }

  private static func timeline(
    _ rows: [LoggedDecision],
    apps: [AppStatus] = [],
    only names: Set<AppIdentifier> = []
  ) -> LedgerTimeline {
    LedgerTimeline(rows, apps: apps, from: begin, clock: Samples.clock, only: names)
  }

  /// An app that is opened after 6 minutes, leaves after 12, is frozen 6 s later, and is woken once.
  private static let day: [LoggedDecision] = [
    row(1, at: begin + .minutes(6), "mail", .launch(.foreground)),
    row(2, at: begin + .minutes(12), "mail", .moveToBackground),
    row(3, at: begin + .minutes(12) + .seconds(6), "mail", .freeze, because: []),
    row(
      4,
      at: begin + .minutes(30),
      "mail",
      .wake(.appRefresh),
      because: [Condition(.plannedMoment)]
    ),
    row(5, at: begin + .minutes(30), "mail", .thaw, because: [Condition(.wake)]),
    row(6, at: begin + .minutes(31), "mail", .freeze, because: []),
  ]

  private static func app(_ state: ApplicationState, since: Instant) -> AppStatus {
    var app = Samples.app("mail", state)
    app.since = since
    return app
  }

  @Test("calls the process of a job by its job")
  func jobs() {
    let rows = [
      Self.row(1, at: Self.begin + .minutes(6), "torpor.job.3", .launch(.foreground)),
      Self.row(2, at: Self.begin + .minutes(12), "torpor.job.3", .moveToBackground),
    ]
    #expect(Self.timeline(rows).lanes.map(\.name) == ["job 3"])
  }

  @Test("has a lane for each app with a bar for each of its states, up to now")
  func bars() throws {
    let app = Self.app(.suspended, since: Self.begin + .minutes(31))
    let lane = try #require(Self.timeline(Self.day, apps: [app]).lanes.first)
    #expect(lane.name == "mail")
    #expect(
      lane.bars.map(\.look) == [.active, .background, .suspended, .background, .suspended]
    )
    #expect(lane.bars.map(\.from) == [10_000, 20_000, 20_166, 50_000, 51_666])
    #expect(lane.bars.map(\.to) == [20_000, 20_166, 50_000, 51_666, 100_000])
    #expect(
      lane.bars[0].title == "active for 6m 00s, since 03:06:00: launched it: the user asked for it"
    )
  }

  @Test("marks each wake with its time and its reasons, and counts it")
  func wakes() throws {
    let timeline = Self.timeline(Self.day)
    let lane = try #require(timeline.lanes.first)
    #expect(lane.marks.map(\.look) == [.wake])
    #expect(lane.marks[0].title.hasPrefix("03:30:00 woke it for "))
    #expect(timeline.sums.map(\.wakes) == [1])
    #expect(timeline.sums[0].lengths[.active] == .minutes(6))
  }

  @Test("counts a launch into the background and the wake that it is for as one wake")
  func launchForAWake() throws {
    let rows = [
      Self.row(1, at: Self.begin + .minutes(6), "mail", .launch(.background(.silentPush))),
      Self.row(2, at: Self.begin + .minutes(6), "mail", .wake(.silentPush)),
    ]
    #expect(Self.timeline(rows).sums.map(\.wakes) == [1])
  }

  @Test("shows the state of an app that nothing was decided about")
  func still() throws {
    let app = Self.app(.suspended, since: Self.begin - .hours(3))
    let lane = try #require(Self.timeline([], apps: [app]).lanes.first)
    #expect(lane.bars.map(\.look) == [.suspended])
    #expect(lane.bars.map(\.to) == [100_000])
  }

  @Test("tells from its first decision what an app was before")
  func before() throws {
    let rows = [Self.row(1, at: Self.begin + .minutes(30), "mail", .thaw)]
    let lane = try #require(Self.timeline(rows).lanes.first)
    #expect(lane.bars.map(\.look) == [.suspended])
    #expect(lane.bars.map(\.to) == [50_000])
  }

  @Test("begins with the first decision there is, where the ledger has no earlier one")
  func beginning() {
    let rows = Self.day, early = Self.begin - .hours(9)
    func begin(_ rows: [LoggedDecision], isAll: Bool = true) -> Instant {
      LedgerTimeline.begin(early, of: rows, isAll: isAll, at: Samples.now)
    }
    #expect(begin(rows) == rows[0].decision.at)
    #expect(begin(rows, isAll: false) == early)
    #expect(begin([]) == early)
    // Made after the clock was read: a minute is drawn all the same.
    let new = Self.row(1, at: Samples.now + .seconds(1), "mail", .install)
    #expect(begin([new]) == Samples.now - .minutes(1))
  }

  @Test("says of which day its ends are, unless both are today")
  func span() {
    func span(from begin: Instant) -> String {
      LedgerTimeline([], apps: [], from: begin, clock: Samples.clock).span
    }
    #expect(span(from: Self.begin) == "03:00:00 to 04:00:00")
    #expect(span(from: Samples.now - .hours(24)).hasSuffix(" 04:00:00 to today, 04:00:00"))
  }

  @Test("says where the clock on the wall was set, and stays in order")
  func clockJump() throws {
    let rows = [
      Self.row(1, at: Self.begin + .minutes(6), "mail", .launch(.foreground)),
      Self.row(2, at: Self.begin + .minutes(30), "mail", .freeze, clockAhead: .zero - .hours(2)),
      Self.row(3, at: Self.begin + .minutes(45), "mail", .thaw),
    ]
    let timeline = Self.timeline(rows)
    let device = try #require(timeline.lanes.first)
    #expect(device.name == "device")
    #expect(
      device.marks.map(\.title) == [
        "01:30:00 the clock had been set back by 2h 00m",
        "03:45:00 the clock had been set forward by 2h 00m",
      ]
    )
    let mail = timeline.lanes[1]
    #expect(mail.bars.map(\.from) == [10_000, 50_000])
  }

  @Test("draws the sleep of the machine, and what was refused")
  func deviceLane() {
    let rows = [
      Self.row(1, at: Self.begin + .minutes(30), nil, .sleep(.minutes(15)), because: []),
      Self.row(2, at: Self.begin + .minutes(45), "mail", .wake(.appRefresh), .denied),
    ]
    let lanes = Self.timeline(rows).lanes
    #expect(lanes.map(\.name) == ["device", "mail"])
    #expect(lanes[0].bars.map(\.look) == [.asleep])
    #expect(lanes[0].bars.map(\.from) == [25_000])
    #expect(lanes[1].marks.map(\.look) == [.denied])
  }

  @Test("has the apps that were named, and no others")
  func named() {
    let rows = Self.day + [Self.row(9, at: Samples.now, "maps", .freeze)]
    let lanes = Self.timeline(rows, only: [AppIdentifier("maps")!]).lanes
    #expect(lanes.map(\.name) == ["maps"])
  }

  @Test("draws what lies within a pixel once, with what it holds")
  func merged() throws {
    let bars = (0..<1000).map { index in
      TimelineBar(
        index.isMultiple(of: 2) ? .background : .suspended,
        from: index,
        to: index + 1,
        length: .seconds(index.isMultiple(of: 2) ? 1 : 3),
        title: "bar \(index)"
      )
    }
    let marks = (0..<1000).map { TimelineMark(.wake, at: $0, title: "wake \($0)") }
    let lane = TimelineLane("mail", bars: bars, marks: marks).merged(parts: 1000)
    #expect(lane.bars.count == 10)
    #expect(lane.bars[0].look == .suspended)
    #expect(lane.bars[0].title == "100 states: background 50s, suspended 2m 30s; the first: bar 0")
    #expect(lane.marks.count == 10)
    #expect(lane.marks[0].title.hasSuffix("wake 5\nand 94 more"))
    #expect(lane.bars.last?.to == 1000)
  }

  @Test("leaves alone what can be told apart")
  func notMerged() {
    let lane = Self.timeline(Self.day).lanes[0]
    #expect(lane.merged(parts: 8000) == lane)
  }

  @Test("escapes names of apps and of their tasks: no HTML, no control characters")
  func escapes() {
    let name = "</title><script>alert(1)</script>\u{1b}[2J\u{202e}&'\""
    let rows = [
      Self.row(
        1,
        at: Self.begin + .minutes(3),
        "mail",
        .beginTask(task: BackgroundTaskIdentifier(rawValue: 1), name: name)
      )
    ]
    let page = LedgerPage.html(Self.timeline(rows))
    #expect(!page.contains("<script>alert"))
    #expect(!page.contains("\u{1b}"))
    #expect(!page.contains("\u{202e}"))
    #expect(
      page.contains(
        "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\x1b[2J\\u{202e}&amp;&#39;&quot;"
      )
    )
    let picture = LedgerPage.svg(Self.timeline(rows))
    #expect(!picture.contains("<script"))
    #expect(!picture.contains("\u{1b}"))
  }

  @Test("is a page that needs no network, and says so to the browser")
  func selfContained() {
    let page = LedgerPage.html(Self.timeline(Self.day))
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("http:") && !page.contains("https:") && !page.contains("src="))
    #expect(page.contains("aria-live=\"polite\""))
  }

  @Test("writes round times of day above it, by the zone of the user")
  func ticks() {
    let ticks = Self.timeline(Self.day).ticks.filter { !$0.isFine }
    #expect(ticks.map(\.text) == ["03:15", "03:30", "03:45"])
    #expect(ticks.map(\.at) == [25_000, 50_000, 75_000])
  }

  @Test("says that nothing was decided")
  func empty() {
    #expect(LedgerPage.html(Self.timeline([])).contains("Nothing was decided in this time."))
  }

  @Test("draws the busiest apps where there are more than anyone can look through")
  func manyApps() {
    let rows = (0..<100).flatMap { index in
      [Self.row(UInt64(index), at: Samples.now - .minutes(1), "app\(index)", .freeze)]
    }
    let timeline = Self.timeline(rows)
    #expect(timeline.lanes.count == LedgerTimeline.lanesMax)
    #expect(timeline.hiddenCount == 36)
    #expect(LedgerPage.html(timeline).contains("36 more apps with fewer decisions"))
  }
}
