/// What came of one scenario.
package struct ScenarioReport: Sendable {
  package let run: ScenarioRun
  /// The expectations that do not hold, in the order of the file.
  package let failures: [ExpectationFailure]

  package var scenario: Scenario { run.scenario }

  /// The two ways in which a scenario can end.
  package enum Verdict: Hashable, Sendable {
    /// Every expectation holds.
    case holds
    /// An expectation does not hold, or a rule was broken on the way.
    case fails
  }

  package var verdict: Verdict {
    run.violations.isEmpty && failures.isEmpty ? .holds : .fails
  }
}

/// An expectation that does not hold.
package struct ExpectationFailure: Hashable, Sendable {
  package let line: Int
  /// What was expected, as a sentence.
  package let expected: String
  /// What was seen instead.
  package let seen: String
  /// The rows of the timeline that matter.
  package let rows: [TimelineEntry]
}

extension ScenarioReport {
  /// Runs a scenario and checks everything that it expects.
  package init(running scenario: Scenario) {
    let run = ScenarioRun(scenario)
    self.init(run: run, failures: scenario.expectations.compactMap { run.failure(of: $0) })
  }
}
