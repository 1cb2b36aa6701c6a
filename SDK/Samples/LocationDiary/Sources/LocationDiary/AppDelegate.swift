import CoreLocation
import UIKit
import os

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  private let manager = CLLocationManager()
  private let diary = Diary()
  private let logger = Logger(subsystem: "com.example.diary", category: "places")

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.delegate = self
    if launchOptions?[.location] != nil {
      logger.notice("launched for a location")
      // What has launched the app is told to a manager that has started again.
      manager.startMonitoringSignificantLocationChanges()
    }
    return true
  }

  private func begin() {
    guard CLLocationManager.significantLocationChangeMonitoringAvailable() else { return }
    manager.startMonitoringSignificantLocationChanges()
    if !hasHome { manager.requestLocation() }
    logger.notice("follows large moves")
  }

  private var hasHome: Bool { manager.monitoredRegions.contains { $0.identifier == "home" } }

  /// The first place that the diary knows is home.
  private func monitorHome(_ location: CLLocation) {
    guard !hasHome else { return }
    manager.startMonitoring(
      for: CLCircularRegion(center: location.coordinate, radius: 150, identifier: "home")
    )
  }
}

extension AppDelegate: CLLocationManagerDelegate {
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    switch manager.authorizationStatus {
    case .notDetermined: manager.requestAlwaysAuthorization()
    case .authorizedAlways: begin()
    default: logger.notice("not allowed to know places")
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let location = locations.last else { return }
    diary.note("was here", at: location)
    monitorHome(location)
  }

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    logger.notice("monitors \(region.identifier, privacy: .public)")
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    diary.note("came to \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    let distance = (region as? CLCircularRegion).flatMap { circle in
      manager.location.map { $0.distance(from: place(circle)) }
    }
    diary.note("left \(region.identifier)")
    logger.notice("left \(region.identifier, privacy: .public), \(distance ?? 0) m from there")
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    logger.error("no location: \(error.localizedDescription, privacy: .public)")
  }

  func locationManager(
    _ manager: CLLocationManager,
    monitoringDidFailFor region: CLRegion?,
    withError error: Error
  ) {
    let name = region?.identifier ?? "a region"
    logger.error(
      "\(name, privacy: .public) is not monitored: \(error.localizedDescription, privacy: .public)"
    )
  }

  private func place(_ circle: CLCircularRegion) -> CLLocation {
    CLLocation(latitude: circle.center.latitude, longitude: circle.center.longitude)
  }
}
