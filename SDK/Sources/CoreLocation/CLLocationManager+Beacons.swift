internal import AppleSupport
public import Foundation
internal import Torpor

extension CLLocationManager {
  /// Whether beacons are ranged at all; a machine without Bluetooth says so when it is asked to.
  public class func isRangingAvailable() -> Bool { true }

  /// Starts ranging: the distance of beacons, about once a second, while the app runs.
  public func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    guard note(constraint, isRanged: true) else { return }
    do throws(TorporError) {
      guard let identity = constraint.identity else { return }
      try AppleSystem.application().locationManager.startRangingBeacons(satisfying: identity)
    } catch {
      _ = note(constraint, isRanged: false)
      AppleSystem.report(error)
      tell { manager, delegate in
        let reason = CLError(error, or: .rangingFailure)
        delegate.locationManager(manager, didFailRangingFor: constraint, error: reason)
      }
    }
  }

  /// Stops ranging, unless another manager of the app ranges the same.
  public func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    guard note(constraint, isRanged: false) else { return }
    let isRanged = LocationBridge.shared.managers.contains { $0.ranges(constraint) }
    guard !isRanged, let identity = constraint.identity else { return }
    attempt { manager throws(TorporError) in
      try manager.stopRangingBeacons(satisfying: identity)
    }
  }

  /// As `startRangingBeacons(satisfying:)`, before iOS 13.
  public func startRangingBeacons(in region: CLBeaconRegion) {
    startRangingBeacons(satisfying: region.beaconIdentityConstraint)
  }

  /// As `stopRangingBeacons(satisfying:)`, before iOS 13.
  public func stopRangingBeacons(in region: CLBeaconRegion) {
    stopRangingBeacons(satisfying: region.beaconIdentityConstraint)
  }

  // MARK: The compass, which the system does not know

  /// Whether there is a compass: no.
  public class func headingAvailable() -> Bool { false }
  /// The newest heading: none.
  public var heading: CLHeading? { nil }
  /// Does nothing, as on a device without a compass.
  public func startUpdatingHeading() {}
  /// Does nothing, as on a device without a compass.
  public func stopUpdatingHeading() {}
}

/// Where the device points to, which the system never knows.
public final class CLHeading: NSObject, Sendable {
  /// Degrees from magnetic north.
  public let magneticHeading: CLLocationDirection
  /// Degrees from true north.
  public let trueHeading: CLLocationDirection
  /// Degrees around the heading.
  public let headingAccuracy: CLLocationDirection
  /// When it was so.
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
