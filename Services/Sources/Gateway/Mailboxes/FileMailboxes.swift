import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import TorporSQLite

/// The mailboxes in a file, on a separate thread.
///
/// Concurrency: `orders` is guarded by its lock, and written by every connection; `keeper` is used only on the one
/// thread of `pool`. While the thread waits for the disk, orders accumulate; the next batch takes all of them, so that
/// a commit is shared by all pushes that arrived during the previous one.
final class FileMailboxes: Mailboxes {
  let secret: [UInt8]
  let subscribers = Subscribers()
  private let orders = NIOLockedValueBox(Waiting())
  private let pool: NIOThreadPool
  private let keeper: Confined<MailboxKeeper<MailboxStore>>
  private let channels: Confined<FileChannels>
  private let clock: GatewayClock
  private let lock: FolderLock
  private let copier: LogCopier

  private struct Waiting {
    var orders: [Order] = []
    var channelOrders: [ChannelOrder] = []
    var byteCount = 0
    /// The time since which the current batch is being carried out; `nil`: there is none.
    var batchBegan: NIODeadline?
    var isClosed = false

    var isEmpty: Bool { orders.isEmpty && channelOrders.isEmpty }

    /// Whether the disk has stopped, or is slower than the orders.
    var isStuck: Bool {
      byteCount > FileMailboxes.waitingBytesMax
        || batchBegan.map { $0 + FileMailboxes.batchMax < .now() } ?? false
    }
  }

  /// A larger number of bytes waits only if the disk is too slow (503): about 90,000 pushes of usual size.
  static let waitingBytesMax = 64 << 20
  /// The duration of a batch after which nothing new is accepted until it ends (503).
  static let batchMax = TimeAmount.seconds(10)

  init(
    _ store: sending MailboxStore,
    _ lock: FolderLock,
    _ copier: LogCopier,
    _ metrics: Metrics,
    _ clock: GatewayClock
  ) throws(SQLiteError) {
    (self.lock, self.copier) = (lock, copier)
    secret = store.secret
    self.clock = clock
    channels = Confined(try FileChannels(store, subscribers, metrics, clock))
    keeper = Confined(MailboxKeeper(store, Presence(), metrics))
    pool = NIOThreadPool(numberOfThreads: 1)
    pool.start()
  }

  @discardableResult
  func submit(_ order: Order) -> Bool {
    take(isAlways: order.isAlwaysTaken, order.byteCount) { $0.orders.append(order) }
  }

  @discardableResult
  func submit(_ order: ChannelOrder) -> Bool {
    take(isAlways: false, order.byteCount) { $0.channelOrders.append(order) }
  }

  private func take(isAlways: Bool, _ byteCount: Int, _ add: (inout Waiting) -> Void) -> Bool {
    let begins: Bool? = orders.withLockedValue { waiting in
      guard !waiting.isClosed, isAlways || !waiting.isStuck else { return nil }
      add(&waiting)
      waiting.byteCount += byteCount
      guard waiting.batchBegan == nil else { return false }
      waiting.batchBegan = .now()
      return true
    }
    if begins == true { pool.submit { _ in self.work() } }
    return begins != nil
  }

  var isWell: Bool { orders.withLockedValue { !$0.isClosed && !$0.isStuck } }

  private func work() {
    while true {
      let batch = orders.withLockedValue { waiting in
        waiting.batchBegan = waiting.isEmpty ? nil : .now()
        waiting.byteCount = 0
        defer { (waiting.orders, waiting.channelOrders) = ([], []) }
        return (orders: waiting.orders, channels: waiting.channelOrders)
      }
      if batch.orders.isEmpty, batch.channels.isEmpty { return }
      if !batch.orders.isEmpty { keeper.value.perform(batch.orders, at: clock.nowMilliseconds()) }
      channels.value.perform(batch.channels)
      copier.tend(keeper.value.store)
    }
  }

  func close() async {
    orders.withLockedValue { $0.isClosed = true }
    try? await pool.shutdownGracefully()
    await copier.close()
    lock.release()
  }
}

/// A value that only one thread uses; the code that creates it must ensure this.
private struct Confined<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
