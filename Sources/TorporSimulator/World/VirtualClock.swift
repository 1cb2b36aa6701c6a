import TorporCore
package import TorporModel

/// A clock that moves only when it is told to: a queue ordered by time, then by insertion.
package final class VirtualClock: ClockPort {
  /// Something that is to happen; hand it back to take it out of the queue.
  package final class Scheduled {
    fileprivate let at: Instant
    fileprivate let order: UInt64
    fileprivate var body: (() -> Void)?

    fileprivate init(at: Instant, order: UInt64, body: @escaping () -> Void) {
      self.at = at
      self.order = order
      self.body = body
    }

    fileprivate func isBefore(_ other: Scheduled) -> Bool {
      (at, order) < (other.at, other.order)
    }

    /// Takes it out of the queue.
    package func cancel() { body = nil }
  }

  private var moment: Instant
  private var heap: [Scheduled] = []
  private var count: UInt64 = 0
  private var armed: Scheduled?
  /// What the wall clock shows when the time line stands at zero, in nanoseconds since 1970.
  private var wallOffsetNanoseconds: Int64
  /// Told when the armed moment has come.
  package var timerFired: () -> Void = {}

  /// Makes a clock that stands at `start`.
  package init(at start: Instant = .zero, wallNanoseconds: Int64 = 0) {
    moment = start
    wallOffsetNanoseconds = wallNanoseconds
  }

  package func now() -> Instant { moment }

  package func wallNanoseconds() -> Int64 { wallOffsetNanoseconds &+ moment.nanoseconds }

  /// Sets the wall clock forwards or backwards; the time line does not move.
  package func jumpWallClock(by length: Duration) {
    wallOffsetNanoseconds &+= length.nanoseconds
  }

  package func arm(at target: Instant?) {
    armed?.cancel()
    armed = target.map { target in
      schedule(at: target) { [unowned self] in
        armed = nil
        timerFired()
      }
    }
  }

  /// Nothing to do: the machine never sleeps through an armed moment.
  package func setAlarm(at moment: Instant?) {}

  /// Puts something into the queue; what lies in the past happens next.
  @discardableResult
  package func schedule(at target: Instant, _ body: @escaping () -> Void) -> Scheduled {
    count += 1
    let scheduled = Scheduled(at: max(target, moment), order: count, body: body)
    heap.append(scheduled)
    var position = heap.count - 1
    while position > 0, heap[position].isBefore(heap[(position - 1) / 2]) {
      heap.swapAt(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
    return scheduled
  }

  /// Moves to the next thing due by `limit` and does it; false when there is none.
  package func runNext(upTo limit: Instant) -> Bool {
    while let next = heap.first {
      guard next.body == nil || next.at <= limit else { return false }
      removeFirst()
      guard let body = next.body else { continue }
      moment = max(moment, next.at)
      next.body = nil
      body()
      return true
    }
    return false
  }

  /// Moves on to a moment before which nothing is due.
  package func advance(to target: Instant) { moment = max(moment, target) }

  private func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var position = 0
    while true {
      var smallest = position
      for child in [2 * position + 1, 2 * position + 2]
      where child < heap.count && heap[child].isBefore(heap[smallest]) { smallest = child }
      guard smallest != position else { return }
      heap.swapAt(position, smallest)
      position = smallest
    }
  }
}
