internal import AppleSupport
public import Foundation
internal import Torpor

/// Peripherals that the app connects to.
///
/// Needs `bluetooth-central` in `UIBackgroundModes` to be woken. With `CBCentralManagerOptionRestoreIdentifierKey` its
/// requests outlive the process, and their events launch the app. The daemon has one central for each app: every manager
/// is told of every peripheral.
open class CBCentralManager: CBManager, @unchecked Sendable {
  private let lock = NSLock()
  /// Within `lock`, as the next ones.
  private weak var told: (any CBCentralManagerDelegate)?
  private var scans = false
  private var peripherals: [String: CBPeripheral] = [:]
  private let restoration = Restoration()
  let restoreIdentifier: String?

  /// Makes a manager that has no delegate.
  public convenience init() { self.init(delegate: nil, queue: nil) }

  /// Makes a manager that tells its delegate on a queue; on the main one where there is none.
  public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
    self.init(delegate: delegate, queue: queue, options: nil)
  }

  /// Makes a manager; `CBCentralManagerOptionRestoreIdentifierKey` is the option that has an effect.
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

  /// Told what happens; held weakly.
  open weak var delegate: (any CBCentralManagerDelegate)? {
    get { lock.withLock { told } }
    set { lock.withLock { told = newValue } }
  }
  /// Whether it scans.
  open var isScanning: Bool { lock.withLock { scans } }

  private func central(_ application: Application) -> CentralManager {
    restoreIdentifier.map { application.centralManager(restoreIdentifier: $0) }
      ?? application.centralManager
  }

  /// The object of an address, which stays the same for the manager.
  func peripheral(_ address: String) -> CBPeripheral {
    lock.withLock {
      let peripheral = peripherals[address] ?? CBPeripheral(address, of: self)
      peripherals[address] = peripheral
      return peripheral
    }
  }

  // MARK: What the app asks; the thread waits for the system's answer

  /// Connects to a peripheral now or when it comes near; there is no time-out.
  open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
    prepare()
    // The system does not tell again of a connection that was there for an earlier process, or for another manager.
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
    // The system tells of no connection that nobody wants any more.
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

  /// Scans for peripherals with one of the services; in the background they must be named.
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

  /// What a device may be able to do.
  public struct Feature: OptionSet, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Takes Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Scans and connections of longer range.
    public static let extendedScanAndConnect = Feature(rawValue: 1)
  }

  /// False: the system does not say.
  open class func supports(_ features: Feature) -> Bool { false }

  /// Without effect: connections of other apps are not told.
  open func registerForConnectionEvents(
    options: [CBConnectionEventMatchingOption: Any]? = nil
  ) {}

  /// Those with the identifiers, whether or not they are near: an identifier has the address in it.
  open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
    prepare()
    let known = lock.withLock { Array(peripherals.values) }
    return identifiers.compactMap { identifier in
      known.first { $0.identifier == identifier }
        ?? CBPeripheral.address(in: identifier).map { peripheral($0) }
    }
  }

  /// Those that the app is connected to, whatever their services are.
  open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
    prepare()
    return lock.withLock { peripherals.values.filter { $0.state == .connected } }
  }

  // MARK: What happens

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

  /// The system says what it restores, which is less than it answers.
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

  /// There is news of a value that the app follows.
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
      // What Bluetooth says where the strength is not known.
      rssi: 127
    )
  }
}

/// What an app does with what happens to peripherals; on the manager's queue.
@preconcurrency
public protocol CBCentralManagerDelegate: NSObjectProtocol {
  /// Whether Bluetooth can be used is known, or has changed.
  func centralManagerDidUpdateState(_ central: CBCentralManager)
  /// The process was launched for what an earlier one has asked for.
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
  /// A scan has found a peripheral.
  func centralManager(
    _ central: CBCentralManager,
    didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any],
    rssi RSSI: NSNumber
  )
  /// A peripheral is connected.
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
  /// The system does not take the request.
  func centralManager(
    _ central: CBCentralManager,
    didFailToConnect peripheral: CBPeripheral,
    error: (any Error)?
  )
  /// A peripheral is not connected any more.
  func centralManager(
    _ central: CBCentralManager,
    didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  )
  /// As the form without the time, which is called where this one is missing; nothing is connected again by itself.
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

/// What another app's connection does; never told.
public enum CBConnectionEvent: Int, Sendable {
  /// It has ended.
  case peerDisconnected = 0
  /// It is there.
  case peerConnected = 1
}

/// Which connections an app wants to be told of.
public struct CBConnectionEventMatchingOption: RawRepresentable, Hashable, Sendable {
  /// Apple's name.
  public let rawValue: String
  /// Takes Apple's name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Those to peripherals with one of the services.
  public static let serviceUUIDs = CBConnectionEventMatchingOption(rawValue: "ServiceUUIDs")
  /// Those to the peripherals.
  public static let peripheralUUIDs = CBConnectionEventMatchingOption(rawValue: "PeripheralUUIDs")
}
