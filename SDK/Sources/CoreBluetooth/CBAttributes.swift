public import Foundation
internal import Torpor

/// An attribute with a Bluetooth UUID.
open class CBAttribute: NSObject, @unchecked Sendable {
  /// The UUID.
  public let uuid: CBUUID
  init(_ uuid: CBUUID) { self.uuid = uuid }
}

/// A group of related characteristics.
open class CBService: CBAttribute, @unchecked Sendable {
  /// The peripheral that has it; `nil` for a service of the app's own.
  open private(set) weak var peripheral: CBPeripheral?
  /// Whether it is not part of another service.
  public let isPrimary: Bool
  /// The included services: none.
  open var includedServices: [CBService]? { nil }
  /// The characteristics that were requested, or that the app offers.
  open fileprivate(set) var characteristics: [CBCharacteristic]?

  init(_ uuid: CBUUID, isPrimary: Bool = true, of peripheral: CBPeripheral? = nil) {
    self.isPrimary = isPrimary
    self.peripheral = peripheral
    super.init(uuid)
  }

  /// Adds characteristics by their UUIDs, each once.
  func discover(_ numbers: [CBUUID]) {
    let known = characteristics ?? []
    let new = numbers.filter { number in !known.contains { $0.uuid == number } }
    characteristics = known + new.map { CBCharacteristic($0, of: self) }
  }
}

/// A service that the app offers.
open class CBMutableService: CBService, @unchecked Sendable {
  /// Makes a service without characteristics.
  public init(type UUID: CBUUID, primary isPrimary: Bool) { super.init(UUID, isPrimary: isPrimary) }

  /// The characteristics that it offers.
  open override var characteristics: [CBCharacteristic]? {
    get { super.characteristics }
    set {
      super.characteristics = newValue
      for value in newValue ?? [] { value.service = self }
    }
  }

  /// Makes a service that an earlier process has published: its values and permissions are no longer known.
  convenience init?(_ service: PeripheralService) {
    guard let number = CBUUID(said: service.number) else { return nil }
    self.init(type: number, primary: true)
    characteristics = service.characteristics.compactMap { offered in
      guard let number = CBUUID(said: offered.number) else { return nil }
      let properties = CBCharacteristicProperties(offered.uses)
      var permissions: CBAttributePermissions = []
      if properties.contains(.read) { permissions.insert(.readable) }
      if !properties.isDisjoint(with: [.write, .writeWithoutResponse]) {
        permissions.insert(.writeable)
      }
      return CBMutableCharacteristic(
        type: number,
        properties: properties,
        value: nil,
        permissions: permissions
      )
    }
  }

  /// The service in the system's form.
  var published: PeripheralService {
    PeripheralService(
      number: uuid.uuidString,
      characteristics: (characteristics ?? []).map {
        PeripheralCharacteristic(number: $0.uuid.uuidString, uses: $0.properties.uses)
      }
    )
  }
}

/// The permitted uses of a characteristic.
public struct CBCharacteristicProperties: OptionSet, Sendable {
  /// Apple's bits.
  public let rawValue: UInt
  /// Makes properties from Apple's bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// It can be read.
  public static let read = CBCharacteristicProperties(rawValue: 0x02)
  /// It can be written without waiting.
  public static let writeWithoutResponse = CBCharacteristicProperties(rawValue: 0x04)
  /// It can be written.
  public static let write = CBCharacteristicProperties(rawValue: 0x08)
  /// It notifies of changes.
  public static let notify = CBCharacteristicProperties(rawValue: 0x10)
  /// It notifies of changes, and each must be confirmed.
  public static let indicate = CBCharacteristicProperties(rawValue: 0x20)
  /// It is broadcast in advertisements; not supported by the system.
  public static let broadcast = CBCharacteristicProperties(rawValue: 0x01)
  /// It can be written with a signature; not supported by the system.
  public static let authenticatedSignedWrites = CBCharacteristicProperties(rawValue: 0x40)
  /// It has extended properties; ignored by the system.
  public static let extendedProperties = CBCharacteristicProperties(rawValue: 0x80)
  /// It notifies of changes once paired; ignored by the system.
  public static let notifyEncryptionRequired = CBCharacteristicProperties(rawValue: 0x100)
  /// It notifies of changes once paired, and each must be confirmed; ignored by the system.
  public static let indicateEncryptionRequired = CBCharacteristicProperties(rawValue: 0x200)

