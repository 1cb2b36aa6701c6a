import Glibc
import Synchronization
import TorporModel
import TorporPosix

/// The one thread that waits for disks and reads complete files, so that the loop never does.
///
/// The loop's thread calls `add`, `handOver` and `takeResults`; the thread itself calls `work`. They communicate by
/// `shared`, guarded by its mutex, and a pipe whose bytes mean "there is a batch". One batch is processed at a time, so
/// work that arrives in the meantime forms the next: the slower the disk, the larger the batches, and the fewer syncs
/// of the log and of folders. It ends with the process.
final class SyncThread {
  private final class Shared: Sendable {
    struct Content {
      var batch: [SyncWork] = []
      var results: [SyncResult]?
    }
    let content = Mutex(Content())
    let readEnd: Int32
    let waker: Waker
    let logFile: OpenFile
    let umask: mode_t

    init(readEnd: Int32, waker: Waker, logFile: OpenFile, umask: mode_t) {
      self.readEnd = readEnd
      self.waker = waker
      self.logFile = logFile
      self.umask = umask
    }
  }

  private let shared: Shared
  private let writeEnd: Int32
  private var waiting: [SyncWork] = []
  private var isAway = false

  init(waking waker: Waker, logFile: OpenFile, umask: mode_t) throws(SystemError) {
    let ends = try DescriptorPair.pipe().take()
    writeEnd = ends.second
    shared = Shared(readEnd: ends.first, waker: waker, logFile: logFile, umask: umask)
    let shared = shared
    try DetachedThread.start { SyncThread.work(shared) }
  }

  /// The number of unfinished pieces of work.
  private(set) var openCount = 0

  /// Adds to the next batch.
  func add(_ work: SyncWork) {
    waiting.append(work)
    openCount += 1
  }

  /// Whether a batch could be handed over now.
  var canHandOver: Bool { !isAway && !waiting.isEmpty }

  /// Hands over the next batch; everything on which it depends must be in the record by then.
  func handOver() {
    guard canHandOver else { return }
    let batch = waiting
    waiting = []
    isAway = true
    shared.content.withLock { $0.batch = batch }
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Returns the work that was finished since the last call.
  func takeResults() -> [SyncResult] {
    guard isAway else { return [] }
    let results = shared.content.withLock { content in
      defer { content.results = nil }
      return content.results
    }
    guard let results else { return [] }
    isAway = false
    openCount -= results.count
    return results
  }

  private static func work(_ shared: Shared) {
    var byte: UInt8 = 0
    while true {
      let count = read(shared.readEnd, &byte, 1)
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        return
      }
      let batch = shared.content.withLock { content in
        defer { content.batch = [] }
        return content.batch
      }
      let results = SyncBatch(logFile: shared.logFile, umask: shared.umask).run(batch)
      shared.content.withLock { $0.results = results }
      shared.waker.wake()
    }
  }
}
