import AVFAudio
import CoreBluetooth
import ExternalAccessory
import Foundation
import PushToTalk
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

/// An app that talks on a channel.
@MainActor
private final class Talking: UIResponder, UIApplicationDelegate {
  static var lines: [String] = []
  static let channel = UUID(uuidString: "11111111-2222-3333-4444-555555555555") ?? UUID()
  /// When it makes its manager, in a task of the launch; `nil`: in the launch itself.
  static var delay: Duration?
  static var makesManager = true
  private(set) static var current: Talking?
  private(set) var manager: PTChannelManager?
  private let told = TalkingDelegate()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Self.current = self
    Self.lines.append("launched")
    guard Self.makesManager else { return true }
    if let delay = Self.delay {
      Task {
        try await Task.sleep(for: delay)
        manager = try await PTChannelManager.channelManager(
          delegate: told,
          restorationDelegate: told
        )
        Self.lines.append("managed")
      }
      return true
    }
    // There when this returns, behind which the system tells what it has restored.
    PTChannelManager.channelManager(delegate: told, restorationDelegate: told) { manager, _ in
      DispatchQueue.main.async { MainActor.assumeIsolated { self.manager = manager } }
    }
    return true
  }
}

private final class TalkingDelegate: NSObject, PTChannelManagerDelegate,
  PTChannelRestorationDelegate
{
  private func note(_ line: String) { MainActor.assumeIsolated { Talking.lines.append(line) } }

  func channelDescriptor(restoredChannelUUID channelUUID: UUID) -> PTChannelDescriptor {
    note("restoring")
    return PTChannelDescriptor(name: "Team", image: nil)
  }
  func channelManager(
    _ channelManager: PTChannelManager,
    didJoinChannel channelUUID: UUID,
    reason: PTChannelJoinReason
  ) { note("joined, \(reason)") }
  func channelManager(
    _ channelManager: PTChannelManager,
    didLeaveChannel channelUUID: UUID,
    reason: PTChannelLeaveReason
  ) { note("left, \(reason)") }
  func channelManager(
    _ channelManager: PTChannelManager,
    channelUUID: UUID,
    didBeginTransmittingFrom source: PTChannelTransmitRequestSource
  ) { note("transmitting") }
  func channelManager(
    _ channelManager: PTChannelManager,
    channelUUID: UUID,
    didEndTransmittingFrom source: PTChannelTransmitRequestSource
  ) { note("not transmitting") }
  func channelManager(
    _ channelManager: PTChannelManager,
    receivedEphemeralPushToken pushToken: Data
  ) { note("token of \(pushToken.count) bytes") }
  func incomingPushResult(
    channelManager: PTChannelManager,
    channelUUID: UUID,
    pushPayload: [String: Any]
  ) -> PTPushResult {
    guard let name = pushPayload["speaker"] as? String else { return .leaveChannel }
    note("\(name) speaks")
    return .activeRemoteParticipant(PTParticipant(name: name, image: nil))
  }
  func channelManager(
    _ channelManager: PTChannelManager,
    didActivate audioSession: AVAudioSession
  ) { note("sound") }
  func channelManager(
    _ channelManager: PTChannelManager,
    didDeactivate audioSession: AVAudioSession
  ) { note("silence") }
  func channelManager(
    _ channelManager: PTChannelManager,
    failedToJoinChannel channelUUID: UUID,
    error: Error
  ) { note("not joined: \((error as? PTChannelError)?.code.rawValue ?? -1)") }
  func channelManager(
    _ channelManager: PTChannelManager,
    failedToBeginTransmittingInChannel channelUUID: UUID,
    error: Error
  ) { note("may not transmit: \((error as? PTChannelError)?.code.rawValue ?? -1)") }
  func channelManager(
    _ channelManager: PTChannelManager,
    failedToStopTransmittingInChannel channelUUID: UUID,
    error: Error
  ) { note("nothing to stop: \((error as? PTChannelError)?.code.rawValue ?? -1)") }
}

