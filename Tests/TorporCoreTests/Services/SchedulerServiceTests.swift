import Testing
import TorporModel

@testable import TorporCore

@Suite("The scheduler of background work, alone")
struct SchedulerServiceTests {
  /// A device with an app in the background that may run continued work.
  private var world: ServiceWorld {
    var world = ServiceWorld()
    world.add("mail", .background)
    world.change("mail") { $0.facts.speaks = true }
    return world
  }

  private func continued(_ number: UInt64) -> PendingRequest {
    let shown = TaskRequest.ContinuedProcessing(title: "Export", subtitle: "Film \(number)")
    let request = TaskRequest(identifier: "m.\(number)", kind: .continued(shown))
    return PendingRequest(number: number, request, at: .zero)
  }

  private func submit(_ numbers: ClosedRange<UInt64>, in world: inout ServiceWorld) {
    world.change("mail") { record in
      for number in numbers {
        _ = record.work.requests.register("m.\(number)", key: nil)
        _ = record.work.requests.add(continued(number))
      }
    }
  }

  private func run(_ numbers: ClosedRange<UInt64>, in world: inout ServiceWorld) {
    world.change("mail") { record in
      for number in numbers {
        let token = CallbackToken(rawValue: number)
        let request = continued(number).request
        record.work.running.add(RunningTask(request, token: token, isSimulated: false, at: .zero))
      }
    }
  }

  /// What the service wants of the app's work, and which steps it leaves for later.
  private func due(_ service: inout SchedulerService, in world: ServiceWorld) -> [Outbox.Item] {
    world.tell(&service, .work(.due(slot: world.slot("mail"))))
  }

  @Test("looks at the work of an app in the turn in which it has changed, and once")
  func changed() {
    var world = world
    submit(1...1, in: &world)
    var service = SchedulerService()
    #expect(world.tell(&service, .work(.changed(slot: 0))) == [])
    #expect(service.nextReview?.at == .zero)
    _ = due(&service, in: world)
    #expect(service.nextReview == nil)
  }

  @Test("looks at all that waits or runs when the conditions have changed, and at nothing else")
  func conditionContext() {
    var world = world
    world.add("idle", .background)
    submit(1...1, in: &world)
    var service = SchedulerService()
    #expect(world.tell(&service, .device(.surroundingsChanged)) == [])
    #expect(service.nextReview?.slot == world.slot("mail"))
    _ = due(&service, in: world)
    #expect(service.nextReview == nil)
  }

