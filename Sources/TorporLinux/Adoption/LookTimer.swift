internal import Glibc
internal import TorporCore
internal import TorporPosix

/// When it is looked again after a change, so that looks cost little, whatever others do.
final class LookTimer {
  private let loop: EventLoop
  private let look: () -> Void
  private var pending: EventLoop.Token?
  private var begunNanoseconds: Int64 = 0
  /// How much processor time the last look has taken.
  private var length = Duration.zero

  /// How long after a change it is looked, so that a program that starts many others costs one look: 50 ms.
  ///
  /// Nothing is frozen before 5 s have passed. Our choice.
  private static let restLength = Duration.milliseconds(50)

  /// How many times as long as the last look has taken the rest is at least: 20.
  ///
  /// Whoever makes and removes groups without end costs no more than a twentieth of a processor, as long as a look takes
  /// less than 50 ms. Our choice.
  private static let restFactor = 20

  /// The longest rest: 1 s, as long as whoever starts an app that stands still may wait for it.
  ///
  /// Our choice.
  static let restMax = Duration.seconds(1)

  /// The rest after a look that has taken that much processor time.
  static func rest(after length: Duration) -> Duration {
    min(max(restLength, length * restFactor), restMax)
  }

  init(on loop: EventLoop, look: @escaping () -> Void) {
    self.loop = loop
    self.look = look
  }

  deinit { if let pending { loop.cancel(pending) } }

  /// Has it looked after the rest, unless that is planned already.
  func plan() {
    guard pending == nil else { return }
    pending = loop.schedule(after: LookTimer.rest(after: length)) { [unowned self] in
      pending = nil
      look()
    }
  }

  func cancel() {
    if let pending { loop.cancel(pending) }
    pending = nil
  }

  func begin() { begunNanoseconds = LookTimer.processorNanoseconds() }

  func end() { length = .nanoseconds(LookTimer.processorNanoseconds() - begunNanoseconds) }

  /// What this thread has used of the processor: a look that waits for a disk, or for others, costs them nothing.
  private static func processorNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
