import Foundation
import Testing
import os

@Suite("A lock of Apple's")
struct LockTests {
  /// Adds on several threads at once, each time in two steps that another thread must not come between.
  private func count(_ add: @escaping @Sendable () -> Void) {
    DispatchQueue.concurrentPerform(iterations: 8) { _ in for _ in 0..<20_000 { add() } }
  }

  @Test("keeps threads from one another")
  func unfairLock() {
    nonisolated(unsafe) let lock = os_unfair_lock_t.allocate(capacity: 1)
    lock.initialize(to: os_unfair_lock())
    defer { lock.deallocate() }
    nonisolated(unsafe) var sum = 0
    count {
      os_unfair_lock_lock(lock)
      let before = sum
      sum = before + 1
      os_unfair_lock_unlock(lock)
    }
    #expect(sum == 160_000)
    #expect(lock.pointee._os_unfair_lock_opaque == 0)
  }

  @Test("keeps threads from one another around what it protects")
  func allocatedLock() {
    let sum = OSAllocatedUnfairLock(initialState: 0)
    count {
      sum.withLock { sum in
        let before = sum
        sum = before + 1
      }
    }
    #expect(sum.withLock { $0 } == 160_000)
  }

  @Test("is not to be had while another thread has it")
  func tryLock() {
    nonisolated(unsafe) let lock = os_unfair_lock_t.allocate(capacity: 1)
    lock.initialize(to: os_unfair_lock())
    defer { lock.deallocate() }
    #expect(os_unfair_lock_trylock(lock))
    os_unfair_lock_assert_owner(lock)
    nonisolated(unsafe) var isHad = true
    let done = DispatchSemaphore(value: 0)
    Thread {
      isHad = os_unfair_lock_trylock(lock)
      os_unfair_lock_assert_not_owner(lock)
      done.signal()
    }.start()
    done.wait()
    #expect(!isHad)
    os_unfair_lock_unlock(lock)
  }

  @Test("ends the process when its owner takes it again, or another thread gives it back")
  func misuse() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      var lock = os_unfair_lock()
      os_unfair_lock_lock(&lock)
      os_unfair_lock_lock(&lock)
    }
    await #expect(processExitsWith: .signal(SIGABRT)) {
      var lock = os_unfair_lock()
      os_unfair_lock_unlock(&lock)
    }
  }
}
