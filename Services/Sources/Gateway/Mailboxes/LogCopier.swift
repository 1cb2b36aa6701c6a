import NIOConcurrencyHelpers
import NIOPosix
import TorporSQLite

/// Copies the write-ahead log of the mailboxes into their database, most of it on a thread of its own: a disk that takes
/// seconds for that keeps no push from being answered.
///
/// What has come while it was copied is copied by the one thread that writes, since only a log that is copied whole is
/// begun anew.
///
/// Concurrency: `isBeside` and `copiedPages` are guarded by their locks; the rest belongs to the thread of the keeper.
final class LogCopier: @unchecked Sendable {
  /// How much is copied, and when.
  struct Bounds: Sendable {
    /// From so many pages on the log is copied: 8 MiB, in which a page of rows that come and go is written many times,
    /// and copied once.
    var firstPages = 2048
    /// With so many the keeper waits until it is copied: 64 MiB.
    ///
    /// The disk does not keep up then, and senders are told so.
    var mostPages = 16_384
  }

  private let bounds: Bounds
  /// Copies beside the keeper; how many pages the log had, and how many are copied.
  private let copy: @Sendable () throws -> (pages: Int, copied: Int)
  private let metrics: Metrics
  private let pool = NIOThreadPool(numberOfThreads: 1)
  /// Whether the other thread copies.
  private let isBeside = ConditionLock(value: false)
  /// How many pages of the log it had copied when it last ended; `nil`: it could not copy.
  private let copiedPages = NIOLockedValueBox<Int?>(0)
  private var nextPages: Int
  /// Whether the other thread has copied since the log was last begun anew.
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

  /// A copier for the database at a path, with a connection of its own.
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

  /// Looks whether the log is to be copied; called by the keeper after each commit.
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
      // Nothing is tried again at each commit.
      hasBegun = false
      nextPages = pages + bounds.firstPages
      return
    }
    // Of a log that was begun anew meanwhile, nothing is copied.
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

  /// Waits until nothing is copied any more.
  func close() async { try? await pool.shutdownGracefully() }
}
