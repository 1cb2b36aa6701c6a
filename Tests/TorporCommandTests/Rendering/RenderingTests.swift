import Testing
import TorporModel
import TorporText
import TorporWire

@testable import torpor

@Suite("A table")
struct TableTests {
  private var table: Table {
    var table = Table([.init("NAME"), .init("SIZE", .right), .init("NOTE")])
    table.add([.init("a"), .init("12"), .init("")])
    table.add([.init("longer", .good), .init("1"), .init("x")])
    return table
  }

  @Test("gives each column the width of its widest cell, and no line ends in spaces")
  func widths() {
    #expect(
      table.lines(.plain) == [
        "NAME    SIZE  NOTE",
        "a         12",
        "longer     1  x",
      ]
    )
  }

  @Test("cuts columns that may give way, the widest first, and no others")
  func narrow() {
    var table = Table([.init("A", widthMin: 4), .init("B"), .init("C", widthMin: 3)])
    table.add([.init("aaaaaaaa"), .init("bbbb"), .init("cccccccc", .good)])
    #expect(table.lines(.plain, width: 24).last == "aaaaaaaa  bbbb  cccccccc")
    #expect(table.lines(.plain, width: 22).last == "aaaaaa…  bbbb  cccccc…")
    #expect(table.lines(.plain, width: 18).last == "aaaa…  bbbb  cccc…")
    #expect(table.lines(.plain, width: 5).last == "aaa…  bbbb  cc…")
  }

  @Test("colours cells without moving them")
  func colours() {
    #expect(
      table.lines(Style(isColored: true)) == [
        "\u{1b}[1mNAME\u{1b}[0m    \u{1b}[1mSIZE\u{1b}[0m  \u{1b}[1mNOTE\u{1b}[0m",
        "a         12",
        "\u{1b}[32mlonger\u{1b}[0m     1  x",
      ]
    )
  }
}

@Suite("A quantity")
struct QuantityTests {
  @Test(
    "is told in its two largest units",
    arguments: [
      (Duration.zero, "0s"), (.milliseconds(1999), "1s"), (.seconds(59), "59s"),
      (.seconds(60), "1m 00s"), (.seconds(125), "2m 05s"), (.seconds(7500), "2h 05m"),
      (.days(3) + .hours(4), "3d 04h"), (.seconds(-3), "0s"),
    ]
  )
  func lengths(length: Duration, text: String) {
    #expect(Quantities.text(of: length) == text)
  }

  @Test("that was asked for is told as it is typed")
  func typed() {
    #expect(Quantities.typed(.minutes(5)) == "5m")
    #expect(Quantities.typed(.seconds(93_784)) == "1d2h3m4s")
    #expect(Quantities.typed(.zero) == "0s")
    #expect(Quantities.typed(bytes: 5_000_000_000) == "5 GB")
    #expect(Quantities.typed(bytes: 1_500_000_000) == "1500 MB")
    #expect(Quantities.typed(bytes: 1 << 30) == "1.0 GiB")
  }

  @Test("is told in its largest unit alone where there is little room")
  func brief() {
    #expect(Quantities.brief(of: .seconds(42)) == "42s")
    #expect(Quantities.brief(of: .hours(3) + .minutes(59)) == "3h")
  }

  @Test(
    "is suggested where its unit is spelled out or left out",
    arguments: [
      ("5min", "5m"), ("90", "90m"), ("2 hours", "2h"), ("1day", "1d"), ("10sec", "10s"),
      ("1.5 hours", "1.5h"), ("2weeks", "2w"), ("0.5", "0.5m"),
      ("5x", nil), ("min", nil), ("0", nil), ("", nil),
    ] as [(String, String?)]
  )
  func nearest(text: String, length: String?) {
    #expect(DurationArgument.nearest(to: text) == length)
  }

  @Test(
    "has binary units",
    arguments: [
      (Int64(0), "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (10_240, "10 KiB"),
      (1_572_864, "1.5 MiB"), (25_165_824, "24 MiB"), (5_368_709_120, "5.0 GiB"),
      (2_199_023_255_552, "2048 GiB"), (-1, "0 B"),
    ]
  )
  func sizes(bytes: Int64, text: String) {
    #expect(Quantities.text(ofBytes: bytes) == text)
  }

  @Test(
    "is read as people type it",
    arguments: [
      ("30s", Duration.seconds(30)), ("10m", .minutes(10)), ("2h", .hours(2)),
      ("1h30m", .seconds(5400)), ("2d", .days(2)), ("2w", .days(14)), ("1w2d", .days(9)),
      ("1.5h", .minutes(90)), ("0.5d", .hours(12)), ("1h0.5m", .seconds(3630)),
      ("0.25m", .seconds(15)), ("2.0s", .seconds(2)),
    ]
  )
  func arguments(text: String, length: Duration) {
    #expect(DurationArgument.parse(text) == length)
  }

  @Test(
    "is refused where it is none",
    arguments: [
      "", "5", "s", "1x", "30m1h", "1h1h", "-5s",
      "0s", "1.5s", "1.5h30m", "1.h", ".5h", "1.2.3h", "0.0h", "0.00001d", "1.5", "1d1w",
      "9223372036854775807d", "15250284452471.9w",
    ]
  )
  func wrong(text: String) {
    #expect(DurationArgument.parse(text) == nil)
  }
}

@Suite("A time on the wall")
struct WallClockTests {
  @Test(
    "is told with how far away it is, with the weekday within a week, with seconds when near",
    arguments: [
      (Duration.minutes(190), "in 3h 10m, Sat 07:10"), (.hours(20), "in 20h 00m, Sun 00:00"),
      (.days(6), "in 6d 00h, Fri 04:00"), (.days(33), "in 33d 00h, 2026-12-24 04:00"),
      (.seconds(42), "in 42s, Sat 04:00:42"), (.zero - .minutes(30), "30m 00s ago, Sat 03:30"),
      (.zero - .days(7), "7d 00h ago, 2026-11-14 04:00"),
    ]
  )
  func distances(away: Duration, text: String) {
    #expect(Samples.clock.distance(to: Samples.now + away) == text)
  }

