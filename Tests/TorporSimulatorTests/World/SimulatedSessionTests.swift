import Testing
import TorporModel

@testable import TorporSimulator

@Suite("Background sessions of a simulated app")
struct SimulatedSessionTests {
  private func run(
    on callbacks: String,
    script: String,
    device: String = "{}",
    expect: String = "[]"
  ) throws -> ScenarioReport {
    let text = """
      scenario: S
      end: 1h
      device: \(device)
      apps:
        podcast: {on: \(callbacks)}
      script: \(script)
      expect: \(expect)
      """
    let report = ScenarioReport(running: try ScenarioLoader.load(text: text, file: "f.yaml"))
    #expect(report.run.violations.isEmpty, "\(ReportText.lines(report).joined(separator: "\n"))")
    return report
  }

  /// What the app was called with and what it completed, each with its time.
  private func calls(_ report: ScenarioReport) -> [String] {
    report.run.timeline.compactMap { entry in
      switch entry.event {
      case .called(let name) where !Self.ofTheLifecycle.contains(name):
        "\(DurationText.short(entry.at)) \(name)"
      case .completed(let name, _): "\(DurationText.short(entry.at)) \(name) completed"
      default: nil
      }
    }
  }
  private static let ofTheLifecycle = [
    "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
    "willEnterForeground",
  ]

  /// What the app asked of its sessions, in order.
  private func asked(_ report: ScenarioReport) -> [SessionRequest] {
    report.run.timeline.compactMap { entry in
      guard case .answered(.session(let request), _) = entry.event else { return nil }
      return request
    }
  }

