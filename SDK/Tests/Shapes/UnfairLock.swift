// A lock as packages for all platforms have it, which ask for `os` first.
#if canImport(os)
import os

final class Counter: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<os_unfair_lock>
  private var count = 0

  init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: os_unfair_lock())
  }

  deinit {
    lock.deinitialize(count: 1)
    lock.deallocate()
  }

  func add() {
    os_unfair_lock_lock(lock)
    defer { os_unfair_lock_unlock(lock) }
    count += 1
  }
}

struct State {
  var lock = os_unfair_lock_s()
  var isFree: Bool { mutating get { os_unfair_lock_trylock(&lock) } }
}
#else
#error("os is missing")
#endif
