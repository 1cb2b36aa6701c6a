public import TorporAppModel
internal import TorporAppWire

// The forms for code that cannot suspend. The calling thread waits for the system's answer, so that what was asked for
// is done in its turn.

extension LocationManager {
  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func startUpdatingLocation() throws(TorporError) { try callBlocking(startOfUpdates) }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func stopUpdatingLocation() throws(TorporError) {
    try callBlocking(App.StopUpdatingLocation())
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func requestLocation() throws(TorporError) {
    try callBlocking(App.RequestLocation(accuracyMetres: desiredAccuracy))
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func startMonitoringSignificantLocationChanges() throws(TorporError) {
    try callBlocking(App.StartMonitoringSignificantChanges())
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func stopMonitoringSignificantLocationChanges() throws(TorporError) {
    try callBlocking(App.StopMonitoringSignificantChanges())
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func startMonitoringVisits() throws(TorporError) {
    try callBlocking(App.StartMonitoringVisits())
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func stopMonitoringVisits() throws(TorporError) {
    try callBlocking(App.StopMonitoringVisits())
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func startMonitoring(for region: CircularRegion) throws(TorporError) {
    try callBlocking(App.StartMonitoringRegion(region: region), subject: region.identifier)
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func stopMonitoring(for region: some Region) throws(TorporError) {
    let call = App.StopMonitoringRegion(region: region.identifier)
    try callBlocking(call, subject: region.identifier)
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func requestState(for region: some Region) throws(TorporError) {
    let call = App.RequestRegionState(region: region.identifier)
    try callBlocking(call, subject: region.identifier)
  }

  /// As the property `monitoredRegions`, but the calling thread waits.
  ///
  /// - Throws: as the property.
  @available(*, noasync)
  public func currentMonitoredRegions() throws(TorporError) -> [CircularRegion] {
    try callBlocking(App.MonitoredRegions()).regions
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func startMonitoring(for region: BeaconRegion) throws(TorporError) {
    try callBlocking(App.StartMonitoringBeacons(region: region), subject: region.identifier)
  }

  /// As the property `monitoredBeaconRegions`, but the calling thread waits.
  ///
  /// - Throws: as the property.
  @available(*, noasync)
  public func currentMonitoredBeaconRegions() throws(TorporError) -> [BeaconRegion] {
    try callBlocking(App.MonitoredBeaconRegions()).regions
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func startRangingBeacons(
    satisfying constraint: BeaconIdentityConstraint
  ) throws(TorporError) {
    try callBlocking(App.StartRangingBeacons(beacon: constraint), subject: constraint.uuid)
  }

  /// As the asynchronous form, but the calling thread waits.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func stopRangingBeacons(
    satisfying constraint: BeaconIdentityConstraint
  ) throws(TorporError) {
    try callBlocking(App.StopRangingBeacons(beacon: constraint), subject: constraint.uuid)
  }

  /// As the property `authorizationStatus`, but the calling thread waits.
  ///
  /// - Throws: as the property.
  @available(*, noasync)
  public func currentAuthorizationStatus() throws(TorporError) -> LocationAuthorizationStatus {
    try callBlocking(App.LocationAuthorization()).authorization
  }

  /// As the property `accuracyAuthorization`, but the calling thread waits.
  ///
  /// - Throws: as the property.
  @available(*, noasync)
  public func currentAccuracyAuthorization() throws(TorporError) -> AccuracyAuthorization {
    try callBlocking(App.LocationAccuracy()).accuracy
  }

  /// As the asynchronous form, but the calling thread waits, for the question and not for its answer.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func requestWhenInUseAuthorization() throws(TorporError) {
    try callBlocking(App.RequestAuthorization(use: .location))
  }

  /// As the asynchronous form, but the calling thread waits, for the question and not for its answer.
  ///
  /// - Throws: as the asynchronous form.
  @available(*, noasync)
  public func requestAlwaysAuthorization() throws(TorporError) {
    try callBlocking(App.RequestAuthorization(use: .location, wantsAlways: true))
  }

  /// As the asynchronous form, but the calling thread waits, for the question and not for its answer.
  ///
  /// - Throws: as the asynchronous form.
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
