import NIOConcurrencyHelpers
import NIOPosix

/// The mailboxes of all devices, on a thread of their own.
///
/// Concurrency: `orders` is guarded by its lock, and written by every connection; `keeper` is used only on the one
/// thread of `pool`. While that waits for the disk, orders gather; the next batch takes them all, so that a commit
/// is shared by as many pushes as came during the one before.
final class Mailboxes: Sendable {
  /// The secret with which tokens are made.
  let secret: [UInt8]
  private let orders = NIOLockedValueBox(Waiting())
  private let pool: NIOThreadPool
  private let keeper: Confined<MailboxKeeper>
  private let clock: GatewayClock

  private struct Waiting {
    var orders: [Order] = []
    var isUnderWay = false
    var isClosed = false
  }

  /// More orders than that mean that the disk has stopped (503): far above all that all connections may have open.
  static let waitingMax = 1_000_000

  init(_ store: sending MailboxStore, _ metrics: Metrics, _ clock: GatewayClock) {
    secret = store.secret
    self.clock = clock
    keeper = Confined(MailboxKeeper(store, metrics))
    pool = NIOThreadPool(numberOfThreads: 1)
    pool.start()
  }

  /// Hands an order over; whether it was taken.
  @discardableResult
  func submit(_ order: Order) -> Bool {
    let begins: Bool? = orders.withLockedValue { waiting in
      guard !waiting.isClosed, waiting.orders.count < Self.waitingMax else { return nil }
      waiting.orders.append(order)
      defer { waiting.isUnderWay = true }
      return !waiting.isUnderWay
    }
    if begins == true { pool.submit { _ in self.work() } }
    return begins != nil
  }

  private func work() {
    while true {
      let batch = orders.withLockedValue { waiting in
        if waiting.orders.isEmpty { waiting.isUnderWay = false }
        defer { waiting.orders = [] }
        return waiting.orders
      }
      if batch.isEmpty { return }
      keeper.value.perform(batch, at: clock.nowMilliseconds())
    }
  }

  /// Takes no more orders, and returns when those before are carried out.
  func close() async {
    orders.withLockedValue { $0.isClosed = true }
    try? await pool.shutdownGracefully()
  }
}

/// A value that one thread alone uses; who makes it sees to that.
private struct Confined<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