  @Test("are created once for each process, with what their steps say of launch events")
  func created() throws {
    let report = try run(
      on: """
        {didBecomeActive: [{download: {session: a, task: t1, size: 1 MB}},
          {upload: {session: a, task: t2, size: 1 MB, discretionary: true, earliest: 5m}},
          {download: {session: a, task: t3, size: 1 MB, sendsLaunchEvents: false}},
          {recreateSession: a}]}
        """,
      script: "[{at: 0s, launch: podcast}]"
    )
    let silent = SessionConfiguration(identifier: "a", sendsLaunchEvents: false)
    #expect(
      asked(report).prefix(6) == [
        .open(SessionConfiguration(identifier: "a")),
        .start(session: "a", [TransferRequest(direction: .download)], key: "1"),
        .start(
          session: "a",
          [
            TransferRequest(direction: .upload, isDiscretionary: true, earliestBegin: .minutes(5))
          ],
          key: "2"
        ),
        .open(silent),
        .start(session: "a", [TransferRequest(direction: .download)], key: "3"),
        .open(silent),
      ]
    )
  }

  @Test("give a new process other keys than the one before, and find its transfers by their names")
  func outlivesProcess() throws {
    let report = try run(
      on: """
        {didFinishLaunching: [{recreateSession: a}],
         didBecomeActive: [{cancelTransfer: t}, {download: {session: a, task: t, size: 900 MB}}]}
        """,
      script: "[{at: 0s, launch: podcast}, {at: 1s, kill: podcast}, {at: 5s, launch: podcast}]",
      expect: "[{transfer: t, state: running, at: 10s}]"
    )
    #expect(report.verdict == .holds)
    let keys = asked(report).compactMap { request -> String? in
      if case .start(_, _, let key) = request { key } else { nil }
    }
    #expect(keys == ["1", "2"])
    #expect(
      asked(report).contains(.cancel(TransferIdentifier(rawValue: 1), keepsPartial: false))
    )
  }

  @Test("call didCompleteWithError for a success too, which no scenario means by that name")
  func success() throws {
    let report = try run(
      on: """
        {didBecomeActive: [{download: {session: a, task: t, size: 10 MB}}],
         didCompleteWithError: [{crash: true}]}
        """,
      script: "[{at: 0s, launch: podcast}]",
      expect: "[{app: podcast, called: didCompleteWithError, times: 0}]"
    )
    #expect(report.verdict == .holds)
    #expect(calls(report) == ["2s didFinishDownloading", "2s didCompleteWithError nil"])
  }

  @Test("run the steps of didCompleteWithError when there is an error")
  func failure() throws {
    let report = try run(
      on: """
        {didBecomeActive: [{download: {session: a, task: t, size: 10 MB}}, {cancelTransfer: t}],
         didCompleteWithError: [{save: {told: once}}]}
        """,
      script: "[{at: 0s, launch: podcast}]",
      expect: """
        [{app: podcast, called: didCompleteWithError, times: 1}, {transfer: t, state: cancelled, at: 1m},
          {at: 1m, saved: {app: podcast, told: once}}]
        """
    )
    #expect(report.verdict == .holds)
  }

  @Test("have the handler of their events called in didFinishEvents, where there is one")
  func handler() throws {
    let report = try run(
      on: """
        {didBecomeActive: [{download: {session: a, task: t, size: 500 MB}}],
         handleEventsForBackgroundURLSession: [{recreateSession: a}],
         didFinishEvents: [{complete: success}]}
        """,
      script: "[{at: 0s, launch: podcast}, {at: 10s, home: true}]"
    )
    #expect(
      calls(report) == [
        "1m40s handleEventsForBackgroundURLSession", "1m40s didFinishDownloading",
        "1m40s didCompleteWithError nil", "1m40s didFinishEvents",
        "1m40s handleEventsForBackgroundURLSession completed",
      ]
    )
  }

  @Test("have challenges answered with a credential, and then their bytes are moved")
  func challenge() throws {
    let report = try run(
      on: """
        {didBecomeActive: [{download: {session: a, task: t, size: 10 MB, needsAuth: true}}],
         didReceiveChallenge: [{wait: 3s}, {answerChallenge: t}]}
        """,
      script: "[{at: 0s, launch: podcast}]",
      expect: "[{transfer: t, state: waiting, at: 2s}, {transfer: t, state: completed, at: 1m}]"
    )
    #expect(report.verdict == .holds)
    #expect(calls(report).prefix(2) == ["0s didReceiveChallenge", "5s didFinishDownloading"])
  }

  @Test("are queued and waiting at once while nothing has begun, and say what for")
  func states() throws {
    let report = try run(
      on: "{didBecomeActive: [{download: {session: a, task: t, size: 10 MB}}]}",
      script: "[{at: 0s, launch: podcast}, {at: 1m, network: wifi}]",
      device: "{network: none}",
      expect: """
        [{transfer: t, state: queued, at: 30s}, {transfer: t, state: waiting, at: 30s},
          {at: 30s, explain: {app: podcast, subject: t}, blockedBy: [network]},
          {transfer: t, state: running, at: 61s}, {transfer: t, state: completed, at: 62s}]
        """
    )
    #expect(report.verdict == .holds, "\(ReportText.lines(report).joined(separator: "\n"))")
  }

  /// An expectation that does not hold, with what is said of it.
  static let failures: [(String, String, String)] = [
    (
      "{transfer: t, state: completed, at: 30s}", "at 30s the transfer t is completed",
      "it is queued, blocked by network"
    ),
    (
      "{transfer: late, state: queued, at: 30s}", "at 30s the transfer late is queued",
      "it was not requested"
    ),
    (
      "{transfer: t, state: queued, at: 61s}", "at 1m1s the transfer t is queued", "it is running"
    ),
    (
      "{transfer: t, state: waiting, at: 2m}", "at 2m the transfer t is waiting", "it is completed"
    ),
  ]

  @Test("are told of when an expectation does not hold", arguments: failures)
  func expectation(text: String, expected: String, seen: String) throws {
    let report = try run(
      on: """
        {didBecomeActive: [{download: {session: a, task: t, size: 10 MB}}],
         willTerminate: [{download: {session: a, task: late, size: 10 MB}}]}
        """,
      script: "[{at: 0s, launch: podcast}, {at: 1m, network: wifi}]",
      device: "{network: none}",
      expect: "[\(text)]"
    )
    let failure = try #require(report.failures.first)
    #expect(failure.expected == expected)
    #expect(failure.seen == seen)
  }

  @Test("go on after the daemon or the machine has died, from where they were")
  func restarts() throws {
    let report = try run(
      on: "{didBecomeActive: [{download: {session: a, task: t, size: 150 MB}}]}",
      script: """
        [{at: 0s, launch: podcast}, {at: 10s, daemonCrash: true}, {at: 20s, reboot: true},
          {at: 20s, unlock: true}]
        """,
      expect: "[{transfer: t, state: running, at: 29s}, {transfer: t, state: completed, at: 31s}]"
    )
    #expect(report.verdict == .holds, "\(ReportText.lines(report).joined(separator: "\n"))")
  }

  @Test("have no state that no step leads to")
  func suspended() {
    let text = """
      scenario: S
      apps: {podcast: {on: {didBecomeActive: [{download: {session: a, task: t, size: 1 B}}]}}}
      expect: [{transfer: t, state: suspended, at: 1s}]
      """
    #expect {
      try ScenarioLoader.load(text: text, file: "f.yaml")
    } throws: { error in
      (error as? ScenarioErrors)?.diagnostics.map(\.message) == [
        "'state': 'suspended' is not a state of a transfer. Allowed: queued, running, waiting,"
          + " completed, failed, cancelled"
      ]
    }
  }
}
