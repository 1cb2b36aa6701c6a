import Testing
import TorporModel

@testable import TorporCore

@Suite("The distance of two places")
struct DistanceTests {
  /// Geodesics of WGS 84 by Vincenty's formula, in metres.
  static let known: [(Coordinate, Coordinate, Double)] = [
    (
      Coordinate(latitude: 52.5, longitude: 13.4),
      Coordinate(latitude: 52.6, longitude: 13.4),
      11_127.778
    ),
    (
      Coordinate(latitude: 52.5, longitude: 13.4),
      Coordinate(latitude: 52.5, longitude: 14.8),
      95_072.838
    ),
    (
      Coordinate(latitude: 52.5, longitude: 13.4),
      Coordinate(latitude: 52.5001, longitude: 13.4001),
      13.036
    ),
    (
      Coordinate(latitude: 0, longitude: 0),
      Coordinate(latitude: 0, longitude: 0.9),
      100_187.542
    ),
    (
      Coordinate(latitude: 0, longitude: 0),
      Coordinate(latitude: 0.9, longitude: 0),
      99_516.930
    ),
    (
      Coordinate(latitude: -33.86, longitude: 151.2),
      Coordinate(latitude: -34.3, longitude: 151.9),
      80_970.905
    ),
    (
      Coordinate(latitude: 0, longitude: 179.7),
      Coordinate(latitude: 0.3, longitude: -179.8),
      64_794.905
    ),
    (
      Coordinate(latitude: 89.9, longitude: 0),
      Coordinate(latitude: 89.9, longitude: 180),
      22_338.796
    ),
    (
      Coordinate(latitude: -89.9, longitude: 10),
      Coordinate(latitude: -89.5, longitude: -100),
      60_583.215
    ),
    (
      Coordinate(latitude: 89.99, longitude: -30),
      Coordinate(latitude: 89.99, longitude: 60),
      1579.591
    ),
    (
      Coordinate(latitude: -16.5, longitude: 179.9),
      Coordinate(latitude: -17.1, longitude: -179.9),
      69_738.914
    ),
    (
      Coordinate(latitude: 64.1, longitude: -21.9),
      Coordinate(latitude: 64.6, longitude: -20.4),
      91_430.135
    ),
  ]

  @Test(
    "is right to centimetres up to 100 km, at the poles and over the date line too",
    arguments: known
  )
  func geodesics(from: Coordinate, to: Coordinate, metres: Double) {
    #expect(abs(from.distanceMetres(to: to) - metres) < 0.03)
  }

  @Test("is the same both ways, and nothing from a place to itself", arguments: known)
  func symmetry(from: Coordinate, to: Coordinate, metres: Double) {
    #expect(abs(from.distanceMetres(to: to) - to.distanceMetres(to: from)) < 1e-6)
    #expect(from.distanceMetres(to: from) == 0)
  }

  /// Geodesics as above, far apart.
  static let far: [(Coordinate, Coordinate, Double)] = [
    (
      Coordinate(latitude: 52.5, longitude: 13.4),
      Coordinate(latitude: 40.7, longitude: -74),
      6_403_723.262
    ),
    (
      Coordinate(latitude: 35.7, longitude: 139.7),
      Coordinate(latitude: 37.8, longitude: -122.4),
      8_288_142.554
    ),
    (
      Coordinate(latitude: -33.9, longitude: 18.4),
      Coordinate(latitude: 64.1, longitude: -21.9),
      11_424_829.490
    ),
    (
      Coordinate(latitude: 52.5, longitude: 13.4),
      Coordinate(latitude: -41.3, longitude: 174.8),
      18_135_966.692
    ),
  ]

  @Test("is right to 0.6 % at the other end of the world", arguments: far)
  func farApart(from: Coordinate, to: Coordinate, metres: Double) {
    #expect(abs(from.distanceMetres(to: to) / metres - 1) < 0.006)
  }

  @Test("does not mind by which number the date line goes")
  func dateLine() {
    let east = Coordinate(latitude: 0, longitude: 180)
    let west = Coordinate(latitude: 0, longitude: -180)
    #expect(east.distanceMetres(to: west) < 1e-6)
  }

  @Test("does not mind by which meridian one stands at the pole")
  func pole() {
    let one = Coordinate(latitude: 90, longitude: 0)
    let other = Coordinate(latitude: 90, longitude: 137)
    #expect(one.distanceMetres(to: other) < 1e-6)
  }
}
