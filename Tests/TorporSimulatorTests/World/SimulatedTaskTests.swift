import Testing
import TorporCore
import TorporModel

@testable import TorporSimulator

@Suite("Background work of a simulated app")
struct SimulatedTaskTests {
  private let sync = "com.example.mail.sync"

  /// Runs a scenario with one app that has a refresh, a processing and a continued task.
  private func run(on callbacks: String, script: String, expect: String = "[]") throws
    -> ScenarioReport
  {
    let text = """
      scenario: S
      end: 10m
      apps:
        mail:
          info:
            UIBackgroundModes: [fetch, processing]
            BGTaskSchedulerPermittedIdentifiers:
              [com.example.mail.sync, com.example.mail.index, com.example.mail.export]
          on: \(callbacks)
      script: \(script)
      expect: \(expect)
      """
    return ScenarioReport(running: try ScenarioLoader.load(text: text, file: "f.yaml"))
  }

  private func lines(_ report: ScenarioReport) -> String {
    ReportText.lines(report).joined(separator: "\n")
  }

  /// What the app asked, with the answers, and what it was told.
  private func asked(_ report: ScenarioReport) -> [String] {
    report.run.timeline.compactMap { entry in
      switch entry.event {
      case .answered(.attach, _), .answered(.returned, _), .answered(.complete, _): nil
      case .answered, .submitted: TimelineText.sentence(entry.event)
      default: nil
      }
    }
  }

