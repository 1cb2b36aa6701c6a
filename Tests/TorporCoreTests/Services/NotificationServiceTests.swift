import Testing
import TorporModel

@testable import TorporCore

@Suite("The notification service, alone")
struct NotificationServiceTests {
  private static func tea(after delay: Duration? = nil) -> LocalNotification {
    LocalNotification(
      identifier: "tea",
      content: NotificationContent(title: "Tea"),
      trigger: delay.map { .interval($0, repeats: false) }
    )
  }

  @Test("plans a notification, and has the machine do more while it is awake to show it")
  func due() {
    var world = ServiceWorld()
    world.add("tea", .background)
    var service = NotificationService()
    let reply = world.ask(&service, .add(Self.tea(after: .minutes(5))), by: "tea").reply
    #expect(reply == .done)
    #expect(service.nextDeadline == Instant.zero + .minutes(5))
    #expect(service.brokenInvariants(on: world.state) == [])
    world.state.now = Instant.zero + .minutes(5)
    let items = world.tell(&service, .deadline)
    guard case .effect(.service(.show(let shown))) = items.first else {
      Issue.record("\(items)")
      return
    }
    #expect(shown.content.title == "Tea")
    #expect(items.last == .post(.work(.coalesce(.processor))))
    #expect(service.nextDeadline == nil)
  }

  @Test("asks the app in front what the user is to see, and waits for the answer")
  func inFront() {
    var world = ServiceWorld()
    world.add("tea", .onScreen)
    var service = NotificationService()
    let items = world.ask(&service, .add(Self.tea()), by: "tea").items
    let notice = DeliveredNotification(app: world.app("tea"), Self.tea(), dueAt: .zero)
    #expect(items == [.post(.notification(.inFront(notice)))])
    #expect(world.tell(&service, .notification(.inFront(notice))) == [.ask(notice)])
    let token = CallbackToken(rawValue: 7)
    let until = Instant.zero + .seconds(10)
    let asked = PendingPresentation(token: token, notice: notice, until: until)
    #expect(world.tell(&service, .notification(.asked(asked))) == [])
    #expect(service.nextDeadline == until)
    #expect(world.ask(&service, .present(callback: token, .all), by: "tea").reply == .done)
    #expect(service.nextDeadline == nil)
  }

  @Test("opens the app for a tap before it hands the answer over")
  func tap() {
    var world = ServiceWorld()
    world.add("tea", .background)
    var service = NotificationService()
    _ = world.ask(&service, .add(Self.tea()), by: "tea")
    let response = NotificationResponse(
      notification: "tea",
      action: NotificationResponse.defaultAction
    )
    var out = Outbox()
    _ = service.respond(response, of: world.app("tea"), world.state, &out)
    #expect(out.items.dropFirst().first == .open(world.app("tea")))
    let event = PendingEvent(
      reason: .notificationResponse,
      callback: .service(.notifications(.didReceiveResponse(response)))
    )
    #expect(out.items.last == .wake(world.app("tea"), [event]))
  }
}
