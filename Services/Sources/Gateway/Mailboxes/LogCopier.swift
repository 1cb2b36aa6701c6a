import NIOConcurrencyHelpers
import NIOPosix
import TorporSQLite

/// Copies the write-ahead log of the mailboxes into their database, mostly on a separate thread, so that a disk that
/// takes seconds for this does not delay the answers to pushes.
///
/// Data that arrives during the copy is copied by the one thread that writes, because only a completely copied log is
/// restarted.
///
/// Concurrency: `isBeside` and `copiedPages` are guarded by their locks; everything else is used on the keeper's
/// thread.
final class LogCopier: @unchecked Sendable {
  /// How much is copied, and when.
  struct Bounds: Sendable {
    /// The number of pages from which the log is copied: 8 MiB, in which a page of short-lived rows is written many
    /// times, and copied once.
    var firstPages = 2048
    /// The number of pages at which the keeper waits for the copy: 64 MiB.
    ///
    /// In this case the disk is too slow, and senders are informed.
    var mostPages = 16_384
  }

  private let bounds: Bounds
  /// Copies alongside the keeper; returns how many pages the log had, and how many were copied.
  private let copy: @Sendable () throws -> (pages: Int, copied: Int)
  private let metrics: Metrics
  private let pool = NIOThreadPool(numberOfThreads: 1)
  /// Whether the other thread is copying.
  private let isBeside = ConditionLock(value: false)
  /// The number of pages of the log that it had copied when it last ended; `nil`: it could not copy.
  private let copiedPages = NIOLockedValueBox<Int?>(0)
  private var nextPages: Int
  /// Whether the other thread has copied since the log was last restarted.
  private var hasBegun = false

  init(
    _ bounds: Bounds,
    _ metrics: Metrics,
    copy: @escaping @Sendable () throws -> (pages: Int, copied: Int)
  ) {
    (self.bounds, self.metrics, self.copy) = (bounds, metrics, copy)
    nextPages = bounds.firstPages
    pool.start()
  }

  /// Makes a copier for the database at a path, with its own connection.
  convenience init(path: String, _ metrics: Metrics) {
    let connection = NIOLockedValueBox(Connection())
    self.init(Bounds(), metrics) {
      try connection.withLockedValue { connection in
        if let database = connection.database {
          return try database.copyLog(for: "copy the log of")
        }
        let database = try Database(path: path)
        // Before it has read, a connection does not know that there is a log.
        try database.prepare("PRAGMA user_version", for: "read").run()
        connection.database = database
        return try database.copyLog(for: "copy the log of")
      }
    }
  }

  /// A connection that one thread at a time uses.
  private struct Connection: @unchecked Sendable {
    var database: Database?
  }

  /// Checks whether the log must be copied; called by the keeper after each commit.
  func tend(_ store: MailboxStore) {
    let pages = store.logPageCount
    guard pages >= nextPages || hasBegun else { return }
    if isBeside.value {
      guard pages >= bounds.mostPages else { return }
      isBeside.lock(whenValue: false)
      isBeside.unlock()
    }
    guard hasBegun else { return begin() }
    guard let copied = copiedPages.withLockedValue({ $0 }) else {
      // The copy is not tried again at each commit.
      hasBegun = false
      nextPages = pages + bounds.firstPages
      return
    }
    // Nothing is copied of a log that was restarted in the meantime.
    let rest = pages < copied ? pages : pages - copied
    guard rest <= bounds.firstPages || pages >= bounds.mostPages else { return begin() }
    hasBegun = false
    do throws(SQLiteError) {
      let (pages, copied) = try store.copyLog()
      nextPages = copied == pages ? bounds.firstPages : pages + bounds.firstPages
    } catch {
      metrics.noteStoreFailure("\(error)")
      nextPages = pages + bounds.firstPages
    }
  }

  private func begin() {
    hasBegun = true
    copiedPages.withLockedValue { $0 = 0 }
    isBeside.lock()
    isBeside.unlock(withValue: true)
    pool.submit { [self] state in
      if state == .active {
        do {
          let copied = try copy().copied
          copiedPages.withLockedValue { $0 = copied }
        } catch {
          copiedPages.withLockedValue { $0 = nil }
          metrics.noteStoreFailure("\(error)")
        }
      }
      isBeside.lock()
      isBeside.unlock(withValue: false)
    }
  }

  /// Waits until no copy is in progress.
  func close() async { try? await pool.shutdownGracefully() }
}
