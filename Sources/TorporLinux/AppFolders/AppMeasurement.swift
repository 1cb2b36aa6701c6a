internal import Glibc
internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// One measurement of one app, as a thread does it.
struct AppMeasurement: Sendable {
  let app: MeasuredApp
  /// Where the daemon keeps what apps print, in a folder for each user.
  let logFolder: String

  /// Adds up the folders; `proceed` is told how many files were counted, and says whether to go on.
  func run(_ proceed: (Int) -> Bool) -> StorageUsage {
    var usage = StorageUsage()
    var meter = FolderMeter()
    if let bundle = app.bundle {
      attempt(&usage) { (usage) throws(SystemError) in
        guard !app.isOffloaded else {
          guard !MountTable().isServed(bundle) else {
            throw SystemError(operation: "look at", subject: bundle, code: EOPNOTSUPP)
          }
          let parent = try AppFolders.openFolder(FolderTree.parent(of: bundle), for: app.owner)
          let name = String(bundle.pathComponents.last ?? "")
          usage.bundleBytes = OffloadArchive.names(ofBundle: name).reduce(0) {
            $0 + meter.add($1, in: parent)
          }
          return
        }
        let folder = try AppFolders.openBundle(bundle, for: app.owner, MountTable())
        let reader = FolderMeter.Reader(userID: app.owner.userID, groupID: app.owner.groupID)
        usage.bundleBytes = meter.add(folder, for: reader, proceed)
      }
    }
    if let container = app.owner.container {
      attempt(&usage) { (usage) throws(SystemError) in
        guard
          let folder = try AppFolders.openContainer(container, in: FolderTree.parent(of: logFolder))
        else { return }
        try add(folder, &usage, &meter, proceed)
      }
      attempt(&usage) { (usage) throws(SystemError) in
        let folder = try Files.open(
          "\(logFolder)/\(app.owner.userID)",
          O_RDONLY | O_DIRECTORY | O_NOFOLLOW
        )
        usage.logBytes = meter.add("\(app.app).log", in: folder)
      }
    }
    usage.fileCount = meter.fileCount
    if usage.cause == nil { usage.cause = meter.failure?.description }
    return usage
  }

  /// What is in the container: data first, so that what has a name among the data is data.
  private func add(
    _ container: borrowing Descriptor,
    _ usage: inout StorageUsage,
    _ meter: inout FolderMeter,
    _ proceed: (Int) -> Bool
  ) throws(SystemError) {
    usage.dataBytes = meter.add(container, besides: ["Library", AppFolders.temporary], proceed)
    if let library = try AppFolders.open("Library", in: container) {
      usage.dataBytes += meter.add(library, besides: ["Caches"], proceed)
    }
    if let caches = try AppFolders.open(AppFolders.caches, in: container) {
      if let downloads = try AppFolders.open(AppFolders.downloads, in: caches) {
        usage.downloadBytes = meter.add(downloads, proceed)
      }
      usage.cacheBytes = meter.add(caches, besides: [AppFolders.downloads], proceed)
    }
    if let temporary = try AppFolders.open(AppFolders.temporary, in: container) {
      usage.cacheBytes += meter.add(temporary, proceed)
    }
  }

  private func attempt(
    _ usage: inout StorageUsage,
    _ work: (inout StorageUsage) throws(SystemError) -> Void
  ) {
    do throws(SystemError) {
      try work(&usage)
    } catch {
      // An app that has printed nothing has no folder of logs.
      if error.code != ENOENT, usage.cause == nil { usage.cause = error.description }
    }
  }
}