private let talking = AppInformation([
  "CFBundleIdentifier": "com.example.talking", "UIBackgroundModes": ["push-to-talk", "audio"],
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
    init() {
      (Talking.delay, Talking.makesManager) = (nil, true)
      (Heart.lines, Talking.lines, Weighing.lines, Offering.lines) = ([], [], [], [])
    }

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
        Heart.lines.prefix(4)
          == ["launched", "for [\"strap\"]", "restored [2] []", "connected true"]
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
      #expect(Heart.lines.last == "news of 2A37")
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

    @Test("is a central that reads what an app offers, also by launching it")
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
          == ["launched", "for [\"beacon\"]", "restored [\"180D\"] true", "read 2A37", "on"]
      )
      // What it offers again takes the place of that.
      let manager = try #require(Offering.current?.manager)
      manager.add(Offering.service())
      try await device.central(.reads(service: "180D", characteristic: "2A37"))
      #expect(Offering.lines.suffix(2) == ["offers 180D", "read 2A37"])
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

    @Test("is a channel that the app joins, hears and restores")
    func channel() async throws {
      let device = try await SimulatedDevice(app: Talking.self, infoPlist: talking)
      try await device.launch()
      let manager = try #require(Talking.current?.manager)
      let descriptor = PTChannelDescriptor(name: "Team", image: nil)
      manager.requestJoinChannel(channelUUID: Talking.channel, descriptor: descriptor)
      try await device.advance(by: .seconds(1))
      #expect(
        Talking.lines == ["launched", "joined, developerRequest", "token of 32 bytes"]
      )
      #expect(manager.activeChannelUUID == Talking.channel)
      try await device.background()
      try await device.advance(by: .minutes(1))
      Talking.lines = []
      try await device.push(["aps": [:], "speaker": "Ada"], type: .pushToTalk)
      #expect(Talking.lines == ["Ada speaks", "sound"])
      try await device.advance(by: .seconds(5))
      Task { try await manager.setActiveRemoteParticipant(nil, channelUUID: Talking.channel) }
      try await device.advance(by: .minutes(1))
      #expect(Talking.lines.last == "silence")
      #expect(try await device.appState() == "suspended")
      try await device.memoryPressure(.critical)
      #expect(try await device.appState() == "notRunning")
      Talking.lines = []
      try await device.push(["aps": [:], "speaker": "Bob"], type: .pushToTalk)
      try await device.advance(by: .seconds(1))
      #expect(Talking.lines.prefix(3) == ["launched", "restoring", "joined, channelRestoration"])
      #expect(Talking.lines.contains("Bob speaks") && Talking.lines.contains("sound"))
      #expect(try await device.wakes(for: .pushToTalk).count == 2)
      // A push without a speaker is answered by leaving.
      try await device.push(["aps": [:]], type: .pushToTalk)
      try await device.advance(by: .seconds(1))
      #expect(Talking.lines.contains("left, developerRequest"))
      #expect(Talking.current?.manager?.activeChannelUUID == nil)
    }

    /// Has the app join the channel and end for its memory.
    private func joinedAndEnded(_ device: SimulatedDevice) async throws {
      let manager = try #require(Talking.current?.manager)
      let descriptor = PTChannelDescriptor(name: "Team", image: nil)
      manager.requestJoinChannel(channelUUID: Talking.channel, descriptor: descriptor)
      try await device.advance(by: .seconds(1))
      try await device.background()
      try await device.advance(by: .minutes(1))
      try await device.memoryPressure(.critical)
      #expect(try await device.appState() == "notRunning")
      Talking.lines = []
    }

    @Test("is a channel whose push waits for a manager that is made late")
    func lateManager() async throws {
      let device = try await SimulatedDevice(app: Talking.self, infoPlist: talking)
      try await device.launch()
      try await joinedAndEnded(device)
      Talking.delay = .seconds(2)
      try await device.push(["aps": [:], "speaker": "Bob"], type: .pushToTalk)
      #expect(Talking.lines == ["launched"])
      try await device.advance(by: .seconds(3))
      #expect(
        Talking.lines.prefix(4)
          == ["launched", "managed", "restoring", "joined, channelRestoration"]
      )
      #expect(Talking.lines.contains("Bob speaks") && Talking.lines.contains("sound"))
    }

    @Test("is a channel that is left where the app makes no manager for its push")
    func noManager() async throws {
      let device = try await SimulatedDevice(app: Talking.self, infoPlist: talking)
      try await device.launch()
      try await joinedAndEnded(device)
      Talking.makesManager = false
      try await device.push(["aps": [:], "speaker": "Bob"], type: .pushToTalk)
      try await device.advance(by: .minutes(1))
      #expect(Talking.lines == ["launched"])
      let before = try await device.wakes(for: .pushToTalk).count
      try? await device.push(["aps": [:], "speaker": "Bob"], type: .pushToTalk)
      #expect(try await device.wakes(for: .pushToTalk).count == before)
    }

    @Test("is a channel that the app may not join or speak on")
    func refusedChannel() async throws {
      let device = try await SimulatedDevice(app: Talking.self, infoPlist: talking)
      try await device.launch()
      let manager = try #require(Talking.current?.manager)
      manager.requestBeginTransmitting(channelUUID: Talking.channel)
      try await device.advance(by: .seconds(1))
      #expect(Talking.lines.last == "may not transmit: 1")
      manager.stopTransmitting(channelUUID: Talking.channel)
      try await device.advance(by: .seconds(1))
      #expect(Talking.lines.last == "nothing to stop: 1")
      try await device.background()
      let descriptor = PTChannelDescriptor(name: "Team", image: nil)
      manager.requestJoinChannel(channelUUID: Talking.channel, descriptor: descriptor)
      try await device.advance(by: .seconds(1))
      #expect(Talking.lines.last == "not joined: 6")
    }
  }
}
