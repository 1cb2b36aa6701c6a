/// A request of an app to the location services (§8).
@usableFromInline package enum LocationRequest: Hashable, Sendable, Saved {
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
  /// words, to allow it precise location while it is in use.
  case requestFullAccuracy(purpose: String)
  /// About the app's monitors.
  case monitor(MonitorRequest)
  /// About live updates and their sessions.
  case live(LiveRequest)
  /// About beacons.
  case beacons(BeaconRequest)
}
