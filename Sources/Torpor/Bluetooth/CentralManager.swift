internal import Synchronization
internal import TorporAppModel
internal import TorporAppWire

/// The peripherals that the app connects to (`CBCentralManager`).
///
/// To be woken, the app needs `bluetooth-central` in `UIBackgroundModes`. With a restore identifier, the manager's
/// requests outlive the process, and their events launch the app.
public struct CentralManager: Sendable {
  let application: Application
  /// The identifier under which its requests outlive the process; `nil`: they end with it.
  public let restoreIdentifier: String?

  /// Receives events of peripherals, for all central managers of the app; held weakly.
  public var delegate: (any CentralManagerDelegate)? {
    get { application.delegates.central }
    nonmutating set { application.changing.withLock { $0.delegates.central = newValue } }
  }

  /// Connects to a peripheral, now or when it comes into range; there is no time-out.
  ///
  /// - Throws: `TorporError`: `modeNotDeclared`, `notAuthorized`, or `stopped` after `stop()`.
  public func connect(_ peripheral: String) async throws(TorporError) {
    try await call(
      App.ConnectPeripheral(peripheral: peripheral, restoreIdentifier: restoreIdentifier)
    )
  }

  /// Ends a connection, or the attempt to make one.
  ///
  /// - Throws: The same errors as `connect(_:)`.
  public func cancelPeripheralConnection(_ peripheral: String) async throws(TorporError) {
    try await call(App.CancelPeripheralConnection(peripheral: peripheral))
  }

  /// Scans for peripherals with one of the services; in the background, the services must be given.
  ///
  /// - Throws: The same errors as `connect(_:)`.
  public func scanForPeripherals(withServices services: [String] = []) async throws(TorporError) {
    try await call(
      App.ScanForPeripherals(services: services, restoreIdentifier: restoreIdentifier)
    )
  }

  /// Stops scanning.
  ///
  /// - Throws: The same errors as `connect(_:)`.
  public func stopScan() async throws(TorporError) { try await call(App.StopScan()) }

  /// Starts or stops notifications about a characteristic of a peripheral (`CBPeripheral`).
  ///
  /// - Throws: The same errors as `connect(_:)`.
  public func setNotifyValue(
    _ enabled: Bool,
    for characteristic: String,
    of peripheral: String
  ) async throws(TorporError) {
    try await call(
      App.SetNotifyValue(peripheral: peripheral, characteristic: characteristic, isOn: enabled)
    )
  }

  /// The requests of the manager that are still in effect, from any process of the app.
  ///
  /// - Throws: The same errors as `connect(_:)`.
  public var standing: StandingBluetooth {
    get async throws(TorporError) {
      StandingBluetooth(
        try await application.call(
          App.StandingBluetooth(restoreIdentifier: restoreIdentifier),
          subject: "Bluetooth"
        )
      )
    }
  }

  private func call(_ call: some KeyedCall) async throws(TorporError) {
    try await application.call(call, subject: "Bluetooth")
  }
}

extension StandingBluetooth {
  init(_ reply: App.StandingBluetooth.Reply) {
    self.init(
      connections: reply.connections,
      scan: reply.scan,
      advertising: reply.advertising,
      services: reply.services,
      centrals: reply.centrals,
      peripherals: reply.peripherals
    )
  }
}

/// The events of peripherals, which are identified by their addresses (`CBCentralManagerDelegate`).
///
/// Every method has a default that does nothing. All run on the main actor, in order with all other callbacks; an app
/// that one of them has woken may run for about 10 s.
@MainActor
public protocol CentralManagerDelegate: AnyObject, Sendable {
  /// The process was launched for Bluetooth; this is called first. `central` has the restore identifier.
  func centralManager(
    _ central: CentralManager,
    willRestoreState state: BluetoothState
  ) async
  /// A peripheral was connected.
  func centralManager(_ central: CentralManager, didConnect peripheral: String) async
  /// A peripheral was disconnected.
  func centralManager(_ central: CentralManager, didDisconnectPeripheral peripheral: String) async
  /// A peripheral was found by a scan.
  func centralManager(
    _ central: CentralManager,
    didDiscover peripheral: String,
    services: [String]
  ) async
  /// A characteristic with notifications has changed (`peripheral(_:didUpdateValueFor:error:)`).
  ///
  /// Read its value from BlueZ.
  func centralManager(
    _ central: CentralManager,
    didUpdateValueOf peripheral: String
  ) async
}

extension CentralManagerDelegate {
  /// Does nothing.
  public func centralManager(
    _ central: CentralManager,
    willRestoreState state: BluetoothState
  ) async {}
  /// Does nothing.
  public func centralManager(_ central: CentralManager, didConnect peripheral: String) async {}
  /// Does nothing.
  public func centralManager(
    _ central: CentralManager,
    didDisconnectPeripheral peripheral: String
  ) async {}
  /// Does nothing.
  public func centralManager(
    _ central: CentralManager,
    didDiscover peripheral: String,
    services: [String]
  ) async {}
  /// Does nothing.
  public func centralManager(
    _ central: CentralManager,
    didUpdateValueOf peripheral: String
  ) async {}
}

/// The activities of a manager when the app's last process ended.
public struct BluetoothState: Hashable, Sendable {
  /// The peripherals that it was connected to, or was trying to connect to.
  public let peripherals: [String]
  /// The services that it was scanning for, or was advertising.
  public let services: [String]
}

extension Application {
  /// The peripherals that the app connects to; the manager's requests end with the process.
  public var centralManager: CentralManager {
    CentralManager(application: self, restoreIdentifier: nil)
  }

  /// Returns a manager of the peripherals that the app connects to; its requests outlive the process
  /// (`CBCentralManagerOptionRestoreIdentifierKey`).
  public func centralManager(restoreIdentifier: String) -> CentralManager {
    CentralManager(application: self, restoreIdentifier: restoreIdentifier)
  }

  @MainActor
  func handle(_ callback: BluetoothCallback) async {
    let (central, delegate) = (centralManager, delegates.central)
    switch callback {
    case .willRestoreState(let identifier, let peripherals, let services):
      let state = BluetoothState(peripherals: peripherals, services: services)
      await delegate?.centralManager(
        centralManager(restoreIdentifier: identifier),
        willRestoreState: state
      )
      await delegates.peripheral?.peripheralManager(
        peripheralManager(restoreIdentifier: identifier),
        willRestoreState: state
      )
    case .didConnect(let peripheral):
      await delegate?.centralManager(central, didConnect: peripheral)
    case .didDisconnect(let peripheral):
      await delegate?.centralManager(central, didDisconnectPeripheral: peripheral)
    case .didDiscover(let peripheral, let services):
      await delegate?.centralManager(central, didDiscover: peripheral, services: services)
    case .data(let peripheral):
      await delegate?.centralManager(central, didUpdateValueOf: peripheral)
    case .centralRequest(let request): await handle(request)
    }
  }
}
