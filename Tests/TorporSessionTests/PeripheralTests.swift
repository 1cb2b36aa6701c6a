import Testing
import TorporModel
import TorporWire

@testable import torpor_session

@Suite("A peripheral of an app, through BlueZ", .serialized, .enabled(if: BluetoothTests.isThere))
struct PeripheralTests {
  private static let app = AppIdentifier("com.example.strap")!
  private static let service = PeripheralService(
    number: "180D",
    characteristics: [
      PeripheralCharacteristic(number: "2A37", uses: [.read, .notify]),
      PeripheralCharacteristic(number: "2A39", uses: [.write, .writeWithoutResponse]),
    ]
  )
  private static let adapter = "/org/bluez/hci0"
  private static let central = "test.Central"
  private static let characteristic = "org.bluez.GattCharacteristic1"

  /// A BlueZ that takes applications, and calls their objects as it does for a central.
  private final class Desktop {
    let base: BluetoothTests.Desktop

    init(answersWithin patience: Duration = PeripheralServer.defaultPatience) throws {
      base = try BluetoothTests.Desktop(answersWithin: patience)
      base.world.outbox.isAttached = true
      try base.startService()
      try base.addMethods(
        adapter,
        "org.bluez.GattManager1",
        [("RegisterApplication", "oa{sv}"), ("UnregisterApplication", "o")]
      )
      let options =
        "dbus.Dictionary({'device': dbus.ObjectPath('\(BluetoothTests.device)'), "
        + "'offset': dbus.UInt16(2)"
      func call(_ member: String, _ signature: String, _ arguments: String) -> String {
        "ret = self.connection.call_blocking(args[0], args[1], '\(characteristic)', '\(member)', "
          + "'\(signature)', (\(arguments)), timeout=20)"
      }
      let write = ", 'type': 'request'}, signature='sv')"
      let command = ", 'type': 'command'}, signature='sv')"
      try base.add(
        [
          (
            "Objects", "so", "a{oa{sa{sv}}}",
            "ret = self.connection.call_blocking(args[0], args[1], "
              + "'org.freedesktop.DBus.ObjectManager', 'GetManagedObjects', '', (), timeout=20)"
          ),
          ("Read", "so", "ay", call("ReadValue", "a{sv}", options + "}, signature='sv'),")),
          ("Write", "soay", "", call("WriteValue", "aya{sv}", "args[2], " + options + write)),
          ("Command", "soay", "", call("WriteValue", "aya{sv}", "args[2], " + options + command)),
          ("Subscribe", "so", "", call("StartNotify", "", "")),
          ("Unsubscribe", "so", "", call("StopNotify", "", "")),
        ],
        to: adapter,
        central
      )
      try base.addDevice()
      base.part.start()
      try #require(base.world.wait { base.events.contains(.power(isOn: true)) })
    }

    /// Publishes, and returns the path that BlueZ was given.
    func publish(_ services: [PeripheralService] = [service]) throws -> String {
      let before = try base.calls(of: "RegisterApplication", at: adapter).count
      base.order(.serve(app: app, services: services))
      let calls = { try self.base.calls(of: "RegisterApplication", at: adapter) }
      try #require(base.world.wait { (try? calls().count) == before + 1 })
      return try #require(try calls().last?.first?.text)
    }

    /// Has BlueZ do something to one of our objects; the result comes later.
    func ask(
      _ member: String,
      _ path: String,
      _ value: [UInt8]? = nil,
      _ handler: @escaping (Result<BusReply, BusFailure>) -> Void
    ) throws {
      let name = try #require(base.bus.uniqueName)
      base.bus.call(
        BusCall(
          destination: "org.bluez",
          path: adapter,
          interface: central,
          member: member,
          arguments: [.string(name), .objectPath(path)] + (value.map { [.bytes($0)] } ?? [])
        ),
        handler
      )
    }

    var requests: [CentralRequest] {
      base.events.compactMap {
        if case .centralRequest(PeripheralTests.app, let request) = $0 { request } else { nil }
      }
    }
  }

