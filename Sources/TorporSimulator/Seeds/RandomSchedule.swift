import TorporModel

/// What an app has the system run later, as a seed draws it: mostly as its documentation says, now
/// and then with a handler that is missing, registered twice or too late, or that never completes.
enum RandomSchedule {
  /// Adds background work to an app that was drawn without.
  static func add(to app: inout AppDefinition, using random: inout SplitMix64) {
    if random.chance(85) { app.manifest.backgroundModes.append(.fetch) }
    if random.chance(70) { app.manifest.backgroundModes.append(.processing) }
    // An app with tasks has no fetches on newer systems, so some have fetches alone.
    if random.chance(70) { addTasks(to: &app, using: &random) }
    if random.chance(60) { addFetches(to: &app, using: &random) }
    for notice in [PlainCallback.powerStateDidChange, .backgroundRefreshStatusDidChange]
    where random.chance(25) {
      app.callbacks[.plain(notice)] = [Step(.work(random.duration(.zero, .seconds(2))))]
    }
  }

  // MARK: Tasks

  /// The tasks of an app: the last part of the identifier says of which kind it is.
  private enum Name: String, CaseIterable {
    case refresh, index, export
  }

  private static func addTasks(to app: inout AppDefinition, using random: inout SplitMix64) {
    let base = app.identifier.text
    app.manifest.permittedTaskIdentifiers = Name.allCases.filter { _ in random.chance(92) }.map {
      "\(base).\($0.rawValue)"
    }
    var registrations = Name.allCases.filter { _ in random.chance(94) }.map {
      Step(.register(identifier: "\(base).\($0.rawValue)"))
    }
    // Each of these ends the app whenever it is reached.
    if random.chance(3) { registrations.append(Step(.register(identifier: "\(base).refresh"))) }
    if random.chance(3) {
      app.append([Step(.register(identifier: "\(base).index"))], to: .didBecomeActive)
    }
    app.callbacks[.plain(.didFinishLaunching), default: []].insert(contentsOf: registrations, at: 0)
    for callback in [PlainCallback.didBecomeActive, .willResignActive, .didEnterBackground]
    where random.chance(50) {
      app.append([submission(base, using: &random)], to: callback)
    }
    // Continued work is accepted from the screen alone; left to the draws above it is rare.
    if random.chance(40) {
      app.append([submission(base, of: .export, using: &random)], to: .didBecomeActive)
    }
    if random.chance(25) {
      let step = Step(random.chance(70) ? .cancel(identifier: "\(base).refresh") : .cancelAll)
      app.append([step], to: .willEnterForeground)
    }
    for name in Name.allCases where random.chance(88) {
      let identifier = "\(base).\(name.rawValue)"
      app.callbacks[.task(identifier)] = handler(of: name, base, using: &random)
      if random.chance(65) {
        app.callbacks[.expiration(identifier)] = expirationSteps(using: &random)
      }
    }
  }

  private static func submission(_ base: String, using random: inout SplitMix64) -> Step {
    submission(base, of: random.pick(Name.allCases), using: &random)
  }

  private static func submission(
    _ base: String,
    of name: Name,
    using random: inout SplitMix64
  ) -> Step {
    let kind: TaskSubmission.Kind =
      switch name {
      case .refresh: .refresh
      case .index:
        .processing(needsNetwork: random.chance(30), needsPower: random.chance(30))
      case .export: .continued(title: "Export", isQueued: random.chance(60))
      }
    return Step(
      .submit(
        TaskSubmission(
          identifier: "\(base).\(name.rawValue)",
          kind: kind,
          earliest: random.chance(40) ? random.duration(.zero, .minutes(20)) : nil,
          label: "last"
        )
      )
    )
  }

  /// A launch handler: perhaps the next request first, then some work, then the end or none.
  private static func handler(
    of name: Name,
    _ base: String,
    using random: inout SplitMix64
  ) -> [Step] {
    var steps: [Step] = []
    if random.chance(40) { steps.append(submission(base, using: &random)) }
    if name == .export { steps.append(Step(.progress(percent: Double(random.number(0...9))))) }
    for _ in 0..<random.number(0...4) {
      steps.append(.labour(using: &random))
      if name == .export { steps.append(Step(.progress(percent: Double(random.number(0...100))))) }
    }
    if random.chance(85) {
      steps.append(Step(.complete(random.chance(80) ? .success : .failure)))
    }
    return random.chance(30) ? [Step(.async(steps))] : steps
  }

  /// An expiration handler; a bad one takes too long, or completes nothing.
  private static func expirationSteps(using random: inout SplitMix64) -> [Step] {
    var steps: [Step] = []
    if random.chance(30) { steps.append(.labour(using: &random)) }
    if random.chance(85) { steps.append(Step(.complete(.failure))) }
    return steps
  }

  // MARK: Fetches

  private static func addFetches(to app: inout AppDefinition, using random: inout SplitMix64) {
    let interval = random.pick([
      FetchInterval.minimum, .minimum, .atLeast(.minutes(10)), .atLeast(.hours(4)), .never,
    ])
    app.append([Step(.setMinimumBackgroundFetchInterval(interval))], to: .didFinishLaunching)
    guard random.chance(80) else { return }
    var steps = (0..<random.number(0...3)).map { _ in Step.labour(using: &random) }
    if random.chance(85) {
      steps.append(Step(.complete(random.pick([.newData, .noData, .failed]))))
    }
    app.callbacks[.plain(.performFetch)] = steps
  }
}
