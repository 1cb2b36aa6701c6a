import Testing
import TorporModel

@testable import TorporCore

@Suite("A notification whose time has come")
struct NotificationShowingTests {
  @Test("is told quietly to an app in front before iOS 10", arguments: [ProfileName.ios4, .ios8])
  func legacy(profile: ProfileName) {
    var device = TestDevice.withTea(profile)
    device.schedule("ready", after: .seconds(30))
    device.pass(.minutes(1))
    #expect(device.times(of: "didReceiveLocalNotification", "tea") == [.at(.seconds(30))])
    #expect(device.shown.isEmpty)
    #expect(device.objections(to: "ready") == [.inFront])
  }

  @Test(
    "is seen and heard as far as the app in front answers",
    arguments: [ProfileName.ios10, .linux]
  )
  func willPresent(profile: ProfileName) throws {
    var device = TestDevice.withTea(profile)
    device.add("ready", .interval(.seconds(30), repeats: false)) { $0.badge = 3 }
    device.pass(.seconds(31))
    #expect(device.shown.isEmpty)
    let token = try #require(device.token(of: "willPresent", "tea"))
    #expect(device.center(.present(callback: token, [.banner, .sound])) == .done)
    #expect(device.shown.map(\.options) == [[.banner, .sound]])
    // Not asked for: no place in the list, no number on the icon.
    #expect(device.delivered() == [])
    #expect(device.count { if case .service(.badge) = $0 { true } else { false } } == 0)
    #expect(
      device.center(.present(callback: token, [.banner]))
        == .refused(.service(.notification(.notAsked(token))))
    )
  }

  @Test("is silent where the app in front wants nothing, or says nothing for ten seconds")
  func silent() throws {
    var device = TestDevice.withTea()
    device.schedule("first", after: .seconds(30))
    device.schedule("second", after: .seconds(60))
    device.pass(.seconds(31))
    let first = try #require(device.token(of: "willPresent", "tea"))
    #expect(device.center(.present(callback: first, [])) == .done)
    device.pass(.seconds(38))
    #expect(device.objections(to: "second") == [])
    device.pass(.seconds(2))
    #expect(device.objections(to: "second") == [.inFront])
    let second = try #require(device.token(of: "willPresent", "tea"))
    device.center(.present(callback: second, [.banner]))
    #expect(device.shown.isEmpty)
    #expect(device.broken.isEmpty)
  }

  @Test("is shown in full when the app leaves the screen before it has answered")
  func leftUnanswered() {
    var device = TestDevice.withTea()
    device.schedule("ready", after: .seconds(30))
    device.pass(.seconds(32))
    device.home()
    #expect(device.shown("ready") == [.seconds(32)])
    #expect(device.shown.map(\.options) == [[.badge, .sound, .list, .banner]])
    device.pass(.seconds(60))
    #expect(device.shown("ready").count == 1)
  }

  @Test("is shown on a locked device, to whoever was in front too")
  func locked() {
    var device = TestDevice.withTea()
    device.schedule("ready", after: .minutes(5))
    device.user(.lock)
    device.pass(.minutes(6))
    #expect(device.shown("ready") == [.minutes(5)])
  }

  @Test("while the machine was off is shown late and once at its start")
  func off() {
    var device = TestDevice.withTea(hasPasscode: false)
    device.schedule("ready", after: .minutes(30))
    device.schedule("stretch", after: .minutes(20), repeats: true)
    device.home()
    device.skip(.minutes(65))
    device.tell(.booted)
    #expect(device.shown("ready") == [.minutes(65)])
    #expect(device.shown("stretch") == [.minutes(65)])
    device.pass(.minutes(20))
    #expect(device.shown("stretch") == [.minutes(65), .minutes(80)])
    #expect(device.broken.isEmpty)
  }

  @Test("waits for the first unlock after a start")
  func beforeFirstUnlock() {
    var device = TestDevice.withTea()
    device.schedule("ready", after: .minutes(30))
    device.home()
    device.tell(.booted)
    #expect(device.device.nextAlarm == nil)
    device.pass(.minutes(45))
    #expect(device.shown.isEmpty)
    device.user(.unlock)
    #expect(device.shown("ready") == [.minutes(45)])
    #expect(device.broken.isEmpty)
  }

  @Test("is shown when it is due, where the device was unlocked in time")
  func unlockedInTime() {
    var device = TestDevice.withTea()
    device.schedule("ready", after: .minutes(30))
    device.home()
    device.tell(.booted)
    device.user(.unlock)
    device.pass(.minutes(45))
    #expect(device.shown("ready") == [.minutes(30)])
  }

  @Test("has its number on the icon until the app takes it off")
  func badge() {
    var device = TestDevice.withTea()
    device.add("mail", .interval(.seconds(30), repeats: false)) { $0.badge = 3 }
    device.home()
    device.pass(.minutes(1))
    device.open("tea")
    #expect(device.center(.setBadge(3)) == .done)
    #expect(device.center(.setBadge(-1)) == .done)
    let counts = device.log.compactMap { entry -> Int? in
      if case .service(.badge(_, let count)) = entry.effect { count } else { nil }
    }
    #expect(counts == [3, 0])
  }

  @Test(
    "is heard with its own sound where that can be played, else with the default one",
    arguments: [
      (NotificationSound.named("bell.caf"), NotificationSound.named("bell.caf")),
      (.named("Bell.AIFF"), .named("Bell.AIFF")), (.named("bell.wav"), .named("bell.wav")),
      (.named("bell.mp3"), .standard), (.named("bell"), .standard), (.named(""), .standard),
      (.none, .none), (.standard, .standard),
    ]
  )
  func sound(asked: NotificationSound, heard: NotificationSound) {
    var device = TestDevice.withTea()
    device.add("ready", .interval(.seconds(30), repeats: false)) { $0.sound = asked }
    device.home()
    device.pass(.minutes(1))
    #expect(device.shown.map(\.content.sound) == [heard])
  }

  @Test("is kept in the user's list, the hundred newest of an app")
  func list() {
    var device = TestDevice.withTea()
    device.schedule("nag", after: .seconds(60), repeats: true)
    device.home()
    for number in 1...101 {
      device.tell(.push(Push(app: device.app("tea"), number)))
    }
    #expect(device.delivered().count == AppNotifications.deliveredMax)
    #expect(device.withdrawn == ["p1"])
    device.open("tea")
    let reply = device.center(.delivered)
    guard case .service(.notifications(let list)) = reply else {
      Issue.record("the centre answered with something else")
      return
    }
    #expect(list.map(\.identifier) == (2...101).map { "p\($0)" })
    #expect(device.center(.removeDelivered(["p2", "p3"])) == .done)
    #expect(device.withdrawn == ["p1", "p2", "p3"])
    #expect(device.center(.removeDelivered(nil)) == .done)
    #expect(device.delivered() == [])
  }

  @Test("is not lost when the daemon is started anew while the app is asked")
  func restart() throws {
    var device = TestDevice.withTea()
    device.schedule("ready", after: .seconds(30))
    device.pass(.seconds(31))
    device.skip(.minutes(5))
    device.tell(.daemonRestarted(survivors: device.survivors))
    #expect(device.objections(to: "ready") == [])
    let token = try #require(device.token(of: "willPresent", "tea"))
    #expect(device.center(.present(callback: token, [.banner])) == .done)
    #expect(device.shown("ready").count == 1)
  }

  @Test("costs the energy of a wake where nobody uses the device")
  func energy() {
    var device = TestDevice.withTea()
    device.schedule("ready", after: .minutes(5))
    device.home()
    device.pass(.minutes(6))
    let spent = device.device.apps[device.app("tea")]?.usage.wakeNanojoules
    #expect(spent == WakeCosts.phone.processorNanojoules)
  }
}

