internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// Where the device is, and launches when it moves (`CLLocationManager`).
///
/// Monitoring outlives the process and launches the app; updates end with the process. An app has one
/// manager, with one delegate and any number of readers of `events()`.
public struct LocationManager: Sendable {
  // Shape: one method for each call of CLLocationManager.
  let application: Application

  /// Receives what happens; held weakly.
  public var delegate: (any LocationManagerDelegate)? {
    get { application.delegates.location }
    nonmutating set { application.changing.withLock { $0.delegates.location = newValue } }
  }

  /// The service's callbacks, from now on.
  ///
  /// A reader that falls behind misses the oldest, beyond 64 of them (our choice).
  public func events() -> AsyncStream<LocationEvent> {
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

  // MARK: How updates come; a change counts from the next `startUpdatingLocation()`

  /// How exact the locations need to be, in metres; 0, the default, is as exact as possible.
  public var desiredAccuracy: Double {
    get { session.desiredAccuracyMetres }
    nonmutating set { session.desiredAccuracyMetres = newValue }
  }

  /// How far the device moves between two updates, in metres; `nil`: every location is an update.
  public var distanceFilter: Double? {
    get { session.distanceFilterMetres }
    nonmutating set { session.distanceFilterMetres = newValue }
  }

  /// Whether updates continue in the background; needs `location` in `UIBackgroundModes`.
  public var allowsBackgroundLocationUpdates: Bool {
    get { session.allowsBackgroundUpdates }
    nonmutating set { session.allowsBackgroundUpdates = newValue }
  }

  /// Whether updates pause while the device does not move; true by default.
  public var pausesLocationUpdatesAutomatically: Bool {
    get { session.pausesAutomatically }
    nonmutating set { session.pausesAutomatically = newValue }
  }

  /// The user's activity, which decides when updates pause.
  public var activityType: ActivityType {
    get { session.activity }
    nonmutating set { session.activity = newValue }
  }

  private var session: LocationSession {
    get { application.changing.withLock { $0.locationSession } }
    nonmutating set { application.changing.withLock { $0.locationSession = newValue } }
  }

  // MARK: Updates

  /// Starts updates, until `stopUpdatingLocation()`.
  ///
  /// They continue in the background where the app has the mode `location`,
  /// `allowsBackgroundLocationUpdates` is set, and they were started on screen.
  ///
  /// - Throws: `TorporError`: `locationDenied`, or `stopped` after `stop()`.
  public func startUpdatingLocation() async throws(TorporError) { try await call(startOfUpdates) }

  var startOfUpdates: App.StartUpdatingLocation {
    let session = session
    return App.StartUpdatingLocation(
      desiredAccuracyMetres: session.desiredAccuracyMetres,
      distanceFilterMetres: session.distanceFilterMetres,
      allowsBackgroundUpdates: session.allowsBackgroundUpdates,
      pausesAutomatically: session.pausesAutomatically,
      activity: session.activity
    )
  }

  /// Stops the updates.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func stopUpdatingLocation() async throws(TorporError) {
    try await call(App.StopUpdatingLocation())
  }

  /// Asks for one location of the desired accuracy, which comes as an update.
  ///
  /// - Throws: as `startUpdatingLocation()`.
  public func requestLocation() async throws(TorporError) {
    try await call(App.RequestLocation(accuracyMetres: session.desiredAccuracyMetres))
  }

  /// Starts updates after moves of 500 m and more, which launch the app.
  ///
  /// - Throws: as `startUpdatingLocation()`.
  public func startMonitoringSignificantLocationChanges() async throws(TorporError) {
    try await call(App.StartMonitoringSignificantChanges())
  }

  /// Stops updates after large moves.
  ///
  /// - Throws: as `stopUpdatingLocation()`.
  public func stopMonitoringSignificantLocationChanges() async throws(TorporError) {
    try await call(App.StopMonitoringSignificantChanges())
  }

  /// Starts monitoring visits, which launch the app.
  ///
  /// - Throws: as `startUpdatingLocation()`.
  public func startMonitoringVisits() async throws(TorporError) {
    try await call(App.StartMonitoringVisits())
  }

