import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor_session

@Suite("Bluetooth's numbers")
struct BluetoothNumberTests {
  @Test(
    "have one long form",
    arguments: [
      ("180D", "0000180d-0000-1000-8000-00805f9b34fb"),
      ("0x180d", "0000180d-0000-1000-8000-00805f9b34fb"),
      ("12345678", "12345678-0000-1000-8000-00805f9b34fb"),
      ("0000180D-0000-1000-8000-00805F9B34FB", "0000180d-0000-1000-8000-00805f9b34fb"),
      ("heart", "heart"),
    ]
  )
  func long(text: String, long: String) { #expect(BluetoothNumber.long(text) == long) }

  @Test("are those of characteristics behind those of their services")
  func characteristic() {
    let number = BluetoothNumber.long("2A37")
    #expect(BluetoothNumber.ofCharacteristic("2a37") == number)
    #expect(BluetoothNumber.ofCharacteristic("180D:2A37") == number)
    #expect(BluetoothNumber.ofCharacteristic("") == "")
  }
}

@Suite("Bluetooth through BlueZ", .serialized)
struct BluetoothTests {
  static let isThere =
    DesktopWorld.has("dbus-daemon") && DesktopProcess.hasPythonBus
    && DesktopProcess.hasDBusMock

  static let address = "AA:BB:CC:DD:EE:FF"
  static let device = "/org/bluez/hci0/dev_AA_BB_CC_DD_EE_FF"
  private static let heart = "0000180d-0000-1000-8000-00805f9b34fb"
  private static let rate = "00002a37-0000-1000-8000-00805f9b34fb"

  /// dbusmock's BlueZ with one adapter.
  final class Desktop {
    let world: DesktopWorld
    let bus: BusConnection
    let part: BluetoothPart
    private let daemon: DesktopProcess
    private let address: String
    private var service: DesktopProcess?

    init(answersWithin patience: Duration = PeripheralServer.defaultPatience) throws {
      world = try DesktopWorld()
      (daemon, bus, address) = try world.startBus()
      part = BluetoothPart(on: bus, outbox: world.outbox, answersWithin: patience)
    }

    func startService() throws {
      service = try DesktopProcess(
        ["python3", "-m", "dbusmock", "--template", "bluez5"],
        in: world,
        environment: ["DBUS_SYSTEM_BUS_ADDRESS=\(address)"]
      )
      let adapter = [BusValue.string("hci0"), .string("machine")]
      try #require(
        world.wait { (try? call("/org/bluez", "org.bluez.Mock", "AddAdapter", adapter)) != nil },
        "\(service?.printed ?? "")"
      )
    }

    func stopService() { service = nil }

    @discardableResult
    func call(
      _ path: String,
      _ interface: String,
      _ member: String,
      _ arguments: [BusValue]
    ) throws -> [BusValue] {
      let call = BusCall(
        destination: "org.bluez",
        path: path,
        interface: interface,
        member: member,
        arguments: arguments
      )
      return try world.answer(call, on: bus).values
    }

    func addDevice() throws {
      let arguments = [BusValue.string("hci0"), .string(BluetoothTests.address), .string("strap")]
      try call("/org/bluez", "org.bluez.Mock", "AddDevice", arguments)
    }

    /// Has an object of the mock say that properties have changed, as BlueZ does.
    func change(_ path: String, _ interface: String, _ properties: BusValue) throws {
      try call(
        path,
        "org.freedesktop.DBus.Mock",
        "EmitSignal",
        [
          .string(BusNames.properties), .string("PropertiesChanged"), .string("sa{sv}as"),
          .array(
            [.variant(.string(interface)), .variant(properties), .variant(.strings([]))],
            of: "v"
          ),
        ]
      )
    }

    /// Adds methods that do nothing but be written down.
    func addMethods(_ path: String, _ interface: String, _ methods: [(String, String)]) throws {
      try add(methods.map { ($0, $1, "", "") }, to: path, interface)
    }

