import Testing
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("The outbox")
struct OutboxTests {
  @Test("tells a state once, and the newest alone where several wait")
  func states() {
    let outbox = Outbox()
    outbox.tell(.metered(isMetered: false))
    outbox.tell(.metered(isMetered: true))
    outbox.tell(.locked(isLocked: true))
    #expect(outbox.take() == [.metered(isMetered: true), .locked(isLocked: true)])
    outbox.tell(.locked(isLocked: true))
    #expect(outbox.take() == [])
  }

  @Test("tells a new daemon every state, and what has happened meanwhile behind it")
  func anew() {
    let outbox = Outbox()
    outbox.tell(.locked(isLocked: true))
    outbox.tell(.focus(pids: [1]))
    #expect(outbox.take().count == 2)
    outbox.tell(.grab(pid: 3))
    outbox.tell(.focus(pids: [2]))
    outbox.tellAnew()
    #expect(outbox.take() == [.locked(isLocked: true), .focus(pids: [2]), .grab(pid: 3)])
    outbox.forget("focus")
    outbox.tellAnew()
    #expect(outbox.take() == [.locked(isLocked: true)])
  }

  @Test("keeps the newest 256 events for a daemon that is not there")
  func bounds() {
    let outbox = Outbox()
    outbox.tell(.locked(isLocked: true))
    for pid in 1...1000 { outbox.tell(.grab(pid: Int32(pid))) }
    let kept = outbox.take()
    #expect(kept.count == 256)
    #expect(kept.first == .locked(isLocked: true) && kept.last == .grab(pid: 1000))
  }
}
