import Glibc
import Testing
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("Places from gpsd", .serialized)
struct GPSDTests {
  static let isThere = DesktopWorld.has("gpsd", "gpsfake")

  /// Latitudes of a walk to the north along the meridian of Berlin, a point a second, 11 m each.
  private static let track = (0..<120).map { 52.52 + Double($0) * 0.0001 }
  private static let longitude = 13.405

  /// gpsd fed with the walk by its own player, at twenty sentences a second, over and over.
  private final class Desktop {
    let world: DesktopWorld
    let port: UInt16
    private var player: DesktopProcess?

    /// `starts`: whether gpsd is there from the beginning.
    init(starts: Bool = true) throws {
      world = try DesktopWorld()
      port = try DesktopWorld.freePort()
      if starts { try start() }
    }

    func start() throws {
      let path = world.folder + "/walk.nmea"
      try Files.replace(path, with: NMEA.log(latitudes: track, longitude: longitude))
      player = try DesktopProcess(
        ["gpsfake", "-q", "-c", "0.05", "-P", "\(port)", "-u", path],
        in: world,
        // It ends its gpsd then.
        endSignal: SIGINT
      )
      try #require(
        world.wait {
          guard let probe = try? LoopbackSocket.connect(port: port) else { return false }
          var question = pollfd(fd: probe.rawValue, events: Int16(POLLIN), revents: 0)
          // It greets whoever comes.
          return poll(&question, 1, 100) == 1 && question.revents & Int16(POLLERR | POLLHUP) == 0
        },
        "\(player?.printed ?? "")"
      )
    }

    func part() -> LocationPart {
      let bus = BusConnection(BusAddress(name: "system bus", address: nil), on: world.loop)
      return LocationPart(on: world.loop, bus: bus, outbox: world.outbox, gpsdPort: port)
    }

    var fixes: [BridgeFix] {
      world.facts.compactMap { if case .location(let fix) = $0 { fix } else { nil } }
    }

    /// Waits until somebody else has been told of five places.
    func letFivePass() -> Bool {
      var count = 0
      let client = GPSDClient(port: port, on: world.loop) { news in
        if case .found = news { count += 1 }
      }
      client.start(demand(seconds: 0))
      defer { client.stop() }
      return world.wait { count >= 5 }
    }

    func demand(seconds: Int64, metres: Double = 0) -> BridgeLocationDemand {
      BridgeLocationDemand(
        accuracyMetres: 50,
        intervalMicroseconds: seconds * 1_000_000,
        distanceMetres: metres
      )
    }
  }

  @Test("follow a walk while they are needed, and stop when not", .enabled(if: GPSDTests.isThere))
  func follow() throws {
    let desktop = try Desktop()
    let part = desktop.part()
    part.obey(.locate(demand: desktop.demand(seconds: 0)))
    #expect(desktop.world.wait { desktop.fixes.count >= 10 })
    for fix in desktop.fixes {
      let nearest = Self.track.map { abs($0 - fix.latitudeDegrees) }.min() ?? 1
      // NMEA has a ten-thousandth of a minute, 0.2 m.
      #expect(nearest < 0.000_002 && abs(fix.longitudeDegrees - Self.longitude) < 0.000_002)
      #expect((1...50).contains(fix.horizontalAccuracyMetres))
    }
    #expect(desktop.world.part("location")?.isAvailable == true)
    part.obey(.locate(demand: nil))
    let count = desktop.fixes.count
    #expect(desktop.letFivePass())
    #expect(desktop.fixes.count == count)
  }

  @Test("are one a rest, where they are needed seldom", .enabled(if: GPSDTests.isThere))
  func rest() throws {
    let desktop = try Desktop()
    let part = desktop.part()
    part.obey(.locate(demand: desktop.demand(seconds: 60)))
    #expect(desktop.world.wait { !desktop.fixes.isEmpty })
    #expect(desktop.letFivePass())
    #expect(desktop.fixes.count == 1)
  }

  @Test("are as far apart as is asked", .enabled(if: GPSDTests.isThere))
  func distance() throws {
    let desktop = try Desktop()
    let part = desktop.part()
    part.obey(.locate(demand: desktop.demand(seconds: 0, metres: 100)))
    #expect(desktop.world.wait { desktop.fixes.count >= 4 })
    for (one, other) in zip(desktop.fixes, desktop.fixes.dropFirst()) {
      #expect(one.metres(to: other) >= 100)
    }
  }

  @Test("begin soon after a gpsd that comes later", .enabled(if: GPSDTests.isThere))
  func late() throws {
    let desktop = try Desktop(starts: false)
    let part = desktop.part()
    part.obey(.locate(demand: desktop.demand(seconds: 0)))
    #expect(desktop.world.wait { desktop.world.part("location")?.isAvailable == false })
    try desktop.start()
    #expect(desktop.world.wait { !desktop.fixes.isEmpty })
  }

  @Test("are not there without gpsd and GeoClue, and both are named")
  func nobody() throws {
    let world = try DesktopWorld()
    let port = try DesktopWorld.freePort()
    let bus = BusConnection(BusAddress(name: "system bus", address: nil), on: world.loop)
    let part = LocationPart(on: world.loop, bus: bus, outbox: world.outbox, gpsdPort: port)
    part.obey(
      .locate(
        demand: BridgeLocationDemand(
          accuracyMetres: 10,
          intervalMicroseconds: 0,
          distanceMetres: 0
        )
      )
    )
    #expect(
      world.wait {
        world.part("location")?.cause
          == "gpsd does not answer on port \(port); "
          + "GeoClue does not serve: the bus is not there (not started)"
      }
    )
  }
}

/// What a receiver says, a second for each point (NMEA 0183).
enum NMEA {
  static func log(latitudes: [Double], longitude: Double) -> String {
    latitudes.enumerated()
      .map { second, latitude in
        let time = "12" + digits(second / 60, 2) + digits(second % 60, 2) + ".00"
        let place = "\(angle(latitude, 2)),N,\(angle(longitude, 3)),E"
        return sentence("GPRMC,\(time),A,\(place),2.0,000.0,010125,,,A")
          + sentence("GPGGA,\(time),\(place),1,08,1.0,35.0,M,40.0,M,,")
      }
      .joined()
  }

  private static func angle(_ degrees: Double, _ width: Int) -> String {
    let tenThousandths = Int((degrees * 60 * 10_000).rounded())
    let minutes = tenThousandths % 600_000
    return digits(tenThousandths / 600_000, width) + digits(minutes / 10_000, 2) + "."
      + digits(minutes % 10_000, 4)
  }

  private static func digits(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  private static func sentence(_ text: String) -> String {
    let sum = String(text.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(text)*\(sum.count == 1 ? "0" : "")\(sum)\r\n"
  }
}
