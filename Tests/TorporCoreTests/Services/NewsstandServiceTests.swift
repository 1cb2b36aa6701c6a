import Testing
import TorporModel

@testable import TorporCore

@Suite("The service for Newsstand, alone")
struct NewsstandServiceTests {
  private func world(_ modes: [BackgroundMode]) -> ServiceWorld {
    var world = ServiceWorld(.ios6)
    world.add("paper", .background, modes: modes)
    world.state.now = .zero + .days(3)
    return world
  }

  private func push(_ world: ServiceWorld, hasContent: Bool = true) -> Push {
    Push(app: world.app("paper"), payload: "{}", isVisible: false, hasContent: hasContent)
  }

  private func wake(_ world: ServiceWorld) -> Outbox.Item {
    .wake(
      world.app("paper"),
      [PendingEvent(reason: .newsstand, callback: .issueAnnounced(payload: "{}"))]
    )
  }

  @Test("runs an app for an issue once a day, and says since when the next has to wait")
  func oncePerDay() throws {
    var world = world([.newsstandContent])
    var service = NewsstandService()
    #expect(world.tell(&service, .push(.received(push(world)))) == [wake(world)])
    let first = world.state.now
    world.state.now = first + .hours(23)
    let items = world.tell(&service, .push(.received(push(world))))
    guard case .record(let entry)? = items.first else {
      Issue.record("nothing was recorded: \(items)")
      return
    }
    #expect(items.count == 1)
    #expect(entry.action == .wake(.newsstand) && entry.verdict == .denied)
    #expect(entry.conditions.map(\.until) == [first + NewsstandService.issueSpacing])
    world.state.now = first + .days(1)
    #expect(world.tell(&service, .push(.received(push(world)))) == [wake(world)])
    #expect(service.brokenInvariants(on: world.state) == [])
  }

  @Test("passes on what is not an issue: a second push of the day, one for an app without the mode")
  func otherPushes() {
    let both = world([.newsstandContent, .remoteNotification])
    var service = NewsstandService()
    #expect(both.tell(&service, .push(.received(push(both)))) == [wake(both)])
    #expect(
      both.tell(&service, .push(.received(push(both)))) == [.post(.push(.content(push(both))))]
    )
    let mail = world([.remoteNotification])
    var other = NewsstandService()
    #expect(
      mail.tell(&other, .push(.received(push(mail)))) == [.post(.push(.content(push(mail))))]
    )
    #expect(other.apps.isEmpty)
  }

  @Test("asks for nothing where a push has no content")
  func withoutContent() {
    let world = world([.newsstandContent])
    var service = NewsstandService()
    #expect(world.tell(&service, .push(.received(push(world, hasContent: false)))) == [])
    #expect(service.apps.isEmpty)
  }

  @Test("keeps the date of an issue with the record of its app, and forgets it with the app")
  func saved() {
    let world = world([.newsstandContent])
    var service = NewsstandService()
    _ = world.tell(&service, .push(.received(push(world))))
    var apps = world.state.apps
    service.save(into: &apps)
    #expect(apps != world.state.apps)
    #expect(NewsstandService(takingFrom: &apps) == service)
    #expect(apps == world.state.apps)
    _ = world.tell(&service, .app(.removed(world.app("paper"))))
    #expect(service == NewsstandService())
  }
}
