import Testing
import TorporModel

@testable import TorporCore

@Suite("The transfer service, alone")
struct TransferServiceTests {
  private static let request = TransferRequest(direction: .download, staysOnMachine: true)
  private static let session = SessionConfiguration(identifier: "eps")

  /// An app on screen, which has made a session again, and asked it for one transfer.
  private func download(_ service: inout TransferService, _ world: ServiceWorld)
    -> TransferIdentifier?
  {
    #expect(world.ask(&service, .open(Self.session), by: "podcast").reply == .done)
    let start = SessionRequest.start(session: "eps", [Self.request], key: nil)
    guard case .transfersAccepted(let first, 1) = world.ask(&service, start, by: "podcast").reply
    else { return nil }
    return first
  }

  private var world: ServiceWorld {
    var world = ServiceWorld()
    world.add("podcast", .onScreen)
    return world
  }

  @Test("numbers what a user asks for, and begins it in a step of its own")
  func start() throws {
    let world = ServiceWorld()
    var service = TransferService()
    var out = Outbox()
    let action = TransferAction.start([Self.request], ownerUserID: 501, configuration: Self.session)
    let reply = service.perform(action, world.state, &out)
    let transfer = TransferIdentifier(rawValue: 1)
    #expect(reply == .transfersAccepted(first: transfer, count: 1))
    #expect(out.items.first == .useTransferNumbers(1))
    #expect(service.nextDeadline == world.state.now)
    #expect(world.tell(&service, .deadline) == [.post(.transfer(.step(.begin)))])
    let begun = world.tell(&service, .transfer(.step(.begin)))
    guard case .effect(.transfer(.start(let order)))? = begun.first else {
      Issue.record("\(begun)")
      return
    }
    #expect(order.transfer == transfer)
    #expect(order.attempt == 1)
    #expect(service.nextDeadline == world.state.now + Self.session.resourceTimeout)
    #expect(service.brokenInvariants(on: world.state) == [])
  }

  @Test("tells a running app what has come of its transfer, each session in a step of its own")
  func tell() throws {
    let world = world
    var service = TransferService()
    let transfer = try #require(download(&service, world))
    let report = TransferReport(transfer: transfer, attempt: 1, event: .finished(status: 200))
    _ = world.tell(&service, .transfer(.reported([report])))
    let number = try #require(service.table.sessions.first).number
    let steps: [TransferStep] = [.look(session: number), .begin]
    #expect(world.tell(&service, .deadline) == steps.map { .post(.transfer(.step($0))) })
    let told = world.tell(&service, .transfer(.step(.look(session: number))))
    let outcome = TransferOutcome(at: world.state.now, status: 200)
    let callbacks: [SessionCallback] = [
      .didFinishDownloading(session: "eps", transfer: transfer, status: 200),
      .didComplete(session: "eps", transfer: transfer, outcome: outcome),
    ]
    #expect(told == [.callLater(world.app("podcast"), callbacks.map { .session($0) })])
    // What is on its way is not told again.
    #expect(world.tell(&service, .transfer(.step(.look(session: number)))) == [])
  }

  @Test("wakes an app that is not there, and sees afterwards which process that has started")
  func wake() throws {
    var world = world
    var service = TransferService()
    let transfer = try #require(download(&service, world))
    let report = TransferReport(transfer: transfer, attempt: 1, event: .finished(status: 200))
    _ = world.tell(&service, .transfer(.reported([report])))
    world.kill("podcast")
    let number = try #require(service.table.sessions.first).number
    let items = world.tell(&service, .transfer(.step(.look(session: number))))
    let event = PendingEvent(reason: .transfer, callback: .session(.handleEvents(session: "eps")))
    #expect(items.contains(.wake(world.app("podcast"), [event])))
    let step = TransferStep.noteWake(world.app("podcast"), session: number, isIssue: false)
    #expect(items.last == .post(.transfer(.step(step))))
    #expect(world.tell(&service, .transfer(.step(step))) == [])
    #expect(service.table.session(number)?.wantsEvent == false)
  }

  @Test("forgets everything of an app that leaves the device")
  func removal() throws {
    let world = world
    var service = TransferService()
    let transfer = try #require(download(&service, world))
    let items = world.tell(&service, .app(.removed(world.app("podcast"))))
    let owner = TransferOwner.app(world.app("podcast"))
    #expect(
      items == [
        .effect(.transfer(.stop(transfer, owner: owner, discards: true))),
        .effect(.transfer(.remove(transfer))),
      ]
    )
    #expect(!service.isInUse)
  }

  @Test("looks at an app's sessions whenever something of the app has changed")
  func follow() throws {
    var world = world
    var service = TransferService()
    _ = try #require(download(&service, world))
    _ = world.tell(&service, .deadline)
    _ = world.tell(&service, .transfer(.step(.begin)))
    world.state.now = world.state.now + .seconds(1)
    #expect(service.nextDeadline != world.state.now)
    #expect(world.tell(&service, .app(.changed(slot: world.slot("podcast")))) == [])
    #expect(service.nextDeadline == world.state.now)
  }
}
