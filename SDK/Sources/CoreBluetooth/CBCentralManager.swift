internal import AppleSupport
public import Foundation
internal import Torpor

/// The peripherals that the app connects to.
///
/// To be woken, the app needs `bluetooth-central` in `UIBackgroundModes`. With
/// `CBCentralManagerOptionRestoreIdentifierKey`, the manager's requests outlive the process, and their events launch
/// the app. The daemon has one central for each app: every manager receives the events of every peripheral.
open class CBCentralManager: CBManager, @unchecked Sendable {
  private let lock = NSLock()
  /// Guarded by `lock`, as are the next members.
  private weak var told: (any CBCentralManagerDelegate)?
  private var scans = false
  private var peripherals: [String: CBPeripheral] = [:]
  private let restoration = Restoration()
  let restoreIdentifier: String?

  /// Makes a manager that has no delegate.
  public convenience init() { self.init(delegate: nil, queue: nil) }

  /// Makes a manager that calls its delegate on a queue, by default the main queue.
  public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
    self.init(delegate: delegate, queue: queue, options: nil)
  }

  /// Makes a manager; only the option `CBCentralManagerOptionRestoreIdentifierKey` has an effect.
  public init(
    delegate: (any CBCentralManagerDelegate)?,
    queue: DispatchQueue?,
    options: [String: Any]? = nil
  ) {
    restoreIdentifier = options?[CBCentralManagerOptionRestoreIdentifierKey] as? String
    told = delegate
    super.init(queue: queue)
    RadioBridge.shared.add(self)
    begin { [weak self] in
      guard let self else { return }
      self.delegate?.centralManagerDidUpdateState(self)
    }
  }

  /// Receives events; held weakly.
  open weak var delegate: (any CBCentralManagerDelegate)? {
    get { lock.withLock { told } }
    set { lock.withLock { told = newValue } }
  }
  /// Whether it is scanning.
  open var isScanning: Bool { lock.withLock { scans } }

  private func central(_ application: Application) -> CentralManager {
    restoreIdentifier.map { application.centralManager(restoreIdentifier: $0) }
      ?? application.centralManager
  }

  /// Returns the object for an address, which stays the same for the manager.
  func peripheral(_ address: String) -> CBPeripheral {
    lock.withLock {
      let peripheral = peripherals[address] ?? CBPeripheral(address, of: self)
      peripherals[address] = peripheral
      return peripheral
    }
  }

  // MARK: The app's requests; the thread waits for the system's answer

  /// Connects to a peripheral now or when it comes into range; there is no time-out.
  open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
    prepare()
    // The system does not report again a connection that existed for an earlier process, or for another manager.
    let count = peripheral.connectionCount
    let former = peripheral.state
    let isThere = former == .connected
    if !isThere { peripheral.become(.connecting) }
    do throws(TorporError) {
      try central(AppleSystem.application()).connect(peripheral.address)
      guard isThere else { return }
      queue.async {
        guard peripheral.answeredConnection(since: count) else { return }
        self.delegate?.centralManager(self, didConnect: peripheral)
      }
    } catch {
      peripheral.become(former)
      let failure = CBError(.unknown, error.description)
      queue.async {
        self.delegate?.centralManager(self, didFailToConnect: peripheral, error: failure)
      }
    }
  }

  /// Ends a connection, or the attempt to make one.
  open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
    prepare()
    let wasConnected = peripheral.state == .connected
    peripheral.become(.disconnected)
    AppleSystem.attempt { application throws(TorporError) in
      try central(application).cancelPeripheralConnection(peripheral.address)
    }
    // The system reports no connection that is no longer wanted.
    guard wasConnected else { return }
    queue.async {
      self.delegate?.centralManager(
        self,
        didDisconnectPeripheral: peripheral,
        timestamp: CFAbsoluteTimeGetCurrent(),
        isReconnecting: false,
        error: nil
      )
    }
  }

  /// Scans for peripherals with one of the services; in the background, the services must be given.
  open func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil)
  {
    prepare()
    let isDone: Void? = AppleSystem.attempt { application throws(TorporError) in
      try central(application).scanForPeripherals(
        withServices: serviceUUIDs?.map(\.uuidString) ?? []
      )
    }
    lock.withLock { scans = isDone != nil }
  }

  /// Stops scanning.
  open func stopScan() {
    prepare()
    lock.withLock { scans = false }
    AppleSystem.attempt { application throws(TorporError) in try central(application).stopScan() }
  }

  /// The optional features of a device.
  public struct Feature: OptionSet, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Makes features from Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Scans and connections of longer range.
    public static let extendedScanAndConnect = Feature(rawValue: 1)
  }

  /// Returns false: the system does not report features.
  open class func supports(_ features: Feature) -> Bool { false }

  /// Has no effect: connections of other apps are not reported.
  open func registerForConnectionEvents(
    options: [CBConnectionEventMatchingOption: Any]? = nil
  ) {}

  /// Returns the peripherals with the identifiers, whether or not they are in range: an identifier contains the
  /// address.
  open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
    prepare()
    let known = lock.withLock { Array(peripherals.values) }
    return identifiers.compactMap { identifier in
      known.first { $0.identifier == identifier }
        ?? CBPeripheral.address(in: identifier).map { peripheral($0) }
    }
  }

  /// Returns the peripherals that the app is connected to, whatever services they have.
  open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
    prepare()
    return lock.withLock { peripherals.values.filter { $0.state == .connected } }
  }

  // MARK: Events

  @discardableResult
  override func prepare() -> Bool {
    guard let restoreIdentifier else { return true }
    return restoration.prepare {
      let standing = AppleSystem.attempt { application throws(TorporError) in
        try central(application).currentStanding()
      }
      guard let standing else { return false }
      let found = standing.connections.map { connection in
        let peripheral = peripheral(connection.peripheral)
        peripheral.restore(connection.characteristics, isConnected: connection.isConnected)
        return peripheral
      }
      if standing.scan != nil { lock.withLock { scans = true } }
      keep(restoreIdentifier, found, scan: standing.scan)
      return true
    }
  }

  private func keep(_ identifier: String, _ peripherals: [CBPeripheral], scan: [String]?) {
    guard RadioBridge.shared.isFirst("central", identifier) else { return }
    var told: [String: Any] = [:]
    if !peripherals.isEmpty { told[CBCentralManagerRestoredStatePeripheralsKey] = peripherals }
    if let scan {
      told[CBCentralManagerRestoredStateScanServicesKey] = scan.compactMap { CBUUID(said: $0) }
    }
    if !told.isEmpty { restoration.keep(told) }
  }

  override func restore() {
    prepare()
    if let state = restoration.take() { delegate?.centralManager(self, willRestoreState: state) }
  }

  /// Restores the state that the system reports, which is less than it answers.
  func restored(_ state: BluetoothState) {
    if !prepare(), let restoreIdentifier {
      let found = state.peripherals.map { address in
        let peripheral = peripheral(address)
        peripheral.restore([], isConnected: false)
        return peripheral
      }
      if !state.services.isEmpty { lock.withLock { scans = true } }
      keep(restoreIdentifier, found, scan: state.services.isEmpty ? nil : state.services)
    }
    restore()
  }

  func connected(_ address: String) {
    precede()
    let peripheral = peripheral(address)
    if peripheral.connected() { delegate?.centralManager(self, didConnect: peripheral) }
  }

  func disconnected(_ address: String) {
    precede()
    let peripheral = peripheral(address)
    peripheral.become(.disconnected)
    let error = CBError(.peripheralDisconnected, "The peripheral \(address) is gone.")
    delegate?.centralManager(
      self,
      didDisconnectPeripheral: peripheral,
      timestamp: CFAbsoluteTimeGetCurrent(),
      isReconnecting: false,
      error: error
    )
  }

  /// Handles an update of a value that the app has subscribed to.
  func updated(_ address: String) {
    precede()
    peripheral(address).tellOfValues()
  }

  func discovered(_ address: String, _ services: [String]) {
    precede()
    delegate?.centralManager(
      self,
      didDiscover: peripheral(address),
      advertisementData: [
        CBAdvertisementDataServiceUUIDsKey: services.compactMap { CBUUID(said: $0) }
      ],
      // Bluetooth's value for an unknown signal strength.
      rssi: 127
    )
  }
}

