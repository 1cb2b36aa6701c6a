internal import Glibc
internal import Synchronization

/// A value that one thread waits for and another thread supplies, once.
///
/// It is for callers that cannot suspend. The thread that supplies it must not be the one that waits.
final class BlockingResult<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isThere: Semaphore

  init() { isThere = Semaphore() }

  /// Supplies the value, and lets the waiting thread continue.
  func give(_ value: Value) {
    self.value.withLock { $0 = value }
    isThere.signal()
  }

  /// Waits for the value and removes it.
  func wait() -> Value {
    while true {
      isThere.wait()
      if let value = value.withLock({ $0.take() }) { return value }
    }
  }
}

/// A semaphore of the C library, which frees it with its owner.
private final class Semaphore: Sendable {
  private nonisolated(unsafe) let place: UnsafeMutablePointer<sem_t>

  init() {
    place = .allocate(capacity: 1)
    place.initialize(to: sem_t())
    sem_init(place, 0, 0)
  }

  deinit {
    sem_destroy(place)
    place.deallocate()
  }

  func signal() { sem_post(place) }

  func wait() { while sem_wait(place) != 0 {} }
}
