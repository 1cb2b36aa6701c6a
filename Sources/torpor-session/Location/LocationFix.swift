import Glibc
import TorporWire

extension BridgeFix {
  /// Makes a fix of what a source said; `nil` where that is no place on Earth.
  ///
  /// What is no speed, course or height is left out.
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
  /// How far it is to another place, over a sphere; the error is below 0.6 %.
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

/// Something that finds out where the device is, and costs nothing before `start` and after `stop`.
///
/// It tells nothing from inside either of them.
protocol LocationSensor: AnyObject {
  /// Begins to tell, or changes what is needed.
  func start(_ demand: BridgeLocationDemand)
  func stop()
}

/// What a sensor reports to its owner.
enum LocationNews: Hashable, Sendable {
  case found(BridgeFix)
  /// It cannot tell, and why, as the end of a sentence; it goes on trying until it is stopped.
  case cannotTell(cause: String)
}
