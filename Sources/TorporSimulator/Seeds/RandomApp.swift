import TorporModel

/// Apps as a seed draws them: what they declare, how big they are and how they behave, well or badly.
enum RandomApp {
  /// Draws the app with that number.
  static func draw(_ number: Int, using random: inout SplitMix64) -> AppDefinition {
    let alias = "app\(number)"
    guard let identifier = AppIdentifier("com.example.\(alias)") else {
      preconditionFailure("'com.example.\(alias)' is an app identifier")
    }
    var modes: [BackgroundMode] = []
    if random.chance(60) { modes.append(.remoteNotification) }
    if random.chance(40) { modes.append(.audio) }
    var app = AppDefinition(
      alias: alias,
      manifest: AppManifest(
        identifier: identifier,
        name: alias,
        backgroundModes: modes,
        exitsOnSuspend: random.chance(10)
      )
    )
    app.memory.foregroundBytes = Int64(random.number(50...700)) * 1_000_000
    app.memory.backgroundBytes = app.memory.foregroundBytes / Int64(random.number(1...5))
    for callback in callbacks where random.chance(55) {
      app.callbacks[callback] = steps(using: &random, depth: 0)
    }
    // It comes at once when nothing may begin: a block that then asks for the next goes round for ever.
    app.callbacks[.expiringActivity("sort")]?.removeAll { $0.asksForActivity }
    app.callbacks[.plain(.didFinishLaunching), default: []].append(Step(.registerForPush))
    for name in taskNames where random.chance(70) {
      app.callbacks[.expiration(name)] = [Step(.endBackgroundTask(name: name))]
      if random.chance(25) { app.callbacks[.expiration(name)] = steps(using: &random, depth: 1) }
    }
    if random.chance(75) { RandomSchedule.add(to: &app, using: &random) }
    if random.chance(60) { RandomTransfers.add(to: &app, using: &random) }
    if random.chance(60) { RandomPushes.add(to: &app, using: &random) }
    if random.chance(45) { RandomLocations.add(to: &app, using: &random) }
    if random.chance(50) { RandomNotifications.add(to: &app, using: &random) }
    if random.chance(45) { RandomLinks.add(to: &app, using: &random) }
    if random.chance(45) { RandomAudio.add(to: &app, using: &random) }
    if random.chance(15) { app.settings.backgroundRefresh = random.pick([.off, .wifi]) }
    app.submissionsMax = submissionsMax
    return app
  }

  /// How many tasks a process of a drawn app submits.
  ///
  /// A continued task whose handler asks for the next goes round for as long as its app is in front, some
  /// hundred times a second; a thousand show what a million would. Our choice.
  private static let submissionsMax = 1000

  private static let taskNames = ["upload", "save", "sync"]
  private static let callbacks: [CallbackName] = [
    .plain(.didFinishLaunching), .plain(.didBecomeActive), .plain(.willResignActive),
    .plain(.didEnterBackground), .plain(.willEnterForeground), .plain(.willTerminate),
    .plain(.didReceiveMemoryWarning), .plain(.didReceiveRemoteNotification),
    .expiringActivity("sort"),
  ]

  private static func steps(using random: inout SplitMix64, depth: Int) -> [Step] {
    (0..<random.number(0...4)).map { _ in Step(kind(using: &random, depth: depth)) }
  }

  /// Mostly good manners; now and then what an app must not do.
  private static func kind(using random: inout SplitMix64, depth: Int) -> Step.Kind {
    switch random.number(0...99) {
    case 0..<16: .work(random.duration(.zero, .seconds(3)))
    case 16..<19: .work(random.duration(.seconds(4), .seconds(90)))
    case 19..<31: .wait(random.duration(.zero, .seconds(40)))
    case 31..<45: .beginBackgroundTask(name: random.pick(taskNames))
    case 45..<57: .endBackgroundTask(name: random.pick(taskNames))
    case 57..<67 where depth < 2: .async(steps(using: &random, depth: depth + 1))
    case 67..<72 where depth < 2:
      .expiringActivity(reason: "sort", steps: steps(using: &random, depth: depth + 1))
    case 72..<80: .complete(random.pick([.newData, .noData, .failed]))
    case 80..<84: .playAudio
    case 84..<88: .stopAudio
    case 88..<91: .allocate(bytes: Int64(random.number(1...100)) * 1_000_000)
    case 91..<94: .save([SavedValue(key: "draft", value: "\(random.number(0...9))")])
    case 94: .crash
    case 95: .exit(status: 0)
    case 96: .hang
    case 97: .useGPU
    case 98: .holdLock(file: "shared.sqlite")
    default: .mixesWithOthers(true)
    }
  }
}

extension Step {
  /// Whether it begins an expiring activity, now or in a branch.
  fileprivate var asksForActivity: Bool {
    switch kind {
    case .expiringActivity: true
    case .async(let steps): steps.contains { $0.asksForActivity }
    default: false
    }
  }
}
