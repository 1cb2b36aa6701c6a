internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// The location of the device, and launches of the app when it moves (`CLLocationManager`).
///
/// Monitoring outlives the process and launches the app; updates end with the process. An app has one manager, with one
/// delegate and any number of readers of `events()`.
public struct LocationManager: Sendable {
  // Shape: one method for each call of CLLocationManager.
  let application: Application

  /// Receives the location service's callbacks; held weakly.
  public var delegate: (any LocationManagerDelegate)? {
    get { application.delegates.location }
    nonmutating set { application.changing.withLock { $0.delegates.location = newValue } }
  }

  /// Returns the service's callbacks from now on.
  ///
  /// A reader that falls behind loses the oldest ones when more than 64 are waiting (our choice).
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

  // MARK: Options for updates; a change takes effect at the next `startUpdatingLocation()`

  /// The accuracy that the locations need, in metres; 0, the default, is as accurate as possible.
  public var desiredAccuracy: Double {
    get { session.desiredAccuracyMetres }
    nonmutating set { session.desiredAccuracyMetres = newValue }
  }

  /// The distance that the device moves between two updates, in metres; `nil`: every location is an update.
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

  /// The user's activity, which determines when updates pause.
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
  /// They continue in the background if the app has the mode `location`, `allowsBackgroundLocationUpdates` is set, and
  /// they were started on screen.
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

  /// Requests one location of the desired accuracy, which is delivered as an update.
  ///
  /// - Throws: The same errors as `startUpdatingLocation()`.
  public func requestLocation() async throws(TorporError) {
    try await call(App.RequestLocation(accuracyMetres: session.desiredAccuracyMetres))
  }

  /// Starts updates after moves of 500 m or more, which launch the app.
  ///
  /// - Throws: The same errors as `startUpdatingLocation()`.
  public func startMonitoringSignificantLocationChanges() async throws(TorporError) {
    try await call(App.StartMonitoringSignificantChanges())
  }

  /// Stops updates after large moves.
  ///
  /// - Throws: The same errors as `stopUpdatingLocation()`.
  public func stopMonitoringSignificantLocationChanges() async throws(TorporError) {
    try await call(App.StopMonitoringSignificantChanges())
  }

  /// Starts monitoring visits, which launch the app.
  ///
  /// - Throws: The same errors as `startUpdatingLocation()`.
  public func startMonitoringVisits() async throws(TorporError) {
    try await call(App.StartMonitoringVisits())
  }

  /// Stops monitoring visits.
  ///
  /// - Throws: The same errors as `stopUpdatingLocation()`.
  public func stopMonitoringVisits() async throws(TorporError) {
    try await call(App.StopMonitoringVisits())
  }

  // MARK: Regions

  /// Monitors a region, one of the app's 20, and launches the app when the device crosses its boundary.
  ///
  /// - Throws: The same errors as `startUpdatingLocation()`.
  public func startMonitoring(for region: CircularRegion) async throws(TorporError) {
    try await call(App.StartMonitoringRegion(region: region), subject: region.identifier)
  }

  /// Stops monitoring a region.
  ///
  /// - Throws: The same errors as `stopUpdatingLocation()`.
  public func stopMonitoring(for region: some Region) async throws(TorporError) {
    try await call(
      App.StopMonitoringRegion(region: region.identifier),
      subject: region.identifier
    )
  }

  /// Asks whether the device is in a region; the delegate receives the answer.
  ///
  /// - Throws: The same errors as `stopUpdatingLocation()`.
  public func requestState(for region: some Region) async throws(TorporError) {
    try await call(
      App.RequestRegionState(region: region.identifier),
      subject: region.identifier
    )
  }

  /// The monitored circles, including those of earlier processes.
  public var monitoredRegions: [CircularRegion] {
    get async throws(TorporError) {
      try await call(App.MonitoredRegions()).regions
    }
  }

  // MARK: Deferred updates

  /// Collects locations until the device has moved the distance, in metres, or the time has passed; `nil`: no limit.
  ///
  /// - Throws: The same errors as `startUpdatingLocation()`.
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
  /// - Throws: The same errors as `stopUpdatingLocation()`.
  public func disallowDeferredLocationUpdates() async throws(TorporError) {
    try await call(App.EndDeferral())
  }

  // MARK: Authorization

  /// When the user allows the app to use the location.
  public var authorizationStatus: LocationAuthorizationStatus {
    get async throws(TorporError) {
      try await call(App.LocationAuthorization()).authorization
    }
  }

  /// Asks the user to allow the app to use the location while it is in use, unless they have decided already.
  ///
  /// The app must be in the foreground. The delegate's `locationManagerDidChangeAuthorization(_:)` is called with the
  /// answer.
  ///
  /// - Throws: The same errors as `stopUpdatingLocation()`.
  public func requestWhenInUseAuthorization() async throws(TorporError) {
    try await call(App.RequestAuthorization(use: .location))
  }

  /// Asks the user to allow the app to use the location at all times, unless they have decided already.
  ///
  /// If the user allows it only while the app is in use, "always" is provisional: the user is asked again when the app
  /// first receives locations in the background.
  ///
  /// - Throws: The same errors as `stopUpdatingLocation()`.
  public func requestAlwaysAuthorization() async throws(TorporError) {
    try await call(App.RequestAuthorization(use: .location, wantsAlways: true))
  }

  /// How accurately the user allows the app to use the location.
  public var accuracyAuthorization: AccuracyAuthorization {
    get async throws(TorporError) {
      try await call(App.LocationAccuracy()).accuracy
    }
  }

  /// Asks the user for full accuracy while the app is in use; `purpose` is the text that they read.
  ///
  /// Apple's method takes a key of the `Info.plist` instead. The delegate is called with the answer:
  /// `locationManagerDidChangeAuthorization(_:)`, or `LocationError.promptDeclined`.
  ///
  /// - Throws: The same errors as `stopUpdatingLocation()`.
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
  /// The location of the device, and launches of the app when it moves.
  public var locationManager: LocationManager { LocationManager(application: self) }
}