  @Test("is asked for by its steps, one request after the other")
  func steps() throws {
    let report = try run(
      on: """
        {didFinishLaunching: [{register: com.example.mail.sync}, {register: com.example.mail.index},
          {register: com.example.mail.other}],
         didBecomeActive: [{submit: {refresh: com.example.mail.sync, earliest: 15m, as: first}},
           {submit: {processing: com.example.mail.index, network: true, power: true}},
           {cancel: com.example.mail.sync}, {cancelAll: true},
           {setMinimumBackgroundFetchInterval: minimum}, {setMinimumBackgroundFetchInterval: 4h},
           {setMinimumBackgroundFetchInterval: never}]}
        """,
      script: "[{at: 0s, launch: mail}]"
    )
    #expect(
      asked(report) == [
        "register com.example.mail.sync: registered",
        "register com.example.mail.index: registered",
        "register com.example.mail.other: not permitted",
        "submit appRefresh com.example.mail.sync: done",
        "submitted first: ok",
        "submit processing com.example.mail.index: done",
        "cancel com.example.mail.sync: done", "cancel all task requests: done",
        "setMinimumBackgroundFetchInterval minimum: done",
        "setMinimumBackgroundFetchInterval 4h: done",
        "setMinimumBackgroundFetchInterval never: done",
      ]
    )
    let requests = report.run.timeline.compactMap { entry -> TaskRequest? in
      if case .answered(.submitTask(let request), _) = entry.event { request } else { nil }
    }
    let needs = TaskRequest.ProcessingNeeds(network: true, externalPower: true)
    #expect(
      requests == [
        TaskRequest(identifier: sync, kind: .appRefresh, earliestBegin: .minutes(15)),
        TaskRequest(identifier: "com.example.mail.index", kind: .processing(needs)),
      ]
    )
  }

  @Test("has its outcomes kept under their labels, the latest of each")
  func labels() throws {
    let report = try run(
      on: """
        {didFinishLaunching: [{register: com.example.mail.sync}],
         didBecomeActive: [{submit: {refresh: com.example.mail.sync, earliest: 1h, as: sent}},
           {submit: {refresh: com.example.mail.other, as: other}}],
         willResignActive: [{submit: {refresh: com.example.mail.sync, as: late}}]}
        """,
      script: "[{at: 0s, launch: mail}, {at: 1s, backgroundRefresh: off}, {at: 2s, home: true}]",
      expect: """
        [{app: mail, result: sent, is: ok}, {app: mail, result: other, is: notPermitted},
         {app: mail, result: late, is: unavailable},
         {at: 1s, app: mail, pending: [com.example.mail.sync]},
         {at: 1s, explain: {app: mail, subject: com.example.mail.sync}, blockedBy: [notBefore]}]
        """
    )
    #expect(report.verdict == .holds, "\(lines(report))")
  }

  @Test(
    "ends an app that asks for it in a way that is a mistake in its code",
    arguments: [
      "{didBecomeActive: [{submit: {refresh: com.example.mail.sync}}, {save: {a: 1}}]}",
      "{didFinishLaunching: [{register: com.example.mail.sync}, {register: com.example.mail.sync},"
        + " {save: {a: 1}}]}",
      "{didBecomeActive: [{register: com.example.mail.sync}, {save: {a: 1}}]}",
    ]
  )
  func misuse(callbacks: String) throws {
    let report = try run(
      on: callbacks,
      script: "[{at: 0s, launch: mail}]",
      expect:
        "[{app: mail, exit: crash, between: [0s, 1s]}, {at: 1s, app: mail, state: notRunning}]"
    )
    #expect(report.verdict == .holds, "\(lines(report))")
    // SIGABRT: the exception that nothing catches. What comes after it does not run.
    #expect(report.run.timeline.contains { $0.event == .exited(.signalled(signal: 6)) })
    #expect(!report.run.timeline.contains { $0.event == .saved(key: "a", value: "1") })
  }

  @Test("runs when a developer says so, and is warned when they end its time")
  func simulated() throws {
    let report = try run(
      on: """
        {didFinishLaunching: [{register: com.example.mail.sync}],
         didBecomeActive: [{submit: {refresh: com.example.mail.sync, earliest: 1h}}],
         "task:com.example.mail.sync": [{async: [{wait: 9m}]}],
         "expiration:com.example.mail.sync": [{complete: failure}]}
        """,
      script: """
        [{at: 0s, launch: mail}, {at: 1s, simulateLaunch: com.example.mail.sync},
         {at: 5s, simulateExpiration: com.example.mail.sync}]
        """,
      expect: """
        [{app: mail, called: "task:com.example.mail.sync", between: [1s, 1s], times: 1},
         {app: mail, called: "expiration:com.example.mail.sync", between: [5s, 5s], times: 1},
         {at: 2s, app: mail, pending: []}]
        """
    )
    #expect(report.verdict == .holds, "\(lines(report))")
    let completions = report.run.timeline.filter {
      $0.event == .completed(name: "task:\(sync)", result: .failure)
    }
    #expect(completions.map(\.at) == [.at(.seconds(5))])
  }

  @Test("has an expiration handler only where the app says what it does in one")
  func noHandler() throws {
    let report = try run(
      on: """
        {didFinishLaunching: [{register: com.example.mail.sync}],
         didBecomeActive: [{submit: {refresh: com.example.mail.sync, earliest: 1h}}],
         "task:com.example.mail.sync": [{async: [{wait: 9m}]}]}
        """,
      script: """
        [{at: 0s, launch: mail}, {at: 1s, simulateLaunch: com.example.mail.sync},
         {at: 5s, simulateExpiration: com.example.mail.sync}]
        """,
      expect: """
        [{app: mail, called: "task:com.example.mail.sync", times: 1},
         {app: mail, called: "expiration:com.example.mail.sync", times: 0}]
        """
    )
    #expect(report.verdict == .holds, "\(lines(report))")
    #expect(!asked(report).contains { $0.hasPrefix("expiration handler") })
  }

  @Test("is complete at once where the app has nothing to say of it")
  func silent() throws {
    let report = try run(
      on: """
        {didFinishLaunching: [{register: com.example.mail.sync}],
         didBecomeActive: [{submit: {refresh: com.example.mail.sync, earliest: 1h}}]}
        """,
      script: "[{at: 0s, launch: mail}, {at: 1s, simulateLaunch: com.example.mail.sync}]"
    )
    let completions = report.run.timeline.filter {
      $0.event == .completed(name: "task:\(sync)", result: .success)
    }
    #expect(completions.map(\.at) == [.at(.seconds(1))])
  }

  @Test("that goes on says how far it is, in thousandths, from a branch as well")
  func progress() throws {
    let report = try run(
      on: """
        {didFinishLaunching: [{register: com.example.mail.export}],
         didBecomeActive:
           [{submit: {continued: com.example.mail.export, title: T, strategy: fail, as: sent}}],
         "task:com.example.mail.export":
           [{progress: 0.5%}, {async: [{wait: 1s}, {progress: 100%}, {complete: success}]}]}
        """,
      script: "[{at: 0s, launch: mail}]",
      expect: "[{app: mail, result: sent, is: ok}]"
    )
    #expect(report.verdict == .holds, "\(lines(report))")
    #expect(asked(report).suffix(2) == ["progress 5‰: done", "progress 1000‰: done"])
    let shown = TaskRequest.ContinuedProcessing(title: "T", strategy: .fail)
    let request = TaskRequest(identifier: "com.example.mail.export", kind: .continued(shown))
    #expect(report.run.timeline.contains { $0.event == .answered(.submitTask(request), .done) })
  }

  @Test("may go by the switches, of which a running app is told")
  func switches() throws {
    let report = try run(
      on: "{powerStateDidChange: [{save: {p: 1}}]}",
      script: """
        [{at: 0s, launch: mail}, {at: 1s, lowPowerMode: true}, {at: 2s, backgroundRefresh: off},
         {at: 3s, backgroundRefresh: on}, {at: 4s, backgroundRefresh: {mail: off}}]
        """,
      expect: """
        [{app: mail, called: powerStateDidChange, between: [1s, 1s], times: 1},
         {app: mail, called: backgroundRefreshStatusDidChange, between: [2s, 4s], times: 3},
         {at: 4s, saved: {app: mail, p: "1"}}]
        """
    )
    #expect(report.verdict == .holds, "\(lines(report))")
  }

  @Test(
    "is asked for again when the daemon dies before it answers, as the same request",
    arguments: DeathPoint.allCases
  )
  func daemonDeath(point: DeathPoint) throws {
    let identifier = try #require(AppIdentifier("com.example.mail"))
    let submission = TaskSubmission(identifier: sync, kind: .refresh, earliest: .hours(1))
    var latencies = SimulatedProcesses.Latencies()
    latencies.message = .milliseconds(1)
    // Each request and each answer is on its way once when the daemon dies.
    for milliseconds in 0..<20 {
      let machine = SimulatedMachine(
        device: DeviceDefinition(),
        profile: .ios26,
        apps: [
          AppDefinition(
            alias: "mail",
            manifest: AppManifest(
              identifier: identifier,
              backgroundModes: [.fetch],
              permittedTaskIdentifiers: [sync]
            ),
            callbacks: [
              .plain(.didFinishLaunching): [
                Step(.work(.milliseconds(2))), Step(.register(identifier: sync)),
              ],
              .plain(.didBecomeActive): [Step(.submit(submission))],
            ]
          )
        ],
        wallNanoseconds: 0,
        latencies: latencies
      )
      machine.start()
      machine.daemon.user(.open(app: identifier))
      machine.settle()
      machine.run(until: .at(.milliseconds(milliseconds)))
      machine.crashDaemon(at: point)
      machine.settle()
      machine.run(until: .at(.seconds(5)))
      let now = machine.clock.now()
      let pending = machine.daemon.device?.activities(at: now).map(\.activity)
      #expect(pending == [.task(identifier: sync)], "at \(milliseconds) ms")
      #expect(machine.recorder.violations.isEmpty, "at \(milliseconds) ms")
    }
  }
}

