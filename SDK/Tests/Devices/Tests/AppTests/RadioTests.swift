import CoreBluetooth
import ExternalAccessory
import Foundation
import SimulatedDevice
import Testing
import UIKit

private let strap = CBUUID(string: "180D")
private let rate = CBUUID(string: "2A37")
private let address = "AA:BB:CC:DD:EE:01"

/// An app for a heart rate strap, which the system restores.
@MainActor
private final class Heart: UIResponder, UIApplicationDelegate {
  static var lines: [String] = []
  private(set) static var current: Heart?
  private(set) var central: CBCentralManager?
  fileprivate let told = HeartDelegate()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Self.current = self
    Self.lines.append("launched")
    if let names = launchOptions?[.bluetoothCentrals] as? [String] {
      Self.lines.append("for \(names)")
    }
    central = CBCentralManager(
      delegate: told,
      queue: nil,
      options: [CBCentralManagerOptionRestoreIdentifierKey: "strap"]
    )
    return true
  }
}

private final class HeartDelegate: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
  /// Held, as Apple's systems want it.
  private var peripheral: CBPeripheral?

  private func note(_ line: String) { MainActor.assumeIsolated { Heart.lines.append(line) } }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    note(central.state == .poweredOn ? "on" : "off \(central.state.rawValue)")
  }
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    let peripherals = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
    let followed = peripherals.flatMap { $0.services ?? [] }.flatMap { $0.characteristics ?? [] }
      .filter(\.isNotifying).map(\.uuid.uuidString)
    note("restored \(peripherals.map(\.state.rawValue)) \(followed)")
    peripheral = peripherals.first
    peripheral?.delegate = self
  }
  func centralManager(
    _ central: CBCentralManager,
    didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    let services = advertisementData[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? []
    note("found \(services.map(\.uuidString)), \(RSSI)")
    self.peripheral = peripheral
    central.stopScan()
    central.connect(peripheral, options: nil)
  }
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    note("connected \(peripheral.state == .connected)")
    self.peripheral = peripheral
    peripheral.delegate = self
    peripheral.discoverServices([strap])
  }
  func centralManager(
    _ central: CBCentralManager,
    didDisconnectPeripheral peripheral: CBPeripheral,
    error: Error?
  ) {
    let code = error.map { CBError(_nsError: $0 as NSError).code }
    note("gone \(code == nil ? "as asked" : code == .peripheralDisconnected ? "by itself" : "?")")
    central.connect(peripheral, options: nil)
  }
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
    for service in peripheral.services ?? [] where service.uuid == strap {
      peripheral.discoverCharacteristics([rate], for: service)
    }
  }
  func peripheral(
    _ peripheral: CBPeripheral,
    didDiscoverCharacteristicsFor service: CBService,
    error: Error?
  ) {
    for value in service.characteristics ?? [] { peripheral.setNotifyValue(true, for: value) }
  }
  func peripheral(
    _ peripheral: CBPeripheral,
    didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: Error?
  ) { note("follows \(characteristic.uuid.uuidString) \(characteristic.isNotifying)") }
  func peripheral(
    _ peripheral: CBPeripheral,
    didUpdateValueFor characteristic: CBCharacteristic,
    error: Error?
  ) { note("news of \(characteristic.uuid.uuidString)") }
}

private let heart = AppInformation([
  "CFBundleIdentifier": "com.example.heart", "UIBackgroundModes": ["bluetooth-central"],
])

/// An app for a scale.
@MainActor
private final class Weighing: UIResponder, UIApplicationDelegate {
  static var lines: [String] = []
  static var session: EASession?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let manager = EAAccessoryManager.shared()
    manager.registerForLocalNotifications()
    for (name, text) in [
      (Notification.Name.EAAccessoryDidConnect, "here"),
      (Notification.Name.EAAccessoryDidDisconnect, "gone"),
    ] {
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
        let accessory = note.userInfo?[EAAccessoryKey] as? EAAccessory
        MainActor.assumeIsolated {
          Self.lines.append("\(accessory?.name ?? "-") \(text) \(accessory?.isConnected ?? false)")
          if let accessory, accessory.isConnected {
            Self.session = EASession(accessory: accessory, forProtocol: "com.example.scale")
          }
        }
      }
    }
    return true
  }
}

extension OneDevice {
  @MainActor
  @Suite("What comes near a device")
  struct RadioTests {
    init() { (Heart.lines, Weighing.lines) = ([], []) }

