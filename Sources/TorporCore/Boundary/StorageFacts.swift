package import TorporModel

/// An order about an app's files on the disk; answered by `DeviceEvent.caches`.
package enum StorageOrder: Hashable, Sendable {
  /// Measure how much a purge of the app's caches would free.
  case measureCaches(AppIdentifier)
  /// Remove the content of the app's caches; stops before the next entry when a process of the app is started.
  case purgeCaches(AppIdentifier)
  /// Stop removing them. A purge in progress is answered as one that ended early; without one, there is no answer.
  case stopPurge(AppIdentifier)

  package var app: AppIdentifier {
    switch self {
    case .measureCaches(let app), .purgeCaches(let app), .stopPurge(let app): app
    }
  }
}

/// The result of an order about the caches of an app.
package struct CacheReport: Hashable, Sendable, Saved {
  package let app: AppIdentifier
  /// Whether they were purged, rather than only measured.
  package let isPurge: Bool
  /// The bytes freed, or that a purge would free: bytes of blocks to which no other name refers.
  package let bytes: Int64
  /// Whether it ended early, because a process of the app was started, or because it was stopped.
  package let isStopped: Bool
  /// The reason why a part of them is left, or could not be measured; `nil`: none is.
  package let errno: Int32?
  /// The increase of free disk space meanwhile; `nil`: it was not measured.
  package let risenBytes: Int64?
  /// The free disk space now, with two digits; `nil`: it was not measured.
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
