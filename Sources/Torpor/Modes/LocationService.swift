internal import Synchronization
public import TorporModel

/// Where the device is, and being woken when it moves (`CLLocationManager`).
///
/// What is monitored outlives the process and launches the app; updates end with it. What is told goes to
/// the delegate, and to everyone who reads `events()`.
public struct LocationService: Sendable {
  let application: Application

  /// What the service tells, from now on.
  ///
  /// A reader that falls behind misses the oldest, beyond 64 of them (our choice).
  public func events() -> AsyncStream<LocationCallback> {
    AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
      let number = application.changing.withLock { changing in
        changing.lastListener += 1
        changing.locationListeners[changing.lastListener] = continuation
        return changing.lastListener
      }
      continuation.onTermination = { [weak application] _ in
        application?.changing.withLock { _ = $0.locationListeners.removeValue(forKey: number) }
      }
    }
  }

  /// Asks for updates until `stopUpdating()`.
  ///
  /// Off screen they go on where the app has the mode `location`, the session allows it, and it was
  /// started on screen.
  ///
  /// - Throws: `TorporError`: `refused` where the user does not allow it, `stopped` after `stop()`.
  public func startUpdating(_ session: LocationSession = LocationSession())
    async throws(TorporError)
  {
    try await ask(.startUpdating(session))
  }

  /// Ends the updates.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func stopUpdating() async throws(TorporError) { try await ask(.stopUpdating) }

  /// Asks for one fix that good, in metres.
  ///
  /// - Throws: as `startUpdating`.
  public func requestLocation(accuracyMetres: Double = 0) async throws(TorporError) {
    try await ask(.requestOnce(accuracyMetres: accuracyMetres))
  }

  /// Asks to be woken after large moves, 500 m and more.
  ///
  /// - Throws: as `startUpdating`.
  public func startMonitoringSignificantChanges() async throws(TorporError) {
    try await ask(.startMonitoringSignificantChanges)
  }

  /// Is not woken for large moves any more.
  ///
  /// - Throws: as `stopUpdating`.
  public func stopMonitoringSignificantChanges() async throws(TorporError) {
    try await ask(.stopMonitoringSignificantChanges)
  }

  /// Asks to be woken when the device comes to a place or leaves it.
  ///
  /// - Throws: as `startUpdating`.
  public func startMonitoringVisits() async throws(TorporError) {
    try await ask(.startMonitoringVisits)
  }

  /// Is not woken for places any more.
  ///
  /// - Throws: as `stopUpdating`.
  public func stopMonitoringVisits() async throws(TorporError) {
    try await ask(.stopMonitoringVisits)
  }

  /// Asks to be woken at the border of a region, one of 20 at most.
  ///
  /// - Throws: as `startUpdating`.
  public func startMonitoring(for region: CircularRegion) async throws(TorporError) {
    try await ask(.startMonitoring(region), subject: region.identifier)
  }

  /// Watches a region no longer.
  ///
  /// - Throws: as `stopUpdating`.
  public func stopMonitoring(for region: String) async throws(TorporError) {
    try await ask(.stopMonitoring(region: region), subject: region)
  }

  /// Asks whether the device is in a region; the answer is told.
  ///
  /// - Throws: as `stopUpdating`.
  public func requestState(for region: String) async throws(TorporError) {
    try await ask(.requestState(region: region), subject: region)
  }

  /// The regions that are watched, those of earlier processes too.
  ///
  /// - Throws: as `stopUpdating`.
  public func monitoredRegions() async throws(TorporError) -> [CircularRegion] {
    guard case .regions(let regions) = try await ask(.monitoredRegions) else { return [] }
    return regions
  }

  /// Has fixes collected until the device has gone so far, or so long; `nil`: without end.
  ///
  /// - Throws: as `startUpdating`.
  public func allowDeferredUpdates(
    untilTravelledMetres metres: Double?,
    timeout: Duration?
  ) async throws(TorporError) {
    try await ask(.deferUpdates(untilTravelledMetres: metres, timeout: timeout))
  }

  /// Ends the deferral.
  ///
  /// - Throws: as `stopUpdating`.
  public func disallowDeferredUpdates() async throws(TorporError) { try await ask(.endDeferral) }

  /// What the user lets the app know.
  ///
  /// - Throws: as `stopUpdating`.
  public func authorizationStatus() async throws(TorporError) -> LocationAuthorization {
    guard case .locationAuthorization(let known) = try await ask(.authorizationStatus) else {
      return .never
    }
    return known
  }

  /// How exactly the user lets the app know it.
  ///
  /// - Throws: as `stopUpdating`.
  public func accuracyAuthorization() async throws(TorporError) -> LocationAccuracy {
    guard case .locationAccuracy(let known) = try await ask(.accuracyAuthorization) else {
      return .full
    }
    return known
  }

  /// Asks the user for full accuracy while the app is in use, and says what for.
  ///
  /// The answer is told: the accuracy has changed, or `LocationError.promptDeclined`.
  ///
  /// - Throws: as `stopUpdating`.
  public func requestFullAccuracy(purpose: String) async throws(TorporError) {
    try await ask(.requestFullAccuracy(purpose: purpose))
  }

  @discardableResult
  func ask(
    _ request: LocationRequest,
    subject: String = "the location service"
  ) async throws(TorporError) -> ModeReply? {
    try await application.ask(.location(request), subject: subject)
  }
}

extension Application {
  /// Where the device is, and being woken when it moves.
  public var location: LocationService { LocationService(application: self) }
}
