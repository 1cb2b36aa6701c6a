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
    /// The tasks of every app that wait, by its alias, in the order of their submission.
    package let pending: [String: [String]]
    /// The work that an expectation asks about, where it is there.
    package let explained: [Subject: ActivityStatus]
  }

  /// Something of an app that an expectation wants explained.
  package struct Subject: Hashable, Sendable {
    /// The alias.
    package let app: String
    /// What it is called: the identifier of a task, `fetch`.
    package let name: String
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
    stage.noteWhatIsMissing()
    for entry in scenario.script where entry.at <= scenario.end {
      machine.clock.schedule(at: .at(entry.at)) { stage.perform(entry) }
    }
    var samples: [Instant: Sample] = [:]
    let moments = Set(scenario.expectations.compactMap(\.kind.sampledAt) + [scenario.end])
    for moment in moments.sorted() where moment <= scenario.end {
      machine.run(until: .at(moment))
      samples[.at(moment)] = Sample(
        machine,
        explaining: scenario.expectations.compactMap { $0.kind.subject(at: moment) }
      )
    }
    self.scenario = scenario
    self.samples = samples
    timeline = machine.recorder.entries
    violations = machine.recorder.violations
    missing = machine.recorder.missing
  }
}

extension ScenarioRun.Sample {
  fileprivate init(_ machine: SimulatedMachine, explaining subjects: [ScenarioRun.Subject]) {
    let now = machine.clock.now()
    let device = machine.daemon.device
    let activities = device?.activities(at: now) ?? []
    var statuses: [String: AppStatus] = [:]
    var saved: [String: [String: String]] = [:]
    var pending: [String: [String]] = [:]
    var explained: [ScenarioRun.Subject: ActivityStatus] = [:]
    for app in machine.apps {
      statuses[app.alias] = device?.status(of: app.identifier, at: now)
      saved[app.alias] = machine.storage(of: app.identifier)?.saved
      pending[app.alias] = activities.filter { $0.app == app.identifier }.compactMap(\.pendingTask)
      for subject in subjects where subject.app == app.alias {
        // A fetch is known by what it calls, too.
        let isFetch = subject.name == PlainCallback.performFetch.rawValue
        let name = isFetch ? Activity.fetch.name : subject.name
        explained[subject] = device?.activity(named: name, of: app.identifier, at: now)
      }
    }
    self.init(statuses: statuses, saved: saved, pending: pending, explained: explained)
  }
}

extension ActivityStatus {
  /// The identifier of a task that waits; `nil` for what runs, and for other work.
  fileprivate var pendingTask: String? {
    guard !isRunning, case .task(let identifier) = activity else { return nil }
    return identifier
  }
}

extension Expectation.Kind {
  /// What the expectation wants explained at the moment.
  fileprivate func subject(at moment: Duration) -> ScenarioRun.Subject? {
    guard case .blockedBy(let app, let name, _, let at) = self, at == moment else { return nil }
    return ScenarioRun.Subject(app: app, name: name)
  }

  /// The moment at which the device is asked for what the expectation needs.
  fileprivate var sampledAt: Duration? {
    switch self {
    case .state(_, _, let at), .timeRemaining(_, _, let at), .blockedBy(_, _, _, let at),
      .saved(_, _, let at), .usage(_, _, _, let at), .pending(_, _, let at):
      at
    case .called, .order, .launched, .exit, .result, .transfer, .notification, .deviceWakeups:
      nil
    }
  }
}
