package import TorporModel

/// What the device knows of the room on its disk: whether it is short, and which caches go for that.
package struct StorageTable: Hashable, Sendable, Saved {
  /// Since when the disk is short; `nil`: it has room.
  package internal(set) var shortSince: Instant?
  /// Whose caches are looked at or removed now, one app after the other.
  package internal(set) var order: CacheOrder?
  /// Apps whose caches their users want to be rid of, in the order in which they said so.
  package internal(set) var asked: [AppIdentifier] = []
  /// Apps that had their turn while the disk is short, and did not run since.
  var visited: [AppIdentifier] = []
  /// Until when the file system may still give back what was removed last; `nil`: it has.
  package internal(set) var settlesAt: Instant?
  /// The last purge of each app by request, and the last for want of room, in the order of identifiers.
  package internal(set) var purges: [CachePurge] = []

  package init() {}

  /// Whether nothing of it is to be remembered.
  var isEmpty: Bool { self == StorageTable() }

  /// The last purge of the app's caches.
  package func purge(of app: AppIdentifier) -> CachePurge? {
    purges.filter { $0.app == app }.max { $0.at < $1.at }
  }

  /// What came of the last request to purge the app's caches.
  package func requestedPurge(of app: AppIdentifier) -> CachePurge? {
    purges.first { $0.app == app && $0.isByUser }
  }

  /// Whether it matters how much room the disk has: caches are removed for it, or have just been.
  package var waitsForRoom: Bool { shortSince != nil && (order != nil || settlesAt != nil) }

  /// Whether the caches of the app are removed now, or wait for that.
  package func isPurging(_ app: AppIdentifier) -> Bool {
    asked.contains(app) || (order?.app == app && order?.isByUser == true)
  }

  /// Why caches are removed by the order.
  func cause(of order: CacheOrder) -> [Condition] {
    order.isByUser
      ? [Condition(.userAction)] : [Condition(.storage, holds: false, since: shortSince)]
  }

  /// Keeps what came of an order.
  mutating func keep(
    _ order: CacheOrder,
    _ bytes: Int64 = 0,
    _ errno: Int32? = nil,
    stop: CacheStop?,
    at now: Instant
  ) {
    keep(
      CachePurge(
        app: order.app,
        at: now,
        freedBytes: bytes,
        stop: stop,
        errno: errno,
        isByUser: order.isByUser
      )
    )
  }

  private mutating func keep(_ purge: CachePurge) {
    purges.removeAll { $0.app == purge.app && $0.isByUser == purge.isByUser }
    let place = purges.firstIndex { purge.app < $0.app } ?? purges.endIndex
    purges.insert(purge, at: place)
  }

  mutating func forget(_ app: AppIdentifier) {
    purges.removeAll { $0.app == app }
    asked.removeAll { $0 == app }
    visited.removeAll { $0 == app }
    if order?.app == app { order = nil }
  }
}

/// How far the purge of one app is.
package struct CacheOrder: Hashable, Sendable, Saved {
  /// What is waited for.
  package enum Step: String, Hashable, Sendable, Saved, CaseIterable {
    /// How much there is, before a suspended process is ended for it.
    case measure
    /// The end of that process.
    case end
    case remove
  }

  package let app: AppIdentifier
  package internal(set) var step: Step
  /// The process that is ended for it.
  package internal(set) var launch: LaunchIdentifier?
  /// Whether the app's user has asked for it, and not a disk that is short.
  package let isByUser: Bool
}

/// A purge that is over.
package struct CachePurge: Hashable, Sendable, Saved {
  package let app: AppIdentifier
  package let at: Instant
  package let freedBytes: Int64
  /// Why it has ended early, or has not begun; `nil`: it came to its end.
  package let stop: CacheStop?
  /// Why something is left; `nil`: nothing is.
  package let errno: Int32?
  package let isByUser: Bool
}

extension CachePurge {
  /// Whether it has ended early, or has not begun.
  package var isStopped: Bool { stop != nil }
}

/// Why caches are left.
package enum CacheStop: String, Hashable, Sendable, Saved, CaseIterable {
  /// The app has begun to run.
  case runs
  /// The app has become exempt.
  case isExempt
  /// The app has begun to run and has ended since, or a transfer that needs its files was begun.
  case wasNeeded
}

extension CacheStop {
  /// Why caches are left that were to go.
  init(of order: CacheOrder, on device: DeviceState) {
    let slot = device.apps.slot(of: order.app)
    // Exempt without a process, too, but for the wish of its user.
    switch slot.flatMap({ CacheStanding(inSlot: $0, isByUser: order.isByUser, device) }) {
    case .isExempt: self = .isExempt
    case .runs: self = .runs
    case .hasNoProcess, .isSuspended, nil: self = .wasNeeded
    }
  }
}
