internal import AppleSupport
public import Foundation
internal import Torpor

/// The other end of a connection.
open class CBPeer: NSObject, @unchecked Sendable {
  /// A UUID that stays the same on this device.
  public let identifier: UUID
  init(_ identifier: UUID) { self.identifier = identifier }
}

/// Whether a peripheral is connected.
public enum CBPeripheralState: Int, Sendable {
  /// It is not connected.
  case disconnected = 0
  /// It will be connected when it comes into range.
  case connecting = 1
  /// It is connected.
  case connected = 2
  /// It is disconnecting; never used here.
  case disconnecting = 3
}

/// A device that offers services to the app.
///
/// The daemon knows its address and whether there are updates, but reads no values. Services and characteristics that
/// the app names are assumed to exist.
open class CBPeripheral: CBPeer, @unchecked Sendable {
  let address: String
  private let lock = NSLock()
  /// Guarded by `lock`, as are the next members.
  private weak var told: (any CBPeripheralDelegate)?
  private var known: [CBService]?
  private var current = CBPeripheralState.disconnected
  /// The number of times that the manager's delegate was notified of its connection.
  private var connections = 0
  /// Whether a request for it was answered here, so that the system's event for the same connection is out of date.
  private var isAnswered = false
  private weak var manager: CBCentralManager?

  init(_ address: String, of manager: CBCentralManager) {
    self.address = address
    self.manager = manager
    super.init(CBPeripheral.identifier(of: address))
  }

  /// The name, which is unknown: `nil`.
  open var name: String? { nil }
  /// Whether it is connected.
  open var state: CBPeripheralState { lock.withLock { current } }
  /// The services that the app has named.
  open var services: [CBService]? { lock.withLock { known } }
  /// Receives events, on the manager's queue; held weakly.
  open weak var delegate: (any CBPeripheralDelegate)? {
    get { lock.withLock { told } }
    set { lock.withLock { told = newValue } }
  }

  func become(_ state: CBPeripheralState) {
    lock.withLock {
      current = state
      if state == .disconnected { isAnswered = false }
    }
  }

  /// The number of connections reported to the manager's delegate so far.
  var connectionCount: Int { lock.withLock { connections } }

  /// Handles a connection that the system has reported.
  ///
  /// - Returns: Whether to call the delegate.
  func connected() -> Bool {
    lock.withLock {
      current = .connected
      guard !isAnswered else {
        isAnswered = false
        return false
      }
      connections += 1
      return true
    }
  }

  /// Handles a request for an existing connection, which the system does not report again.
  ///
  /// - Parameter count: `connectionCount` at the time of the request.
  /// - Returns: Whether to call the delegate.
  func answeredConnection(since count: Int) -> Bool {
    lock.withLock {
      guard connections == count, current == .connected else { return false }
      connections += 1
      isAnswered = true
      return true
    }
  }

  /// Restores the subscriptions of an earlier process: `180D:2A37`.
  func restore(_ characteristics: [String], isConnected: Bool) {
    lock.withLock {
      // An event received in the meantime is newer.
      if current == .disconnected { current = isConnected ? .connected : .connecting }
      for text in characteristics {
        let numbers = text.split(separator: ":").map(String.init)
        guard numbers.count == 2, let number = CBUUID(said: numbers[0]),
          let value = CBUUID(said: numbers[1])
        else { continue }
        let service = known?.first { $0.uuid == number } ?? CBService(number, of: self)
        service.discover([value])
        service.characteristics?.first { $0.uuid == value }?.notifies = true
        if known?.contains(where: { $0 === service }) != true { known = (known ?? []) + [service] }
      }
    }
  }