  private static var known: [(CBCharacteristicProperties, PeripheralCharacteristic.Use)] {
    [
      (.read, .read), (.write, .write), (.writeWithoutResponse, .writeWithoutResponse),
      (.notify, .notify), (.indicate, .indicate),
    ]
  }

  fileprivate var uses: [PeripheralCharacteristic.Use] {
    Self.known.filter { contains($0.0) }.map(\.1)
  }

  fileprivate init(_ uses: [PeripheralCharacteristic.Use]) {
    self = Self.known.filter { uses.contains($0.1) }.reduce(into: []) { $0.formUnion($1.0) }
  }
}

/// The permissions of a characteristic; ignored by the system, because they do not pair its connections.
public struct CBAttributePermissions: OptionSet, Sendable {
  /// Apple's bits.
  public let rawValue: UInt
  /// Makes permissions from Apple's bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Every central can read it.
  public static let readable = CBAttributePermissions(rawValue: 0x01)
  /// Every central can write it.
  public static let writeable = CBAttributePermissions(rawValue: 0x02)
  /// A paired central can read it.
  public static let readEncryptionRequired = CBAttributePermissions(rawValue: 0x04)
  /// A paired central can write it.
  public static let writeEncryptionRequired = CBAttributePermissions(rawValue: 0x08)
}

/// A characteristic of a service.
open class CBCharacteristic: CBAttribute, @unchecked Sendable {
  /// The service.
  open fileprivate(set) weak var service: CBService?
  /// The permitted uses; unknown for a peripheral's characteristic, for which this is `notify`.
  public let properties: CBCharacteristicProperties
  /// The value; unknown for a peripheral's characteristic, which is read from BlueZ.
  open fileprivate(set) var value: Data?
  /// Its descriptors: none are known.
  open var descriptors: [CBDescriptor]? { nil }
  /// The system's name for it, which lets a later process identify its service.
  var name: String {
    service.map { "\($0.uuid.uuidString):\(uuid.uuidString)" } ?? uuid.uuidString
  }
  /// Whether the app has requested notifications of changes.
  open var isNotifying: Bool { notifies }
  var notifies = false

  init(_ uuid: CBUUID, of service: CBService) {
    self.service = service
    properties = .notify
    super.init(uuid)
  }

  fileprivate init(_ uuid: CBUUID, _ properties: CBCharacteristicProperties, _ value: Data?) {
    self.properties = properties
    self.value = value
    super.init(uuid)
  }
}

/// A characteristic that the app offers; the app answers each central that reads it.
open class CBMutableCharacteristic: CBCharacteristic, @unchecked Sendable {
  /// The permissions of the characteristic.
  public let permissions: CBAttributePermissions

  /// Makes a characteristic.
  public init(
    type UUID: CBUUID,
    properties: CBCharacteristicProperties,
    value: Data?,
    permissions: CBAttributePermissions
  ) {
    self.permissions = permissions
    super.init(UUID, properties, value)
  }

  /// The value that a central reads without the app; `nil`: the app answers.
  open override var value: Data? {
    get { super.value }
    set { super.value = newValue }
  }
}

/// A description of a characteristic; the daemon has none.
open class CBDescriptor: CBAttribute, @unchecked Sendable {
  /// The characteristic.
  open private(set) weak var characteristic: CBCharacteristic?
  /// The description: unknown.
  open var value: Any? { nil }
}

/// Whether the peripheral confirms a write.
public enum CBCharacteristicWriteType: Int, Sendable {
  /// It confirms it.
  case withResponse = 0
  /// It does not confirm it.
  case withoutResponse = 1
}
