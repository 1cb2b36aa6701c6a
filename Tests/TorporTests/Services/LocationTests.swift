import Testing
import TorporModel

@testable import Torpor

@Suite("A circle on the map")
struct CircularRegionTests {
  @Test("contains what lies within its radius")
  func contains() {
    let berlin = Coordinate(latitude: 52.52, longitude: 13.405)
    // Potsdam is 27 km from there.
    let potsdam = Coordinate(latitude: 52.3906, longitude: 13.0645)
    #expect(CircularRegion(center: berlin, radius: 28_000, identifier: "a").contains(potsdam))
    #expect(!CircularRegion(center: berlin, radius: 25_000, identifier: "b").contains(potsdam))
  }
}
