import NIOCore

/// Orders that write to keys of a fleet: those of one gateway for the same key are carried out one after the other, and
/// all end within a time limit.
///
/// Concurrency: used on its event loop.
final class FleetTurns {
  private let loop: any EventLoop
  private let queues: KeyQueues
  private let metrics: Metrics

  /// The time limit of an order: 5 s, as for a registration, two elections of a leader.
  private let patience: TimeAmount
  /// The longest pause before a write is repeated because another gateway was first.
  private static let pauseMillisecondsMax: Int64 = 160

  init(_ metrics: Metrics, patience: TimeAmount = .seconds(5), on loop: any EventLoop) {
    (self.metrics, self.patience, self.loop) = (metrics, patience, loop)
    queues = KeyQueues(on: loop)
  }

  /// Carries out an order that writes to a key after earlier ones: those of one gateway do not conflict with each
  /// other.
  ///
  /// An order whose time runs out while it waits for its turn is refused and never carried out.
  func run<Value>(
    _ key: String,
    until deadline: NIODeadline? = nil,
    _ answer: @escaping (Result<Value, Refusal>) -> Void,
    _ act: @escaping (NIODeadline, @escaping (Result<Value, Refusal>) -> Void) -> Void
  ) {
    let deadline = deadline ?? .now() + patience
    let refuse = NIOLoopBound({ answer(.failure(Refusal(.serviceUnavailable))) }, eventLoop: loop)
    let isRefused = NIOLoopBoundBox(false, eventLoop: loop)
    let timer = loop.scheduleTask(in: deadline - .now()) {
      isRefused.value = true
      refuse.value()
    }
    queues.run(key) { done in
      timer.cancel()
      if isRefused.value { return done() }
      act(deadline) {
        answer($0)
        done()
      }
    }
  }

  /// Repeats an order after another gateway was first, after a pause that differs between gateways; refuses it if no
  /// time is left.
  func again<Value>(
    _ attempt: Int,
    until deadline: NIODeadline,
    _ answer: @escaping (Result<Value, Refusal>) -> Void,
    _ act: @escaping (Int) -> Void
  ) {
    let most = min(5 << Int64(min(attempt, 16)), Self.pauseMillisecondsMax)
    let pause = TimeAmount.milliseconds(Int64.random(in: 1...most))
    guard .now() + pause < deadline else { return answer(.failure(refusal(.conflict))) }
    let bound = NIOLoopBound(act, eventLoop: loop)
    loop.scheduleTask(in: pause) { bound.value(attempt + 1) }
  }

  /// Returns the refusal for a failure, which is counted.
  func refusal(_ failure: NATSFailure) -> Refusal {
    metrics.noteStoreFailure("\(failure)")
    return Refusal(failure.isPassing ? .serviceUnavailable : .internalServerError)
  }
}