    @Test("is a peripheral that an app finds, connects to and follows")
    func peripheral() async throws {
      let device = try await SimulatedDevice(app: Heart.self, infoPlist: heart)
      try await device.launch()
      #expect(CBManager.authorization == .notDetermined)
      try await device.allowBluetooth(true)
      #expect(Heart.lines == ["launched", "on"])
      let central = try #require(Heart.current?.central)
      central.scanForPeripherals(withServices: [strap], options: nil)
      #expect(central.isScanning)
      try await device.peripheral(address, .advertises(["180D"]))
      try await device.peripheral(address, .connects)
      #expect(
        Heart.lines.dropFirst(2) == [
          "found [\"180D\"], 127", "connected true", "follows 2A37 true",
        ]
      )
      try await device.background()
      try await device.advance(by: .minutes(1))
      try await device.peripheral(address, .notifies)
      #expect(Heart.lines.last == "news of 2A37")
      let again = central.retrievePeripherals(
        withIdentifiers: central.retrieveConnectedPeripherals(withServices: []).map(\.identifier)
      )
      #expect(again.count == 1)
      try await device.peripheral(address, .disconnects)
      #expect(Heart.lines.last == "gone by itself")
      try await device.peripheral(address, .connects)
      central.cancelPeripheralConnection(try #require(again.first))
      try await device.advance(by: .seconds(1))
      #expect(Heart.lines.contains("gone as asked"))
    }

    @Test("is a peripheral that launches the app, which restores its manager")
    func restored() async throws {
      let device = try await SimulatedDevice(app: Heart.self, infoPlist: heart)
      try await device.launch()
      try await device.allowBluetooth(true)
      let central = try #require(Heart.current?.central)
      let known = "B1E70000-0000-4000-8000-AABBCCDDEE01"
      let identifier = try #require(UUID(uuidString: known))
      let strap = try #require(central.retrievePeripherals(withIdentifiers: [identifier]).first)
      central.connect(strap, options: nil)
      try await device.background()
      try await device.advance(by: .minutes(1))
      try await device.memoryPressure(.critical)
      #expect(try await device.appState() == "notRunning")
      Heart.lines = []
      try await device.peripheral(address, .connects)
      // Connected by now, which is the event that follows.
      #expect(
        Heart.lines.prefix(5)
          == ["launched", "for [\"strap\"]", "restored [2] []", "on", "connected true"]
      )
      #expect(Heart.lines.filter { $0.hasPrefix("connected") }.count == 1)
    }

    @Test("is a peripheral that is still connected after any launch, with what the app follows")
    func restoredConnection() async throws {
      let device = try await SimulatedDevice(app: Heart.self, infoPlist: heart)
      try await device.launch()
      try await device.allowBluetooth(true)
      let central = try #require(Heart.current?.central)
      central.scanForPeripherals(withServices: [strap], options: nil)
      try await device.peripheral(address, .advertises(["180D"]))
      try await device.peripheral(address, .connects)
      #expect(Heart.lines.last == "follows 2A37 true")
      try await device.background()
      try await device.advance(by: .minutes(1))
      try await device.memoryPressure(.critical)
      Heart.lines = []
      // News of a value launches it, and reaches what is restored.
      try await device.peripheral(address, .notifies)
      #expect(Heart.lines.contains("restored [2] [\"2A37\"]"))
      #expect(Heart.lines.last == "news of 2A37", "\(Heart.lines)")
      try await device.advance(by: .minutes(1))
      try await device.memoryPressure(.critical)
      Heart.lines = []
      // So does the user; a connection that is asked for again is told, though nothing has changed.
      try await device.launch()
      #expect(Heart.lines == ["launched", "restored [2] [\"2A37\"]", "on"])
      let again = try #require(Heart.current?.central)
      let strap = try #require(again.retrieveConnectedPeripherals(withServices: []).first)
      again.connect(strap, options: nil)
      try await device.advance(by: .seconds(1))
      #expect(Heart.lines.contains("connected true"))
    }

    @Test("is nothing to an app whose user does not allow Bluetooth")
    func refused() async throws {
      let device = try await SimulatedDevice(app: Heart.self, infoPlist: heart)
      try await device.launch()
      try await device.allowBluetooth(false)
      #expect(Heart.lines == ["launched", "off 3"])
      #expect(CBManager.authorization == .denied)
    }

    @Test("is an accessory, of which the app is notified")
    func accessory() async throws {
      let device = try await SimulatedDevice(
        app: Weighing.self,
        infoPlist: AppInformation([
          "CFBundleIdentifier": "com.example.weighing",
          "UIBackgroundModes": ["external-accessory"],
          "UISupportedExternalAccessoryProtocols": ["com.example.scale"],
        ])
      )
      try await device.launch()
      try await device.allowAccessories(true)
      try await device.connectAccessory("scale", protocols: ["com.example.scale"])
      #expect(Weighing.lines == ["scale here true"])
      #expect(EAAccessoryManager.shared().connectedAccessories.map(\.name) == ["scale"])
      #expect(Weighing.session?.accessory?.protocolStrings == ["com.example.scale"])
      Weighing.session = nil
      try await device.disconnectAccessory("scale")
      #expect(Weighing.lines.last == "scale gone false")
      #expect(EAAccessoryManager.shared().connectedAccessories.isEmpty)
    }
  }
}
