import CoreBluetooth
import Foundation
import SimulatedDevice
import Testing
import UIKit

private let strap = CBUUID(string: "180D")
private let rate = CBUUID(string: "2A37")

/// An app that is a peripheral, which the system restores.
@MainActor
private final class Offering: UIResponder, UIApplicationDelegate {
  static var lines: [String] = []
  private(set) static var current: Offering?
  private(set) var manager: CBPeripheralManager?
  private let told = OfferingDelegate()

  static func service() -> CBMutableService {
    let value = CBMutableCharacteristic(
      type: rate,
      properties: [.read, .notify],
      value: nil,
      permissions: .readable
    )
    let service = CBMutableService(type: strap, primary: true)
    service.characteristics = [value]
    return service
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Self.current = self
    Self.lines.append("launched")
    if let names = launchOptions?[.bluetoothPeripherals] as? [String] {
      Self.lines.append("for \(names)")
    }
    manager = CBPeripheralManager(
      delegate: told,
      queue: nil,
      options: [CBPeripheralManagerOptionRestoreIdentifierKey: "beacon"]
    )
    return true
  }
}

private final class OfferingDelegate: NSObject, CBPeripheralManagerDelegate {
  private var isRestored = false
  private func note(_ line: String) { MainActor.assumeIsolated { Offering.lines.append(line) } }

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    note(peripheral.state == .poweredOn ? "on" : "off")
    guard !isRestored, peripheral.state == .poweredOn else { return }
    peripheral.add(MainActor.assumeIsolated { Offering.service() })
    peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [strap]])
  }
  func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {
    let services = dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService] ?? []
    let data = dict[CBPeripheralManagerRestoredStateAdvertisementDataKey] as? [String: Any]
    isRestored = true
    note("restored \(services.map(\.uuid.uuidString)) \(data != nil)")
  }
  func peripheralManager(
    _ peripheral: CBPeripheralManager,
    didAdd service: CBService,
    error: Error?
  ) { note("offers \(service.uuid.uuidString)\(error == nil ? "" : " not")") }
  func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: Error?) {
    note("advertises \(peripheral.isAdvertising)")
  }
  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
    note("read \(request.characteristic.uuid.uuidString)")
    request.value = Data([0, 72])
    peripheral.respond(to: request, withResult: .success)
  }
}

private let offering = AppInformation([
  "CFBundleIdentifier": "com.example.offering", "UIBackgroundModes": ["bluetooth-peripheral"],
])

extension OneDevice {
  @MainActor
  @Suite("What an app offers to centrals")
  struct OfferingTests {
    init() { Offering.lines = [] }

    @Test("is read by a central, also where that launches the app")
    func offered() async throws {
      let device = try await SimulatedDevice(app: Offering.self, infoPlist: offering)
      try await device.launch()
      try await device.allowBluetooth(true)
      try await device.advance(by: .seconds(1))
      #expect(Offering.lines == ["launched", "on", "offers 180D", "advertises true"])
      try await device.background()
      try await device.advance(by: .minutes(1))
      try await device.memoryPressure(.critical)
      #expect(try await device.appState() == "notRunning")
      Offering.lines = []
      try await device.central(.reads(service: "180D", characteristic: "2A37"))
      #expect(
        Offering.lines
          == ["launched", "for [\"beacon\"]", "restored [\"180D\"] true", "on", "read 2A37"]
      )
      // What it offers again takes the place of that.
      let manager = try #require(Offering.current?.manager)
      manager.add(Offering.service())
      try await device.central(.reads(service: "180D", characteristic: "2A37"))
      #expect(Offering.lines.suffix(2) == ["offers 180D", "read 2A37"])
    }
  }
}
