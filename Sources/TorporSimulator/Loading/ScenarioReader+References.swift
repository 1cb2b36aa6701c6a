import TorporModel

// A misspelt name in an expectation with `times: 0` would hold for ever, so names are checked too.
extension ScenarioReader {
  /// Reports names that nothing in the file gives: of tasks, transfers, notifications and labels.
  func checkReferences(of scenario: Scenario) {
    let names = GivenNames(scenario)
    for app in scenario.apps {
      for name in app.callbacks.keys.sorted(by: { $0.text < $1.text }) {
        if case .expiration(let subject) = name {
          check(subject, as: "a task of '\(app.alias)'", in: names.tasks(of: app), line: app.line)
        }
      }
    }
    for entry in scenario.script {
      switch entry.action {
      case .simulateLaunch(let identifier), .simulateExpiration(let identifier),
        .cancelTask(let identifier):
        let tasks = scenario.apps.flatMap(names.tasks)
        check(identifier, as: "a task of this scenario", in: tasks, line: entry.line)
      case .tapNotification(let name), .dismissNotification(let name),
        .answerNotification(let name, _):
        check(
          name,
          as: "a notification of this scenario",
          in: names.notifications,
          line: entry.line
        )
      default: break
      }
    }
    for expectation in scenario.expectations { check(expectation, names, scenario) }
  }

  private func check(_ expectation: Expectation, _ names: GivenNames, _ scenario: Scenario) {
    let line = expectation.line
    switch expectation.kind {
    case .called(let alias, let name, _, _): check(name, alias, names, scenario, line)
    case .order(let alias, let callbacks, _):
      for name in callbacks { check(name, alias, names, scenario, line) }
    case .transfer(let name, _, _):
      check(name, as: "a transfer of this scenario", in: names.transfers, line: line)
    case .notification(let name, _, _):
      check(name, as: "a notification of this scenario", in: names.notifications, line: line)
    case .result(let alias, let label, _):
      check(label, as: "a label of '\(alias)'", in: names.labels[alias] ?? [], line: line)
    case .saved(let alias, let values, _):
      for value in values {
        check(value.key, as: "a key that '\(alias)' saves", in: names.keys[alias] ?? [], line: line)
      }
    case .state, .launched, .exit, .timeRemaining, .pending, .blockedBy, .usage, .caches,
      .neverSleeps,
      .deviceWakeups:
      break
    }
  }

  private func check(
    _ name: CallbackName,
    _ alias: String,
    _ names: GivenNames,
    _ scenario: Scenario,
    _ line: Int
  ) {
    guard let app = scenario.app(named: alias) else { return }
    switch name {
    case .task(let identifier), .expiration(let identifier):
      check(identifier, as: "a task of '\(alias)'", in: names.tasks(of: app), line: line)
    case .expiringActivity(let reason):
      check(reason, as: "an activity of '\(alias)'", in: names.activities[alias] ?? [], line: line)
    case .plain: break
    }
  }

  private func check(_ name: String, as meant: String, in given: [String], line: Int) {
    guard !given.contains(name) else { return }
    if given.isEmpty {
      sink.report("'\(name)' is not \(meant): there is none", line: line)
    } else {
      sink.report(notAllowed(name, as: meant, allowed: given), line: line)
    }
  }
}

/// Every name that the steps of a scenario give to something.
struct GivenNames {
  private var tasks: [String: [String]] = [:]
  var activities: [String: [String]] = [:]
  var labels: [String: [String]] = [:]
  var keys: [String: [String]] = [:]
  var transfers: [String] = []
  var notifications: [String] = []

  init(_ scenario: Scenario) {
    for app in scenario.apps {
      for (_, steps) in app.callbacks.sorted(by: { $0.key.text < $1.key.text }) {
        collect(steps, app.alias)
      }
    }
    for entry in scenario.script {
      if case .push(let push) = entry.action, let identifier = push.collapseIdentifier {
        notifications.append(identifier)
      }
    }
  }

  func tasks(of app: AppDefinition) -> [String] {
    (tasks[app.alias] ?? []) + app.manifest.permittedTaskIdentifiers
  }

  private mutating func collect(_ steps: [Step], _ alias: String) {
    for step in steps {
      switch step.kind {
      case .async(let inner): collect(inner, alias)
      case .beginBackgroundTask(let name): tasks[alias, default: []].append(name)
      case .register(let identifier): tasks[alias, default: []].append(identifier)
      case .expiringActivity(let reason, let inner):
        activities[alias, default: []].append(reason)
        collect(inner, alias)
      case .submit(let submission):
        tasks[alias, default: []].append(submission.identifier)
        if let label = submission.label { labels[alias, default: []].append(label) }
      case .transfer(let transfer): transfers.append(transfer.task)
      case .scheduleNotification(let schedule): notifications.append(schedule.identifier)
      case .requestAuthorization(let permission, _):
        notifications.append("io.torpor.consent." + permission.rawValue)
      case .recordAudio: notifications.append("io.torpor.consent.microphone")
      case .connectPeripheral, .advertise: notifications.append("io.torpor.consent.bluetooth")
      case .openAccessory: notifications.append("io.torpor.consent.accessories")
      case .save(let values): keys[alias, default: []] += values.map(\.key)
      default: break
      }
    }
  }
}