  /// Assumes that the named services exist, and notifies the delegate; without names there are none.
  open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
    lock.withLock {
      let before = known ?? []
      let new = (serviceUUIDs ?? []).filter { number in !before.contains { $0.uuid == number } }
      known = before + new.map { CBService($0, of: self) }
    }
    tell { $0.peripheral($1, didDiscoverServices: nil) }
  }

  /// Assumes that the named characteristics exist, and notifies the delegate; without names there are none.
  open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
    let numbers = characteristicUUIDs ?? []
    tell(behind: { service.discover(numbers) }) {
      $0.peripheral($1, didDiscoverCharacteristicsFor: service, error: nil)
    }
  }

  /// Starts or stops notifications of changes of a value; blocks the thread until the system answers.
  open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
    var failure: CBError?
    do throws(TorporError) {
      try AppleSystem.application().centralManager
        .setNotifyValue(enabled, for: characteristic.name, of: address)
    } catch {
      failure = CBError(.unknown, error.description)
    }
    let error = failure
    tell(behind: { if error == nil { characteristic.notifies = enabled } }) {
      $0.peripheral($1, didUpdateNotificationStateFor: characteristic, error: error)
    }
  }

  /// Fails: the daemon reads no values.
  open func readValue(for characteristic: CBCharacteristic) {
    let error = CBError(.operationNotSupported, Self.noValues)
    tell { $0.peripheral($1, didUpdateValueFor: characteristic, error: error) }
  }

  /// Fails: the daemon writes no values.
  ///
  /// Without a response, there is no method to report it to.
  open func writeValue(
    _ data: Data,
    for characteristic: CBCharacteristic,
    type: CBCharacteristicWriteType
  ) {
    guard type == .withResponse else { return }
    let error = CBError(.operationNotSupported, Self.noValues)
    tell { $0.peripheral($1, didWriteValueFor: characteristic, error: error) }
  }

  /// Fails: the daemon reads no values.
  open func readValue(for descriptor: CBDescriptor) {
    let error = CBError(.operationNotSupported, Self.noValues)
    tell { $0.peripheral($1, didUpdateValueFor: descriptor, error: error) }
  }

  /// Fails: the daemon writes no values.
  open func writeValue(_ data: Data, for descriptor: CBDescriptor) {
    let error = CBError(.operationNotSupported, Self.noValues)
    tell { $0.peripheral($1, didWriteValueFor: descriptor, error: error) }
  }

  /// Returns the longest value that is written at once: Bluetooth's minimum, 20 bytes.
  open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int { 20 }
  /// Always false: the daemon writes no values.
  open var canSendWriteWithoutResponse: Bool { false }
  /// Always false, because it is unknown.
  open var ancsAuthorized: Bool { false }

  /// Finds none, and notifies the delegate.
  open func discoverDescriptors(for characteristic: CBCharacteristic) {
    tell { $0.peripheral($1, didDiscoverDescriptorsFor: characteristic, error: nil) }
  }

  /// Finds none, and notifies the delegate.
  open func discoverIncludedServices(_ includedServiceUUIDs: [CBUUID]?, for service: CBService) {
    tell { $0.peripheral($1, didDiscoverIncludedServicesFor: service, error: nil) }
  }

  /// Fails: the daemon does not know the signal strength of a connection.
  open func readRSSI() {
    let error = CBError(.operationNotSupported, "The system does not know the signal's strength.")
    // Bluetooth's value for an unknown signal strength.
    tell { $0.peripheral($1, didReadRSSI: 127, error: error) }
  }

  /// Fails: the system opens no channels.
  open func openL2CAPChannel(_ PSM: CBL2CAPPSM) {
    let error = CBError(.operationNotSupported, "The system opens no L2CAP channels.")
    tell { $0.peripheral($1, didOpen: nil, error: error) }
  }

  static let noValues =
    "The system tells that a value has changed, and neither reads nor writes values. Ask BlueZ for it "
    + "(org.bluez.GattCharacteristic1)."

  /// Reports an update of one of the values that the app has subscribed to; the daemon does not say which.
  func tellOfValues() {
    let notifying = (services ?? []).flatMap { $0.characteristics ?? [] }.filter(\.isNotifying)
    guard let delegate else { return }
    for characteristic in notifying {
      delegate.peripheral(self, didUpdateValueFor: characteristic, error: nil)
    }
  }

  /// Calls the delegate on the manager's queue, where the services and values also change.
  private func tell(
    behind change: @escaping @Sendable () -> Void = {},
    _ call: @escaping @Sendable (any CBPeripheralDelegate, CBPeripheral) -> Void
  ) {
    (manager?.queue ?? .main).async {
      change()
      if let delegate = self.delegate { call(delegate, self) }
    }
  }
}
