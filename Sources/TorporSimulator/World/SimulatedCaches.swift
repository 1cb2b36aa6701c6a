import TorporCore
import TorporModel

/// The caches of simulated apps, and the disk that they fill: each has what its scenario gives it, until that is purged.
final class SimulatedCaches: StoragePort {
  private let clock: VirtualClock
  private let recorder: TimelineRecorder
  private let cachesOf: (AppIdentifier) -> AppStorage?
  /// Whether a process of the app is there.
  var isAlive: (AppIdentifier) -> Bool = { _ in false }
  /// Told what was freed; returns how much of the disk is free then.
  var didFree: (Int64) -> Int64? = { _ in nil }
  var post: (CacheReport) -> Void = { _ in }
  /// Whether the daemon is dead in the middle of its turn: its orders are not carried out.
  var isCutOff = false
  /// Orders of a daemon that has died are not answered.
  private var daemon = 0
  /// Orders of an app that was removed since are not answered either.
  private var number = 0
  private var current: AppIdentifier?
  private var isStopped = false

  /// A disk looks at, or removes, some thousand files in that time; our choice.
  private static let latency = Duration.milliseconds(20)

  init(
    clock: VirtualClock,
    recorder: TimelineRecorder,
    cachesOf: @escaping (AppIdentifier) -> AppStorage?
  ) {
    self.clock = clock
    self.recorder = recorder
    self.cachesOf = cachesOf
  }

  func daemonDied() {
    daemon += 1
    current = nil
    isCutOff = false
  }

  func perform(_ order: StorageOrder, for owner: RecipeOwner, keeping: [String]) {
    guard !isCutOff else { return }
    let app = order.app
    if case .stopPurge = order {
      if current == app { isStopped = true }
      return
    }
    if current != nil { recorder.violation("two apps have their caches worked on at once") }
    current = app
    isStopped = false
    let isPurge = if case .purgeCaches = order { true } else { false }
    if isPurge, isAlive(app) { recorder.violation("the caches of \(app) are purged while it runs") }
    number += 1
    let (asking, mine) = (daemon, number)
    clock.schedule(at: clock.now() + Self.latency) { [unowned self] in
      guard daemon == asking, number == mine, current == app else { return }
      current = nil
      finish(app, isPurge: isPurge)
    }
  }

  private func finish(_ app: AppIdentifier, isPurge: Bool) {
    let storage = cachesOf(app)
    let bytes = storage?.cacheBytes ?? 0
    guard isPurge else {
      return post(CacheReport(app: app, isPurge: false, bytes: bytes))
    }
    // A process that was started since has stopped it.
    guard !isAlive(app), !isStopped else {
      return post(CacheReport(app: app, isPurge: true, bytes: 0, isStopped: true))
    }
    storage?.cacheBytes = 0
    let free = didFree(bytes)
    post(
      CacheReport(app: app, isPurge: true, bytes: bytes, risenBytes: bytes, freeBytes: free)
    )
  }

  func stop(_ app: AppIdentifier) {}
  func forget(_ app: AppIdentifier) { if current == app { current = nil } }
  func measure(_ apps: [MeasuredApp]) {}
  func usage(of app: AppIdentifier) -> StorageUsage? { nil }
  var room: DiskSpace? { nil }
  func progress(of apps: [AppIdentifier]) -> MeasuringProgress? { nil }
}