  @Test("has its date in front on any other day than today")
  func dates() {
    #expect(Samples.clock.text(of: Samples.now) == "04:00:00")
    #expect(Samples.clock.text(of: Samples.now - .minutes(5)) == "03:55:00")
    #expect(Samples.clock.text(of: Samples.now - .hours(5)) == "2026-11-20 23:00:00")
  }
}

@Suite("The list of apps")
struct AppListTests {
  @Test("shows what holds each app and how long still")
  func holds() {
    let ended = ExitRecord(
      launch: LaunchIdentifier(rawValue: 2),
      at: Samples.now,
      reason: .code(.backgroundTaskOverrun)
    )
    let lines = AppList.lines(
      [
        Samples.app("com.example.mail", .active, heldBy: [Condition(.onScreen)]),
        Samples.app(
          "com.example.sync",
          .background,
          heldBy: [Samples.upload, Condition(.audio)],
          footprintBytes: 1_572_864
        ),
        Samples.app("notes", .suspended, footprintBytes: 25_165_824),
        Samples.app("old", .notRunning, lastExit: ended),
      ],
      at: Samples.now,
      .plain
    )
    #expect(
      lines.joined(separator: "\n") == """
        NAME              PID  STATE         SINCE  HELD BY                    MEMORY   FG      BG
        com.example.mail    -  active       2m 05s  on screen                       -  42s  2h 05m
        com.example.sync    -  background   2m 05s  task 'upload' 25s, audio  1.5 MiB  42s  2h 05m
        notes               -  suspended    2m 05s  -                          24 MiB  42s  2h 05m
        old                 -  not running  2m 05s  killed (0x2182bad2)             -  42s  2h 05m
        """
    )
  }

  @Test("has a column for the numbers on icons where an app has one")
  func badges() {
    var mail = Samples.app("mail", .active)
    mail.badge = 12
    let lines = AppList.lines([mail, Samples.app("old", .notRunning)], at: Samples.now, .plain)
    #expect(lines[0].hasSuffix("BADGE") && lines[1].hasSuffix("12") && lines[2].hasSuffix("-"))
  }

  @Test("says how to get an app where there is none")
  func empty() {
    #expect(
      AppList.lines([], at: Samples.now, .plain) == [
        "No apps. `torpor run -- COMMAND` runs one, `torpor install BUNDLE.app` installs one."
      ]
    )
  }
}

@Suite("What an app is called")
struct AppTitleTests {
  @Test(
    "is its identifier, with the name that people gave it, and for a job what they call that",
    arguments: [
      ("run.sleep", "sleep", "run.sleep"), ("run.sleep-2", "sleep", "run.sleep-2"),
      ("run.python3", "Trainer", "run.python3 (Trainer)"),
      ("com.example.mail", "com.example.mail", "com.example.mail"),
      ("torpor.job.17", "backup", "job 17 (backup)"),
    ]
  )
  func title(identifier: String, name: String, expected: String) {
    #expect(Samples.app(identifier, name: name, .active).title == expected)
  }

  @Test("stands beside the number that the kernel knows it by, and a lock below the list")
  func process() {
    var app = Samples.app("run.sleep", .active)
    app.processID = 4711
    let lines = AppList.lines([app], at: Samples.now, isLocked: true, .plain)
    #expect(lines[1].hasPrefix("run.sleep  4711  active"))
    #expect(lines[2] == "The device is locked: `torpor unlock` opens it.")
    #expect(
      Explanation.lines(app, [], Samples.clock, .plain)[0]
        == "run.sleep, PID 4711: active since 03:57:55 (2m 05s)."
    )
  }
}

