/// What an app asks of the location services (§8).
public enum LocationRequest: Hashable, Sendable, Saved {
  /// `startUpdatingLocation()`.
  case startUpdating(LocationSession)
  /// `stopUpdatingLocation()`.
  case stopUpdating
  /// `requestLocation()`: one fix, then nothing.
  case requestOnce(accuracyMetres: Double)
  case startMonitoringSignificantChanges, stopMonitoringSignificantChanges
  case startMonitoringVisits, stopMonitoringVisits
  /// `startMonitoring(for:)`.
  case startMonitoring(CircularRegion)
  /// `stopMonitoring(for:)`.
  case stopMonitoring(region: String)
  /// `monitoredRegions`; answered by `Reply.regions`.
  case monitoredRegions
  /// `requestState(for:)`; answered by `LocationCallback.didDetermineState`.
  case requestState(region: String)
  /// `allowDeferredLocationUpdates(untilTraveled:timeout:)`; `nil`: without end.
  case deferUpdates(untilTravelledMetres: Double?, timeout: Duration?)
  /// `disallowDeferredLocationUpdates()`.
  case endDeferral
  /// `authorizationStatus`; answered by `Reply.locationAuthorization`.
  case authorizationStatus
  /// `accuracyAuthorization`; answered by `Reply.locationAccuracy`.
  case accuracyAuthorization
  /// `requestTemporaryFullAccuracyAuthorization(withPurposeKey:)`: the user is asked, in the app's own
  /// words, to let it know the exact place while it is in use.
  case requestFullAccuracy(purpose: String)
  /// About the app's monitors.
  case monitor(MonitorRequest)
  /// About live updates and their sessions.
  case live(LiveRequest)
  /// About beacons.
  case beacons(BeaconRequest)
}

/// How an app wants to be told where the device is (`CLLocationManager`'s properties).
public struct LocationSession: Hashable, Sendable, Saved {
  /// `desiredAccuracy`, in metres; 0 is as good as can be had.
  public var desiredAccuracyMetres: Double
  /// `distanceFilter`, in metres; `nil`: every fix (`kCLDistanceFilterNone`).
  public var distanceFilterMetres: Double?
  /// `allowsBackgroundLocationUpdates`.
  public var allowsBackgroundUpdates: Bool
  /// `pausesLocationUpdatesAutomatically`.
  public var pausesAutomatically: Bool
  /// `activityType`.
  public var activity: LocationActivity

  /// Makes a session with Apple's defaults.
  public init(
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

/// What the user is about (`CLActivityType`); it decides when updates are paused (LO6).
public enum LocationActivity: String, Hashable, Sendable, Saved, CaseIterable {
  case other, automotiveNavigation, fitness, otherNavigation, airborne
}

/// Whether the device is in a region (`CLRegionState`).
public enum RegionState: String, Hashable, Sendable, Saved, CaseIterable {
  case unknown, inside, outside
}

/// Why a location service failed (`CLError.Code`, with its raw values).
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
