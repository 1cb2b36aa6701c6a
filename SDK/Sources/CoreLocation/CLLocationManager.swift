internal import AppleSupport
public import Foundation
internal import Torpor

/// The location of the device, and launches of the app when it moves.
///
/// Methods can be called from any thread and block until the system answers, so that requests are carried out in order.
/// The delegate is called on the main thread.
open class CLLocationManager: NSObject, @unchecked Sendable {
  // Shape: one method for each method of Apple's class.
  /// The app's location services apart from regions, which all of its managers share.
  enum Service: Hashable {
    case updates, significantChanges, visits, oneLocation
  }

  /// State that any thread sets, within `lock`.
  private struct State {
    weak var delegate: (any CLLocationManagerDelegate)?
    /// Whether a delegate has received the authorization.
    var isIntroduced = false
    var services: Set<Service> = []
    var location: CLLocation?
    var settings = Settings()
    /// The beacons that this manager ranges.
    var ranged: [CLBeaconIdentityConstraint: CLBeaconRegion] = [:]
  }

  /// The options for updates.
  fileprivate struct Settings {
    var desiredAccuracy = kCLLocationAccuracyBest
    var distanceFilter = kCLDistanceFilterNone
    var allowsBackgroundUpdates = false
    var pausesAutomatically = true
    var activityType = CLActivityType.other
  }

  private let lock = NSLock()
  private var state = State()

  /// Makes a manager; its first delegate then receives the authorization, as on Apple's systems.
  public override init() {
    super.init()
    LocationBridge.shared.add(self)
  }

  /// Releases all managers at the end of the app's process: none receives further events.
  package static func forgetAll() {
    LocationBridge.shared.forget()
    CLBackgroundActivitySession.forget()
    CLServiceSession.forget()
  }

  // Updates keep an app running: they must not outlive the manager that could stop them.
  deinit {
    stopUpdatingLocation()
    for constraint in rangedBeaconConstraints { stopRangingBeacons(satisfying: constraint) }
  }

  // MARK: Options; a change takes effect at the next start

