package import TorporModel

/// What apps take of the disk.
///
/// No method blocks. What came of an order is posted to the sink as `DeviceEvent.caches`; what a measurement found is
/// there to be asked for.
package protocol StoragePort: AnyObject {
  /// Carries out an order about the caches of an app.
  ///
  /// `keeping`: files in its container, by their paths there, that others need; what they lie in is neither counted nor
  /// removed.
  func perform(_ order: StorageOrder, for owner: RecipeOwner, keeping: [String])
  /// A process of the app is about to be started: no more of its caches is removed.
  func stop(_ app: AppIdentifier)
  /// The app is no longer installed: what is known of it goes.
  func forget(_ app: AppIdentifier)
  /// Measures the apps anew, one after the other; those that wait for that already do so once.
  func measure(_ apps: [MeasuredApp])
  /// What the last measurement of the app has found; `nil`: it was not measured yet.
  func usage(of app: AppIdentifier) -> StorageUsage?
  /// How much of the disk of the apps is free now, and how large it is; `nil` where that cannot be measured.
  var room: DiskSpace? { get }
  /// How far measurements of the apps are; `nil`: none is under way.
  func progress(of apps: [AppIdentifier]) -> MeasuringProgress?
}

/// An app with the folders that are its own.
package struct MeasuredApp: Hashable, Sendable {
  package let app: AppIdentifier
  package let owner: RecipeOwner
  /// The folder of its program, as its user said; `nil`: it has none of its own.
  package let bundle: String?
  /// Whether an archive beside the bundle is in its place.
  package let isOffloaded: Bool

  package init(
    app: AppIdentifier,
    owner: RecipeOwner,
    bundle: String?,
    isOffloaded: Bool = false
  ) {
    self.app = app
    self.owner = owner
    self.bundle = bundle
    self.isOffloaded = isOffloaded
  }
}

/// What an app takes of the disk: bytes of allocated blocks, each file once.
package struct StorageUsage: Hashable, Sendable {
  /// `nil`: it has no bundle, or one that cannot be looked at.
  package var bundleBytes: Int64?
  package var dataBytes: Int64 = 0
  package var cacheBytes: Int64 = 0
  /// Downloads that the app has not taken yet.
  package var downloadBytes: Int64 = 0
  package var logBytes: Int64 = 0
  package var fileCount = 0
  /// When its measurement ended.
  package var measured = Instant.zero
  /// Why something is not counted; `nil`: everything is.
  package var cause: String?

  package init() {}
}

/// The disk of the apps.
package struct DiskSpace: Hashable, Sendable {
  package let freeBytes: Int64
  package let totalBytes: Int64

  package init(freeBytes: Int64, totalBytes: Int64) {
    self.freeBytes = freeBytes
    self.totalBytes = totalBytes
  }
}

/// How far a measurement is.
package struct MeasuringProgress: Hashable, Sendable {
  /// Apps that were not measured yet.
  package let appsLeft: Int
  /// Files that were counted of the app that is measured now.
  package let fileCount: Int

  package init(appsLeft: Int, fileCount: Int) {
    self.appsLeft = appsLeft
    self.fileCount = fileCount
  }
}
