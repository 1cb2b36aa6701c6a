import TorporPosix

/// Notices that the daemon has come to rest and makes it small.
///
/// One wake-up after each burst of work, and none after that: the timer is set by work alone.
final class RestWatch {
  private let loop: EventLoop
  private var token: EventLoop.Token?
  private var lastTurnNanoseconds: Int64 = 0
  /// Whether the turn that is ending was woken by a timer and did no work.
  private var isIdleTurn = false

  /// How long nothing must happen: 5 s, so that neither somebody who goes through their apps nor a
  /// burst of pushes is served by a daemon that has just put its pages away.
  ///
  /// Our choice.
  private static let rest = Duration.seconds(5)

  init(on loop: EventLoop) { self.loop = loop }

  deinit {
    if let token { loop.cancel(token) }
  }

  /// A turn of the loop has ended.
  func turnEnded() {
    guard !isIdleTurn else {
      isIdleTurn = false
      return
    }
    lastTurnNanoseconds = BootClock.nanoseconds()
    if token == nil { look(after: RestWatch.rest) }
  }

  /// The turn that is ending is no work: it only shows that the daemon lives.
  func passOverTurn() { isIdleTurn = true }

  private func look(after length: Duration) {
    token = loop.schedule(after: length) { [unowned self] in
      token = nil
      let rested = Duration.nanoseconds(BootClock.nanoseconds() - lastTurnNanoseconds)
      isIdleTurn = true
      if rested < RestWatch.rest {
        look(after: RestWatch.rest - rested)
      } else {
        ResidentMemory.giveBackCleanPages()
      }
    }
  }
}