  @Test("keeps what it has found, starts the first that may run, and the others after it")
  func starts() {
    var world = world
    submit(1...4, in: &world)
    var service = SchedulerService()
    let (slot, conditionContext) = (world.slot("mail"), world.state.conditionContext)
    let items = due(&service, in: world)
    guard case .work(.keep(let review, slot: slot)) = items.first else {
      Issue.record("the scheduler asks for \(items)")
      return
    }
    #expect(review.findings.map(\.blockers).map { $0.map(\.reason) } == [[], [], [], [.slotTaken]])
    let others = (2...3).map { Activity.task(identifier: "m.\($0)") }
    #expect(
      items.dropFirst() == [
        .work(.run(.task(identifier: "m.1"), slot: slot, on: conditionContext)),
        .post(.work(.step(.start(others, slot: slot, on: conditionContext)))),
      ]
    )
    #expect(
      world.tell(&service, .work(.step(.start(others, slot: slot, on: conditionContext)))) == [
        .work(.run(others[0], slot: slot, on: conditionContext)),
        .post(.work(.step(.start([others[1]], slot: slot, on: conditionContext)))),
      ]
    )
  }

  @Test("starts nothing whose slot was taken meanwhile, and looks at it again")
  func lateStart() {
    var world = world
    submit(1...1, in: &world)
    run(2...4, in: &world)
    var service = SchedulerService()
    let step = WorkStep.start(
      [.task(identifier: "m.1")],
      slot: world.slot("mail"),
      on: world.state.conditionContext
    )
    #expect(world.tell(&service, .work(.step(step))) == [])
    #expect(service.nextReview?.at == .zero)
  }

  @Test("ends what has lost its conditions before it looks at what waits")
  func running() {
    var world = world
    run(1...1, in: &world)
    var service = SchedulerService()
    let (slot, conditionContext) = (world.slot("mail"), world.state.conditionContext)
    #expect(
      due(&service, in: world) == [
        .work(.expireLost(slot: slot, on: conditionContext)),
        .post(.work(.step(.review(slot: slot, on: conditionContext)))),
      ]
    )
  }

  @Test("starts nothing while the machine stops")
  func stopping() {
    var world = world
    submit(1...1, in: &world)
    world.state.conditions.isStopping = true
    var service = SchedulerService()
    #expect(due(&service, in: world) == [])
  }

  /// A scheduler that is to wake the machine for work of the app after an hour.
  private func planned(in world: inout ServiceWorld) -> SchedulerService {
    world.change("mail") { $0.work.planned = [1] }
    var service = SchedulerService()
    let end = Instant.zero + .hours(1)
    let window = WakeWindow(earliest: .zero, latest: end, level: .radio)
    service.planner.set(window, for: WorkReview.key(number: 1, slot: world.slot("mail")))
    return service
  }

  @Test("wakes the machine at the end of a window, has the app pay for it, and looks at its work")
  func wake() {
    var world = world
    var service = planned(in: &world)
    #expect(service.nextDeadline == .zero + .hours(1))
    #expect(service.nextAlarm(on: world.state) == nil)
    world.state.now = .zero + .hours(1)
    let items = world.tell(&service, .deadline)
    guard case .work(.serve(let wake)) = items.first, items.count == 1 else {
      Issue.record("the scheduler asks for \(items)")
      return
    }
    #expect(wake.nanojoules == WakeCosts.phone.radioNanojoules)
    #expect(service.nextDeadline == nil)
    #expect(service.nextReview?.slot == world.slot("mail"))
  }

  @Test("has work whose window is open go along with a wake that others have made")
  func coalesce() {
    var world = world
    var service = planned(in: &world)
    let items = world.tell(&service, .work(.coalesce(.radio)))
    guard case .work(.serve(let wake)) = items.first else {
      Issue.record("the scheduler asks for \(items)")
      return
    }
    #expect(wake.nanojoules == 0)
    #expect(world.tell(&service, .work(.coalesce(.radio))) == [])
  }

  @Test("plans nothing for an app that leaves the device, or has planned nothing")
  func removal() {
    var world = world
    var service = planned(in: &world)
    #expect(service.brokenInvariants(on: world.state) == [])
    #expect(world.tell(&service, .app(.removed(world.app("mail")))) == [])
    #expect(service.nextDeadline == nil)
    service = planned(in: &world)
    world.change("mail") { $0.work.planned = [] }
    #expect(
      service.brokenInvariants(on: world.state) == [
        "a wake is planned for work 1 of slot 0, which has planned none"
      ]
    )
  }

  @Test("knows since when the device charges unused, for heavy work")
  func window() {
    var world = world
    var service = SchedulerService()
    let charging = PowerState(isOnExternalPower: true, batteryPercent: 80)
    _ = world.state.conditions.power.update(charging, at: .zero)
    _ = world.state.conditions.network.update(NetworkState(link: .wifi), at: .zero)
    world.state.now = .zero + .minutes(5)
    _ = world.tell(&service, .device(.surroundingsChanged))
    #expect(service.processingWindow.openedAt == .zero + .minutes(5))
    _ = world.state.conditions.network.update(NetworkState(link: .none), at: .zero)
    _ = world.tell(&service, .device(.surroundingsChanged))
    #expect(service.processingWindow.openedAt == nil)
  }

  @Test("runs a task for a developer that waits, and no other")
  func simulation() {
    var world = world
    submit(1...1, in: &world)
    let service = SchedulerService()
    var out = Outbox()
    #expect(service.simulateLaunch(of: "m.1", app: nil, world.state, &out) == .done)
    #expect(out.items == [.work(.simulateLaunch(of: "m.1", slot: world.slot("mail")))])
    let refusal = Reply.refused(.noSuchTask(identifier: "m.2"))
    #expect(service.simulateLaunch(of: "m.2", app: nil, world.state, &out) == refusal)
    #expect(
      service.simulateExpiration(of: "m.1", app: nil, world.state, &out)
        == .refused(.noSuchTask(identifier: "m.1"))
    )
    #expect(out.items.count == 1)
  }
}
