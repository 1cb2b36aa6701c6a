/// What live updates are for (`CLLocationUpdate.LiveConfiguration`).
public enum LiveConfiguration: String, Hashable, Sendable, Saved, CaseIterable {
  case standard = "default"
  case automotiveNavigation, otherNavigation, fitness, airborne
}

/// One live update (`CLLocationUpdate`).
public struct LiveUpdate: Hashable, Sendable, Saved {
  /// Where the device is; `nil` where the app may not know it.
  public var location: Location?
  /// Whether the device stands still: no more updates come until it moves (LO7).
  public var isStationary: Bool
  /// What keeps the app from knowing it, or from knowing it exactly.
  public var obstacle: PlaceObstacle?

  /// Makes an update.
  public init(location: Location?, isStationary: Bool = false, obstacle: PlaceObstacle? = nil) {
    self.location = location
    self.isStationary = isStationary
    self.obstacle = obstacle
  }
}
