/// A callback of the location services to an app (`CLLocationManagerDelegate`).
public enum LocationCallback: Hashable, Sendable, Saved {
  /// The fixes since the last call, oldest first.
  case didUpdate([Location])
  case didFail(LocationError)
  case didEnterRegion(String)
  case didExitRegion(String)
  case monitoringDidFail(region: String?, LocationError)
  case didDetermineState(region: String, RegionState)
  case didVisit(Visit)
  case didPauseUpdates
  case didResumeUpdates
  /// `locationManager(_:didFinishDeferredUpdatesWithError:)`.
  case didFinishDeferredUpdates(LocationError?)
  case didChangeAuthorization(LocationAuthorization)
  /// `locationManagerDidChangeAuthorization(_:)`, when the accuracy has changed.
  case didChangeAccuracy(LocationAccuracy)
  /// The next of `CLMonitor.events`.
  case didChangeCondition(monitor: String, MonitorEvent)
  /// The beacons of an identity in range, nearest first.
  case didRange(BeaconIdentity, [Beacon])
  case rangingDidFail(BeaconIdentity, LocationError)
  /// The next of `CLLocationUpdate.liveUpdates`.
  case didUpdateLive(LiveUpdate)

  /// The callback's name in scenarios, on the wire and in the ledger.
  public var name: String {
    switch self {
    case .didUpdate: "didUpdateLocations"
    case .didFail: "didFailWithError"
    case .didEnterRegion: "didEnterRegion"
    case .didExitRegion: "didExitRegion"
    case .monitoringDidFail: "monitoringDidFail"
    case .didDetermineState: "didDetermineState"
    case .didVisit: "didVisit"
    case .didPauseUpdates: "didPauseLocationUpdates"
    case .didResumeUpdates: "didResumeLocationUpdates"
    case .didFinishDeferredUpdates: "didFinishDeferredUpdates"
    case .didChangeAuthorization: "didChangeAuthorization"
    case .didChangeAccuracy: "didChangeAccuracyAuthorization"
    case .didChangeCondition: "didChangeCondition"
    case .didUpdateLive: "didUpdateLive"
    case .didRange: "didRangeBeacons"
    case .rangingDidFail: "didFailRangingBeacons"
    }
  }
}