  /// Stops monitoring visits.
  ///
  /// - Throws: as `stopUpdatingLocation()`.
  public func stopMonitoringVisits() async throws(TorporError) {
    try await call(App.StopMonitoringVisits())
  }

  // MARK: Regions

  /// Monitors a region, one of the app's 20, and launches the app at its boundary.
  ///
  /// - Throws: as `startUpdatingLocation()`.
  public func startMonitoring(for region: CircularRegion) async throws(TorporError) {
    try await call(App.StartMonitoringRegion(region: region), subject: region.identifier)
  }

  /// Stops monitoring a region.
  ///
  /// - Throws: as `stopUpdatingLocation()`.
  public func stopMonitoring(for region: some Region) async throws(TorporError) {
    try await call(
      App.StopMonitoringRegion(region: region.identifier),
      subject: region.identifier
    )
  }

  /// Asks whether the device is in a region; the delegate gets the answer.
  ///
  /// - Throws: as `stopUpdatingLocation()`.
  public func requestState(for region: some Region) async throws(TorporError) {
    try await call(
      App.RequestRegionState(region: region.identifier),
      subject: region.identifier
    )
  }

  /// The circles that are monitored, those of earlier processes included.
  public var monitoredRegions: [CircularRegion] {
    get async throws(TorporError) {
      try await call(App.MonitoredRegions()).regions
    }
  }

  // MARK: Deferred updates

  /// Collects locations until the device has moved so many metres, or for so long; `nil`: no limit.
  ///
  /// - Throws: as `startUpdatingLocation()`.
  public func allowDeferredLocationUpdates(
    untilTraveled distance: Double?,
    timeout: Duration?
  ) async throws(TorporError) {
    try await call(
      App.DeferLocationUpdates(untilTravelledMetres: distance, timeout: timeout)
    )
  }

  /// Ends the deferral.
  ///
  /// - Throws: as `stopUpdatingLocation()`.
  public func disallowDeferredLocationUpdates() async throws(TorporError) {
    try await call(App.EndDeferral())
  }

  // MARK: Authorization

  /// When the user lets the app know the location.
  public var authorizationStatus: LocationAuthorizationStatus {
    get async throws(TorporError) {
      try await call(App.LocationAuthorization()).authorization
    }
  }

  /// Asks the user to let the app know the location while it is in use, unless they have decided already.
  ///
  /// The app must be in front. The delegate's `locationManagerDidChangeAuthorization(_:)` is called with the answer.
  ///
  /// - Throws: as `stopUpdatingLocation()`.
  public func requestWhenInUseAuthorization() async throws(TorporError) {
    try await call(App.RequestAuthorization(use: .location))
  }

  /// Asks the user to allow the app to use the location at all times, unless they have decided already.
  ///
  /// If the user allows it only while the app is in use, "always" is provisional: the user is asked again when the app
  /// first receives locations in the background.
  ///
  /// - Throws: as `stopUpdatingLocation()`.
  public func requestAlwaysAuthorization() async throws(TorporError) {
    try await call(App.RequestAuthorization(use: .location, wantsAlways: true))
  }

  /// How exactly the user lets the app know the location.
  public var accuracyAuthorization: AccuracyAuthorization {
    get async throws(TorporError) {
      try await call(App.LocationAccuracy()).accuracy
    }
  }

  /// Asks the user for full accuracy while the app is in use; `purpose` is the text that they read.
  ///
  /// Apple takes a key into the `Info.plist` instead. The delegate is called with the answer:
  /// `locationManagerDidChangeAuthorization(_:)`, or `LocationError.promptDeclined`.
  ///
  /// - Throws: as `stopUpdatingLocation()`.
  public func requestTemporaryFullAccuracyAuthorization(
    withPurpose purpose: String
  ) async throws(TorporError) {
    try await call(App.RequestFullAccuracy(purpose: purpose))
  }

  @discardableResult
  func call<Call: KeyedCall>(
    _ call: Call,
    subject: String = "the location service"
  ) async throws(TorporError) -> Call.Reply {
    try await application.call(call, subject: subject)
  }
}

extension Application {
  /// Where the device is, and launches when it moves.
  public var locationManager: LocationManager { LocationManager(application: self) }
}
