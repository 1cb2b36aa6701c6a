import Foundation

@objc protocol TickerDelegate {
  func ticker(_ ticker: Ticker, hasCounted count: Int)
}

/// Counts five times a second, and reports each count to its delegate.
@objcMembers class Ticker: NSObject {
  weak var delegate: TickerDelegate?

  private var timer: Timer?
  private var count = 0

  func start() {
    stop()
    count = 0
    timer = Timer.scheduledTimer(
      timeInterval: 0.2,
      target: self,
      selector: #selector(tick),
      userInfo: nil,
      repeats: true
    )
  }

  func stop() {
    timer?.invalidate()
    timer = nil
  }

  @objc private func tick(_ timer: Timer) {
    count += 1
    delegate?.ticker(self, hasCounted: count)
  }
}
