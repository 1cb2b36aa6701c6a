import Foundation
import Testing

@testable import AppleSupport

/// Counts the firings of timers.
private final class Clock: NSObject {
  private(set) var ticks = 0
  private(set) var last: Any?

  func tick(_ timer: AppleTimer) {
    ticks += 1
    last = timer.userInfo
    timer.invalidate()
  }
  func count() { ticks += 1 }
}

@Suite("A timer")
struct TimerTests {
  /// Serves this thread's run loop until the condition holds; true if it does within 30 s.
  private func serve(until condition: () -> Bool) -> Bool {
    let limit = Date(timeIntervalSinceNow: 30)
    while !condition() {
      guard Date() < limit else { return false }
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
    }
    return true
  }

  @Test("that is added to a run loop later first fires after its interval, not at once")
  func firstFiring() {
    nonisolated(unsafe) let clock = Clock()
    let began = Date()
    let timer = AppleTimer(timeInterval: 0.3, repeats: false) { _ in clock.count() }
    RunLoop.current.add(timer, forMode: .common)
    #expect(serve { clock.ticks > 0 })
    #expect(Date().timeIntervalSince(began) >= 0.3)
    #expect(!timer.isValid)
  }

  @Test("lives while its run loop has it, and repeats until it is invalidated")
  func repeats() {
    nonisolated(unsafe) let clock = Clock()
    AppleTimer.scheduledTimer(withTimeInterval: 0.01, repeats: true) { timer in
      clock.count()
      if clock.ticks == 3 { timer.invalidate() }
    }
    #expect(serve { clock.ticks >= 3 })
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
    #expect(clock.ticks == 3)
  }

  @Test("calls a method, with what it was given to carry")
  func method() {
    let clock = Clock()
    let timer = AppleTimer.scheduledTimer(
      timeInterval: 0.01,
      target: clock,
      selector: Selector(_objc: "tick:", Clock.tick),
      userInfo: "noon",
      repeats: true
    )
    #expect(timer.isValid && timer.timeInterval == 0.01)
    #expect(serve { clock.ticks > 0 })
    #expect(clock.last as? String == "noon")
    #expect(!timer.isValid)
  }

  @Test("that nobody keeps is gone")
  func gone() {
    func made() -> AppleTimer {
      AppleTimer(timeInterval: 60, repeats: true) { _ in }
    }
    weak let timer = made()
    #expect(timer == nil)
  }
}
