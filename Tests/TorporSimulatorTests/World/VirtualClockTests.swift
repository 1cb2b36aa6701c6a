import Testing
import TorporModel

@testable import TorporSimulator

@Suite("The virtual clock")
struct VirtualClockTests {
  @Test("does things in the order of time, then of insertion")
  func order() {
    let clock = VirtualClock()
    var done: [String] = []
    clock.schedule(at: .at(.seconds(2))) { done.append("late") }
    clock.schedule(at: .at(.seconds(1))) { done.append("first") }
    clock.schedule(at: .at(.seconds(1))) { done.append("second") }
    while clock.runNext(upTo: .at(.seconds(5))) {}
    #expect(done == ["first", "second", "late"])
    #expect(clock.now() == .at(.seconds(2)))
  }

  @Test("stops before what is due later, and forgets what was cancelled")
  func limit() {
    let clock = VirtualClock()
    var done: [String] = []
    clock.schedule(at: .at(.seconds(1))) { done.append("cancelled") }.cancel()
    clock.schedule(at: .at(.seconds(9))) { done.append("later") }
    #expect(!clock.runNext(upTo: .at(.seconds(5))))
    #expect(done.isEmpty)
    #expect(clock.now() == .zero)
  }

  @Test("has one timer, and the last moment that it was armed for wins")
  func timer() {
    let clock = VirtualClock()
    var fired: [Instant] = []
    clock.timerFired = { fired.append(clock.now()) }
    clock.arm(at: .at(.seconds(1)))
    clock.arm(at: .at(.seconds(3)))
    while clock.runNext(upTo: .at(.seconds(9))) {}
    clock.arm(at: .at(.seconds(12)))
    clock.arm(at: nil)
    while clock.runNext(upTo: .at(.seconds(20))) {}
    #expect(fired == [.at(.seconds(3))])
  }

  @Test("says when something is due, and where it stands before that happens")
  func moments() {
    let clock = VirtualClock()
    var seen: [String] = []
    clock.moved = { seen.append("at \($0.nanoseconds)") }
    #expect(clock.nextMoment == nil)
    clock.schedule(at: Instant(nanoseconds: 1)) {}.cancel()
    clock.schedule(at: Instant(nanoseconds: 2)) { seen.append("done") }
    #expect(clock.nextMoment == Instant(nanoseconds: 2))
    #expect(clock.runNext(upTo: Instant(nanoseconds: 5)))
    clock.advance(to: Instant(nanoseconds: 5))
    #expect(seen == ["at 2", "done", "at 5"])
    #expect(clock.nextMoment == nil)
  }

  @Test("moves the wall clock alone when it jumps")
  func wallClock() {
    let clock = VirtualClock(at: .at(.seconds(1)), wallNanoseconds: 100)
    clock.jumpWallClock(by: .zero - .seconds(1))
    #expect(clock.now() == .at(.seconds(1)))
    #expect(clock.wallNanoseconds() == 100)
  }
}
