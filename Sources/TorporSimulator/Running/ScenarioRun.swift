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
  /// What was recorded of it; empty: nothing.
  package let recording: [UInt8]

  /// The device as it stood at one moment.
  package struct Sample: Sendable {
    /// Every app by its alias.
    package let statuses: [String: AppStatus]
    /// What every app has saved, by its alias.
    package let saved: [String: [String: String]]
    /// What is in the caches of every app, by its alias, in bytes.
    package let cacheBytes: [String: Int64]
    /// The tasks of every app that wait, by its alias, in the order of their submission.
    package let pending: [String: [String]]
    /// The work that an expectation asks about, where it is there.
    package let explained: [Subject: [Condition]]
    /// The transfers that an expectation asks about, where they are there, by their names.
    package let transfers: [String: TransferStatus]
    /// The aliases of apps that have run off screen longer than their reasons explain.
    package let sleepless: [String]
  }

  /// Something of an app that an expectation wants explained.
  package struct Subject: Hashable, Sendable {
    /// The alias.
    package let app: String
    /// What it is called: the identifier of a task, `fetch`, the name of a transfer, `push`.
    package let name: String
  }

  /// Runs a scenario in virtual time, and records it where that is asked for.
  package init(_ scenario: Scenario, isRecorded: Bool = false) {
    let machine = SimulatedMachine(
      device: scenario.device,
      profile: scenario.profile,
      apps: scenario.apps,
      wallNanoseconds: scenario.startWallNanoseconds
    )
    let stage = ScriptStage(machine, scenario)
    if isRecorded { machine.daemon.recording = MemoryRecording() }
    machine.start()
    for entry in scenario.script where entry.at <= scenario.end {
      machine.clock.schedule(at: .at(entry.at), isOutside: true) { stage.perform(entry) }
    }
    var samples: [Instant: Sample] = [:]
    let moments = Set(scenario.expectations.compactMap(\.kind.sampledAt) + [scenario.end])
    for moment in moments.sorted() where moment <= scenario.end {
      machine.run(until: .at(moment))
      samples[.at(moment)] = Sample(
        machine,
        explaining: scenario.expectations.compactMap { $0.kind.subject(at: moment) },
        transfers: scenario.expectations.compactMap { $0.kind.transfer(at: moment) }
      )
    }
    self.scenario = scenario
    self.samples = samples
    timeline = machine.recorder.entries
    violations = machine.recorder.violations
    recording = machine.daemon.recording?.bytes ?? []
  }
}

extension ScenarioRun.Sample {
  fileprivate init(
    _ machine: SimulatedMachine,
    explaining subjects: [ScenarioRun.Subject],
    transfers names: [String]
  ) {
    let now = machine.clock.now()
    let device = machine.daemon.device
    let activities = device?.activities(at: now) ?? []
    var statuses: [String: AppStatus] = [:]
    var saved: [String: [String: String]] = [:]
    var cacheBytes: [String: Int64] = [:]
    var pending: [String: [String]] = [:]
    var explained: [ScenarioRun.Subject: [Condition]] = [:]
    for app in machine.apps {
      statuses[app.alias] =
        device?.status(of: app.identifier, at: now) ?? machine.removed[app.identifier]
      saved[app.alias] = machine.storage(of: app.identifier)?.saved
      cacheBytes[app.alias] = machine.storage(of: app.identifier)?.cacheBytes
      pending[app.alias] = activities.filter { $0.app == app.identifier }.compactMap(\.pendingTask)
      for subject in subjects where subject.app == app.alias {
        explained[subject] = machine.conditions(of: subject, of: app.identifier, at: now)
      }
    }
    var transfers: [String: TransferStatus] = [:]
    for name in names {
      transfers[name] = machine.transfer(named: name).flatMap { machine.status(of: $0) }
    }
    self.init(
      statuses: statuses,
      saved: saved,
      cacheBytes: cacheBytes,
      pending: pending,
      explained: explained,
      transfers: transfers,
      sleepless: (device?.sleepless(at: now) ?? []).compactMap { sleepless in
        machine.apps.first { $0.identifier == sleepless.app }?.alias
      }
    )
  }
}

extension SimulatedMachine {
  /// What the work that an expectation asks about waits for; `nil` where it is not there.
  fileprivate func conditions(
    of subject: ScenarioRun.Subject,
    of app: AppIdentifier,
    at now: Instant
  ) -> [Condition]? {
    guard let device = daemon.device else { return nil }
    let name = activityName(of: subject, of: app)
    if let activity = device.activity(named: name, of: app, at: now) { return activity.conditions }
    return Self.pushNames.contains(name) ? device.conditionsOfWaitingPush(to: app) : nil
  }

  /// A push is known by its action, by its mode and by what it calls.
  private static let pushNames = [
    "push", BackgroundMode.remoteNotification.rawValue,
    PlainCallback.didReceiveRemoteNotification.rawValue,
  ]

  /// What the device calls the work that an expectation asks about.
  fileprivate func activityName(
    of subject: ScenarioRun.Subject,
    of app: AppIdentifier
  ) -> String {
    // A fetch is known by what it calls, too.
    if subject.name == PlainCallback.performFetch.rawValue { return Activity.fetch.name }
    return transfer(named: subject.name, of: app).map { Activity.transfer($0).name }
      ?? subject.name
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

  /// The transfer that the expectation is about at the moment.
  fileprivate func transfer(at moment: Duration) -> String? {
    guard case .transfer(let name, _, let at) = self, at == moment else { return nil }
    return name
  }

  /// The moment at which the device is asked for what the expectation needs.
  fileprivate var sampledAt: Duration? {
    switch self {
    case .state(_, _, let at), .timeRemaining(_, _, let at), .blockedBy(_, _, _, let at),
      .saved(_, _, let at), .usage(_, _, _, let at), .pending(_, _, let at),
      .transfer(_, _, let at), .caches(_, _, let at), .neverSleeps(_, let at):
      at
    case .called, .order, .launched, .exit, .result, .notification, .deviceWakeups:
      nil
    }
  }
}