@Suite("The list of exemptions")
struct ExemptionListTests {
  @Test("shows since when and until when")
  func exemptions() {
    let lines = ExemptionList.lines(
      [
        Samples.app(
          "mail",
          .background,
          heldBy: [
            Condition(.exemption, since: Samples.now, until: Samples.now + .hours(2))
          ]
        ),
        Samples.app("sync", .background, heldBy: [Condition(.exemption, since: Samples.now)]),
        Samples.app("notes", .suspended),
      ],
      Samples.clock,
      .plain
    )
    #expect(
      lines.joined(separator: "\n") == """
        NAME  SINCE     UNTIL         LEFT
        mail  04:00:00  06:00:00    2h 00m
        sync  04:00:00  you end it       -
        """
    )
  }

  @Test("says when there is none")
  func empty() {
    #expect(ExemptionList.lines([], Samples.clock, .plain) == ["No app is exempt."])
  }
}

@Suite("An explanation of an app")
struct ExplanationTests {
  @Test("tells the state, what holds it, what stands in the way, and what was decided")
  func whole() {
    let app = Samples.app(
      "com.example.mail",
      name: "Mail",
      .background,
      heldBy: [Samples.upload],
      blockedBy: [Condition(.lowPowerMode, holds: false)],
      tasks: [
        BackgroundTaskStatus(
          task: BackgroundTaskIdentifier(rawValue: 1),
          name: "upload",
          begunAt: Samples.now,
          isExpiring: true
        )
      ],
      lastExit: ExitRecord(
        launch: LaunchIdentifier(rawValue: 1),
        at: Samples.now - .minutes(30),
        reason: .exit(status: 0)
      )
    )
    let decision = LoggedDecision(
      sequence: 4,
      wallMicroseconds: Samples.wallMicroseconds - 60_000_000,
      decision: Decision(
        at: Samples.now - .minutes(1),
        app: app.app,
        action: .moveToBackground,
        because: [Condition(.userAction)]
      )
    )
    #expect(
      Explanation.lines(app, [decision], Samples.clock, .plain).joined(separator: "\n") == """
        com.example.mail (Mail): background since 03:57:55 (2m 05s).

        What keeps it running
          background task 'upload' is running until 04:00:25 (25s left)
          the expiration handler of background task 'upload' was called

        What would prevent a wake
          Low Power Mode is on

        How its last process ended
          03:30:00  it ended with status 0

        Recent decisions
          03:59:00  sent it to the background: the user asked for it
        """
    )
  }

  @Test("says of an allowance that is used up when what can wait continues")
  func usedUp() {
    let condition = Condition(
      .dataAllowance,
      holds: false,
      until: Samples.now + .hours(20),
      allowance: AllowanceUse(used: 3_100_000, allowed: 2_000_000)
    )
    let app = Samples.app("mail", .suspended, blockedBy: [condition])
    #expect(
      Explanation.lines(app, [], Samples.clock, .plain).contains(
        "  its data allowance is used up: 3 of 2 MB used today; what can wait continues when it refills, Sun 00:00 "
          + "(in 20h 00m)"
      )
    )
    let energy = Condition(
      .energyAllowance,
      holds: false,
      until: Samples.now + .hours(20),
      allowance: AllowanceUse(used: 3000, allowed: 1000)
    )
    let other = Samples.app("mail", .suspended, blockedBy: [energy])
    #expect(
      Explanation.lines(other, [], Samples.clock, .plain).contains {
        $0.hasSuffix("Sun 00:00 (in 20h 00m), or with external power")
      }
    )
  }

  @Test(
    "says why an app that nothing holds does not run, or soon will not",
    arguments: [
      (ApplicationState.suspended, "  nothing: it is frozen and uses no CPU"),
      (.notRunning, "  nothing: it has no process"),
      (.background, "  nothing: it is about to be frozen"),
    ]
  )
  func unheld(state: ApplicationState, line: String) {
    let app = Samples.app("run.sleep", state, isCooperative: false)
    let lines = Explanation.lines(app, [], Samples.clock, .plain)
    #expect(lines[0] == "run.sleep: \(state.text) since 03:57:55 (2m 05s).")
    #expect(lines[1] == "  Not a Torpor app: only user actions control it.")
    // A plain program is woken for nothing, so nothing stands in the way of that.
    #expect(!lines.contains("What would prevent a wake"))
    #expect(lines[4] == line)
    #expect(lines.last == "  nothing")
  }
}

@Suite("A doctor's report")
struct DoctorReportTests {
  @Test("aligns its findings and ends with a verdict")
  func lines() {
    var report = DoctorReport()
    report.add(.good, "daemon", "torpord 0.1.0")
    report.add(.lacking, "swap", "none")
    #expect(
      report.lines(.plain) == [
        "ok     daemon  torpord 0.1.0",
        "lacks  swap    none",
        "",
        "Nothing is broken.",
      ]
    )
    report.add(.bad, "socket", "/x does not exist")
    #expect(!report.isGood)
    #expect(report.lines(.plain)[2] == "BAD    socket  /x does not exist")
    #expect(report.lines(.plain).last == "Something is broken: the lines marked BAD say what.")
  }
}