  /// Receives events; held weakly.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    get { lock.withLock { state.delegate } }
    set {
      let isFirst = lock.withLock {
        state.delegate = newValue
        defer { state.isIntroduced = state.isIntroduced || newValue != nil }
        return newValue != nil && !state.isIntroduced
      }
      if isFirst { tell { $1.locationManagerDidChangeAuthorization($0) } }
    }
  }
  /// The accuracy that the locations need, in metres.
  open var desiredAccuracy: CLLocationAccuracy {
    get { lock.withLock { state.settings.desiredAccuracy } }
    set { lock.withLock { state.settings.desiredAccuracy = newValue } }
  }
  /// The distance that the device moves between two updates, in metres.
  open var distanceFilter: CLLocationDistance {
    get { lock.withLock { state.settings.distanceFilter } }
    set { lock.withLock { state.settings.distanceFilter = newValue } }
  }
  /// Whether updates continue in the background; needs `location` in `UIBackgroundModes`.
  open var allowsBackgroundLocationUpdates: Bool {
    get { lock.withLock { state.settings.allowsBackgroundUpdates } }
    set { lock.withLock { state.settings.allowsBackgroundUpdates = newValue } }
  }
  /// Whether updates pause while the device does not move.
  open var pausesLocationUpdatesAutomatically: Bool {
    get { lock.withLock { state.settings.pausesAutomatically } }
    set { lock.withLock { state.settings.pausesAutomatically = newValue } }
  }
  /// The user's activity, which determines when updates pause.
  open var activityType: CLActivityType {
    get { lock.withLock { state.settings.activityType } }
    set { lock.withLock { state.settings.activityType = newValue } }
  }
  /// Whether the system shows that the app is using the location; it always does here.
  open var showsBackgroundLocationIndicator: Bool {
    get { true }
    set {}
  }

  // MARK: Known values

  /// The newest location that this process has received.
  open var location: CLLocation? { lock.withLock { state.location } }

  func note(_ location: CLLocation) { lock.withLock { state.location = location } }
  func uses(_ service: Service) -> Bool { lock.withLock { state.services.contains(service) } }
  func uses(anyOf services: Set<Service>) -> Bool {
    lock.withLock { !state.services.isDisjoint(with: services) }
  }
  func ended(_ service: Service) { lock.withLock { _ = state.services.remove(service) } }
  /// The beacons that this manager ranges.
  open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> {
    lock.withLock { Set(state.ranged.keys) }
  }
  func ranges(_ constraint: CLBeaconIdentityConstraint) -> Bool {
    region(ranged: constraint) != nil
  }
  /// Returns the region with which ranging began, or one of only the beacons; `nil`: they are not ranged.
  func region(ranged constraint: CLBeaconIdentityConstraint) -> CLBeaconRegion? {
    lock.withLock { state.ranged[constraint] }
  }
  /// Records that the beacons are ranged, or no longer (`nil`); returns whether that is new.
  func note(_ constraint: CLBeaconIdentityConstraint, rangedAs region: CLBeaconRegion?) -> Bool {
    let old = lock.withLock {
      defer { state.ranged[constraint] = region }
      return state.ranged[constraint]
    }
    return (old == nil) != (region == nil)
  }
  private func began(_ service: Service) { lock.withLock { _ = state.services.insert(service) } }

  // MARK: Authorization

  /// When the user allows the app to use the location.
  open var authorizationStatus: CLAuthorizationStatus { Self.authorizationStatus() }

  /// Returns when the user allows the app to use the location.
  open class func authorizationStatus() -> CLAuthorizationStatus {
    CLAuthorizationStatus(
      AppleSystem.attempt { application throws(TorporError) in
        try application.locationManager.currentAuthorizationStatus()
      }
    )
  }

  /// How accurately the user allows the app to use the location.
  open var accuracyAuthorization: CLAccuracyAuthorization {
    let accuracy = AppleSystem.attempt { application throws(TorporError) in
      try application.locationManager.currentAccuracyAuthorization()
    }
    return accuracy == .reduced ? .reducedAccuracy : .fullAccuracy
  }

  /// Asks the user, unless they have decided already; the delegate receives the decision.
  open func requestWhenInUseAuthorization() {
    attempt { manager throws(TorporError) in try manager.requestWhenInUseAuthorization() }
  }

  /// Asks the user for access at all times, unless they have decided already; the delegate receives the decision.
  open func requestAlwaysAuthorization() {
    attempt { manager throws(TorporError) in try manager.requestAlwaysAuthorization() }
  }

  /// Asks the user for full accuracy while the app is in use, with the text for the key in
  /// `NSLocationTemporaryUsageDescriptionDictionary` of the `Info.plist`; completes when they have answered, or with an
  /// error.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    let handler = AccuracyQuestions.Handler { completion?($0) }
    let texts = Bundle.main.object(
      forInfoDictionaryKey: "NSLocationTemporaryUsageDescriptionDictionary"
    )
    guard let purpose = (texts as? [String: String])?[purposeKey] else {
      let text =
        "NSLocationTemporaryUsageDescriptionDictionary in the Info.plist has no text for '\(purposeKey)'."
      ErrorStream.write("torpor: \(text)\n")
      return AccuracyQuestions.call([handler], CLError(.promptDeclined, text: text))
    }
    askForFullAccuracy(purpose, handler)
  }

  /// Asks, unless the app already has full accuracy.
  func askForFullAccuracy(_ purpose: String, _ handler: AccuracyQuestions.Handler) {
    if LocationBridge.isAccuracyFull { return AccuracyQuestions.call([handler], nil) }
    let question = LocationBridge.shared.questions.begin(handler)
    do throws(TorporError) {
      try AppleSystem.application().locationManager.requestTemporaryFullAccuracyAuthorization(
        withPurpose: purpose
      )
    } catch {
      AppleSystem.report(error)
      LocationBridge.shared.questions.end(question, CLError(error, or: .promptDeclined))
    }
  }

  // MARK: Availability

  /// Returns whether locations are available: always.
  open class func locationServicesEnabled() -> Bool { true }
  /// Returns whether large moves launch the app: always.
  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }
  /// Returns whether regions of a class can be monitored: circles and beacons.
  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass == CLCircularRegion.self || regionClass == CLBeaconRegion.self
  }
  /// The maximum radius of a circle, in metres, which is the system's.
  open var maximumRegionMonitoringDistance: CLLocationDistance { 1_000_000 }

  // MARK: Services

  /// Starts updates.
  open func startUpdatingLocation() {
    let set = lock.withLock { state.settings }
    start(.updates) { manager throws(TorporError) in
      manager.take(set)
      try manager.startUpdatingLocation()
    }
  }

  /// Stops updates.
  open func stopUpdatingLocation() {
    stop(.updates) { manager throws(TorporError) in try manager.stopUpdatingLocation() }
  }

  /// Requests one location.
  open func requestLocation() {
    let set = lock.withLock { state.settings }
    start(.oneLocation) { manager throws(TorporError) in
      manager.take(set)
      try manager.requestLocation()
    }
  }

  /// Starts updates after large moves, which launch the app.
  open func startMonitoringSignificantLocationChanges() {
    start(.significantChanges) { manager throws(TorporError) in
      try manager.startMonitoringSignificantLocationChanges()
    }
  }

  /// Stops updates after large moves.
  open func stopMonitoringSignificantLocationChanges() {
    // Also updates that an earlier process has started.
    began(.significantChanges)
    stop(.significantChanges) { manager throws(TorporError) in
      try manager.stopMonitoringSignificantLocationChanges()
    }
  }

  /// Starts monitoring visits, which launch the app.
  open func startMonitoringVisits() {
    start(.visits) { manager throws(TorporError) in try manager.startMonitoringVisits() }
  }

  /// Stops monitoring visits.
  open func stopMonitoringVisits() {
    began(.visits)
    stop(.visits) { manager throws(TorporError) in try manager.stopMonitoringVisits() }
  }

  private func start(
    _ service: Service,
    _ call: (LocationManager) throws(TorporError) -> Void
  ) {
    // Before the answer, because the first location may follow it at once.
    began(service)
    do throws(TorporError) {
      try call(AppleSystem.application().locationManager)
    } catch {
      AppleSystem.report(error)
      ended(service)
      tell { manager, delegate in
        delegate.locationManager(manager, didFailWithError: CLError(error, or: .locationUnknown))
      }
    }
  }

  private func stop(
    _ service: Service,
    _ call: (LocationManager) throws(TorporError) -> Void
  ) {
    guard uses(service) else { return }
    ended(service)
    // Another manager of the app may use the service.
    guard !LocationBridge.shared.isUsed(service, besides: self) else { return }
    attempt(call)
  }

  // MARK: Regions

  /// The monitored circles and beacons, including those of earlier processes and other managers.
  open var monitoredRegions: Set<CLRegion> { Set(LocationBridge.monitoredRegions()) }

  /// Monitors a circle or beacons, replacing a region with the same identifier, and launches the app at its boundary.
  open func startMonitoring(for region: CLRegion) {
    guard let start = LocationBridge.monitoring(of: region) else {
      let text = "Only circles and beacons are monitored."
      failMonitoring(region, CLError(.regionMonitoringFailure, text: text))
      return
    }
    do throws(TorporError) {
      LocationBridge.shared.remember(region)
      try start(AppleSystem.application().locationManager)
      tell { $1.locationManager($0, didStartMonitoringFor: region) }
    } catch {
      LocationBridge.shared.forget(region.identifier)
      AppleSystem.report(error)
      failMonitoring(region, CLError(error, or: .regionMonitoringFailure))
    }
  }

  private func failMonitoring(_ region: CLRegion, _ error: CLError) {
    tell { $1.locationManager($0, monitoringDidFailFor: region, withError: error) }
  }

  /// Stops monitoring a region.
  open func stopMonitoring(for region: CLRegion) {
    LocationBridge.shared.forget(region.identifier)
    let monitored = MonitoredRegion(identifier: region.identifier)
    attempt { manager throws(TorporError) in try manager.stopMonitoring(for: monitored) }
  }

  /// Asks whether the device is in a region; the delegate receives the answer.
  open func requestState(for region: CLRegion) {
    let monitored = MonitoredRegion(identifier: region.identifier)
    attempt { manager throws(TorporError) in try manager.requestState(for: monitored) }
  }

  // MARK: Calls

  func attempt(_ call: (LocationManager) throws(TorporError) -> Void) {
    AppleSystem.attempt { application throws(TorporError) in try call(application.locationManager) }
  }

  /// Reports the result of a call to the delegate, after the code that made the call and the launch of the app.
  func tell(
    _ call: @escaping @Sendable (CLLocationManager, any CLLocationManagerDelegate) -> Void
  ) {
    Launch.after { [weak self] in
      guard let self, let delegate = self.delegate else { return }
      call(self, delegate)
    }
  }
}

extension LocationManager {
  /// The circumference of the earth, which is the maximum that the system accepts.
  private static var metresMax: Double { 41_000_000 }

  /// Converts the app's settings to the system's form.
  fileprivate func take(_ set: CLLocationManager.Settings) {
    // Negative: as accurately as possible, or no filter; the greatest number: any accuracy.
    desiredAccuracy = set.desiredAccuracy > 0 ? min(set.desiredAccuracy, Self.metresMax) : 0
    distanceFilter = set.distanceFilter > 0 ? min(set.distanceFilter, Self.metresMax) : nil
    allowsBackgroundLocationUpdates = set.allowsBackgroundUpdates
    pausesLocationUpdatesAutomatically = set.pausesAutomatically
    activityType = set.activityType.activity
  }
}
