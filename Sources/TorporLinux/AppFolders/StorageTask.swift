internal import Glibc
internal import Synchronization
internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// One piece of work on the folders of an app, done by a thread that may wait for the disk.
///
/// Made on the loop's thread and read there when the pipe speaks; `run` is for the other. Between them stands `state`.
final class StorageTask: Sendable {
  enum Work: Sendable {
    case measure(AppMeasurement)
    case measureCaches(AppIdentifier, CacheWork)
    case purgeCaches(AppIdentifier, CacheWork)

    var app: AppIdentifier {
      switch self {
      case .measure(let measurement): measurement.app.app
      case .measureCaches(let app, _), .purgeCaches(let app, _): app
      }
    }
  }

  enum Outcome: Sendable {
    case measured(StorageUsage)
    case caches(CacheWork.Outcome)
  }

  private struct State {
    var isStopped = false
    var isForgotten = false
    var fileCount = 0
    var outcome: Outcome?
  }

  let work: Work
  private let endsPipe: Int32
  private let state = Mutex(State())

  init(_ work: Work, endsPipe: Int32) {
    self.work = work
    self.endsPipe = endsPipe
  }

  /// Has the thread end before its next entry.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Has the thread end, and nobody told of what came of it.
  func forget() {
    state.withLock { state in
      state.isStopped = true
      state.isForgotten = true
    }
  }

  /// How many files were counted.
  var fileCount: Int { state.withLock { $0.fileCount } }

  /// What came of it, once it is over.
  var outcome: Outcome? { state.withLock { $0.isForgotten ? nil : $0.outcome } }

  /// The thread's work.
  func run() {
    let outcome: Outcome =
      switch work {
      case .measure(let measurement): .measured(measurement.run(proceed))
      case .measureCaches(_, let caches): .caches(caches.measure(proceed))
      case .purgeCaches(_, let caches): .caches(caches.purge(proceed))
      }
    state.withLock { $0.outcome = outcome }
    var byte: UInt8 = 1
    _ = write(endsPipe, &byte, 1)
  }

  private func proceed(_ count: Int) -> Bool {
    state.withLock { state in
      state.fileCount = count
      return !state.isStopped
    }
  }
}

/// Does tasks one after the other, each on a thread, and says when one is over.
final class StorageLane {
  private let loop: EventLoop
  private var waiting: [StorageTask.Work] = []
  private var running: Running?
  private let ended: (StorageTask.Work, StorageTask.Outcome) -> Void
  private let refused: (StorageTask.Work, SystemError) -> Void

  private final class Running {
    let task: StorageTask
    let readEnd: Descriptor
    let writeEnd: Descriptor
    var token: EventLoop.Token?

    init(_ work: StorageTask.Work) throws(SystemError) {
      let ends = try DescriptorPair.pipe().take()
      readEnd = Descriptor(owning: ends.first)
      writeEnd = Descriptor(owning: ends.second)
      task = StorageTask(work, endsPipe: ends.second)
    }
  }

  /// Tells of each work by one of the two: what came of it, or that no thread or descriptor was left for it.
  init(
    on loop: EventLoop,
    ended: @escaping (StorageTask.Work, StorageTask.Outcome) -> Void,
    refused: @escaping (StorageTask.Work, SystemError) -> Void
  ) {
    self.loop = loop
    self.ended = ended
    self.refused = refused
  }

  deinit {
    guard let running else { return }
    running.task.stop()
    if let token = running.token { loop.cancel(token) }
    // The thread may still use its descriptors: they stay open for as long as the process lives.
    _ = Unmanaged.passRetained(running)
  }

  /// The apps whose turn is yet to come, and the one whose turn it is.
  var apps: [AppIdentifier] {
    (running.map { [$0.task.work] } ?? []).map(\.app) + waiting.map(\.app)
  }

  /// What is done now.
  var current: (work: StorageTask.Work, fileCount: Int)? {
    running.map { ($0.task.work, $0.task.fileCount) }
  }

  /// Does the work when its turn has come.
  func add(_ work: StorageTask.Work) {
    waiting.append(work)
    next()
  }

  /// No work on the app is begun any more, and none goes on; returns how much of it had not begun.
  func stop(_ app: AppIdentifier, where isMeant: (StorageTask.Work) -> Bool) -> Int {
    let before = waiting.count
    waiting.removeAll { $0.app == app && isMeant($0) }
    if let task = running?.task, task.work.app == app, isMeant(task.work) { task.stop() }
    return before - waiting.count
  }

  /// The same, and nobody is told of what came of it: another user may install an app of that name.
  func forget(_ app: AppIdentifier) {
    waiting.removeAll { $0.app == app }
    if let task = running?.task, task.work.app == app { task.forget() }
  }

  private func next() {
    while running == nil, let work = waiting.first {
      waiting.removeFirst()
      do throws(SystemError) {
        try begin(work)
      } catch {
        refused(work, error)
      }
    }
  }

  private func begin(_ work: StorageTask.Work) throws(SystemError) {
    let begun = try Running(work)
    begun.token = try loop.register(begun.readEnd.rawValue, for: .readable) { [unowned self] _ in
      end()
    }
    let task = begun.task
    do throws(SystemError) {
      try DetachedThread.start { task.run() }
    } catch {
      if let token = begun.token { loop.cancel(token) }
      throw error
    }
    running = begun
  }

  private func end() {
    guard let over = running else { return }
    running = nil
    if let token = over.token { loop.cancel(token) }
    if let outcome = over.task.outcome { ended(over.task.work, outcome) }
    next()
  }
}
