import Testing

@testable import TorporSimulator

@Suite("A wrong scenario")
struct LoaderErrorTests {
  /// The start of most wrong files; the wrong line is the third.
  private static func file(app: String = "{}", script: String = "[]", expect: String = "[]")
    -> String
  {
    "scenario: S\napps:\n  mail: \(app)\nscript: \(script)\nexpect: \(expect)\n"
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let error: String
    var testDescription: String { error }

    init(_ text: String, _ error: String) {
      self.text = text
      self.error = error
    }
  }

  static let cases: [Case] = [
    Case(
      "",
      "f.yaml:1: the file is empty, and a scenario needs the keys 'scenario', 'apps' and 'expect'; "
        + "add them, each on a line of its own"
    ),
    Case("- a", "f.yaml:1:1: a scenario must be a map, found a list"),
    Case(
      "apps: {}\nexpect: []",
      "f.yaml:1:1: a scenario needs the key 'scenario'; add 'scenario: …'"
    ),
    Case("scenario: S\nexpect: []", "f.yaml:1:1: a scenario needs the key 'apps'; add 'apps: …'"),
    Case("scenario: S\napps: {}", "f.yaml:1:1: a scenario needs the key 'expect'; add 'expect: …'"),
    Case(
      "scenario: S\napps: {}\nexpct: []\nexpect: []",
      "f.yaml:3:1: unknown key 'expct' in a scenario; did you mean 'expect'? Allowed: scenario, rule,"
        + " profile, seed, start, timeZone, end, device, apps, script, expect"
    ),
    Case(
      "scenario: S\nprofile: ios27\napps: {}\nexpect: []",
      "f.yaml:2:10: 'profile': 'ios27' is not a profile; did you mean 'ios7'? Allowed: ios3, ios4,"
        + " ios6, ios7, ios8, ios10, ios13, ios26, linux"
    ),
    Case(
      "scenario: S\ndevice: {charging: on}\napps: {}\nexpect: []",
      "f.yaml:2:20: 'charging' must be true or false, found 'on'"
    ),
    Case(
      "scenario: S\ndevice: {battery: 120%}\napps: {}\nexpect: []",
      "f.yaml:2:19: 'battery' must be a whole percentage from 0% to 100%, found '120%'"
    ),
    Case(
      "scenario: S\ndevice: {memory: 4 GiB}\napps: {}\nexpect: []",
      "f.yaml:2:18: 'memory' must be a size such as 900 B, 100 kB, 20 MB or 3 GB, found '4 GiB'"
    ),
    Case(
      file(script: "[{at: 1s, memoryPressure: {level: high}}]"),
      "f.yaml:4:43: 'level': 'high' is not a level. Allowed: warning, critical"
    ),
    Case(
      file(script: "[{at: 1s, memoryPressure: {level: critical, wait: 20%}}]"),
      "f.yaml:4:53: unknown key 'wait' in memoryPressure; did you mean 'waits'?"
        + " Allowed: level, waits, readAgain, fileCache, repeated"
    ),
    Case(
      file(script: "[{at: 1s, memoryPressure: {waits: 20%}}]"),
      "f.yaml:4:35: memoryPressure needs the key 'level'; add 'level: …'"
    ),
    Case(
      "scenario: S\ndevice: {network: wlan}\napps: {}\nexpect: []",
      "f.yaml:2:19: 'network': 'wlan' is not a network. Allowed: none, wifi, cellular"
    ),
    Case(
      "scenario: S\nstart: yesterday\napps: {}\nexpect: []",
      "f.yaml:2:8: 'start' must be a date such as \"2026-03-02T08:00:00Z\", found 'yesterday'"
    ),
    Case(
      file(app: "{info: {UIBackgroundModes: [fech]}}"),
      "f.yaml:3:37: 'UIBackgroundModes': 'fech' is not a background mode; did you mean 'fetch'?"
        + " Allowed: audio, bluetooth-central, bluetooth-peripheral, external-accessory, fetch,"
        + " location, nearby-interaction, network-authentication, newsstand-content, processing,"
        + " push-to-talk, remote-notification, voip"
    ),
    Case(
      file(app: "{id: com..mail}"),
      "f.yaml:3: 'com..mail' is not an app identifier such as com.example.mail"
    ),
    Case(
      file(app: "{on: {didFinishLaunching: [{work: 3}]}}"),
      "f.yaml:3:43: 'work' must be a duration such as 250ms, 5s or 1h30m, found '3'"
    ),
    Case(
      file(app: "{on: {didFinishLaunching: [{wrk: 3s, wait: 2s}]}}"),
      "f.yaml:3:37: 'wrk' is not a step; did you mean 'work'? Allowed: \(stepNames)"
    ),
    Case(
      file(app: "{on: {didFinishLaunching: [{work: 3s, wait: 2s}]}}"),
      "f.yaml:3:47: a step has one key, found 'work' and 'wait'; make two of them"
    ),
    Case(
      file(app: "{on: {didFinishLaunching: {work: 3s}}}"),
      "f.yaml:3:35: the steps of 'didFinishLaunching' must be a list, found a map"
    ),
    Case(
      file(app: "{on: {\"expiration:upload\": [{work: 3s}]}}"),
      "f.yaml:3: 'upload' is not a task of 'mail': there is none"
    ),
    Case(
      file(script: "[{at: 5s, launch: male}]"),
      "f.yaml:4:27: 'launch': 'male' is not an app of this scenario; did you mean 'mail'?"
        + " Allowed: mail"
    ),
    Case(
      file(app: "{on: {didFinishLaunching: [{submit: {refresh: a.b, processing: c.d}}]}}"),
      "f.yaml:3:45: submit needs exactly one of the keys 'refresh', 'processing' and 'continued'"
    ),
    Case(
      file(app: "{on: {didFinishLaunching: [{submit: {refresh: a.b, power: true}}]}}"),
      "f.yaml:3:60: unknown key 'power' in submit. Allowed: as, earliest, refresh, processing,"
        + " continued"
    ),
    Case(
      file(app: "{on: {didFinishLaunching: [{setMinimumBackgroundFetchInterval: often}]}}"),
      "f.yaml:3:72: 'setMinimumBackgroundFetchInterval' must be minimum, never or a duration, found"
        + " 'often'"
    ),
    Case(
      file(
        app: "{on: {didFinishLaunching: [{register: com.example.mail.sync}]}}",
        script: "[{at: 5s, simulateLaunch: com.example.mail.snc}]"
      ),
      "f.yaml:4: 'com.example.mail.snc' is not a task of this scenario; did you mean"
        + " 'com.example.mail.sync'? Allowed: com.example.mail.sync"
    ),
    Case(
      file(script: "[{at: 5s, simulateExpiration: com.example.mail.sync}]"),
      "f.yaml:4: 'com.example.mail.sync' is not a task of this scenario: there is none"
    ),
    Case(
      file(expect: "[{app: mail, result: sent, is: refused}]"),
      "f.yaml:5:40: 'is': 'refused' is not an outcome. Allowed: ok, unavailable,"
        + " tooManyPendingTaskRequests, notPermitted, immediateRunIneligible"
    ),
    Case(
      file(script: "[{at: 5s, home: true}, {at: 4s, home: true}]"),
      "f.yaml:4:32: the script must be in the order of time: 4s stands after 5s"
    ),
    Case(
      file(script: "[{at: 5s, home: false}]"),
      "f.yaml:4:25: 'home' must be true; leave the key out otherwise, found 'false'"
    ),
    Case(
      file(script: "[{home: true}]"),
      "f.yaml:4:10: an entry of the script needs the key 'at'; add 'at: …'"
    ),
    Case(
      file(expect: "[{at: 1s, app: mail, state: frozen}]"),
      "f.yaml:5:37: 'state': 'frozen' is not a state. Allowed: active, inactive, background,"
        + " suspended, notRunning"
    ),
    Case(
      file(expect: "[{app: mail, cald: didBecomeActive}]"),
      "f.yaml:5:22: 'cald' is not an expectation; did you mean 'called'? Allowed: state, called,"
        + " order, launched, exit, result, backgroundTimeRemaining, pending, transfer,"
        + " notification, explain, saved, usage, caches, neverSleeps, deviceWakeups"
    ),
    Case(
      file(expect: "[{app: mail, called: didBecomeActive, between: [5s, 1s]}]"),
      "f.yaml:5:56: 'between' ends before it begins"
    ),
    Case(
      file(expect: "[{app: mail, called: didBecomeActive, times: {mn: 1}}]"),
      "f.yaml:5:55: unknown key 'mn' in 'times'; did you mean 'min'? Allowed: min, max"
    ),
    Case(
      file(expect: "[{app: mail, exit: \"0x12345678\", between: [0s, 1s]}]"),
      "f.yaml:5:28: 'exit': '0x12345678' is not an exit. Allowed: none, crash, exit, jetsam,"
        + " forceQuit, exitsOnSuspend, uninstall, 0x8badf00d, 0x2182bad2, 0x2182bad3, 0x2182bad4,"
        + " 0xdead10cc, 0xc00010ff, 0xbaadca11, 0xbad22222, 0xbaddd15c, 0xd00d2bad, 0xbada5e47"
    ),
    Case(
      file(expect: "[{transfer: ep1, state: completed, at: 1s}]"),
      "f.yaml:5: 'ep1' is not a transfer of this scenario: there is none"
    ),
    Case(
      "scenario: S\nscenario: T\napps: {}\nexpect: []",
      "f.yaml:2:1: the key 'scenario' is already in line 1; remove one of the two"
    ),
    Case(
      "scenario: [",
      "f.yaml:2:1: not YAML: did not find expected node content while parsing a flow node"
    ),
  ]

