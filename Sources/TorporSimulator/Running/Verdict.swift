/// What came of one scenario.
package struct ScenarioReport: Sendable {
  package let run: ScenarioRun
  /// The expectations that do not hold, in the order of the file.
  package let failures: [ExpectationFailure]

  package var scenario: Scenario { run.scenario }

  /// The three ways in which a scenario can end.
  package enum Verdict: Hashable, Sendable {
    /// Every expectation holds.
    case holds
    /// An expectation does not hold, or a rule was broken on the way.
    case fails
    /// The scenario needs what is not built yet, and nothing else failed.
    case notBuilt([Area])
  }

  /// Broken rules and failed expectations count before missing parts.
  ///
  /// An expectation that fails in a run with missing parts says nothing: what it waits for may be
  /// what is missing.
  package var verdict: Verdict {
    if !run.violations.isEmpty { return .fails }
    if !missing.isEmpty {
      var areas: [Area] = []
      for part in missing where !areas.contains(part.area) { areas.append(part.area) }
      return .notBuilt(areas)
    }
    return failures.isEmpty ? .holds : .fails
  }

  /// What the run and the expectations needed that is not built.
  package let missing: [MissingPart]
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
    var failures: [ExpectationFailure] = []
    var missing = run.missing
    for expectation in scenario.expectations {
      if let area = expectation.kind.area {
        missing.append(
          MissingPart(area: area, subject: "an expectation", line: expectation.line)
        )
      } else if let failure = run.failure(of: expectation) {
        failures.append(failure)
      }
    }
    self.init(run: run, failures: failures, missing: missing)
  }
}
