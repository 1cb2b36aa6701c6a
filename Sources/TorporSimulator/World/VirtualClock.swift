package import TorporCore
package import TorporModel

/// A clock that moves only when it is told to: a queue ordered by time, then by insertion.
package final class VirtualClock: ClockPort {
  /// Something that is to happen; hand it back to take it out of the queue.
  package final class Scheduled {
    fileprivate var at: Instant
    fileprivate let order: UInt64
    /// Whether it happens in the world outside, and not on the machine.
    fileprivate let isOutside: Bool
    fileprivate var body: (() -> Void)?

    fileprivate init(at: Instant, order: UInt64, isOutside: Bool, body: @escaping () -> Void) {
      self.at = at
      self.order = order
      self.isOutside = isOutside
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
  /// The moment that the device was promised to be awake at.
  private var alarm: Instant?
  /// Until when the machine sleeps, or last slept.
  package private(set) var asleepUntil = Instant.zero
  private var slept = Duration.zero
  /// What the wall clock shows when the time line stands at zero, in nanoseconds since 1970.
  private var wallOffsetNanoseconds: Int64
  /// Told when the armed moment has come.
  package var timerFired: () -> Void = {}
  /// Told where the clock stands, before anything happens there.
  package var moved: (Instant) -> Void = { _ in }

  /// Makes a clock that stands at `start`.
  package init(at start: Instant = .zero, wallNanoseconds: Int64 = 0) {
    moment = start
    wallOffsetNanoseconds = wallNanoseconds
  }

  package func now() -> Instant { moment }

  package func read() -> ClockReading {
    // What was slept is told once, and not before the machine is awake.
    guard !isAsleep else { return ClockReading(now: moment, slept: .zero) }
    defer { slept = .zero }
    return ClockReading(now: moment, slept: slept)
  }

  package func wallNanoseconds() -> Int64 { wallOffsetNanoseconds &+ moment.nanoseconds }

  /// Sets the wall clock forwards or backwards; the time line does not move.
  package func jumpWallClock(by length: Duration) {
    wallOffsetNanoseconds &+= length.nanoseconds
  }

  package func arm(at target: Instant?) {
    armed?.cancel()
    armed = target.map { target in
      schedule(at: target, isOutside: true) { [unowned self] in
        armed = nil
        timerFired()
      }
    }
  }

  package func set(_ alarms: Alarms) { alarm = alarms.first }

  package var isAsleep: Bool { moment < asleepUntil }

  /// The machine sleeps from now on, until that much time has passed or the alarm is due.
  ///
  /// `false`: it does not, for the alarm is due already. `woken` comes before all else at the end.
  ///
  /// What is under way on the machine stands still meanwhile and goes on where it was. What happens
  /// outside in the meantime is seen on waking, and the timer, which has no alarm, fires then.
  func sleep(for length: Duration, woken: @escaping () -> Void) -> Bool {
    let end = min(moment + length, alarm ?? moment + length)
    guard end > moment else { return false }
    let all = heap.filter { $0.body != nil }
    heap.removeAll()
    for scheduled in all {
      scheduled.at = scheduled.isOutside ? max(scheduled.at, end) : scheduled.at + (end - moment)
      insert(scheduled)
    }
    asleepUntil = end
    slept += end - moment
    insert(Scheduled(at: end, order: 0, isOutside: true, body: woken))
    return true
  }

  /// Puts something into the queue; what lies in the past happens next.
  @discardableResult
  package func schedule(
    at target: Instant,
    isOutside: Bool = false,
    _ body: @escaping () -> Void
  ) -> Scheduled {
    count += 1
    let at = max(target, moment)
    let scheduled = Scheduled(at: at, order: count, isOutside: isOutside, body: body)
    insert(scheduled)
    return scheduled
  }

  /// Takes everything out of the queue: nothing will happen any more.
  ///
  /// What is scheduled refers to its maker, which refers to the clock. Unless one of them lets go, none is freed.
  func cancelAll() {
    for scheduled in heap { scheduled.cancel() }
    heap.removeAll()
  }

  private func insert(_ scheduled: Scheduled) {
    heap.append(scheduled)
    var position = heap.count - 1
    while position > 0, heap[position].isBefore(heap[(position - 1) / 2]) {
      heap.swapAt(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
  }

  /// Moves to the next thing due by `limit` and does it; false when there is none.
  package func runNext(upTo limit: Instant) -> Bool {
    while let next = heap.first {
      guard next.body == nil || next.at <= limit else { return false }
      removeFirst()
      guard let body = next.body else { continue }
      moment = max(moment, next.at)
      moved(moment)
      next.body = nil
      body()
      return true
    }
    return false
  }

  /// When the next thing is due; `nil`: nothing will happen.
  package var nextMoment: Instant? {
    while let next = heap.first {
      if next.body != nil { return max(moment, next.at) }
      removeFirst()
    }
    return nil
  }

  /// Moves on to a moment before which nothing is due.
  package func advance(to target: Instant) {
    moment = max(moment, target)
    moved(moment)
  }

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
