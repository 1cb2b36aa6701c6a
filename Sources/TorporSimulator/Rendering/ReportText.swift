/// Reports as lines of text, for people.
package enum ReportText {
  /// The verdict, then every failure with what was seen.
  package static func lines(_ report: ScenarioReport) -> [String] {
    let file = report.scenario.file
    switch report.verdict {
    case .holds:
      return ["holds       \(file): \(report.scenario.sentence)"]
    case .notBuilt(let areas):
      let names = areas.map(\.rawValue).joined(separator: ", ")
      return ["not built   \(file): not built yet: \(names)"]
        + areas.map { line(of: $0, in: report) }
    case .fails:
      return ["FAILS       \(file): \(report.scenario.sentence)"]
        + report.run.violations.map { "  \(file): \(TimelineText.line($0))" }
        + report.failures.flatMap { lines($0, file: file) }
    }
  }

  /// One failure: where, what was expected, what was seen, and the rows that matter.
  package static func lines(_ failure: ExpectationFailure, file: String) -> [String] {
    [
      "  \(file):\(failure.line): expected: \(failure.expected)",
      "    seen: \(failure.seen)",
    ] + failure.rows.map { "    | \(TimelineText.line($0))" }
  }

  /// What needed the part first, and in how many places it is needed.
  private static func line(of area: Area, in report: ScenarioReport) -> String {
    let parts = report.missing.filter { $0.area == area }
    let first = parts.min { ($0.line ?? .max) < ($1.line ?? .max) }
    let more = parts.count > 1 ? " and \(parts.count - 1) more" : ""
    return "  \(place(report.scenario.file, first?.line)): \(first?.subject ?? "") needs"
      + " \(area.rawValue)\(more)"
  }

  private static func place(_ file: String, _ line: Int?) -> String {
    line.map { "\(file):\($0)" } ?? file
  }
}
