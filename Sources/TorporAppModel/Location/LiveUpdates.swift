/// The purpose of live updates (`CLLocationUpdate.LiveConfiguration`).
public enum LiveConfiguration: String, Hashable, Sendable, Saved, CaseIterable {
  case standard = "default"
  case automotiveNavigation, otherNavigation, fitness, airborne
}

/// One live update (`CLLocationUpdate`).
public struct LiveUpdate: Hashable, Sendable, Saved {
  /// The location of the device; `nil` if the app may not know it.
  public var location: Location?
  /// Whether the device is stationary: there are no more updates until it moves (LO7).
  public var isStationary: Bool
  /// The reason why the app does not get the location, or not exactly.
  public var obstacle: PlaceObstacle?

  /// Makes an update.
  public init(location: Location?, isStationary: Bool = false, obstacle: PlaceObstacle? = nil) {
    self.location = location
    self.isStationary = isStationary
    self.obstacle = obstacle
  }
}
