import TorporCore
import TorporModel

// What apps take of the disk.

extension Driver {
  /// Has an order about the caches of an app carried out.
  func perform(_ order: StorageOrder) {
    // Nobody can do it: what waits for the answer goes on.
    guard let storage, let owner = owners[order.app] else { return leaveCaches(order, nil) }
    // Which of the caches is needed is not known: all of them stay.
    guard let kept = filesOfTransfers(in: owner.container) else {
      return leaveCaches(order, Driver.journalUnreadable)
    }
    storage.perform(order, for: owner, keeping: kept)
  }

  /// `EIO` of Linux: the journal says nothing of a transfer that it has.
  private static let journalUnreadable: Int32 = 5

  /// Answers an order that is not carried out.
  private func leaveCaches(_ order: StorageOrder, _ errno: Int32?) {
    let isPurge = if case .purgeCaches = order { true } else { false }
    let report = CacheReport(app: order.app, isPurge: isPurge, bytes: 0, errno: errno)
    post(.input(.device(event: .caches(report))))
  }

  /// The files beneath the container that transfers read or write which have not ended, by their paths there; `nil`: that
  /// cannot be read now.
  ///
  /// An upload needs its file until the server has it, and a download its part, also while their app does not run.
  private func filesOfTransfers(in container: String?) -> [String]? {
    guard let container else { return [] }
    let open = device.transfers.records.filter { $0.outcome == nil }.map(\.transfer)
    guard !open.isEmpty else { return [] }
    let contents = storedTransfers(open).compactMap { $0?.content }
    guard contents.count == open.count else { return nil }
    return contents.flatMap { [$0.source, $0.destination?.file].compactMap { $0 } }
      .compactMap { file in
        let path = file.root.map { $0 + "/" + file.path } ?? file.path
        return path.path(beneath: container).map { String($0) }
      }
  }

  /// Has the apps measured anew.
  func measure(_ apps: [AppIdentifier]) {
    storage?.measure(
      apps.compactMap { app in
        owners[app].map { MeasuredApp(app: app, owner: $0, bundle: bundle(of: app)) }
      }
    )
  }

  /// The folder of the app's program; `nil` where it runs one of the system's, as after an installation from a `.desktop`
  /// file.
  ///
  /// A bundle holds its program, and its folder is where the program is started.
  func bundle(of app: AppIdentifier) -> String? {
    guard let recipe = recipe(of: app), let container = recipe.container else { return nil }
    let folder = recipe.workingDirectory
    let home = recipe.environment.first { $0.hasPrefix("HOME=") }?.dropFirst(5)
    guard folder.utf8.count > 1, recipe.executable.path(beneath: folder) != nil,
      folder != home ?? "", container.path(beneath: folder) == nil,
      folder.path(beneath: container) == nil
    else { return nil }
    return folder
  }

  /// The disk of the apps, as it is now.
  var diskSpace: DiskSpace? { storage?.room }

  /// What the last measurement of the app has found.
  func storageUsage(of app: AppIdentifier) -> StorageUsage? { storage?.usage(of: app) }

  /// How far measurements of the apps are.
  func measuringProgress(of apps: [AppIdentifier]) -> MeasuringProgress? {
    storage?.progress(of: apps)
  }
}
