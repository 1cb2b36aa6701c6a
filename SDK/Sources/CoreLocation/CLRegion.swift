public import Foundation
package import Torpor

/// A place that an app monitors; two with the same identifier are equal.
open class CLRegion: NSObject, @unchecked Sendable {
  /// Its name within the app.
  public let identifier: String
  /// Whether the app is notified when the device enters it.
  open var notifyOnEntry = true
  /// Whether the app is notified when the device leaves it.
  open var notifyOnExit = true

  init(identifier: String) { self.identifier = identifier }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CLRegion)?.identifier == identifier
  }
  open override var hash: Int { identifier.hashValue }
}

/// A circle on the map.
open class CLCircularRegion: CLRegion, @unchecked Sendable {
  /// Its center.
  public let center: CLLocationCoordinate2D
  /// Its radius in metres.
  public let radius: CLLocationDistance

  /// Makes a circle.
  public init(
    center: CLLocationCoordinate2D,
    radius: CLLocationDistance,
    identifier: String
  ) {
    self.center = center
    self.radius = radius
    super.init(identifier: identifier)
  }

  /// Returns whether a point is in the circle.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    coordinate.distance(to: center) <= radius
  }

  /// The circle in the system's form.
  package var monitored: CircularRegion {
    var region = CircularRegion(center: center.coordinate, radius: radius, identifier: identifier)
    (region.notifyOnEntry, region.notifyOnExit) = (notifyOnEntry, notifyOnExit)
    return region
  }

  /// Makes a circle from the system's form.
  package convenience init(_ region: CircularRegion) {
    self.init(
      center: CLLocationCoordinate2D(region.center),
      radius: region.radius,
      identifier: region.identifier
    )
    (notifyOnEntry, notifyOnExit) = (region.notifyOnEntry, region.notifyOnExit)
  }
}
