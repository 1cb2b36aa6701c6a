import Testing
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("Places from GeoClue", .serialized)
struct GeoClueTests {
  static let isThere = DesktopWorld.has("dbus-daemon") && DesktopProcess.hasPythonBus

  private final class Desktop {
    let world: DesktopWorld
    let bus: BusConnection
    let part: LocationPart
    private let daemon: DesktopProcess
    private let address: String
    private var service: DesktopProcess?

    init() throws {
      world = try DesktopWorld()
      (daemon, bus, address) = try world.startBus()
      part = LocationPart(
        on: world.loop,
        bus: bus,
        outbox: world.outbox,
        gpsdPort: try DesktopWorld.freePort()
      )
    }

    func startService() throws {
      let sources = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
      service = try DesktopProcess(
        ["python3", "/\(sources)/Servers/geoclue.py", log],
        in: world,
        environment: ["DBUS_SYSTEM_BUS_ADDRESS=\(address)", "PYTHONDONTWRITEBYTECODE=1"]
      )
      try #require(
        world.wait { (try? world.answer(ping, on: bus)) != nil },
        "\(service?.printed ?? "")"
      )
    }

    func stopService() { service = nil }

    /// A call that does nothing but be answered.
    private var ping: BusCall {
      BusCall(
        destination: GeoClueClient.service,
        path: "/test",
        interface: "org.freedesktop.DBus.Peer",
        member: "Ping"
      )
    }

    func move(to latitude: Double, _ longitude: Double) throws {
      var call = ping
      (call.interface, call.member) = ("io.torpor.Test", "Move")
      call.arguments = [.double(latitude), .double(longitude), .double(400)]
      _ = try world.answer(call, on: bus)
    }

    private var log: String { world.folder + "/calls" }

    var calls: [String] {
      ((try? Files.read(log)) ?? "").split(separator: "\n").map { String($0) }
    }

    var latitudes: [Double] {
      world.facts.compactMap {
        if case .location(let fix) = $0 { fix.latitudeDegrees } else { nil }
      }
    }
  }

  private let coarse = BridgeLocationDemand(
    accuracyMetres: 500,
    intervalMicroseconds: 300_000_000,
    distanceMetres: 500
  )

  @Test(
    "follow the device, asked as coarsely as will do, and stop",
    .enabled(if: GeoClueTests.isThere)
  )
  func follow() throws {
    let desktop = try Desktop()
    let world = desktop.world
    try desktop.startService()
    try desktop.move(to: 52.52, 13.4)
    desktop.part.obey(.locate(demand: coarse))
    #expect(world.wait { desktop.latitudes == [52.52] })
    // 445 m further, then as far again.
    try desktop.move(to: 52.524, 13.4)
    try desktop.move(to: 52.528, 13.4)
    #expect(world.wait { desktop.latitudes == [52.52, 52.528] })
    #expect(
      desktop.calls == [
        "CreateClient", "Set DesktopId io.torpor.Session", "Set RequestedAccuracyLevel 6",
        "Set DistanceThreshold 500", "Set TimeThreshold 300", "Start",
      ]
    )
    desktop.part.obey(.locate(demand: nil))
    #expect(world.wait { desktop.calls.suffix(2) == ["Stop", "DeleteClient"] })
    try desktop.move(to: 53, 13.4)
    #expect(desktop.latitudes == [52.52, 52.528])
  }

  @Test("serve a fine demand while there is no gpsd", .enabled(if: GeoClueTests.isThere))
  func fallBack() throws {
    let desktop = try Desktop()
    try desktop.startService()
    try desktop.move(to: 10, 20)
    var fine = coarse
    fine.accuracyMetres = 5
    desktop.part.obey(.locate(demand: fine))
    #expect(desktop.world.wait { desktop.latitudes == [10] })
    #expect(desktop.calls.contains("Set RequestedAccuracyLevel 8"))
    #expect(desktop.world.part("location")?.isAvailable == true)
  }

  @Test("come again when GeoClue does", .enabled(if: GeoClueTests.isThere))
  func comesAgain() throws {
    let desktop = try Desktop()
    try desktop.startService()
    try desktop.move(to: 10, 20)
    desktop.part.obey(.locate(demand: coarse))
    #expect(desktop.world.wait { desktop.latitudes == [10] })
    desktop.stopService()
    #expect(
      desktop.world.wait { desktop.world.part("location")?.isAvailable == false },
      "\(desktop.world.facts)"
    )
    try desktop.startService()
    try desktop.move(to: 11, 20)
    #expect(desktop.world.wait { desktop.latitudes == [10, 11] })
    #expect(desktop.world.part("location")?.isAvailable == true)
  }
}

extension DesktopProcess {
  /// Whether Python has D-Bus; says so if not.
  static let hasPythonBus: Bool = {
    let isThere =
      Files.isFolder("/usr/lib/python3/dist-packages/dbus")
      && Files.isFolder("/usr/lib/python3/dist-packages/gi")
    if !isThere { print("skipped: not installed: python3-dbus, python3-gi") }
    return isThere
  }()
}
