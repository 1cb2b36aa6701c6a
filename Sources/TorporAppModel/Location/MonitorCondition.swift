/// A condition that a monitor watches (`CLCondition`).
public enum MonitorCondition: Hashable, Sendable, Saved {
  /// The device is in a circle (`CLMonitor.CircularGeographicCondition`); the radius is in metres.
  case circle(center: Coordinate, radiusMetres: Double)
  /// A beacon is near (`CLMonitor.BeaconIdentityCondition`).
  case beacon(BeaconIdentity)
}

/// The state of a condition (`CLMonitor.Event.State`, in the order of its raw values 0 to 3).
public enum ConditionState: String, Hashable, Sendable, Saved, CaseIterable {
  case unknown, satisfied, unsatisfied
  /// It is not watched; the event says why.
  case unmonitored
}

/// A change of a condition (`CLMonitor.Event`).
public struct MonitorEvent: Hashable, Sendable, Saved {
  /// The condition's name within its monitor.
  public var identifier: String
  /// The new state of the condition.
  public var state: ConditionState
  /// When it changed.
  @usableFromInline package var at: Instant
  /// The reason why it is not watched; `nil` while it is.
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

/// A condition with the last of its events that the app has received (`CLMonitor.Record`).
public struct MonitorRecord: Hashable, Sendable {
  /// The watched condition.
  public var condition: MonitorCondition
  /// The last event; before the first one, it has the state that the app assumed.
  public var lastEvent: MonitorEvent

  /// Makes a record.
  public init(condition: MonitorCondition, lastEvent: MonitorEvent) {
    self.condition = condition
    self.lastEvent = lastEvent
  }
}

/// The reason why an app does not get the device's location (the diagnostic properties of
/// `CLMonitor.Event` and `CLLocationUpdate`).
public enum PlaceObstacle: String, Hashable, Sendable, Saved, CaseIterable {
  /// The user allows the app only the approximate location.
  case accuracyLimited
  /// The user does not allow it to know the location.
  case authorizationDenied
  /// The user allows it only while the app is in use, and it is not in use.
  case insufficientlyInUse
  /// Off screen, it needs a service session (LO8).
  case serviceSessionRequired
  /// The app has the maximum number of conditions and regions.
  case conditionLimitExceeded
  /// This device cannot watch it.
  case conditionUnsupported
}

/// The reason why a request about a monitor was refused.
@usableFromInline package enum MonitorRefusal: Hashable, Sendable, Error {
  /// The process has already opened it: there is one of each name.
  case isOpen(monitor: String)
  /// The process has not opened it.
  case isNotOpen(monitor: String)
  /// The process has the maximum number open.
  case tooMany(limit: Int)
}
