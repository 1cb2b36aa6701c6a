import Testing
import TorporModel

@testable import TorporCore

@Suite("A scheduled notification")
struct NotificationSchedulingTests {
  @Test("is shown when it is due, whatever became of its app", arguments: [false, true])
  func needsNoProcess(isDead: Bool) {
    var device = TestDevice.withTea()
    device.schedule("ready", after: .minutes(60))
    device.home()
    if isDead { device.user(.forceQuit(app: device.app("tea"))) }
    device.pass(.minutes(59))
    #expect(device.shown.isEmpty)
    let launches = device.count { if case .launch = $0 { true } else { false } }
    device.pass(.minutes(61))
    #expect(device.shown("ready") == [.minutes(60)])
    #expect(device.count { if case .launch = $0 { true } else { false } } == launches)
    #expect(device.broken.isEmpty)
  }

  @Test("comes again and again where it repeats, and counts once")
  func repeats() {
    var device = TestDevice.withTea()
    device.schedule("stretch", after: .minutes(60), repeats: true)
    device.home()
    device.pass(.minutes(185))
    #expect(device.shown("stretch") == [.minutes(60), .minutes(120), .minutes(180)])
    #expect(device.pendingNotifications() == ["stretch"])
  }

  @Test("stands in what people are told of the app: before it is shown, and after it")
  func lists() {
    var device = TestDevice.withTea()
    device.schedule("later", after: .minutes(60))
    device.schedule("soon", after: .minutes(1))
    device.home()
    device.pass(.minutes(2))
    let tea = device.app("tea")
    let scheduled = device.device.notifications[tea]?.pending ?? []
    #expect(scheduled.map(\.notification.identifier) == ["later"])
    #expect(device.device.notifications[tea]?.delivered.map(\.notification.identifier) == ["soon"])
  }

  @Test("without a trigger is shown at once")
  func atOnce() {
    var device = TestDevice.withTea()
    device.requests["didEnterBackground"] = [
      .service(.notifications(.add(LocalNotification(identifier: "now", content: .init()))))
    ]
    device.home()
    #expect(device.shown("now") == [.zero])
    #expect(device.pendingNotifications() == [])
  }