@Suite("A push that the user sees")
struct VisiblePushTests {
  @Test("is shown in the place of an earlier one of its collapse identifier")
  func collapses() {
    var device = TestDevice.withTea()
    device.home()
    device.tell(.push(Push(app: device.app("tea"), 1)))
    device.tell(.push(Push(app: device.app("tea"), 1)))
    device.tell(
      .push(Push(app: device.app("tea"), payload: "{}", isVisible: true, hasContent: false))
    )
    device.tell(
      .push(Push(app: device.app("tea"), payload: "{}", isVisible: true, hasContent: false))
    )
    #expect(device.shown.count == 4)
    #expect(device.delivered().count == 3)
    #expect(device.delivered().first == "p1")
  }

  @Test("gives a suspended app no time to run")
  func runsNothing() {
    var device = TestDevice.withTea()
    device.home()
    let before = device.callbacks("tea")
    device.tell(.push(Push(app: device.app("tea"), 1)))
    #expect(device.callbacks("tea") == before)
    #expect(device.state("tea") == .suspended)
  }

  @Test("is told to an app in front: by willPresent from iOS 10 on, as the push itself before")
  func inFront() {
    var today = TestDevice.withTea()
    today.tell(.push(Push(app: today.app("tea"), 1)))
    #expect(today.callbacks("tea").last == "willPresent")
    var legacy = TestDevice.withTea(.ios8)
    legacy.tell(.push(Push(app: legacy.app("tea"), 1)))
    #expect(legacy.callbacks("tea").last == "didReceiveRemoteNotification")
    #expect(today.shown.isEmpty && legacy.shown.isEmpty)
  }

  @Test("is shown before the first unlock without what it says")
  func withoutPreview() {
    var device = TestDevice.withTea()
    device.home()
    device.tell(.booted)
    device.tell(.push(Push(app: device.app("tea"), 1)))
    #expect(device.shown.map(\.content.body) == ["Notification"])
    #expect(device.shown.map(\.content.title) == [""])
  }

  @Test("is not shown where the user does not allow it, locked or not")
  func notAllowed() {
    var device = TestDevice.withTea()
    device.allowNotifications(false)
    device.home()
    device.tell(.push(Push(app: device.app("tea"), 1)))
    device.tell(.booted)
    device.tell(.push(Push(app: device.app("tea"), 1)))
    #expect(device.shown.isEmpty)
    #expect(device.objections(to: "p1") == [.notificationsOff, .notificationsOff])
  }
}

extension Push {
  /// A push of that number that the user sees, and the app is not run for.
  init(app: AppIdentifier, _ number: Int) {
    self.init(
      app: app,
      payload: "{}",
      isVisible: true,
      hasContent: false,
      collapseIdentifier: "p\(number)",
      alert: NotificationContent(title: "Tea", body: "Pot \(number)")
    )
  }
}