  @Test("is registered with its services and characteristics, and taken back")
  func registering() throws {
    let desktop = try Desktop()
    let path = try desktop.publish()
    var objects: BusValue?
    try desktop.ask("Objects", path) { objects = try? $0.get().values.first }
    #expect(desktop.base.world.wait { objects != nil })
    let found = Dictionary(
      uniqueKeysWithValues: (objects?.entries ?? []).map { ($0.key.text ?? "", $0.value) }
    )
    #expect(
      found.keys.sorted() == ["/service0", "/service0/char0", "/service0/char1"].map { path + $0 }
    )
    let service = found[path + "/service0"]?["org.bluez.GattService1"]
    #expect(service?["UUID"]?.text == BluetoothNumber.long("180D"))
    #expect(service?["Primary"]?.flag == true)
    let rate = found[path + "/service0/char0"]?[Self.characteristic]
    #expect(rate?["UUID"]?.text == BluetoothNumber.long("2A37"))
    #expect(rate?["Service"]?.text == path + "/service0")
    #expect(rate?["Flags"]?.texts == ["read", "notify"])
    let point = found[path + "/service0/char1"]?[Self.characteristic]
    #expect(point?["Flags"]?.texts == ["write", "write-without-response"])
    desktop.base.order(.serve(app: Self.app, services: []))
    #expect(
      desktop.base.world.wait {
        (try? desktop.base.calls(of: "UnregisterApplication", at: Self.adapter).count) == 1
      }
    )
  }

  @Test("is read and written by centrals, who wait for the app's answer")
  func answering() throws {
    let desktop = try Desktop()
    let path = try desktop.publish()
    var read: Result<BusReply, BusFailure>?
    try desktop.ask("Read", path + "/service0/char0") { read = $0 }
    #expect(desktop.base.world.wait { desktop.requests.count == 1 })
    let question = try #require(desktop.requests.first)
    #expect(
      question
        == CentralRequest(
          identifier: question.identifier,
          kind: .read,
          service: "180D",
          characteristic: "2A37",
          central: BluetoothTests.address,
          offset: 2
        )
    )
    #expect(read == nil)
    let first = try #require(question.identifier)
    desktop.base.order(.answer(request: first, .value([0, 72])))
    #expect(desktop.base.world.wait { read != nil })
    #expect(try read?.get().values == [.bytes([0, 72])])
    var write: Result<BusReply, BusFailure>?
    try desktop.ask("Write", path + "/service0/char1", [1, 2]) { write = $0 }
    #expect(desktop.base.world.wait { desktop.requests.count == 2 })
    let order = try #require(desktop.requests.last)
    #expect(order.kind == .write && order.value == [1, 2] && order.identifier != first)
    desktop.base.order(.answer(request: try #require(order.identifier), .failure(code: 0x80)))
    #expect(desktop.base.world.wait { write != nil })
    #expect(throws: BusFailure.refused(name: "org.bluez.Error.Failed", message: "0x80")) {
      try write?.get()
    }
  }

  @Test("fails a central that no app answers in time, and at once while no daemon listens")
  func silence() throws {
    let desktop = try Desktop(answersWithin: .milliseconds(100))
    let path = try desktop.publish()
    let failed = BusFailure.refused(name: "org.bluez.Error.Failed", message: "0xe")
    for isAttached in [true, false] {
      desktop.base.world.outbox.isAttached = isAttached
      var read: Result<BusReply, BusFailure>?
      try desktop.ask("Read", path + "/service0/char0") { read = $0 }
      #expect(desktop.base.world.wait { read != nil })
      #expect(throws: failed) { try read?.get() }
      #expect(desktop.requests.count == 1)
    }
  }

  @Test("tells the centrals that have subscribed, and nobody else")
  func notifying() throws {
    let desktop = try Desktop()
    let path = try desktop.publish() + "/service0/char0"
    var told: [[UInt8]?] = []
    let listener = desktop.base.bus.match(
      "type='signal',path='\(path)',member='PropertiesChanged'"
    ) { told.append($0.values.dropFirst().first?["Value"]?.data) }
    defer { desktop.base.bus.cancel(listener) }
    func update(_ byte: UInt8) {
      desktop.base.order(
        .updateValue(app: Self.app, service: "180D", characteristic: "2A37", value: [byte])
      )
    }
    func tell(_ member: String) throws {
      var isDone = false
      try desktop.ask(member, path) { _ in isDone = true }
      #expect(desktop.base.world.wait { isDone })
    }
    update(1)
    try tell("Subscribe")
    update(2)
    #expect(desktop.base.world.wait { told == [[2]] })
    try tell("Unsubscribe")
    update(3)
    try tell("Subscribe")
    update(4)
    #expect(desktop.base.world.wait { told.last == [4] })
    #expect(told == [[2], [4]])
    #expect(desktop.requests.map(\.kind) == [.subscribe, .unsubscribe, .subscribe])
    #expect(desktop.requests.allSatisfy { $0.identifier == nil })
  }

  @Test("takes what needs no answer at once, and calls of BlueZ alone")
  func others() throws {
    let desktop = try Desktop()
    let path = try desktop.publish()
    var isDone = false
    try desktop.ask("Command", path + "/service0/char1", [7]) { _ in isDone = true }
    #expect(desktop.base.world.wait { isDone })
    let command = try #require(desktop.requests.first)
    #expect(command.kind == .write && command.value == [7] && command.identifier == nil)
    let stranger = BusCall(
      destination: try #require(desktop.base.bus.uniqueName),
      path: path + "/service0/char0",
      interface: Self.characteristic,
      member: "ReadValue",
      arguments: [.options([:])]
    )
    #expect(
      throws: BusFailure.refused(
        name: "org.freedesktop.DBus.Error.AccessDenied",
        message: "Only BlueZ may ask this."
      )
    ) {
      try desktop.base.world.answer(stranger, on: desktop.base.bus)
    }
    #expect(desktop.requests.count == 1)
  }

  @Test("leaves no central waiting when the daemon goes, and is offered anew when it comes")
  func comings() throws {
    let desktop = try Desktop()
    let path = try desktop.publish()
    var read: Result<BusReply, BusFailure>?
    try desktop.ask("Read", path + "/service0/char0") { read = $0 }
    #expect(desktop.base.world.wait { desktop.requests.count == 1 })
    desktop.base.part.attached()
    #expect(desktop.base.world.wait { read != nil })
    #expect(throws: BusFailure.self) { try read?.get() }
    // The next daemon orders anew, and gets objects of its own.
    #expect(try desktop.publish() != path)
  }
}
