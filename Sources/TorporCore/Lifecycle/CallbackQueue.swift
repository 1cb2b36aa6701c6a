package import TorporModel

/// The callbacks that an app was sent and has not returned from, in the order it runs them.
///
/// It owns the watchdogs of the main thread: only the callback at the head runs there, so only it
/// has a running limit. It does not own budgets that span several callbacks (wakes, background
/// tasks).
package struct CallbackQueue: Hashable, Sendable, Codable {
  /// A callback that was sent and has not returned.
  package struct Outstanding: Hashable, Sendable, Codable {
    package let delivery: Delivery
    /// When it must have returned; `nil` while another runs before it, or where a wake bounds it.
    package fileprivate(set) var deadline: Instant?
  }

  package private(set) var onMainThread: [Outstanding] = []
  /// Blocks of `performExpiringActivity`, each on a thread of its own.
  package private(set) var besideMainThread: [Delivery] = []

  package init() {}

  package var isEmpty: Bool { onMainThread.isEmpty && besideMainThread.isEmpty }

  /// Everything outstanding, for an app that listens anew.
  package var deliveries: [Delivery] { onMainThread.map(\.delivery) + besideMainThread }

  /// The callback whose time is over next, and when that is.
  package var deadline: Instant? { onMainThread.first?.deadline }

  /// Adds a callback that is being sent.
  package mutating func send(_ delivery: Delivery, at now: Instant) {
    guard delivery.callback.runsOnMainThread else {
      besideMainThread.append(delivery)
      return
    }
    onMainThread.append(Outstanding(delivery: delivery))
    if onMainThread.count == 1 { startHead(at: now) }
  }

  /// Takes out a callback that has returned; `nil` when no such callback is outstanding.
  package mutating func remove(_ token: CallbackToken, at now: Instant) -> Callback? {
    if let index = besideMainThread.firstIndex(where: { $0.token == token }) {
      return besideMainThread.remove(at: index).callback
    }
    guard let index = onMainThread.firstIndex(where: { $0.delivery.token == token }) else {
      return nil
    }
    let callback = onMainThread.remove(at: index).delivery.callback
    if index == 0 { startHead(at: now) }
    return callback
  }

  package func contains(where matches: (Callback) -> Bool) -> Bool {
    onMainThread.contains { matches($0.delivery.callback) }
      || besideMainThread.contains { matches($0.callback) }
  }

  /// The process is gone.
  package mutating func removeAll() {
    onMainThread.removeAll()
    besideMainThread.removeAll()
  }

  /// Gives a callback whose limit passed unwatched until `moment`.
  package mutating func postpone(until moment: Instant) {
    guard let deadline = onMainThread.first?.deadline, deadline < moment else { return }
    onMainThread[0].deadline = moment
  }

  private mutating func startHead(at now: Instant) {
    guard let head = onMainThread.first, head.deadline == nil else { return }
    onMainThread[0].deadline = head.delivery.callback.timeLimit.map { now + $0 }
  }
}
