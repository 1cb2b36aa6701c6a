import TorporCore
import TorporModel
import TorporWire

// What apps take of the disk, and what goes of it.

extension ControlCalls {
  func getStorage(_ call: Incoming<Control.GetStorage>) throws(WireError) -> [Submission] {
    let apps = try resolve(call.app).map { [$0] } ?? installedApps
    if call.measures { driver.measure(apps) }
    return ask(call) { () throws(WireError) in
      let device = driver.device
      let room = driver.diskSpace
      let free = room?.freeBytes ?? device.conditions.storageFreeBytes
      let total = room?.totalBytes ?? device.conditions.storageTotalBytes
      // By the same figures as the page: the device may have heard of them a moment ago.
      let wasShort = device.storage.shortSince != nil
      let progress = driver.measuringProgress(of: apps)
      return Control.GetStorage.Reply(
        freeBytes: free,
        totalBytes: total,
        isShort: free.map { DiskRoom.isShort(free: $0, total: total, wasShort: wasShort) }
          ?? wasShort,
        apps: apps.compactMap(storage),
        progress: progress.map {
          StorageProgress(appsLeft: $0.appsLeft, fileCount: $0.fileCount)
        }
      )
    }
  }

  func purgeCaches(_ call: Incoming<Control.PurgeCaches>) throws(WireError) -> [Submission] {
    act(.purgeCaches(app: try resolve(call.app)), call)
  }

  func offload(_ call: Incoming<Control.Offload>) throws(WireError) -> [Submission] {
    let app = try resolve(call.app)
    let bundle = try bundleToOffload(app)
    guard call.isDryRun else {
      let id = request(call) { _ in Control.Offload.Reply(bundle: bundle) }
      return [Submission(.user(action: .offload(app: app), id: id))]
    }
    if let refusal = driver.device.refusalToOffload(app) { throw .refused(refusal) }
    answer(call, Control.Offload.Reply(bundle: bundle))
    return []
  }

  func restoreProgram(
    _ call: Incoming<Control.RestoreProgram>
  ) throws(WireError) -> [Submission] {
    let app = try resolve(call.app)
    // What brings the program back is the app's process.
    guard peer.launch == nil || driver.device.apps[app]?.process.launch == peer.launch else {
      throw .permissionDenied
    }
    return act(.restoreProgram(app: app), call)
  }

  /// The folder that is the program of the app alone.
  private func bundleToOffload(_ app: AppIdentifier) throws(WireError) -> String {
    guard let bundle = driver.bundle(of: app), let owner = driver.recipe(of: app)?.userID else {
      throw .refused(
        .cannotOffload(
          app,
          cause:
            "it has no folder that holds only its program. Only apps that were installed from a bundle have one"
        )
      )
    }
    // Packed with the rights of the caller, and unpacked with those of the app.
    guard owner == peer.userID else {
      throw .refused(
        .cannotOffload(
          app,
          cause:
            "it belongs to user \(owner), with whose rights it is packed. Have that user offload it"
        )
      )
    }
    if let obstacle = driver.otherNeed(of: bundle, besides: app) {
      throw .refused(.cannotOffload(app, cause: obstacle))
    }
    return bundle
  }

  func pageOut(_ call: Incoming<Control.PageOut>) throws(WireError) -> [Submission] {
    act(.pageOut(app: try resolve(call.app)), call)
  }

  func getPaging(_ call: Incoming<Control.GetPaging>) throws(WireError) -> [Submission] {
    let only = try resolve(call.app)
    return ask(call) {
      Control.GetPaging.Reply(
        apps: driver.device.apps.records
          .filter { record in
            record.process.applicationState == .suspended && permission.covers(record.identifier)
              && (only == nil || only == record.identifier)
          }
          .map { record in
            PagedApp(
              app: record.identifier,
              name: record.manifest.name,
              freedBytes: record.paging.freedBytes,
              isWaiting: record.paging.waits
            )
          }
          .sorted { $0.app < $1.app }
      )
    }
  }

  /// Those with folders of their own that the peer may ask about, by identifier.
  private var installedApps: [AppIdentifier] {
    driver.device.apps.records.filter {
      !$0.manifest.isTransient && JobRecord.job(ofApp: $0.identifier) == nil
    }
    .map(\.identifier).filter(permission.covers).sorted()
  }

  private func storage(of app: AppIdentifier) -> AppStorage? {
    let device = driver.device
    guard let record = device.apps[app] else { return nil }
    let usage = driver.storageUsage(of: app)
    return AppStorage(
      app: app,
      name: record.manifest.name,
      state: record.process.applicationState,
      lastOnScreen: record.usage.lastOnScreen,
      bundle: driver.bundle(of: app),
      bundleBytes: usage?.bundleBytes,
      dataBytes: usage?.dataBytes,
      cacheBytes: usage?.cacheBytes,
      downloadBytes: usage?.downloadBytes,
      logBytes: usage?.logBytes,
      fileCount: usage?.fileCount,
      measured: usage?.measured,
      cause: usage?.cause,
      isPurging: device.storage.isPurging(app),
      purge: device.storage.purge(of: app).map(status),
      requestedPurge: device.storage.requestedPurge(of: app).map(status),
      offloadedSince: record.persistentState.offloadedSince,
      ownerUserID: driver.owner(of: app)
    )
  }

  private func status(of purge: CachePurge) -> CachePurgeStatus {
    CachePurgeStatus(
      at: purge.at,
      freedBytes: purge.freedBytes,
      isByUser: purge.isByUser,
      isStopped: purge.isStopped,
      cause: purge.errno.map(facts.errorText) ?? purge.stop?.cause
    )
  }
}

extension CacheStop {
  /// Why caches are left, behind a colon; `nil`: that the app runs, which is the usual cause.
  fileprivate var cause: String? {
    switch self {
    case .runs: nil
    case .isExempt: "the app is exempt"
    case .wasNeeded: "the app has run meanwhile, or a transfer needs files of it"
    }
  }
}
