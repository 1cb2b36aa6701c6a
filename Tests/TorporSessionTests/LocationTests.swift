import Testing
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("Which sensor serves a demand")
struct LocationPlanTests {
  private func demand(_ accuracyMetres: Double) -> BridgeLocationDemand {
    BridgeLocationDemand(
      accuracyMetres: accuracyMetres,
      intervalMicroseconds: 0,
      distanceMetres: 0
    )
  }

  @Test(
    "satellites below 100 m, networks from there on, as coarse as will do",
    arguments: [
      (0.0, LocationPlan.Sensor.gpsd, LocationPlan.GeoClueLevel.exact), (99, .gpsd, .exact),
      (100, .geoClue, .street), (999, .geoClue, .street), (1000, .geoClue, .neighbourhood),
      (5000, .geoClue, .city), (.infinity, .geoClue, .city),
    ]
  )
  func plan(
    accuracyMetres: Double,
    sensor: LocationPlan.Sensor,
    level: LocationPlan.GeoClueLevel
  ) {
    #expect(LocationPlan.sensors(for: demand(accuracyMetres)).first == sensor)
    #expect(LocationPlan.level(for: demand(accuracyMetres)) == level)
  }
}

@Suite("A fix")
struct FixTests {
  private func line(_ text: String) throws -> BridgeFix? {
    GPSDReport.fix(in: try JSON(parsing: Array(text.utf8)))
  }

  @Test("is read from gpsd's report of time, position and velocity")
  func gpsd() throws {
    let fix = try line(
      #"{"class":"TPV","mode":3,"lat":52.5,"lon":13.4,"altMSL":35.0,"track":90.5,"speed":5,"eph":19}"#
    )
    #expect(
      fix
        == BridgeFix(
          latitudeDegrees: 52.5,
          longitudeDegrees: 13.4,
          horizontalAccuracyMetres: 19,
          speedMetresPerSecond: 5,
          courseDegrees: 90.5,
          altitudeMetres: 35
        )
    )
  }

  @Test(
    "has the accuracy that gpsd gives, in one number or two, else 50 m",
    arguments: [
      (#""eph":12"#, 12.0), (#""epx":3,"epy":4"#, 5), (#""ept":0.005"#, 50),
    ]
  )
  func accuracy(members: String, metres: Double) throws {
    let fix = try line(#"{"class":"TPV","mode":2,"lat":1,"lon":2,\#(members)}"#)
    #expect(fix?.horizontalAccuracyMetres == metres)
  }

  @Test(
    "is none before the receiver has one, and where it is no place on Earth",
    arguments: [
      #"{"class":"TPV","mode":1}"#, #"{"class":"SKY","mode":3,"lat":1,"lon":2}"#,
      #"{"class":"TPV","mode":3,"lat":91,"lon":2,"eph":1}"#,
      #"{"class":"TPV","mode":3,"lat":1,"lon":181,"eph":1}"#,
      #"{"class":"TPV","mode":3,"lat":1,"lon":2,"eph":-1}"#,
    ]
  )
  func none(text: String) throws { #expect(try line(text) == nil) }

  @Test("of GeoClue has an age, and leaves out what GeoClue does not know")
  func geoClue() {
    let fix = GeoClueClient.fix(
      [
        "Latitude": .double(1), "Longitude": .double(2), "Accuracy": .double(300),
        "Speed": .double(-1), "Heading": .double(-1),
        "Altitude": .double(-.greatestFiniteMagnitude),
        "Timestamp": .structure([.uint64(100), .uint64(5)]),
      ],
      nowMicroseconds: 103_000_005
    )
    #expect(
      fix
        == BridgeFix(
          latitudeDegrees: 1,
          longitudeDegrees: 2,
          horizontalAccuracyMetres: 300,
          ageMicroseconds: 3_000_000
        )
    )
    #expect(GeoClueClient.fix(["Latitude": .double(1)], nowMicroseconds: 0) == nil)
  }

  @Test("is as far from another as a map says: Berlin to Potsdam, 27.2 km")
  func distance() {
    func place(_ latitude: Double, _ longitude: Double) -> BridgeFix {
      BridgeFix(
        latitudeDegrees: latitude,
        longitudeDegrees: longitude,
        horizontalAccuracyMetres: 0
      )
    }
    let metres = place(52.5200, 13.4050).metres(to: place(52.3906, 13.0645))
    #expect((27_150...27_250).contains(metres), "\(metres)")
    #expect(place(0, 0).metres(to: place(0, 0)) == 0)
  }
}

@Suite("Lines of a stream")
struct LineFramerTests {
  @Test("end with a line feed, however they come, and are not longer than the limit")
  func lines() throws {
    var framer = LineFramer(lineBytesMax: 4)
    framer.append(Array("ab\ncd".utf8))
    #expect(try framer.next() == Array("ab".utf8))
    #expect(try framer.next() == nil)
    framer.append(Array("e\n\n".utf8))
    #expect(try framer.next() == Array("cde".utf8))
    #expect(try framer.next() == [])
    framer.append(Array("abcde".utf8))
    #expect(throws: LineFramer.Fault.self) { try framer.next() }
  }
}
