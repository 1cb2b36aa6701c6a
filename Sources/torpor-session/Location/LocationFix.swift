import Glibc
import TorporWire

extension BridgeFix {
  /// Makes a fix from a source's values; `nil` if the position is not a place on Earth.
  ///
  /// Invalid speeds, courses and altitudes are left out.
  init?(
    checkedLatitudeDegrees latitude: Double,
    longitudeDegrees longitude: Double,
    horizontalAccuracyMetres accuracy: Double,
    ageMicroseconds: Int64 = 0,
    speedMetresPerSecond speed: Double? = nil,
    courseDegrees course: Double? = nil,
    altitudeMetres altitude: Double? = nil
  ) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude), accuracy >= 0,
      accuracy.isFinite
    else { return nil }
    self.init(
      latitudeDegrees: latitude,
      longitudeDegrees: longitude,
      horizontalAccuracyMetres: accuracy,
      ageMicroseconds: max(0, ageMicroseconds),
      speedMetresPerSecond: speed.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil },
      courseDegrees: course.flatMap { (0...360).contains($0) ? $0 : nil },
      altitudeMetres: altitude.flatMap { $0.isFinite ? $0 : nil }
    )
  }
}

extension BridgeFix {
  /// Returns the distance to another place, on a sphere; the error is below 0.6 %.
  func metres(to other: BridgeFix) -> Double {
    let radians = Double.pi / 180
    let north = (other.latitudeDegrees - latitudeDegrees) * radians / 2
    let east = (other.longitudeDegrees - longitudeDegrees) * radians / 2
    let shrunk = cos(latitudeDegrees * radians) * cos(other.latitudeDegrees * radians)
    let half = sin(north) * sin(north) + shrunk * sin(east) * sin(east)
    // The Earth's mean radius (IUGG).
    return 2 * 6_371_009 * asin(min(1, half.squareRoot()))
  }
}

/// A sensor that determines the location of the device, and costs nothing before `start` and after `stop`.
///
/// It reports nothing from within either of them.
protocol LocationSensor: AnyObject {
  /// Begins to report, or changes the demand.
  func start(_ demand: BridgeLocationDemand)
  func stop()
}

/// A report from a sensor to its owner.
enum LocationNews: Hashable, Sendable {
  case found(BridgeFix)
  /// The location is unknown; the cause, as the end of a sentence. The sensor keeps trying until it is stopped.
  case cannotTell(cause: String)
}