    /// Adds methods by name, arguments, result and what Python does in them.
    func add(
      _ methods: [(String, String, String, String)],
      to path: String,
      _ interface: String
    ) throws {
      let rows = methods.map { name, signature, result, code in
        BusValue.structure([.string(name), .string(signature), .string(result), .string(code)])
      }
      try call(
        path,
        "org.freedesktop.DBus.Mock",
        "AddMethods",
        [.string(interface), .array(rows, of: "(ssss)")]
      )
    }

    /// The arguments of the calls of a method that the object has had.
    func calls(of member: String, at path: String) throws -> [[BusValue]] {
      let answer = try call(
        path,
        "org.freedesktop.DBus.Mock",
        "GetMethodCalls",
        [.string(member)]
      )
      return answer.first?.elements.map { $0.elements.last?.elements ?? [] } ?? []
    }

    var events: [BluetoothEvent] {
      world.facts.compactMap { if case .bluetooth(let event) = $0 { event } else { nil } }
    }

    func order(_ order: BluetoothOrder) { part.obey(.bluetooth(order: order)) }
  }

  @Test("tells that it is on, connects and disconnects", .enabled(if: BluetoothTests.isThere))
  func connecting() throws {
    let desktop = try Desktop()
    try desktop.startService()
    desktop.part.start()
    #expect(desktop.world.wait { desktop.events == [.power(isOn: true)] })
    // The device is not there yet.
    desktop.order(.connect(peripheral: Self.address.lowercased()))
    try desktop.addDevice()
    #expect(desktop.world.wait { desktop.events.last == .connected(peripheral: Self.address) })
    desktop.order(.disconnect(peripheral: Self.address))
    #expect(desktop.world.wait { desktop.events.last == .disconnected(peripheral: Self.address) })
    // Nobody wants it any more.
    try desktop.change(Self.device, Radio.deviceInterface, .options(["RSSI": .int16(-50)]))
    try desktop.change(Self.device, Radio.deviceInterface, .options(["Connected": .boolean(true)]))
    #expect(desktop.world.wait { desktop.events.last == .connected(peripheral: Self.address) })
    #expect(try desktop.calls(of: "Connect", at: Self.device).count == 1)
    desktop.stopService()
    #expect(
      desktop.world.wait {
        desktop.events.suffix(2) == [
          .disconnected(peripheral: Self.address), .power(isOn: false),
        ]
      }
    )
    #expect(desktop.world.part("bluetooth")?.isAvailable == false)
  }

  @Test(
    "finds each device once that offers a service, in the words of the order",
    .enabled(if: BluetoothTests.isThere)
  )
  func scanning() throws {
    let desktop = try Desktop()
    try desktop.startService()
    desktop.part.start()
    #expect(desktop.world.wait { desktop.events == [.power(isOn: true)] })
    desktop.order(.scan(isOn: true, services: ["180D"]))
    #expect(desktop.world.wait { (try? isDiscovering(desktop)) == true })
    try desktop.addDevice()
    let services = BusValue.options([
      "UUIDs": .strings(["1800", Self.heart].map(BluetoothNumber.long))
    ])
    try desktop.change(Self.device, Radio.deviceInterface, services)
    try desktop.change(Self.device, Radio.deviceInterface, .options(["RSSI": .int16(-50)]))
    let found = BluetoothEvent.discovered(peripheral: Self.address, services: ["180D"])
    #expect(desktop.world.wait { desktop.events == [.power(isOn: true), found] })
    desktop.order(.scan(isOn: false, services: []))
    #expect(desktop.world.wait { (try? isDiscovering(desktop)) == false })
    try desktop.change(Self.device, Radio.deviceInterface, .options(["RSSI": .int16(-50)]))
    // A new scan finds what is in the air.
    desktop.order(.scan(isOn: true, services: [Self.heart]))
    let again = BluetoothEvent.discovered(peripheral: Self.address, services: [Self.heart])
    #expect(desktop.world.wait { desktop.events == [.power(isOn: true), found, again] })
  }

  @Test(
    "hears the beacons that are asked for, and scans no longer than somebody asks",
    .enabled(if: BluetoothTests.isThere)
  )
  func beacons() throws {
    let desktop = try Desktop()
    try desktop.startService()
    try desktop.addDevice()
    desktop.part.start()
    #expect(desktop.world.wait { desktop.events == [.power(isOn: true)] })
    let demand = BeaconDemand(uuids: [BeaconTests.uuid], intervalSeconds: 0)
    desktop.part.obey(.scanForBeacons(demand: demand))
    #expect(desktop.world.wait { (try? isDiscovering(desktop)) == true })
    let entry = BusEntry(key: .uint16(0x4c), value: .variant(.bytes(BeaconTests.data)))
    let makers = BusValue.dictionary([entry], of: "qv")
    try desktop.change(
      Self.device,
      Radio.deviceInterface,
      .options(["RSSI": .int16(-70), "ManufacturerData": makers])
    )
    let heard = BridgeFact.beacons(sightings: [BeaconTests.sighting()])
    #expect(desktop.world.wait { desktop.world.facts.contains(heard) })
    // It calls again, a little nearer.
    try desktop.change(Self.device, Radio.deviceInterface, .options(["RSSI": .int16(-60)]))
    let again = BridgeFact.beacons(sightings: [BeaconTests.sighting(strength: -60)])
    #expect(desktop.world.wait { desktop.world.facts.contains(again) })
    // An app's own scan does not end with it.
    desktop.order(.scan(isOn: true, services: ["180D"]))
    desktop.part.obey(.scanForBeacons(demand: nil))
    #expect(try isDiscovering(desktop) == true)
    desktop.order(.scan(isOn: false, services: []))
    #expect(desktop.world.wait { (try? isDiscovering(desktop)) == false })
  }

  private func isDiscovering(_ desktop: Desktop) throws -> Bool? {
    try desktop.call(
      "/org/bluez/hci0",
      BusNames.properties,
      "Get",
      [.string(Radio.adapterInterface), .string("Discovering")]
    )
    .first?.flag
  }

  @Test(
    "subscribes to a characteristic once it is there, and tells of its values",
    .enabled(if: BluetoothTests.isThere)
  )
  func subscribing() throws {
    let desktop = try Desktop()
    try desktop.startService()
    try desktop.addDevice()
    desktop.part.start()
    #expect(desktop.world.wait { desktop.events == [.power(isOn: true)] })
    desktop.order(.subscribe(peripheral: Self.address, characteristic: "2A37", isOn: true))
    let path = Self.device + "/service0001/char0002"
    let none = BusValue.string("")
    let methods = ["StartNotify", "StopNotify"].map {
      BusValue.structure([.string($0), none, none, none])
    }
    let properties = BusValue.options(["UUID": .string(Self.rate)])
    try desktop.call(
      "/",
      "org.freedesktop.DBus.Mock",
      "AddObject",
      [
        .string(path), .string(Radio.characteristicInterface), properties,
        .array(methods, of: "(ssss)"),
      ]
    )
    let interfaces = BusValue.dictionary(
      [BusEntry(key: .string(Radio.characteristicInterface), value: properties)],
      of: "sa{sv}"
    )
    try desktop.call(
      "/",
      "org.freedesktop.DBus.Mock",
      "EmitSignal",
      [
        .string("org.freedesktop.DBus.ObjectManager"), .string("InterfacesAdded"),
        .string("oa{sa{sv}}"),
        .array([.variant(.objectPath(path)), .variant(interfaces)], of: "v"),
      ]
    )
    #expect(desktop.world.wait { (try? desktop.calls(of: "StartNotify", at: path))?.count == 1 })
    let value = BusValue.options(["Value": .bytes([0, 72])])
    try desktop.change(path, Radio.characteristicInterface, value)
    let data = BluetoothEvent.data(peripheral: Self.address)
    #expect(desktop.world.wait { desktop.events.last == data })
    desktop.order(.subscribe(peripheral: Self.address, characteristic: Self.rate, isOn: false))
    #expect(desktop.world.wait { (try? desktop.calls(of: "StopNotify", at: path))?.count == 1 })
    let count = desktop.events.count
    try desktop.change(path, Radio.characteristicInterface, value)
    // What BlueZ says next comes after it.
    try desktop.change(Self.device, Radio.deviceInterface, .options(["Connected": .boolean(true)]))
    #expect(desktop.world.wait { desktop.events.last == .connected(peripheral: Self.address) })
    #expect(desktop.events.count == count + 1)
  }

  @Test("has BlueZ announce an app's services, and stop", .enabled(if: BluetoothTests.isThere))
  func advertising() throws {
    let desktop = try Desktop()
    try desktop.startService()
    try desktop.addMethods(
      "/org/bluez/hci0",
      "org.bluez.LEAdvertisingManager1",
      [("RegisterAdvertisement", "oa{sv}"), ("UnregisterAdvertisement", "o")]
    )
    desktop.part.start()
    #expect(desktop.world.wait { desktop.events == [.power(isOn: true)] })
    let app = try #require(AppIdentifier("com.example.strap"))
    desktop.order(.advertise(app: app, services: ["180D"]))
    let calls = { try desktop.calls(of: $0, at: "/org/bluez/hci0") }
    #expect(desktop.world.wait { (try? calls("RegisterAdvertisement"))?.count == 1 })
    let path = try #require(try calls("RegisterAdvertisement").first?.first?.text)
    // As BlueZ reads it.
    let read = BusCall(
      destination: try #require(desktop.bus.uniqueName),
      path: path,
      interface: BusNames.properties,
      member: "GetAll",
      arguments: [.string("org.bluez.LEAdvertisement1")]
    )
    let properties = try desktop.world.answer(read, on: desktop.bus).values.first
    #expect(properties?["Type"]?.text == "peripheral")
    #expect(properties?["ServiceUUIDs"]?.texts == [Self.heart])
    desktop.order(.advertise(app: app, services: []))
    #expect(desktop.world.wait { (try? calls("UnregisterAdvertisement"))?.count == 1 })
  }

  @Test(
    "a daemon that comes anew is told how the radio stands",
    .enabled(if: BluetoothTests.isThere)
  )
  func attached() throws {
    let desktop = try Desktop()
    try desktop.startService()
    desktop.part.start()
    desktop.order(.connect(peripheral: Self.address))
    try desktop.addDevice()
    let stands = [BluetoothEvent.power(isOn: true), .connected(peripheral: Self.address)]
    #expect(desktop.world.wait { desktop.events == stands })
    desktop.part.attached()
    #expect(desktop.world.wait { desktop.events == stands + stands })
  }

  @Test(
    "what was ordered is done when BlueZ comes, and again when it does",
    .enabled(if: BluetoothTests.isThere)
  )
  func comesAgain() throws {
    let desktop = try Desktop()
    desktop.part.start()
    desktop.order(.scan(isOn: true, services: []))
    desktop.order(.connect(peripheral: Self.address))
    #expect(desktop.world.wait { desktop.world.part("bluetooth")?.isAvailable == false })
    let found = BluetoothEvent.discovered(peripheral: Self.address, services: [])
    let connected = BluetoothEvent.connected(peripheral: Self.address)
    let count = { event in desktop.events.filter { $0 == event }.count }
    for round in 1...2 {
      try desktop.startService()
      #expect(desktop.world.wait { (try? isDiscovering(desktop)) == true })
      #expect(desktop.events.last == .power(isOn: true))
      try desktop.addDevice()
      #expect(desktop.world.wait { count(found) == round && count(connected) == 1 })
      desktop.stopService()
      #expect(desktop.world.wait { desktop.events.last == .power(isOn: false) })
    }
    // Once it was connected, the order was done.
    #expect(count(connected) == 1)
  }

  @Test("says that BlueZ is not there", .enabled(if: BluetoothTests.isThere))
  func nobody() throws {
    let desktop = try Desktop()
    desktop.part.start()
    #expect(desktop.world.wait { desktop.world.part("bluetooth")?.isAvailable == false })
    #expect(desktop.events == [])
  }
}

extension DesktopProcess {
  /// Whether dbusmock is installed; says so if not.
  static let hasDBusMock: Bool = {
    let isThere = Files.isFolder("/usr/lib/python3/dist-packages/dbusmock")
    if !isThere { print("skipped: not installed: python3-dbusmock") }
    return isThere
  }()
}
