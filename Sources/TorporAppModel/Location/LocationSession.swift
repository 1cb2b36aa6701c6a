/// How an app wants to receive location updates (`CLLocationManager`'s properties).
@usableFromInline package struct LocationSession: Hashable, Sendable, Saved {
  /// `desiredAccuracy`, in metres; 0 is the best possible.
  @usableFromInline package var desiredAccuracyMetres: Double
  /// `distanceFilter`, in metres; `nil`: every fix (`kCLDistanceFilterNone`).
  @usableFromInline package var distanceFilterMetres: Double?
  /// `allowsBackgroundLocationUpdates`.
  @usableFromInline package var allowsBackgroundUpdates: Bool
  /// `pausesLocationUpdatesAutomatically`.
  @usableFromInline package var pausesAutomatically: Bool
  /// `activityType`.
  @usableFromInline package var activity: LocationActivity

  /// Makes a session with Apple's defaults.
  @usableFromInline package init(
    desiredAccuracyMetres: Double = 0,
    distanceFilterMetres: Double? = nil,
    allowsBackgroundUpdates: Bool = false,
    pausesAutomatically: Bool = true,
    activity: LocationActivity = .other
  ) {
    self.desiredAccuracyMetres = desiredAccuracyMetres
    self.distanceFilterMetres = distanceFilterMetres
    self.allowsBackgroundUpdates = allowsBackgroundUpdates
    self.pausesAutomatically = pausesAutomatically
    self.activity = activity
  }
}

/// The user's activity (`CLActivityType`); it determines when updates are paused (LO6).
public enum LocationActivity: String, Hashable, Sendable, Saved, CaseIterable {
  case other, automotiveNavigation, fitness, otherNavigation, airborne
}

/// Whether the device is in a region (`CLRegionState`).
public enum RegionState: String, Hashable, Sendable, Saved, CaseIterable {
  case unknown, inside, outside
}

/// The reason why a location service failed (`CLError.Code`, with its raw values).
public enum LocationError: Int, Hashable, Sendable, Saved, CaseIterable, Error {
  case locationUnknown = 0
  case denied = 1
  case regionMonitoringDenied = 4
  case regionMonitoringFailure = 5
  case deferredFailed = 11
  case deferredNotUpdatingLocation = 12
  case deferredAccuracyTooLow = 13
  case deferredDistanceFiltered = 14
  case deferredCanceled = 15
  case rangingUnavailable = 16
  case rangingFailure = 17
  case promptDeclined = 18
}