@Suite("The past of a simulated app")
struct UsageHistoryTests {
  /// 2026-03-02 08:00 UTC.
  private let start: Int64 = 1_772_438_400_000_000_000

  @Test("has each time of day once for each of its days, the oldest first")
  func days() {
    let history = UsageHistory(opensAtMinutes: [13 * 60, 7 * 60 + 30], days: 2)
    #expect(
      history.openedAgo(beforeWallNanoseconds: start) == [
        .hours(43), .hours(24) + .minutes(30), .hours(19), .minutes(30),
      ]
    )
  }

  @Test("ends before the start: what happens then is for the script to say")
  func start8() {
    let history = UsageHistory(opensAtMinutes: [8 * 60], days: 3)
    #expect(
      history.openedAgo(beforeWallNanoseconds: start) == [.hours(72), .hours(48), .hours(24)]
    )
  }

  @Test("is none without days or times")
  func nothing() {
    let none = UsageHistory(opensAtMinutes: [], days: 3)
    #expect(none.openedAgo(beforeWallNanoseconds: start).isEmpty)
    let noDays = UsageHistory(opensAtMinutes: [8 * 60], days: 0)
    #expect(noDays.openedAgo(beforeWallNanoseconds: start).isEmpty)
  }

  @Test("counts from midnight before 1970, too")
  func before1970() {
    let history = UsageHistory(opensAtMinutes: [60, 23 * 60], days: 1)
    // 1969-12-31 02:00 UTC.
    let early: Int64 = -22 * 3_600_000_000_000
    #expect(history.openedAgo(beforeWallNanoseconds: early) == [.hours(3), .hours(1)])
  }

  @Test("is that of the user's own time zone")
  func timeZone() {
    // At 8:00 UTC a clock in Berlin shows 9:00 in winter.
    let berlin = ScenarioZone("Europe/Berlin")?.rules ?? .utc
    let history = UsageHistory(opensAtMinutes: [8 * 60], days: 2)
    #expect(history.openedAgo(beforeWallNanoseconds: start, in: berlin) == [.hours(25), .hours(1)])
  }
}

@Suite("The wall clock of a simulated device")
struct SimulatedWallClockTests {
  @Test("is known to the policy from the start, after each jump, and after each restart")
  func told() throws {
    let machine = SimulatedMachine(
      device: DeviceDefinition(),
      profile: .ios26,
      apps: [],
      wallNanoseconds: 1_772_438_400_000_000_000
    )
    func isKnown() -> Bool {
      let now = machine.clock.now()
      let known = machine.daemon.device?.clock.unixNanoseconds(at: now)
      return known == machine.clock.wallNanoseconds()
    }
    machine.start()
    #expect(isKnown())
    machine.run(until: .at(.minutes(5)))
    machine.jumpWallClock(by: .hours(-30))
    machine.settle()
    #expect(isKnown())
    machine.clock.jumpWallClock(by: .hours(2))
    #expect(!isKnown())
    machine.crashDaemon()
    machine.settle()
    #expect(isKnown())
    machine.clock.jumpWallClock(by: .hours(2))
    machine.reboot()
    machine.settle()
    #expect(isKnown())
  }
}
