import Testing
import TorporModel

@testable import TorporCore

@Suite("The paging service, alone")
struct PagingServiceTests {
  private static let swap = SwapState(freeBytes: 4_000_000_000, totalBytes: 4_000_000_000)

  /// A machine with swap, and an app that is frozen since the beginning.
  private var world: ServiceWorld {
    var world = ServiceWorld(.linux)
    world.add("editor", .background)
    world.change("editor") { $0.paging.follow(isFrozen: true, at: .zero) }
    return world
  }

  @Test("waits for nothing where there is no swap")
  func noSwap() {
    var service = PagingService()
    let world = world
    #expect(world.tell(&service, .app(.stateChanged(slot: world.slot("editor")))) == [])
    #expect(service.nextDeadline == nil)
  }

  @Test("orders the first piece of a frozen app when its rest is over, and only one at a time")
  func order() {
    var world = world
    var service = PagingService()
    _ = world.tell(&service, .memory(.swapChanged(Self.swap)))
    #expect(world.tell(&service, .deadline) == [])
    let due = Instant.zero + AppPaging.restUsual
    #expect(service.nextDeadline == due)
    world.state.now = due
    let launch = world.state.apps.process(of: world.app("editor"))!.launch!
    let order = PageOutOrder(launch: launch, bytesMax: PagingTable.orderBytesMax)
    #expect(world.tell(&service, .deadline) == [.effect(.pageOut(order))])
    #expect(service.nextDeadline == nil)
    #expect(world.tell(&service, .deadline) == [])
    #expect(service.brokenInvariants(on: world.state) == [])
  }

  @Test("keeps with the process how far it is, and rests before the next piece")
  func report() {
    var world = world
    var service = PagingService(PagingTable())
    _ = world.tell(&service, .memory(.swapChanged(Self.swap)))
    world.state.now = Instant.zero + AppPaging.restUsual
    _ = world.tell(&service, .deadline)
    let report = PageOutReport(
      freedBytes: 32 << 20,
      writtenBytes: PagingTable.orderBytesMax,
      isComplete: false,
      swap: Self.swap
    )
    let slot = world.slot("editor")
    let items = world.tell(&service, .memory(.pagedOut(report, slot: slot)))
    guard case .keep(let paging, of: world.app("editor")) = items.first else {
      Issue.record("\(items)")
      return
    }
    #expect(paging.freedBytes == 32 << 20)
    #expect(service.nextDeadline == world.state.now + PagingTable.orderInterval)
  }

  @Test("forgets the order of a host that is gone")
  func restart() {
    var world = world
    var service = PagingService()
    _ = world.tell(&service, .memory(.swapChanged(Self.swap)))
    world.state.now = Instant.zero + AppPaging.restUsual
    _ = world.tell(&service, .deadline)
    #expect(service.table.ordered != nil)
    _ = world.tell(&service, .device(.daemonRestarted))
    #expect(service.table.ordered == nil)
    #expect(service.nextDeadline == world.state.now)
  }
}
