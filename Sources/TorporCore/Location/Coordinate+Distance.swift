package import TorporModel

// Distances on the earth, computed with additions, products and one square root alone: the sines of C
// libraries differ in their last bit, and a journal must replay to the same bit everywhere.

extension Coordinate {
  /// Returns the distance to the other point along the ground, in metres.
  ///
  /// The chord between two points of the WGS 84 ellipsoid is exact; it is bent to the arc of the
  /// sphere that fits the earth between them. Compared with the geodesic, it is exact to centimetres
  /// up to 100 km, better than any receiver, and to 0.6 % at the other end of the world.
  package func distanceMetres(to other: Coordinate) -> Double {
    let here = Meridian(latitude: latitude)
    let there = Meridian(latitude: other.latitude)
    let turn = Angle.radians(Angle.turn(from: longitude, to: other.longitude))
    let x = there.axisDistance * Angle.cosine(turn) - here.axisDistance
    let y = there.axisDistance * Angle.sine(turn)
    let z = there.height - here.height
    let chord = (x * x + y * y + z * z).squareRoot()
    let radius = Meridian(latitude: (latitude + other.latitude) / 2).radius
    return 2 * radius * Angle.arcSine(min(1, chord / (2 * radius)))
  }
}

extension Coordinate {
  /// The length of the circle of its latitude, in metres.
  var parallelMetres: Double { 2 * .pi * Meridian(latitude: latitude).axisDistance }
}

/// The properties of a point on the ellipsoid that follow from its latitude.
private struct Meridian {
  /// From the earth's axis, in metres.
  let axisDistance: Double
  /// Above the plane of the equator, in metres.
  let height: Double
  /// Of the sphere that fits the ellipsoid best there (Gauss), in metres.
  let radius: Double

  /// Half the length of the equator's diameter (WGS 84), in metres.
  private static let equatorRadius = 6_378_137.0
  /// The first eccentricity squared (WGS 84).
  private static let eccentricitySquared = 0.006_694_379_990_141_3

  init(latitude: Double) {
    let sine = Angle.sine(Angle.radians(latitude))
    let squared = 1 - Self.eccentricitySquared * sine * sine
    let curvature = Self.equatorRadius / squared.squareRoot()
    axisDistance = curvature * Angle.cosine(Angle.radians(latitude))
    height = curvature * (1 - Self.eccentricitySquared) * sine
    radius = Self.equatorRadius * (1 - Self.eccentricitySquared).squareRoot() / squared
  }
}

/// Angles by power series; every series is longer than a `Double` can tell.
private enum Angle {
  static func radians(_ degrees: Double) -> Double { degrees * (.pi / 180) }

  /// The shorter way round, in degrees, -180 to 180.
  static func turn(from one: Double, to other: Double) -> Double {
    let turn = (other - one).remainder(dividingBy: 360)
    return turn
  }

  /// For -π to π.
  static func sine(_ angle: Double) -> Double {
    if angle > .pi / 2 { return sine(.pi - angle) }
    if angle < -.pi / 2 { return -sine(.pi + angle) }
    let square = angle * angle
    var sum = 0.0
    // Up to the power of 23: π/2 to the 25th is 1e-20 of 25!.
    for power in stride(from: 23.0, through: 3, by: -2) {
      sum = (1 + sum) * -square / (power * (power - 1))
    }
    return angle * (1 + sum)
  }

  /// For -π to π.
  static func cosine(_ angle: Double) -> Double {
    let size = abs(angle)
    if size > .pi / 2 { return -cosine(.pi - size) }
    let square = size * size
    var sum = 0.0
    for power in stride(from: 24.0, through: 2, by: -2) {
      sum = (1 + sum) * -square / (power * (power - 1))
    }
    return 1 + sum
  }

  /// For 0 to 1.
  static func arcSine(_ sine: Double) -> Double {
    if sine > 0.5 { return .pi / 2 - 2 * arcSine(((1 - sine) / 2).squareRoot()) }
    let square = sine * sine
    // a(n) = 1·3·5…(2n-1) / 2·4·6…2n / (2n+1); a quarter to the 27th is below 1e-16.
    var (sum, term) = (sine, sine)
    for index in 1...27 {
      let odd = Double(2 * index - 1)
      term *= square * odd / (odd + 1)
      sum += term / (odd + 2)
    }
    return sum
  }
}

extension Location {
  /// Whether the numbers are a valid location; receivers are not trusted, and a NaN would pass every comparison.
  var isUsable: Bool {
    coordinate.isValid && horizontalAccuracyMetres.isFinite && horizontalAccuracyMetres >= 0
  }

  func distanceMetres(to other: Coordinate) -> Double { coordinate.distanceMetres(to: other) }
}
