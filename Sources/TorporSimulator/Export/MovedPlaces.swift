import Glibc
import TorporCore
package import TorporModel

/// Moves the places of a recording together, so that nobody can say where they were.
///
/// The earth is turned at random. What lies within 50 km of each other keeps its distances to 0.1 %, as the policy
/// measures them, which knows the earth as an ellipsoid; what lies farther apart keeps them to 1 %.
package struct MovedPlaces: Sendable {
  /// A place that others are measured from, and where it was moved.
  private struct Pivot: Sendable {
    let from: Coordinate
    let to: Coordinate
    /// What is added to directions there, in radians.
    let turn: Double
  }

  /// A point of the unit sphere.
  private struct Vector: Sendable {
    var x, y, z: Double

    init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    init(_ place: Coordinate) {
      let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
      self.init(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    var place: Coordinate {
      Coordinate(
        latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi,
        longitude: atan2(y, x) * 180 / .pi
      )
    }
  }

  private let rotation: [Vector]
  private var pivots: [Pivot] = []
  /// How many different places were seen.
  package var count: Int { seen.count }
  private var seen: Set<Coordinate> = []

  /// How far from a pivot a place is measured from it, in metres: few habits of a day lead farther; our choice.
  private static let reachMetres = 50_000.0

  /// Turns the earth as `random` says.
  package init(using random: inout some RandomNumberGenerator) {
    // A random unit quaternion (Shoemake 1992) turns evenly.
    let (one, two, three) = (
      Double.random(in: 0..<1, using: &random), Double.random(in: 0..<2 * .pi, using: &random),
      Double.random(in: 0..<2 * .pi, using: &random)
    )
    let (a, b) = ((1 - one).squareRoot(), one.squareRoot())
    let (x, y, z, w) = (a * sin(two), a * cos(two), b * sin(three), b * cos(three))
    rotation = [
      Vector(1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
      Vector(2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
      Vector(2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    ]
  }

  /// Takes in a place, so that it is moved with those near it.
  package mutating func see(_ place: Coordinate) {
    guard place.isValid, seen.insert(place).inserted, nearest(place) == nil else { return }
    let moved = rotated(place)
    // Where a point to the north of it comes to lie says how directions turn.
    let north = rotated(
      Coordinate(latitude: min(90, place.latitude + 0.01), longitude: place.longitude)
    )
    pivots.append(Pivot(from: place, to: moved, turn: Self.bearing(from: moved, to: north)))
  }

  /// Where the place is moved; a place that is none is one that says nothing.
  package func moved(_ place: Coordinate) -> Coordinate {
    guard place.isValid else { return Coordinate(latitude: 91, longitude: 181) }
    guard let pivot = nearest(place) else { return rotated(place) }
    let length = pivot.from.distanceMetres(to: place)
    guard length > 0 else { return pivot.to }
    let bearing = Self.bearing(from: pivot.from, to: place) + pivot.turn
    // On the ellipsoid a step of that length on the sphere leads a little too far or not far enough.
    var step = length
    var target = pivot.to
    for _ in 0..<8 {
      target = Self.walk(step, from: pivot.to, bearing)
      let reached = pivot.to.distanceMetres(to: target)
      guard reached > 0 else { break }
      step *= length / reached
    }
    return target
  }

  private func nearest(_ place: Coordinate) -> Pivot? {
    pivots.first { $0.from.distanceMetres(to: place) <= Self.reachMetres }
  }

  private func rotated(_ place: Coordinate) -> Coordinate {
    let point = Vector(place)
    let turned = rotation.map { $0.x * point.x + $0.y * point.y + $0.z * point.z }
    return Vector(turned[0], turned[1], turned[2]).place
  }

  /// In radians, clockwise from north.
  private static func bearing(from one: Coordinate, to other: Coordinate) -> Double {
    let (first, second) = (one.latitude * .pi / 180, other.latitude * .pi / 180)
    let turn = (other.longitude - one.longitude) * .pi / 180
    return atan2(
      sin(turn) * cos(second),
      cos(first) * sin(second) - sin(first) * cos(second) * cos(turn)
    )
  }

  private static func walk(
    _ metres: Double,
    from place: Coordinate,
    _ bearing: Double
  ) -> Coordinate {
    let angle = metres / 6_371_008.8  // The mean radius of the earth (IUGG).
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    let sine = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(bearing)
    let end = asin(max(-1, min(1, sine)))
    let turn = atan2(
      sin(bearing) * sin(angle) * cos(latitude),
      cos(angle) - sin(latitude) * sin(end)
    )
    let degrees = (longitude + turn) * 180 / .pi
    return Coordinate(
      latitude: end * 180 / .pi,
      longitude: degrees.remainder(dividingBy: 360)
    )
  }
}
