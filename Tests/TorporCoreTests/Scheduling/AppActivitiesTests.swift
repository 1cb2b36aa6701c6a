import Testing
import TorporModel

@testable import TorporCore

@Suite("The background work of one app, alone")
struct AppActivitiesTests {
  private var world: ServiceWorld {
    var world = ServiceWorld()
    world.add("mail", .background)
    return world
  }

  private func activities(in world: ServiceWorld) -> AppActivities {
    AppActivities(
      of: world.state.apps[world.app("mail")]!,
      on: world.state,
      world.state.conditionContext
    )
  }

  @Test("is what runs, then what is pending, each with what it waits for")
  func order() {
    var world = world
    world.change("mail") { record in
      let fresh = TaskRequest(identifier: "fresh", kind: .appRefresh)
      _ = record.work.requests.add(PendingRequest(number: 1, fresh, at: .zero))
      let clean = TaskRequest(identifier: "clean", kind: .appRefresh)
      record.work.running.add(
        RunningTask(clean, token: CallbackToken(rawValue: 1), isSimulated: false, at: .zero)
      )
    }
    let all = activities(in: world).all
    #expect(all.map(\.activity.name) == ["clean", "fresh"])
    #expect(all.map(\.isRunning) == [true, false])
    #expect(all.last?.conditions.contains { $0.reason == .notRegistered && !$0.holds } == true)
    #expect(all.last?.forecast.needs.contains(.notRegistered) == true)
  }

  @Test("has a fetch only once the app wants one, and names the mode that it lacks")
  func fetch() {
    var world = ServiceWorld(.ios7)
    world.add("mail", .background)
    #expect(activities(in: world).all == [])
    world.change("mail") { $0.work.fetch.set(.minimum, number: 1, at: .zero) }
    let fetch = activities(in: world).all.first
    #expect(fetch?.activity == .fetch)
    #expect(fetch?.conditions.first == Condition(.notPermitted, holds: false, subject: "fetch"))
  }

  @Test("has no request that was not accepted under any name but its own")
  func refused() {
    var world = world
    #expect(activities(in: world).refused("fresh") == nil)
    world.change("mail") {
      $0.work.refused.note(
        "fresh",
        type: nil,
        at: .zero,
        because: [Condition(.notRegistered, holds: false)]
      )
    }
    #expect(activities(in: world).refused("fresh")?.conditions.map(\.reason) == [.notRegistered])
    #expect(activities(in: world).refused("clean") == nil)
  }
}
