import TorporModel

// What an app does about places.

extension SimulatedProcess {
  /// Does a step about places.
  func performLocation(_ step: Step.Kind, on workItem: WorkItem) {
    guard let request = step.locationRequest else { return }
    ask(.service(.location(request)), for: workItem)
  }
}

extension Step.Kind {
  /// What an app asks with the step; `nil` for a step about something else.
  fileprivate var locationRequest: LocationRequest? {
    switch self {
    case .startLocation(let inBackground):
      .startUpdating(LocationSession(allowsBackgroundUpdates: inBackground))
    case .stopLocation: .stopUpdating
    case .monitorSignificantChanges: .startMonitoringSignificantChanges
    case .monitorVisits: .startMonitoringVisits
    case .monitorRegion(let region):
      .startMonitoring(
        CircularRegion(
          identifier: region.identifier,
          center: Coordinate(latitude: region.latitude, longitude: region.longitude),
          radiusMetres: region.radiusMetres
        )
      )
    case .stopMonitoring(let region): .stopMonitoring(region: region)
    default: nil
    }
  }
}
