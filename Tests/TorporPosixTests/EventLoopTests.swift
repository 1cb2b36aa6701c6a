import Glibc
import Testing

@testable import TorporPosix

@Suite("An event loop")
struct EventLoopTests {
  @Test("calls what is due in the order of its moments, and what is cancelled never")
  func moments() throws {
    let loop = try EventLoop()
    var calls: [String] = []
    _ = loop.schedule(after: .milliseconds(3)) { calls.append("third") }
    _ = loop.schedule(after: .milliseconds(1)) { calls.append("first") }
    let never = loop.schedule(after: .milliseconds(1)) { calls.append("never") }
    _ = loop.schedule(after: .milliseconds(2)) { calls.append("second") }
    loop.cancel(never)
    turn(loop) { calls.count == 3 }
    #expect(calls == ["first", "second", "third"])
  }

  @Test("keeps calls for the same moment in the order in which they were asked for")
  func sameMoment() {
    var queue = MomentQueue()
    var calls: [Int] = []
    for number in 1...4 {
      queue.insert(moment: 10, number: UInt64(number)) { calls.append(number) }
    }
    queue.insert(moment: 5, number: 9) { calls.append(0) }
    _ = queue.remove(3)
    #expect(queue.nearest == 5)
    while let handler = queue.removeFirstDue(at: 10) { handler() }
    #expect(calls == [0, 1, 2, 4])
    #expect(queue.isEmpty)
  }

  @Test("lets a handler cancel another one of the same batch")
  func cancelsWithinBatch() throws {
    let loop = try EventLoop()
    let (one, two) = (try DescriptorPair.pipe().take(), try DescriptorPair.pipe().take())
    defer { Descriptor.close([one.first, one.second, two.first, two.second]) }
    var calls = 0
    var tokens: [EventLoop.Token] = []
    for end in [one.first, two.first] {
      tokens.append(
        try loop.register(end, for: .readable) { _ in
          calls += 1
          for token in tokens { loop.cancel(token) }
        }
      )
    }
    #expect(write(one.second, "x", 1) == 1)
    #expect(write(two.second, "x", 1) == 1)
    loop.runOnce(timeoutMilliseconds: 1000)
    loop.runOnce(timeoutMilliseconds: 10)
    #expect(calls == 1)
  }

  /// Has a call scheduled for as long as it lives.
  private final class Owner {
    private let loop: EventLoop
    private let token: EventLoop.Token
    init(_ loop: EventLoop) {
      self.loop = loop
      token = loop.schedule(after: .seconds(3600)) {}
    }
    deinit { loop.cancel(token) }
  }

  @Test("lets what a cancelled call owned cancel another one as it ends")
  func ownersOfCalls() throws {
    let loop = try EventLoop()
    let token = loop.schedule(after: .seconds(3600)) { [owner = Owner(loop)] in _ = owner }
    loop.cancel(token)
    var isCalled = false
    _ = loop.schedule(after: .zero) { isCalled = true }
    loop.runOnce(timeoutMilliseconds: 1000)
    #expect(isCalled)
  }

  @Test("runs until it is stopped, and calls back after each turn")
  func stops() throws {
    let loop = try EventLoop()
    var turns = 0
    _ = loop.schedule(after: .milliseconds(1)) { loop.stop() }
    loop.run { turns += 1 }
    #expect((1...2).contains(turns))
  }

  @Test("is woken by another thread")
  func wakes() throws {
    let loop = try EventLoop()
    let waker = loop.waker
    var thread = pthread_t()
    let box = Unmanaged.passRetained(waker)
    pthread_create(
      &thread,
      nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Waker>.fromOpaque(pointer).takeRetainedValue().wake()
        return nil
      },
      box.toOpaque()
    )
    let begin = BootClock.nanoseconds()
    loop.runOnce(timeoutMilliseconds: 10_000)
    #expect(BootClock.nanoseconds() - begin < 9_000_000_000)
    pthread_join(thread, nil)
  }

  @Test("sleeps when nothing happens: its timer is disarmed when the last moment has passed")
  func sleeps() throws {
    let loop = try EventLoop()
    var calls = 0
    _ = loop.schedule(after: .milliseconds(1)) { calls += 1 }
    turn(loop) { calls == 1 }
    let begin = BootClock.nanoseconds()
    // Returns early only if something wakes it.
    loop.runOnce(timeoutMilliseconds: 20)
    #expect(BootClock.nanoseconds() - begin >= 19_000_000)
  }

  @Test("cannot watch a plain file, and says so")
  func plainFile() throws {
    let loop = try EventLoop()
    let number = open("/proc/self/exe", O_RDONLY)
    defer { close(number) }
    let failure = #expect(throws: SystemError.self) {
      try loop.register(number, for: .readable) { _ in }
    }
    #expect(
      failure?.description
        == "cannot watch descriptor \(number): Operation not permitted (EPERM)"
    )
  }

  private func turn(_ loop: EventLoop, until condition: () -> Bool) {
    for _ in 0..<1000 where !condition() { loop.runOnce(timeoutMilliseconds: 10) }
  }
}
