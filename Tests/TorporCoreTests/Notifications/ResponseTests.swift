import Testing
import TorporModel

@testable import TorporCore

@Suite("The user's answer to a notification")
struct NotificationResponseTests {
  private static let category = NotificationCategory(
    identifier: "pot",
    actions: [
      NotificationAction(identifier: "again", title: "Again"),
      NotificationAction(identifier: "show", title: "Show", opensApp: true),
      NotificationAction(identifier: "lock", title: "Pay", needsAuthentication: true),
    ],
    tellsOfDismissal: true
  )

  /// A device that shows the notification `ready` of the suspended app.
  private func device(_ profile: ProfileName = .ios26, category: String? = "pot") -> TestDevice {
    var device = TestDevice.withTea(profile)
    device.center(.setCategories([Self.category]))
    device.add("ready", .interval(.minutes(5), repeats: false)) { $0.category = category }
    device.home()
    device.pass(.minutes(6))
    return device
  }

  @Test("offers the actions of its category")
  func actions() {
    #expect(device().shown.map(\.actions) == [Self.category.actions])
    #expect(device(category: nil).shown.map(\.actions) == [[]])
    #expect(device(category: "unknown").shown.map(\.actions) == [[]])
  }

  @Test("by a tap opens the app, dead or alive, and hands it over", arguments: [false, true])
  func tap(isDead: Bool) {
    var device = device()
    if isDead { device.user(.forceQuit(app: device.app("tea"))) }
    let before = device.callbacks("tea").count
    device.answer("ready")
    #expect(device.state("tea") == .active)
    #expect(device.callbacks("tea").dropFirst(before).contains("didReceiveResponse"))
    #expect(device.delivered() == [])
    #expect(device.withdrawn == ["ready"])
    #expect(device.broken.isEmpty)
  }

  @Test("by an action that it does not have is refused, and so is one to what is not shown")
  func unknownAction() {
    var device = device()
    let app = device.app("tea")
    func answer(_ notification: String, _ action: String) -> Reply? {
      let response = NotificationResponse(notification: notification, action: action)
      return device.user(.respond(app: app, response))
    }
    #expect(
      answer("ready", "pour")
        == .refused(
          .service(
            .notification(
              .unknownAction("pour", notification: "ready", known: ["again", "show", "lock"])
            )
          )
        )
    )
    #expect(
      answer("other", "again") == .refused(.service(.notification(.notDelivered("other"))))
    )
    #expect(device.delivered() == ["ready"])
    #expect(answer("ready", "again") == .done)
    #expect(device.broken.isEmpty)
  }

  @Test("by a tap is told before iOS 10 as the notification itself")
  func legacyTap() {
    var device = device(.ios6)
    device.answer("ready")
    #expect(device.state("tea") == .active)
    #expect(device.times(of: "didReceiveLocalNotification", "tea").count == 1)
    #expect(device.callbacks("tea").contains("didReceiveResponse") == false)
  }

  @Test("by a tap on a push is told before iOS 10 as the push")
  func legacyPush() {
    var device = device(.ios8)
    device.tell(.push(Push(app: device.app("tea"), 1)))
    device.answer("p1")
    #expect(device.times(of: "didReceiveRemoteNotification", "tea").count == 1)
  }

  @Test("by a tap on one that is gone opens the app, which is told nothing")
  func goneTap() {
    var device = device()
    device.answer("ready")
    device.home()
    device.answer("ready")
    #expect(device.state("tea") == .active)
    #expect(device.times(of: "didReceiveResponse", "tea").count == 1)
    device.home()
    device.pass(.minutes(1))
    device.answer("ready", "again")
    #expect(device.state("tea") == .suspended)
  }

  @Test("by a button runs the app off screen for ten seconds, also after a force-quit")
  func button() {
    var device = device()
    device.user(.forceQuit(app: device.app("tea")))
    device.pass(.seconds(30))
    device.answer("ready", "again")
    #expect(device.state("tea") == .background)
    #expect(device.callbacks("tea").last == "didReceiveResponse")
    device.pass(.seconds(9))
    #expect(device.state("tea") == .background)
    // It does not say that it is done, and is suspended; nothing says that it is to be ended.
    device.pass(.seconds(4))
    #expect(device.state("tea") == .suspended)
    #expect(device.lastExit("tea") == .forceQuit)
    #expect(device.broken.isEmpty)
  }

  @Test("by a button ends as soon as the app says that it is done")
  func completed() throws {
    var device = device()
    device.answer("ready", "again")
    let token = try #require(device.token(of: "didReceiveResponse", "tea"))
    device.ask("tea", .complete(callback: token, result: .noData))
    #expect(device.state("tea") == .suspended)
  }

  @Test("by a button that opens the app opens it")
  func opens() {
    var device = device()
    device.answer("ready", "show")
    #expect(device.state("tea") == .active)
    #expect(device.times(of: "didReceiveResponse", "tea").count == 1)
  }

  @Test("that needs the user's secret waits until the device is unlocked")
  func authentication() {
    var device = device()
    device.user(.lock)
    device.answer("ready", "lock")
    #expect(device.times(of: "didReceiveResponse", "tea").isEmpty)
    #expect(device.delivered() == ["ready"])
    device.pass(.minutes(1))
    device.user(.unlock)
    #expect(device.times(of: "didReceiveResponse", "tea").count == 1)
    #expect(device.delivered() == [])
    #expect(device.broken.isEmpty)
  }

  @Test("that needs the user's secret is handed over at once on an unlocked device")
  func unlocked() {
    var device = device()
    device.answer("ready", "lock")
    #expect(device.times(of: "didReceiveResponse", "tea").count == 1)
  }

  @Test("by a button that the category does not have is refused, and does nothing")
  func unknownButton() {
    var device = device()
    let refusal = NotificationRefusal.unknownAction(
      "brew",
      notification: "ready",
      known: ["again", "show", "lock"]
    )
    #expect(device.answer("ready", "brew") == .refused(.service(.notification(refusal))))
    #expect(device.state("tea") == .suspended)
    #expect(device.delivered() == ["ready"])
  }

  @Test("by dismissing it is told where the category asks for that, and nowhere else")
  func dismissal() {
    var told = device()
    told.answer("ready", NotificationResponse.dismissAction)
    #expect(told.times(of: "didReceiveResponse", "tea").count == 1)
    #expect(told.state("tea") == .background)
    var untold = device(category: nil)
    untold.answer("ready", NotificationResponse.dismissAction)
    #expect(untold.times(of: "didReceiveResponse", "tea").isEmpty)
    #expect(untold.delivered() == [] && told.delivered() == [])
  }

  @Test("for an app that is not there is refused by its name")
  func unknownApp() {
    var device = device()
    #expect(
      device.answer("ready", of: "cocoa")
        == .refused(.unknownApp(name: "com.example.cocoa", similar: []))
    )
  }
}
