package import TorporCore
package import TorporModel
package import TorporPosix

/// What apps take of the disk: measured when somebody asks, and freed when the policy orders it.
///
/// A disk may let a program wait for seconds, and a file server for ever. So threads do the work, one for measurements and one
/// for orders, and the loop goes on.
package final class StorageAdapter: StoragePort {
  private let stateFolder: String
  private let sink: any HostEventSink
  private let reportError: (SystemError) -> Void
  private var usages: [AppIdentifier: StorageUsage] = [:]
  private let loop: EventLoop
  private lazy var measurements = StorageLane(on: loop) { [unowned self] work, outcome in
    if case .measured(let usage) = outcome { usages[work.app] = usage }
  }
  private lazy var orders = StorageLane(on: loop) { [unowned self] work, outcome in
    if case .caches(let caches) = outcome { report(work, caches) }
  }

  /// Works on containers and logs in the daemon's state folder.
  ///
  /// `reportError` is told of work that could not be begun.
  package init(
    stateFolder: String,
    on loop: EventLoop,
    sink: any HostEventSink,
    reportError: @escaping (SystemError) -> Void
  ) {
    self.stateFolder = stateFolder
    self.sink = sink
    self.reportError = reportError
    self.loop = loop
  }

  // MARK: Orders

  package func perform(_ order: StorageOrder, for owner: RecipeOwner, keeping: [String]) {
    let app = order.app
    guard let container = owner.container else { return post(order, 0) }
    let caches = CacheWork(
      container: container,
      quarantine: stateFolder + "/purged",
      kept: keeping
    )
    do throws(SystemError) {
      switch order {
      case .measureCaches: try orders.add(.measureCaches(app, caches))
      case .purgeCaches: try orders.add(.purgeCaches(app, caches))
      }
    } catch {
      orders.stop(app)
      reportError(error)
      post(order, 0, error.code)
    }
  }

  package func stop(_ app: AppIdentifier) {
    // A measurement hurts nobody, and is answered.
    let removed = orders.stop(app) { if case .purgeCaches = $0 { true } else { false } }
    // What has not begun is not reported by its thread.
    if removed > 0 { post(.purgeCaches(app), 0) }
  }

  package func forget(_ app: AppIdentifier) {
    usages[app] = nil
    measurements.stop(app)
    orders.stop(app)
  }

  private func report(_ work: StorageTask.Work, _ outcome: CacheWork.Outcome) {
    switch work {
    case .measure: break
    case .measureCaches(let app, _): post(.measureCaches(app), outcome.bytes, outcome.failure?.code)
    case .purgeCaches(let app, _):
      // What was measured before is no longer so.
      usages[app] = nil
      post(.purgeCaches(app), outcome.bytes, outcome.failure?.code)
    }
  }

  private func post(_ order: StorageOrder, _ bytes: Int64, _ errno: Int32? = nil) {
    let isPurge = if case .purgeCaches = order { true } else { false }
    let free = isPurge ? try? Files.freeBytes(at: stateFolder) : nil
    let report = CacheReport(
      app: order.app,
      isPurge: isPurge,
      bytes: bytes,
      errno: errno,
      freeBytes: free.map(DiskAdapter.rounded)
    )
    sink.post(.input(.device(event: .caches(report))))
  }

  // MARK: Measurements

  package func measure(_ apps: [MeasuredApp]) {
    let waiting = Set(measurements.apps)
    for app in apps where !waiting.contains(app.app) {
      let measurement = AppMeasurement(app: app, logFolder: stateFolder + "/logs")
      do throws(SystemError) {
        try measurements.add(.measure(measurement))
      } catch {
        reportError(error)
      }
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
