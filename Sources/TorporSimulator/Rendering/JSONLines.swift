import TorporModel
import TorporWire

/// Reports as JSON lines: one object for every event, decision and verdict.
///
/// Every object has `file` and `type` (`event`, `decision`, `verdict` or `error`). Times are
/// `atMicroseconds` since the start, and `wallMicroseconds` by the device's clock; process numbers are strings, as on the wire.
/// A decision has its `action` in the form of `torpor log --json`.
package enum JSONLines {
  /// All lines of a report, in the order of its files.
  package static func lines(_ report: SimulationReport) -> [String] {
    report.results.flatMap { result in
      switch result {
      case .wrong(let errors): errors.diagnostics.map(line)
      case .ran(let report): lines(report)
      }
    }
  }

  /// The timeline of one scenario, then its verdict.
  package static func lines(_ report: ScenarioReport) -> [String] {
    report.run.timeline.map { line($0, file: report.scenario.file) } + [verdict(report)]
  }

  private static func line(_ diagnostic: ScenarioDiagnostic) -> String {
    var object = JSONObject()
    object.add("type", "error")
    object.add("file", diagnostic.file)
    if let line = diagnostic.line { object.add("line", line) }
    if let column = diagnostic.column { object.add("column", column) }
    object.add("message", diagnostic.message)
    return object.text
  }

  private static func line(_ entry: TimelineEntry, file: String) -> String {
    var object = JSONObject()
    if case .decided = entry.event {
      object.add("type", "decision")
    } else {
      object.add("type", "event")
    }
    object.add("file", file)
    object.add("atMicroseconds", Int((entry.at - Instant.zero).microseconds))
    object.add("wallMicroseconds", Int(entry.wallNanoseconds / 1000))
    if let app = entry.app { object.add("app", app) }
    if let launch = entry.launch { object.add("launch", launch.description) }
    if case .decided(let decision) = entry.event {
      object.add("action", raw: String(decoding: decision.action.json.bytes, as: UTF8.self))
      object.add("verdict", decision.verdict.rawValue)
      object.add("conditions", raw: conditions(decision.conditions))
    }
    object.add("event", entry.event.name)
    object.add("text", TimelineText.sentence(entry.event))
    return object.text
  }

  private static func conditions(_ conditions: [Condition]) -> String {
    let objects = conditions.map { condition in
      var object = JSONObject()
      object.add("reason", condition.reason.rawValue)
      object.add("holds", raw: condition.holds ? "true" : "false")
      if let since = condition.since { object.add("sinceMicroseconds", microseconds(since)) }
      if let until = condition.until { object.add("untilMicroseconds", microseconds(until)) }
      if let subject = condition.subject { object.add("subject", subject) }
      return object.text
    }
    return "[\(objects.joined(separator: ","))]"
  }

  private static func microseconds(_ moment: Instant) -> Int {
    Int((moment - Instant.zero).microseconds)
  }

  private static func verdict(_ report: ScenarioReport) -> String {
    var object = JSONObject()
    object.add("type", "verdict")
    object.add("file", report.scenario.file)
    object.add("scenario", report.scenario.sentence)
    object.add("rule", report.scenario.rule)
    switch report.verdict {
    case .holds: object.add("verdict", "holds")
    case .fails: object.add("verdict", "fails")
    }
    let failures = report.failures.map { failure in
      var inner = JSONObject()
      inner.add("line", failure.line)
      inner.add("expected", failure.expected)
      inner.add("seen", failure.seen)
      return inner.text
    }
    object.add("failures", raw: "[\(failures.joined(separator: ","))]")
    return object.text
  }
}

/// One JSON object with its keys in the order in which they were added.
struct JSONObject {
  private var fields: [String] = []

  mutating func add(_ key: String, _ value: String) { add(key, raw: JSONText.string(value)) }

  mutating func add(_ key: String, _ value: Int) { add(key, raw: String(value)) }

  /// Adds a value that is JSON already.
  mutating func add(_ key: String, raw value: String) {
    fields.append("\(JSONText.string(key)):\(value)")
  }

  var text: String { "{\(fields.joined(separator: ","))}" }
}

extension TimelineEvent {
  /// The kind of event, for programs.
  package var name: String {
    switch self {
    case .script: "script"
    case .state: "state"
    case .launched: "launched"
    case .called: "called"
    case .shown: "shown"
    case .completed: "completed"
    case .answered: "answered"
    case .submitted: "submitted"
    case .saved: "saved"
    case .frozen: "frozen"
    case .thawed: "thawed"
    case .exited: "exited"
    case .ended: "ended"
    case .decided: "decided"
    case .deviceWoke: "deviceWoke"
    case .violation: "violation"
    }
  }
}
