/// What a monitor watches for (`CLCondition`).
public enum MonitorCondition: Hashable, Sendable, Saved {
  /// The device is in a circle (`CLMonitor.CircularGeographicCondition`); the radius is in metres.
  case circle(center: Coordinate, radiusMetres: Double)
  /// A beacon is near (`CLMonitor.BeaconIdentityCondition`).
  case beacon(BeaconIdentity)
}

/// How a condition stands (`CLMonitor.Event.State`, in the order of its raw values 0 to 3).
public enum ConditionState: String, Hashable, Sendable, Saved, CaseIterable {
  case unknown, satisfied, unsatisfied
  /// It is not watched; the event says why.
  case unmonitored
}

/// A change of a condition (`CLMonitor.Event`).
public struct MonitorEvent: Hashable, Sendable, Saved {
  /// The condition's name within its monitor.
  public var identifier: String
  /// How the condition stands since then.
  public var state: ConditionState
  /// When it changed.
  @usableFromInline package var at: Instant
  /// Why it is not watched; `nil` while it is.
  public var obstacle: PlaceObstacle?

  /// Makes an event.
  @usableFromInline package init(
    identifier: String,
    state: ConditionState,
    at: Instant,
    obstacle: PlaceObstacle? = nil
  ) {
    self.identifier = identifier
    self.state = state
    self.at = at
    self.obstacle = obstacle
  }
}

/// A condition with the last of its events that the app has awaited (`CLMonitor.Record`).
public struct MonitorRecord: Hashable, Sendable {
  /// What is watched.
  public var condition: MonitorCondition
  /// The event; before the first, of the state that the app assumed.
  public var lastEvent: MonitorEvent

  /// Makes a record.
  public init(condition: MonitorCondition, lastEvent: MonitorEvent) {
    self.condition = condition
    self.lastEvent = lastEvent
  }
}

/// What stands between an app and where the device is (the diagnostic properties of
/// `CLMonitor.Event` and `CLLocationUpdate`).
public enum PlaceObstacle: String, Hashable, Sendable, Saved, CaseIterable {
  /// The user lets the app know no more than about where the device is.
  case accuracyLimited
  /// The user does not let it know places at all.
  case authorizationDenied
  /// The user lets it know them in use alone, and it is not in use.
  case insufficientlyInUse
  /// Off screen it needs a service session (LO8).
  case serviceSessionRequired
  /// The app has as many conditions and regions as it may have.
  case conditionLimitExceeded
  /// This device cannot watch it.
  case conditionUnsupported
}

/// Why a request about a monitor was turned down.
@usableFromInline package enum MonitorRefusal: Hashable, Sendable, Error {
  /// The process has it already: there is one of each name.
  case isOpen(monitor: String)
  /// The process has not opened it.
  case isNotOpen(monitor: String)
  /// The process has that many open.
  case tooMany(limit: Int)
}
