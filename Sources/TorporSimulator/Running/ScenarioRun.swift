import TorporCore
package import TorporModel

/// One scenario, run to its end.
package struct ScenarioRun: Sendable {
  package let scenario: Scenario
  /// Everything that was seen, in order.
  package let timeline: [TimelineEntry]
  /// What could be asked at the times that expectations name.
  package let samples: [Instant: Sample]
  /// Rules that were broken.
  package let violations: [TimelineEntry]
  /// What was needed and is not built, each once.
  package let missing: [MissingPart]

  /// The device as it stood at one moment.
  package struct Sample: Sendable {
    /// Every app by its alias.
    package let statuses: [String: AppStatus]
    /// What every app has saved, by its alias.
    package let saved: [String: [String: String]]
  }

  /// Runs a scenario in virtual time.
  package init(_ scenario: Scenario) {
    let machine = SimulatedMachine(
      device: scenario.device,
      profile: scenario.profile,
      apps: scenario.apps,
      wallNanoseconds: scenario.startWallNanoseconds
    )
    let stage = ScriptStage(machine, scenario)
    machine.start()
    for entry in scenario.script where entry.at <= scenario.end {
      machine.clock.schedule(at: .at(entry.at)) { stage.perform(entry) }
    }
    var samples: [Instant: Sample] = [:]
    let moments = Set(scenario.expectations.compactMap(\.kind.sampledAt) + [scenario.end])
    for moment in moments.sorted() where moment <= scenario.end {
      machine.run(until: .at(moment))
      samples[.at(moment)] = Sample(machine)
    }
    self.scenario = scenario
    self.samples = samples
    timeline = machine.recorder.entries
    violations = machine.recorder.violations
    missing = machine.recorder.missing
  }
}

extension ScenarioRun.Sample {
  fileprivate init(_ machine: SimulatedMachine) {
    let now = machine.clock.now()
    var statuses: [String: AppStatus] = [:]
    var saved: [String: [String: String]] = [:]
    for app in machine.apps {
      statuses[app.alias] = machine.daemon.device?.status(of: app.identifier, at: now)
      saved[app.alias] = machine.storage(of: app.identifier)?.saved
    }
    self.init(statuses: statuses, saved: saved)
  }
}

extension Expectation.Kind {
  /// The moment at which the device is asked for what the expectation needs.
  fileprivate var sampledAt: Duration? {
    switch self {
    case .state(_, _, let at), .timeRemaining(_, _, let at), .blockedBy(_, _, _, let at),
      .saved(_, _, let at), .usage(_, _, _, let at):
      at
    case .called, .order, .launched, .exit, .result, .pending, .transfer, .notification,
      .deviceWakeups:
      nil
    }
  }
}
