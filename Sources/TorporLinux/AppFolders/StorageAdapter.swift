internal import Glibc
package import TorporCore
package import TorporModel
package import TorporPosix

/// What apps take of the disk: measured when somebody asks, and freed when the policy orders it.
///
/// A disk may let a program wait for seconds, and a file server for ever. So threads do the work, one for measurements and one
/// for orders, and the loop goes on.
package final class StorageAdapter: StoragePort {
  /// In the folder of what is purged: where the folders of the next order go.
  package static let placeName = CacheWork.placeName

  private let stateFolder: String
  private let sink: any HostEventSink
  private let emptyTrash: () -> Void
  private let reportError: (SystemError) -> Void
  private var usages: [AppIdentifier: StorageUsage] = [:]
  private let loop: EventLoop
  private let now: () -> Instant
  private lazy var measurements = StorageLane(
    on: loop,
    ended: { [unowned self] work, outcome in
      guard case .measured(var usage) = outcome else { return }
      usage.measured = now()
      usages[work.app] = usage
    },
    refused: { [unowned self] _, error in reportError(error) }
  )
  private lazy var orders = StorageLane(
    on: loop,
    ended: { [unowned self] work, outcome in
      if case .caches(let caches) = outcome { report(work, caches) }
    },
    refused: { [unowned self] work, error in
      reportError(error)
      report(work, CacheWork.Outcome(failure: error))
    }
  )

  /// Works on containers and logs in the daemon's state folder.
  ///
  /// `now`: the moment on the device's time line; `emptyTrash` removes what a purge has put into the trash; `reportError` is told of work that could not be begun.
  package init(
    stateFolder: String,
    on loop: EventLoop,
    sink: any HostEventSink,
    now: @escaping () -> Instant,
    emptyTrash: @escaping () -> Void,
    reportError: @escaping (SystemError) -> Void
  ) {
    self.stateFolder = stateFolder
    self.sink = sink
    self.emptyTrash = emptyTrash
    self.reportError = reportError
    self.loop = loop
    self.now = now
  }

  // MARK: Orders

  package func perform(_ order: StorageOrder, for owner: RecipeOwner, keeping: [String]) {
    let app = order.app
    if case .stopPurge = order { return stop(app) }
    let isPurge = if case .purgeCaches = order { true } else { false }
    guard let container = owner.container else {
      return post(CacheReport(app: app, isPurge: isPurge, bytes: 0))
    }
    let caches = CacheWork(
      container: container,
      quarantine: stateFolder + "/purged",
      kept: keeping,
      userID: geteuid() == 0 && owner.userID != 0 ? owner.userID : nil
    )
    orders.add(isPurge ? .purgeCaches(app, caches) : .measureCaches(app, caches))
  }

  package func stop(_ app: AppIdentifier) {
    // A measurement hurts nobody, and is answered.
    let removed = orders.stop(app) { if case .purgeCaches = $0 { true } else { false } }
    // What has not begun is not reported by its thread.
    if removed > 0 { post(CacheReport(app: app, isPurge: true, bytes: 0, isStopped: true)) }
  }

  package func forget(_ app: AppIdentifier) {
    usages[app] = nil
    measurements.forget(app)
    orders.forget(app)
  }

  private func report(_ work: StorageTask.Work, _ outcome: CacheWork.Outcome) {
    let isPurge: Bool
    switch work {
    case .measure: return
    case .measureCaches: isPurge = false
    case .purgeCaches(let app, _):
      isPurge = true
      // What was measured before is no longer so.
      usages[app] = nil
    }
    if outcome.leavesTrash { emptyTrash() }
    post(
      CacheReport(
        app: work.app,
        isPurge: isPurge,
        bytes: outcome.bytes,
        isStopped: outcome.isStopped,
        errno: outcome.failure?.code,
        risenBytes: outcome.risenBytes,
        freeBytes: outcome.freeBytes.map(DiskAdapter.rounded)
      )
    )
  }

  private func post(_ report: CacheReport) {
    sink.post(.input(.device(event: .caches(report))))
  }

  // MARK: Measurements

  package func measure(_ apps: [MeasuredApp]) {
    let waiting = Set(measurements.apps)
    for app in apps where !waiting.contains(app.app) {
      let measurement = AppMeasurement(app: app, logFolder: stateFolder + "/logs")
      measurements.add(.measure(measurement))
    }
  }

  package func usage(of app: AppIdentifier) -> StorageUsage? { usages[app] }

  package var room: DiskSpace? {
    let found = try? Files.room(at: stateFolder)
    return found.map { DiskSpace(freeBytes: $0.freeBytes, totalBytes: $0.totalBytes) }
  }

  package func progress(of apps: [AppIdentifier]) -> MeasuringProgress? {
    let asked = Set(apps)
    let left = measurements.apps.count { asked.contains($0) }
    guard left > 0 else { return nil }
    let current = measurements.current.flatMap { asked.contains($0.work.app) ? $0.fileCount : nil }
    return MeasuringProgress(appsLeft: left, fileCount: current ?? 0)
  }
}
