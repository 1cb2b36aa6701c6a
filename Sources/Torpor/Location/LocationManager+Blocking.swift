public import TorporAppModel
internal import TorporAppWire

// Forms for code that cannot suspend. They block the calling thread until the system answers, so that requests are
// carried out in order.

extension LocationManager {
  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func startUpdatingLocation() throws(TorporError) { try callBlocking(startOfUpdates) }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func stopUpdatingLocation() throws(TorporError) {
    try callBlocking(App.StopUpdatingLocation())
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func requestLocation() throws(TorporError) {
    try callBlocking(App.RequestLocation(accuracyMetres: desiredAccuracy))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func startMonitoringSignificantLocationChanges() throws(TorporError) {
    try callBlocking(App.StartMonitoringSignificantChanges())
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func stopMonitoringSignificantLocationChanges() throws(TorporError) {
    try callBlocking(App.StopMonitoringSignificantChanges())
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func startMonitoringVisits() throws(TorporError) {
    try callBlocking(App.StartMonitoringVisits())
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func stopMonitoringVisits() throws(TorporError) {
    try callBlocking(App.StopMonitoringVisits())
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func startMonitoring(for region: CircularRegion) throws(TorporError) {
    try callBlocking(App.StartMonitoringRegion(region: region), subject: region.identifier)
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func stopMonitoring(for region: some Region) throws(TorporError) {
    let call = App.StopMonitoringRegion(region: region.identifier)
    try callBlocking(call, subject: region.identifier)
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func requestState(for region: some Region) throws(TorporError) {
    let call = App.RequestRegionState(region: region.identifier)
    try callBlocking(call, subject: region.identifier)
  }

  /// Returns `monitoredRegions`, blocking the calling thread.
  ///
  /// - Throws: The same errors as the property.
  @available(*, noasync)
  public func currentMonitoredRegions() throws(TorporError) -> [CircularRegion] {
    try callBlocking(App.MonitoredRegions()).regions
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func startMonitoring(for region: BeaconRegion) throws(TorporError) {
    try callBlocking(App.StartMonitoringBeacons(region: region), subject: region.identifier)
  }

  /// Returns `monitoredBeaconRegions`, blocking the calling thread.
  ///
  /// - Throws: The same errors as the property.
  @available(*, noasync)
  public func currentMonitoredBeaconRegions() throws(TorporError) -> [BeaconRegion] {
    try callBlocking(App.MonitoredBeaconRegions()).regions
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func startRangingBeacons(
    satisfying constraint: BeaconIdentityConstraint
  ) throws(TorporError) {
    try callBlocking(App.StartRangingBeacons(beacon: constraint), subject: constraint.uuid)
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func stopRangingBeacons(
    satisfying constraint: BeaconIdentityConstraint
  ) throws(TorporError) {
    try callBlocking(App.StopRangingBeacons(beacon: constraint), subject: constraint.uuid)
  }

  /// Returns `authorizationStatus`, blocking the calling thread.
  ///
  /// - Throws: The same errors as the property.
  @available(*, noasync)
  public func currentAuthorizationStatus() throws(TorporError) -> LocationAuthorizationStatus {
    try callBlocking(App.LocationAuthorization()).authorization
  }

  /// Returns `accuracyAuthorization`, blocking the calling thread.
  ///
  /// - Throws: The same errors as the property.
  @available(*, noasync)
  public func currentAccuracyAuthorization() throws(TorporError) -> AccuracyAuthorization {
    try callBlocking(App.LocationAccuracy()).accuracy
  }

  /// Blocks the calling thread until the question has been asked, but not until it is answered.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func requestWhenInUseAuthorization() throws(TorporError) {
    try callBlocking(App.RequestAuthorization(use: .location))
  }

  /// Blocks the calling thread until the question has been asked, but not until it is answered.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func requestAlwaysAuthorization() throws(TorporError) {
    try callBlocking(App.RequestAuthorization(use: .location, wantsAlways: true))
  }

  /// Blocks the calling thread until the question has been asked, but not until it is answered.
  ///
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func requestTemporaryFullAccuracyAuthorization(
    withPurpose purpose: String
  ) throws(TorporError) {
    try callBlocking(App.RequestFullAccuracy(purpose: purpose))
  }

  @discardableResult
  private func callBlocking<Call: KeyedCall>(
    _ call: Call,
    subject: String = "the location service"
  ) throws(TorporError) -> Call.Reply {
    try application.callBlocking(call, subject: subject)
  }
}
