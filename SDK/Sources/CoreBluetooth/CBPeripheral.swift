internal import AppleSupport
public import Foundation
internal import Torpor

/// Who is at the other end.
open class CBPeer: NSObject, @unchecked Sendable {
  /// A number that is the same on this device whenever it is met.
  public let identifier: UUID
  init(_ identifier: UUID) { self.identifier = identifier }
}

/// Whether a peripheral is connected.
public enum CBPeripheralState: Int, Sendable {
  /// It is not.
  case disconnected = 0
  /// It will be when it comes near.
  case connecting = 1
  /// It is.
  case connected = 2
  /// It will not be any more; never here.
  case disconnecting = 3
}

/// A device that offers services to the app.
///
/// The daemon knows it by its address, and that there is news; it reads no values. Services and characteristics that the
/// app names are taken to be there.
open class CBPeripheral: CBPeer, @unchecked Sendable {
  let address: String
  private let lock = NSLock()
  /// Within `lock`, as the next ones.
  private weak var told: (any CBPeripheralDelegate)?
  private var known: [CBService]?
  private var current = CBPeripheralState.disconnected
  /// How often the delegate of the manager was told that it is connected.
  private var connections = 0
  /// Whether a request for it was answered here, so that the system's event for the same connection is old.
  private var isAnswered = false
  private weak var manager: CBCentralManager?

  init(_ address: String, of manager: CBCentralManager) {
    self.address = address
    self.manager = manager
    super.init(CBPeripheral.identifier(of: address))
  }

  /// Not known: `nil`.
  open var name: String? { nil }
  /// Whether it is connected.
  open var state: CBPeripheralState { lock.withLock { current } }
  /// The services that the app has named.
  open var services: [CBService]? { lock.withLock { known } }
  /// Told what happens, on the manager's queue; held weakly.
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

  /// How often the manager's delegate was told of a connection so far.
  var connectionCount: Int { lock.withLock { connections } }

  /// The system has told of a connection.
  ///
  /// - Returns: Whether the delegate is to be told.
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

  /// A request for a connection that is there, which the system does not tell again.
  ///
  /// - Parameter count: `connectionCount` when it was asked for.
  /// - Returns: Whether the delegate is to be told.
  func answeredConnection(since count: Int) -> Bool {
    lock.withLock {
      guard connections == count, current == .connected else { return false }
      connections += 1
      isAnswered = true
      return true
    }
  }

  /// Knows what an earlier process has asked to be told of: `180D:2A37`.
  func restore(_ characteristics: [String], isConnected: Bool) {
    lock.withLock {
      // What was told meanwhile is newer.
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

  /// Takes the services that are named to be there, and tells the delegate; without names there are none.
  open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
    lock.withLock {
      let before = known ?? []
      let new = (serviceUUIDs ?? []).filter { number in !before.contains { $0.uuid == number } }
      known = before + new.map { CBService($0, of: self) }
    }
    tell { $0.peripheral($1, didDiscoverServices: nil) }
  }

  /// Takes the values that are named to be there, and tells the delegate; without names there are none.
  open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
    let numbers = characteristicUUIDs ?? []
    tell(behind: { service.discover(numbers) }) {
      $0.peripheral($1, didDiscoverCharacteristicsFor: service, error: nil)
    }
  }

  /// Has the app told of changes of a value, or no more; the thread waits for the system's answer.
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
  /// Without a response there is nobody to tell.
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

  /// The longest value that is written at once: Bluetooth's shortest, 20 bytes.
  open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int { 20 }
  /// Never: the daemon writes no values.
  open var canSendWriteWithoutResponse: Bool { false }
  /// Never known.
  open var ancsAuthorized: Bool { false }

  /// Finds none, and tells the delegate.
  open func discoverDescriptors(for characteristic: CBCharacteristic) {
    tell { $0.peripheral($1, didDiscoverDescriptorsFor: characteristic, error: nil) }
  }

  /// Finds none, and tells the delegate.
  open func discoverIncludedServices(_ includedServiceUUIDs: [CBUUID]?, for service: CBService) {
    tell { $0.peripheral($1, didDiscoverIncludedServicesFor: service, error: nil) }
  }

  /// Fails: the daemon does not know how strong the signal of a connection is.
  open func readRSSI() {
    let error = CBError(.operationNotSupported, "The system does not know the signal's strength.")
    // What Bluetooth says where the strength is not known.
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

  /// There is news, of one of the values that the app wants to be told of; the daemon does not say of which.
  func tellOfValues() {
    let notifying = (services ?? []).flatMap { $0.characteristics ?? [] }.filter(\.isNotifying)
    guard let delegate else { return }
    for characteristic in notifying {
      delegate.peripheral(self, didUpdateValueFor: characteristic, error: nil)
    }
  }

  /// On the manager's queue, where what services and values say changes, too.
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
