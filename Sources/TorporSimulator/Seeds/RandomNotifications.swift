import TorporModel

/// What an app has its user notified of, as a seed draws it.
enum RandomNotifications {
  /// Adds notifications to an app that was drawn without.
  static func add(to app: inout AppDefinition, using random: inout SplitMix64) {
    app.settings.allowsNotifications = random.chance(90)
    if random.chance(50) {
      app.append([Step(.ask(.notifications(.setCategories([category]))))], to: .didFinishLaunching)
    }
    for callback in [PlainCallback.didBecomeActive, .didEnterBackground, .didReceiveResponse]
    where random.chance(55) {
      app.append((0..<random.number(1...3)).map { _ in step(using: &random) }, to: callback)
    }
    if random.chance(12) { app.append(tooMany(using: &random), to: .didEnterBackground) }
    if random.chance(60) {
      var steps: [Step] = []
      if random.chance(20) { steps.append(.labour(using: &random)) }
      if random.chance(85) { steps.append(Step(.complete(random.chance(70) ? .success : .noData))) }
      app.callbacks[.plain(.willPresent)] = steps
    }
    if random.chance(50) {
      app.append(Step.labours(using: &random), to: .didReceiveResponse)
      if random.chance(80) { app.append([Step(.complete(.success))], to: .didReceiveResponse) }
    }
  }

  /// The actions that drawn users choose from.
  static let actions = ["reply", "read", "open"]
  private static let names = ["tea", "train", "call", "bin", "water"]
  private static let category = NotificationCategory(
    identifier: "all",
    actions: [
      NotificationAction(identifier: "reply", title: "Reply", needsAuthentication: true),
      NotificationAction(identifier: "read", title: "Read"),
      NotificationAction(identifier: "open", title: "Open", opensApp: true),
    ],
    tellsOfDismissal: true
  )

  private static func step(using random: inout SplitMix64) -> Step {
    switch random.number(0...99) {
    case 0..<30:
      let moment = NotificationSchedule.Moment.after(random.duration(.seconds(1), .minutes(40)))
      return scheduled(moment, repeats: false, using: &random)
    case 30..<38:
      // Below 60 s it is an exception that ends the app (LN5).
      let moment = NotificationSchedule.Moment.after(random.duration(.seconds(58), .hours(2)))
      return scheduled(moment, repeats: true, using: &random)
    case 38..<50:
      let moment = NotificationSchedule.Moment.timeOfDay(minutes: random.number(0...1439))
      return scheduled(moment, repeats: random.chance(50), using: &random)
    case 50..<75: return Step(.ask(.notifications(.add(local(using: &random)))))
    case 75..<87: return Step(.cancelNotification(random.pick(names)))
    case 87..<90: return Step(.ask(.notifications(.removePending(nil))))
    case 90..<96:
      let named = random.chance(50) ? [random.pick(names)] : nil
      return Step(.ask(.notifications(.removeDelivered(named))))
    default: return Step(.ask(.notifications(.setBadge(random.number(0...9)))))
    }
  }

  private static func scheduled(
    _ moment: NotificationSchedule.Moment,
    repeats: Bool,
    using random: inout SplitMix64
  ) -> Step {
    Step(
      .scheduleNotification(
        NotificationSchedule(
          identifier: random.pick(names),
          moment: moment,
          repeats: repeats,
          sound: random.chance(30) ? "bell.caf" : nil
        )
      )
    )
  }

  /// One at once, at a place, or with what scenarios have no word for.
  private static func local(using random: inout SplitMix64) -> LocalNotification {
    let trigger: NotificationTrigger? =
      switch random.number(0...3) {
      case 0: nil
      case 1: .interval(random.duration(.seconds(1), .minutes(20)), repeats: false)
      default:
        .region(
          CircularRegion(
            identifier: random.pick(["door", "gate"]),
            center: random.pick(RandomLocations.locations),
            radiusMetres: random.pick([100, 300]),
            notifyOnExit: random.chance(50)
          ),
          repeats: random.chance(40)
        )
      }
    let content = NotificationContent(
      body: "now",
      badge: random.chance(20) ? random.number(0...9) : nil,
      category: random.chance(70) ? "all" : nil,
      level: random.pick(InterruptionLevel.allCases)
    )
    return LocalNotification(identifier: random.pick(names), content: content, trigger: trigger)
  }

  /// More than an app may have scheduled, in any profile.
  private static func tooMany(using random: inout SplitMix64) -> [Step] {
    let count = random.pick([70, 132])
    return (0..<count).map { number in
      Step(
        .scheduleNotification(
          NotificationSchedule(
            identifier: "many \(number)",
            moment: .after(random.duration(.minutes(1), .hours(6))),
            repeats: false
          )
        )
      )
    }
  }
}
