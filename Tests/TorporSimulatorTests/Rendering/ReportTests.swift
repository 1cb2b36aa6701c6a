import Testing
import TorporModel

@testable import TorporSimulator

@Suite("A report")
struct ReportTests {
  private func report(
    _ expect: String,
    notes: String = "{}",
    script: String = "[{at: 0s, launch: notes}]"
  ) throws -> ScenarioReport {
    let text = """
      scenario: An app is opened
      rule: "T1"
      apps: {notes: \(notes)}
      script: \(script)
      expect:
      \(expect)
      """
    return ScenarioReport(running: try ScenarioLoader.load(text: text, file: "f.yaml"))
  }

  @Test("says in one line that a scenario holds")
  func holds() throws {
    let report = try report("  - {at: 5s, app: notes, state: active}")
    #expect(report.verdict == .holds)
    #expect(ReportText.lines(report) == ["holds       f.yaml: An app is opened"])
  }

  @Test("says where nothing was expected")
  func empty() throws {
    let report = try report("  []")
    #expect(
      ReportText.lines(report)
        == ["holds       f.yaml: An app is opened (nothing was expected: 'expect' is empty)"]
    )
  }

  @Test("names the failing expectation by its line, what was seen, and the rows that matter")
  func fails() throws {
    let report = try report("  - {at: 5s, app: notes, state: suspended}")
    #expect(report.verdict == .fails)
    #expect(
      ReportText.lines(report) == [
        "FAILS       f.yaml: An app is opened",
        "  f.yaml:6: expected: at 5s notes is suspended",
        "    seen: it is active",
        "    | 0s          notes     · launch notes",
        "    | 0s          notes     launched into the foreground",
        "    | 0s          notes     is inactive",
        "    | 0s          notes     didFinishLaunching called",
        "    | 0s          notes     is active",
        "    | 0s          notes     didBecomeActive called",
      ]
    )
  }

  static let failures: [(String, String, String)] = [
    (
      "{app: notes, called: didBecomeActive, between: [1s, 2s]}",
      "notes: didBecomeActive called at least once between 1s and 2s",
      "never; in the whole run at 0s"
    ),
    (
      "{app: notes, called: didBecomeActive, between: [0s, 2s], times: 0}",
      "notes: didBecomeActive called never between 0s and 2s", "once; in the whole run at 0s"
    ),
    (
      "{app: notes, order: [didBecomeActive, didFinishLaunching], between: [0s, 2s]}",
      "notes: didBecomeActive, didFinishLaunching in this order between 0s and 2s",
      "didFinishLaunching was not called after that in time"
    ),
    (
      "{app: notes, launched: background, between: [0s, 2s], times: {min: 1, max: 3}}",
      "notes: a new process into the background 1 to 3 times between 0s and 2s", "never"
    ),
    (
      "{app: notes, exit: crash, between: [0s, 2s]}", "notes: exit crash between 0s and 2s",
      "it did not end"
    ),
    (
      "{at: 2s, app: notes, backgroundTimeRemaining: [1s, 2s]}",
      "at 2s the background time of notes is from 1s to 2s", "it is unlimited"
    ),
    (
      "{at: 2s, explain: {app: notes, subject: notes}, blockedBy: [forceQuit]}",
      "at 2s notes is blocked by forceQuit", "nothing blocks it"
    ),
    (
      "{at: 2s, explain: {app: notes, subject: com.example.notes.sync}, blockedBy: [network]}",
      "at 2s com.example.notes.sync is blocked by network",
      "it is blocked by notBefore, deviceInUse"
    ),
    (
      "{at: 2s, app: notes, pending: []}", "at 2s pending of notes: nothing",
      "pending is com.example.notes.sync"
    ),
    (
      "{app: notes, result: sent, is: unavailable}", "notes: sent is unavailable",
      "submitted sent: ok at 0s"
    ),
    ("{app: notes, result: late, is: ok}", "notes: late is ok", "it was never submitted"),
    (
      "{at: 3s, usage: {app: notes, foreground: [0s, 1s]}}",
      "until 3s notes was in the foreground from 0s to 1s", "it was there for 3s"
    ),
    (
      "{deviceWakeups: {max: 0}, between: [0s, 1s]}",
      "wake-ups of the device never between 0s and 1s", "once; in the whole run at 0s"
    ),
  ]

  /// An app with a task that waits, and a label that no step that ran has used.
  private static let notes = """
    {info: {UIBackgroundModes: [fetch], BGTaskSchedulerPermittedIdentifiers:\
     [com.example.notes.sync]}, on: {didFinishLaunching: [{register: com.example.notes.sync}],\
     didBecomeActive: [{submit: {refresh: com.example.notes.sync, earliest: 1h, as: sent}}],\
     willTerminate: [{submit: {refresh: com.example.notes.sync, as: late}}]}}
    """

  @Test("says of every form what was expected and what was seen", arguments: failures)
  func form(expectation: String, expected: String, seen: String) throws {
    let report = try report("  - \(expectation)", notes: Self.notes)
    let failure = try #require(report.failures.first)
    #expect(failure.expected == expected)
    #expect(failure.seen == seen)
  }

  @Test("says how and when a process ended instead")
  func otherEnd() throws {
    let report = try report(
      "  - {app: notes, exit: jetsam, between: [0s, 2s]}",
      script: "[{at: 0s, launch: notes}, {at: 1s, crash: notes}]"
    )
    #expect(report.failures.first?.seen == "it ended: crash at 1s")
  }

  @Test("gives programs one JSON object a line, the verdict last")
  func json() throws {
    let lines = JSONLines.lines(try report("  - {at: 1s, app: notes, state: active}"))
    #expect(
      lines.contains(
        "{\"type\":\"event\",\"file\":\"f.yaml\",\"atMicroseconds\":0,"
          + "\"wallMicroseconds\":1772438400000000,\"app\":\"notes\",\"launch\":\"1\",\"event\":\"called\",\"text\":\"didBecomeActive called\"}"
      )
    )
    #expect(
      lines.last
        == "{\"type\":\"verdict\",\"file\":\"f.yaml\",\"scenario\":\"An app is opened\","
        + "\"rule\":\"T1\",\"verdict\":\"holds\",\"failures\":[]}"
    )
  }

  @Test("gives programs a decision with its action, as the daemon's log has it")
  func jsonOfDecision() throws {
    let lines = JSONLines.lines(try report("  - {at: 1s, app: notes, state: active}"))
    let line = #"""
      {"type":"decision","file":"f.yaml","atMicroseconds":0,\#
      "wallMicroseconds":1772438400000000,"app":"notes","launch":"1",\#
      "action":{"name":"launch","destination":"foreground"},"verdict":"done",\#
      "conditions":[{"reason":"userAction","holds":true}],"event":"decided",\#
      "text":"decided: launch done because of userAction"}
      """#
    #expect(lines.contains(line))
  }

  @Test("draws a lane for each app, with its states as bars")
  func page() throws {
    let html = TimelinePage.html([
      try report(
        "  - {at: 1m, app: notes, state: suspended}",
        script: "[{at: 0s, launch: notes}, {at: 10s, home: true}]"
      )
    ])
    #expect(html.contains("<span title=\"notes\">notes</span>"))
    #expect(html.contains("<title>active, 0s to 10s</title>"))
    #expect(html.contains("<title>suspended, 10s to 1m</title>"))
    #expect(!html.contains("http"))
  }

  @Test("names the rule of a scenario on its page where there is one")
  func pageWithoutRule() throws {
    func html(_ rule: String) throws -> String {
      let text = "scenario: S\n\(rule)apps: {}\nend: 1s\nexpect: [{deviceWakeups: {max: 9}}]\n"
      let scenario = try ScenarioLoader.load(text: text, file: "f.yaml")
      return TimelinePage.html([ScenarioReport(running: scenario)])
    }
    #expect(try html("rule: T1\n").contains("f.yaml · rule T1 ·"))
    #expect(try !html("").contains("rule"))
  }

  @Test("exits with 2 when a file is wrong, and says so of a file that is not there")
  func wrong() {
    let report = Simulation.run(files: ["/nonexistent/f.yaml"])
    #expect(report.exitStatus == 2)
    #expect(
      report.lines == [
        "/nonexistent/f.yaml: cannot be read: No such file or directory; check its path and who may "
          + "read it",
        "0 hold, 0 fail, 1 wrong",
      ]
    )
  }
}