  @Test(
    "with an interval that is too short is refused, and replaces nothing",
    arguments: [
      (Duration.zero, false, Duration.zero), (.seconds(-1), false, .zero),
      (.milliseconds(59_999), true, .seconds(60)),
    ]
  )
  func tooShort(length: Duration, repeats: Bool, least: Duration) {
    var device = TestDevice.withTea()
    device.schedule("ready", after: .minutes(5))
    let reply = device.schedule("ready", after: length, repeats: repeats)
    #expect(
      reply == .refused(.service(.notification(.intervalTooShort(length, least: least))))
    )
    #expect(device.objections(to: "ready") == [.impossibleTrigger])
    device.home()
    device.pass(.minutes(6))
    #expect(device.shown("ready") == [.minutes(5)])
  }

  @Test("without time to wait is shown at once before iOS 10, which knows no intervals")
  func legacyMoment() {
    var device = TestDevice.withTea(.ios8)
    #expect(device.schedule("now", after: .zero) == .done)
    #expect(device.times(of: "didReceiveLocalNotification", "tea") == [.zero])
    #expect(device.pendingNotifications() == [])
    #expect(device.broken.isEmpty)
  }

  @Test(
    "that repeats below a minute is refused with an exception from iOS 10 on, and repeats every minute before (LN4, LN5)",
    arguments: ProfileName.allCases
  )
  func shortRepetition(profile: ProfileName) {
    let isRefused = ![ProfileName.ios3, .ios4, .ios6, .ios7, .ios8].contains(profile)
    var device = TestDevice.withTea(profile)
    let reply = device.schedule("nag", after: .seconds(30), repeats: true)
    let refusal = NotificationRefusal.intervalTooShort(.seconds(30), least: .seconds(60))
    #expect(reply == (isRefused ? .refused(.service(.notification(refusal))) : .done))
    device.home()
    device.pass(.minutes(3))
    #expect(device.shown("nag") == (isRefused ? [] : [.seconds(30), .seconds(90), .seconds(150)]))
    let scheduled = device.decisions("tea") { $0 == .schedule(notification: "nag") }
    #expect(
      scheduled.map { $0.sentence(naming: "tea") } == [
        isRefused
          ? "did not schedule notification 'nag' of tea: its trigger has no date in the future"
          : "scheduled notification 'nag' of tea: the profile has no intervals below a"
            + " minute, so it repeats every minute"
      ]
    )
    #expect(device.broken.isEmpty)
  }

  @Test("that repeats without an interval begins at once before iOS 10, and repeats every minute")
  func legacyRepetition() {
    var device = TestDevice.withTea(.ios6)
    device.home()
    device.requests["didReceiveLocalNotification"] = []
    #expect(device.schedule("nag", after: .zero, repeats: true) == .done)
    device.pass(.minutes(2))
    #expect(device.shown("nag") == [.zero, .minutes(1), .minutes(2)])
    #expect(device.broken.isEmpty)
  }

  @Test("may come after a minute, the shortest interval of a repetition")
  func shortest() {
    var device = TestDevice.withTea()
    #expect(device.schedule("nag", after: .seconds(60), repeats: true) == .done)
    #expect(device.schedule("soon", after: .nanoseconds(1)) == .done)
  }

  @Test("takes the place of a pending one of its name, and of a shown one when it is shown itself")
  func replaces() {
    var device = TestDevice.withTea()
    device.schedule("ready", after: .minutes(5))
    device.schedule("ready", after: .minutes(10))
    #expect(device.pendingNotifications() == ["ready"])
    device.home()
    device.pass(.minutes(11))
    #expect(device.shown("ready") == [.minutes(10)])
    device.open("tea")
    device.schedule("ready", after: .minutes(5))
    #expect(device.delivered() == ["ready"])
    device.home()
    device.pass(.minutes(6))
    #expect(device.delivered() == ["ready"])
    #expect(device.shown("ready").count == 2)
  }

  @Test("is not shown once it was cancelled, by its name or with all others")
  func cancelled() {
    var device = TestDevice.withTea()
    for name in ["a", "b", "c"] { device.schedule(name, after: .minutes(5)) }
    #expect(device.center(.removePending(["b", "x"])) == .done)
    #expect(device.pendingNotifications() == ["a", "c"])
    #expect(device.center(.removePending(nil)) == .done)
    device.home()
    device.pass(.minutes(10))
    #expect(device.shown.isEmpty)
    #expect(device.device.nextWakeup == nil)
  }

  @Test("is listed by when it is due")
  func listed() {
    var device = TestDevice.withTea()
    device.schedule("late", after: .minutes(50))
    device.schedule("soon", after: .minutes(5))
    device.schedule("clock", at: CalendarMatch(hour: 20, minute: 30))
    let reply = device.center(.pending)
    guard case .service(.notifications(let pending)) = reply else {
      Issue.record("the centre answered with something else")
      return
    }
    #expect(pending.map(\.identifier) == ["soon", "clock", "late"])
  }

  @Test(
    "has no room beside those that come sooner: whoever adds one hears which had to go",
    arguments: [(ProfileName.ios6, 128), (.ios8, 128), (.ios10, 64), (.ios26, 64), (.linux, 64)]
  )
  func limit(profile: ProfileName, countMax: Int) {
    var device = TestDevice.withTea(profile)
    #expect(device.schedule("last", after: .hours(20)) == .done)
    for number in 1...countMax {
      let reply = device.schedule("n\(number)", after: .minutes(60 + number))
      #expect(reply == (number < countMax ? .done : .service(.notificationsDropped(["last"]))))
    }
    #expect(device.pendingNotifications().count == countMax)
    #expect(!device.pendingNotifications().contains("last"))
    #expect(device.objections(to: "last") == [.tooManyNotifications])
    // One that would come last itself finds no room at all.
    #expect(
      device.schedule("later", after: .hours(30)) == .service(.notificationsDropped(["later"]))
    )
    #expect(device.objections(to: "later") == [.tooManyNotifications])
    #expect(device.pendingNotifications().count == countMax)
  }

  @Test("of one app leaves the room of another alone")
  func limitIsPerApp() {
    var device = TestDevice.withTea()
    for number in 1...64 { device.schedule("n\(number)", after: .minutes(number)) }
    device.install("cocoa")
    device.open("cocoa")
    device.schedule("late", after: .hours(20), of: "cocoa")
    #expect(device.pendingNotifications("cocoa") == ["late"])
    #expect(device.pendingNotifications().count == 64)
  }

  @Test("is refused while the user does not let the app show any")
  func notAllowed() {
    var device = TestDevice.withTea()
    device.allowNotifications(false)
    #expect(device.center(.settings) == .service(.notificationsAllowed(false)))
    #expect(
      device.schedule("ready", after: .minutes(5))
        == .refused(.service(.notification(.notAllowed)))
    )
    #expect(device.objections(to: "ready") == [.notificationsOff])
    #expect(device.pendingNotifications() == [])
  }

  @Test("is kept and not shown while the user does not allow it, and shown when they do again")
  func forbiddenLater() {
    var device = TestDevice.withTea()
    device.schedule("stretch", after: .minutes(10), repeats: true)
    device.home()
    device.allowNotifications(false)
    device.pass(.minutes(15))
    #expect(device.shown.isEmpty)
    #expect(device.objections(to: "stretch") == [.notificationsOff])
    device.allowNotifications(true)
    device.pass(.minutes(10))
    #expect(device.shown("stretch") == [.minutes(20)])
  }

  @Test("goes with its app, also what is shown of it")
  func uninstalled() {
    var device = TestDevice.withTea()
    device.schedule("seen", after: .minutes(1))
    device.schedule("ready", after: .minutes(10))
    device.home()
    device.pass(.minutes(2))
    device.user(.uninstall(app: device.app("tea")))
    #expect(device.withdrawn == ["seen"])
    device.pass(.minutes(20))
    #expect(device.shown("ready").isEmpty)
    #expect(device.device.notifications == NotificationTable().with(added: 2))
  }

  @Test("stays when its app is replaced by a new version")
  func updated() {
    var device = TestDevice.withTea()
    device.schedule("ready", after: .minutes(10))
    device.home()
    device.user(.update(app: device.app("tea")))
    device.pass(.minutes(11))
    #expect(device.shown("ready") == [.minutes(10)])
  }

  @Test("has the machine awake for it, unless it disturbs nobody")
  func alarms() {
    var device = TestDevice.withTea()
    #expect(device.device.nextAlarm == nil)
    device.add("quiet", .interval(.minutes(5), repeats: false)) { $0.level = .passive }
    #expect(device.device.nextAlarm == nil)
    device.schedule("ready", after: .minutes(10))
    #expect(device.device.nextAlarm == .at(.minutes(10)))
    device.home()
    device.pass(.minutes(11))
    #expect(device.device.nextAlarm == nil)
  }
}

