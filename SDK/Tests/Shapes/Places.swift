// A service of an app's own as the delegate, which belongs to no actor.
import CoreLocation

final class PlaceService: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  var last: CLLocation?

  override init() {
    super.init()
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyBest
    manager.distanceFilter = kCLDistanceFilterNone
    manager.allowsBackgroundLocationUpdates = true
  }

  func begin() {
    guard CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self) else { return }
    let center = CLLocationCoordinate2DMake(52.52, 13.405)
    let region = CLCircularRegion(
      center: center,
      radius: min(200, manager.maximumRegionMonitoringDistance),
      identifier: "home"
    )
    region.notifyOnExit = true
    manager.startMonitoring(for: region)
    for old in manager.monitoredRegions where old.identifier != "home" {
      manager.stopMonitoring(for: old)
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    last = locations.last
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    if let error = error as? CLError, error.code == .denied { manager.stopUpdatingLocation() }
  }

  func locationManager(
    _ manager: CLLocationManager,
    didChangeAuthorization status: CLAuthorizationStatus
  ) {
    switch status {
    case .authorizedAlways, .authorizedWhenInUse: manager.startUpdatingLocation()
    case .notDetermined: manager.requestWhenInUseAuthorization()
    case .restricted, .denied: break
    @unknown default: break
    }
  }
}
