/// Reports as lines of text, for people.
package enum ReportText {
  /// The verdict, then every failure with what was seen.
  package static func lines(_ report: ScenarioReport) -> [String] {
    let file = report.scenario.file
    switch report.verdict {
    case .holds:
      // Nothing was checked but the rules that hold for every device.
      let hint =
        report.scenario.expectations.isEmpty ? " (nothing was expected: 'expect' is empty)" : ""
      return ["holds       \(file): \(report.scenario.sentence)" + hint]
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
}