extension NotificationTable {
  /// An empty table that has seen that many notifications.
  fileprivate func with(added count: Int) -> NotificationTable {
    var copy = self
    for _ in 0..<count { _ = copy.makeNumber() }
    return copy
  }
}

@Suite("The sound of a notification that an app schedules")
struct ScheduledSoundTests {
  private func add(_ fault: SoundFault?, _ trigger: NotificationTrigger?) -> TestDevice {
    var device = TestDevice.withTea()
    device.home()
    let content = NotificationContent(body: "tea", sound: .named("bell.wav"))
    let notification = LocalNotification(identifier: "tea", content: content, trigger: trigger)
    device.center(.add(notification, soundFault: fault))
    return device
  }

  @Test("is its file, where the host has found nothing against it")
  func file() {
    var device = add(nil, .interval(.minutes(1), repeats: false))
    device.pass(.minutes(2))
    #expect(device.shown.map(\.content.sound) == [.named("bell.wav")])
  }

  @Test(
    "is the default sound otherwise, and the ledger says why",
    arguments: [NotificationTrigger.interval(.minutes(1), repeats: false), nil]
  )
  func fault(trigger: NotificationTrigger?) {
    var device = add(.tooLong(milliseconds: 31_200), trigger)
    device.pass(.minutes(2))
    #expect(device.shown.map(\.content.sound) == [.standard])
    let notes = device.decisions("tea") { $0 == .schedule(notification: "tea") }
      .flatMap(\.conditions).filter { $0.reason == .soundFile }
    #expect(notes.map(\.subject) == ["'bell.wav': it is 31.2 s long; 30 s is the limit"])
    #expect(device.broken.isEmpty)
  }
}

@Suite("The number on an icon")
struct BadgeTests {
  @Test("is shown by the desktop and in the list of apps, and goes with its app")
  func badge() {
    var device = TestDevice.withTea()
    device.center(.setBadge(3))
    #expect(device.device.status(of: device.app("tea"), at: device.now)?.badge == 3)
    #expect(device.device.notifications.badges.map(\.count) == [3])
    device.user(.uninstall(app: device.app("tea")))
    device.report("tea", .exited(status: .signalled(signal: 9)))
    let orders = device.log.compactMap { entry -> Int? in
      if case .service(.badge(_, let count)) = entry.effect { count } else { nil }
    }
    #expect(orders == [3, 0])
  }
}
