package import TorporModel

/// An order about what an app keeps on the disk; answered by `DeviceEvent.caches`.
package enum StorageOrder: Hashable, Sendable {
  /// Say how much a purge of the app's caches would free.
  case measureCaches(AppIdentifier)
  /// Remove what is in the app's caches; ends before its next entry when a process of the app is started.
  case purgeCaches(AppIdentifier)
  /// Remove no more of them. A purge that is under way is answered as one that has ended early; without one nothing is.
  case stopPurge(AppIdentifier)

  package var app: AppIdentifier {
    switch self {
    case .measureCaches(let app), .purgeCaches(let app), .stopPurge(let app): app
    }
  }
}

/// What came of an order about the caches of an app.
package struct CacheReport: Hashable, Sendable, Saved {
  package let app: AppIdentifier
  /// Whether they were purged, and not only measured.
  package let isPurge: Bool
  /// What was freed, or what a purge would free: bytes of blocks that no other name holds.
  package let bytes: Int64
  /// Whether it has ended early, since a process of the app was started, or since it was told to.
  package let isStopped: Bool
  /// Why something of them is left, or could not be measured; `nil`: nothing is.
  package let errno: Int32?
  /// By how much the free room of the disk has grown meanwhile; `nil`: it was not measured.
  package let risenBytes: Int64?
  /// How much of the disk is free now, with two digits; `nil`: it was not measured.
  package let freeBytes: Int64?

  package init(
    app: AppIdentifier,
    isPurge: Bool,
    bytes: Int64,
    isStopped: Bool = false,
    errno: Int32? = nil,
    risenBytes: Int64? = nil,
    freeBytes: Int64? = nil
  ) {
    self.app = app
    self.isPurge = isPurge
    self.bytes = bytes
    self.isStopped = isStopped
    self.errno = errno
    self.risenBytes = risenBytes
    self.freeBytes = freeBytes
  }
}