  @Test("has no number suggested for another, and each allowed word once")
  func suggestions() {
    #expect(
      notAllowed("3", as: "a priority", allowed: ["1", "5", "10"])
        == "'3' is not a priority. Allowed: 1, 5, 10"
    )
    #expect(
      notAllowed("snc", as: "a task", allowed: ["sync", "sync", "load", "sync"])
        == "'snc' is not a task; did you mean 'sync'? Allowed: sync, load"
    )
  }

  private static let stepNames = StepName.allCases.map(\.rawValue).joined(separator: ", ")

  @Test("is named by file, line, column, what was found and what is allowed", arguments: cases)
  func sentence(wrong: Case) {
    var found: [String] = []
    do {
      _ = try ScenarioLoader.load(text: wrong.text, file: "f.yaml")
    } catch {
      found = error.diagnostics.map(\.description)
    }
    #expect(found.first == wrong.error)
  }

  @Test("has all its errors named at once, in the order of its lines")
  func severalErrors() {
    let text = """
      scenario: S
      device: {charging: yes}
      apps:
        mail:
          on: {didWakeUp: [{work: soon}]}
      script: [{at: 5s, nap: true}]
      expect: []
      """
    do {
      _ = try ScenarioLoader.load(text: text, file: "f.yaml")
      Issue.record("the file is wrong")
    } catch {
      #expect(error.diagnostics.map(\.line) == [2, 5, 5, 6])
    }
  }
}