/// The events of peripherals; called on the manager's queue.
@preconcurrency
public protocol CBCentralManagerDelegate: NSObjectProtocol {
  /// The availability of Bluetooth is known, or has changed.
  func centralManagerDidUpdateState(_ central: CBCentralManager)
  /// The process was launched for a request of an earlier one.
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
  /// A scan has found a peripheral.
  func centralManager(
    _ central: CBCentralManager,
    didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any],
    rssi RSSI: NSNumber
  )
  /// A peripheral was connected.
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
  /// The system has refused the request.
  func centralManager(
    _ central: CBCentralManager,
    didFailToConnect peripheral: CBPeripheral,
    error: (any Error)?
  )
  /// A peripheral was disconnected.
  func centralManager(
    _ central: CBCentralManager,
    didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  )
  /// A peripheral was disconnected; calls the form without the time if it is not implemented. No connection is made
  /// again automatically.
  func centralManager(
    _ central: CBCentralManager,
    didDisconnectPeripheral peripheral: CBPeripheral,
    timestamp: CFAbsoluteTime,
    isReconnecting: Bool,
    error: (any Error)?
  )
  /// Never called.
  func centralManager(
    _ central: CBCentralManager,
    connectionEventDidOccur event: CBConnectionEvent,
    for peripheral: CBPeripheral
  )
}

extension CBCentralManagerDelegate {
  /// Does nothing.
  public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager,
    didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {}
  /// Does nothing.
  public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}
  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager,
    didFailToConnect peripheral: CBPeripheral,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager,
    didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {}
  /// Calls the form without the time.
  public func centralManager(
    _ central: CBCentralManager,
    didDisconnectPeripheral peripheral: CBPeripheral,
    timestamp: CFAbsoluteTime,
    isReconnecting: Bool,
    error: (any Error)?
  ) { centralManager(central, didDisconnectPeripheral: peripheral, error: error) }
  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager,
    connectionEventDidOccur event: CBConnectionEvent,
    for peripheral: CBPeripheral
  ) {}
}

/// The events of another app's connection; never reported.
public enum CBConnectionEvent: Int, Sendable {
  /// The connection has ended.
  case peerDisconnected = 0
  /// The connection has been made.
  case peerConnected = 1
}

/// The connections whose events an app wants to receive.
public struct CBConnectionEventMatchingOption: RawRepresentable, Hashable, Sendable {
  /// Apple's name.
  public let rawValue: String
  /// Makes an option from Apple's name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Connections to peripherals with one of the services.
  public static let serviceUUIDs = CBConnectionEventMatchingOption(rawValue: "ServiceUUIDs")
  /// Connections to the peripherals.
  public static let peripheralUUIDs = CBConnectionEventMatchingOption(rawValue: "PeripheralUUIDs")
}
