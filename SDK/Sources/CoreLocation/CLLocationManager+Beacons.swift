internal import AppleSupport
public import Foundation
internal import Torpor

extension CLLocationManager {
  /// Returns whether ranging is supported; a machine without Bluetooth reports an error when it is started.
  public class func isRangingAvailable() -> Bool { true }

  /// Starts ranging: the distance of beacons, about once a second, while the app runs.
  public func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    startRangingBeacons(in: CLBeaconRegion(ranged: constraint))
  }

  /// Starts ranging like `startRangingBeacons(satisfying:)`, before iOS 13; its delegate is called with this region.
  public func startRangingBeacons(in region: CLBeaconRegion) {
    let constraint = region.beaconIdentityConstraint
    guard note(constraint, rangedAs: region) else { return }
    do throws(TorporError) {
      guard let identity = constraint.identity else { return }
      try AppleSystem.application().locationManager.startRangingBeacons(satisfying: identity)
    } catch {
      AppleSystem.report(error)
      tell { manager, delegate in
        let reason = CLError(error, or: .rangingFailure)
        delegate.locationManager(manager, didFailRangingFor: constraint, error: reason)
        _ = manager.note(constraint, rangedAs: nil)
      }
    }
  }

  /// Stops ranging, unless another manager of the app ranges the same.
  public func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    guard note(constraint, rangedAs: nil) else { return }
    let isRanged = LocationBridge.shared.managers.contains { $0.ranges(constraint) }
    guard !isRanged, let identity = constraint.identity else { return }
    attempt { manager throws(TorporError) in
      try manager.stopRangingBeacons(satisfying: identity)
    }
  }

  /// Stops ranging like `stopRangingBeacons(satisfying:)`, before iOS 13.
  public func stopRangingBeacons(in region: CLBeaconRegion) {
    stopRangingBeacons(satisfying: region.beaconIdentityConstraint)
  }

  // MARK: The compass, which the system does not support

  /// Returns whether there is a compass: no.
  public class func headingAvailable() -> Bool { false }
  /// The newest heading: none.
  public var heading: CLHeading? { nil }
  /// Does nothing, as on a device without a compass.
  public func startUpdatingHeading() {}
  /// Does nothing, as on a device without a compass.
  public func stopUpdatingHeading() {}
}

/// The direction in which the device points, which the system never knows.
public final class CLHeading: NSObject, Sendable {
  /// Degrees from magnetic north.
  public let magneticHeading: CLLocationDirection
  /// Degrees from true north.
  public let trueHeading: CLLocationDirection
  /// The uncertainty of the heading in degrees.
  public let headingAccuracy: CLLocationDirection
  /// The time of the measurement.
  public let timestamp: Date

  init(
    magneticHeading: CLLocationDirection,
    trueHeading: CLLocationDirection,
    headingAccuracy: CLLocationDirection,
    timestamp: Date
  ) {
    self.magneticHeading = magneticHeading
    self.trueHeading = trueHeading
    self.headingAccuracy = headingAccuracy
    self.timestamp = timestamp
  }
}
