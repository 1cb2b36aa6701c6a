public import Foundation
internal import Torpor

/// What has a number of Bluetooth.
open class CBAttribute: NSObject, @unchecked Sendable {
  /// The number.
  public let uuid: CBUUID
  init(_ uuid: CBUUID) { self.uuid = uuid }
}

/// Values that belong together.
open class CBService: CBAttribute, @unchecked Sendable {
  /// Where they are; `nil` for a service of the app's own.
  open private(set) weak var peripheral: CBPeripheral?
  /// Whether it is no part of another one.
  public let isPrimary: Bool
  /// The services in it: none.
  open var includedServices: [CBService]? { nil }
  /// The values that were asked for, or that the app offers.
  open fileprivate(set) var characteristics: [CBCharacteristic]?

  init(_ uuid: CBUUID, isPrimary: Bool = true, of peripheral: CBPeripheral? = nil) {
    self.isPrimary = isPrimary
    self.peripheral = peripheral
    super.init(uuid)
  }

  /// Knows those values by their numbers, each once.
  func discover(_ numbers: [CBUUID]) {
    let known = characteristics ?? []
    let new = numbers.filter { number in !known.contains { $0.uuid == number } }
    characteristics = known + new.map { CBCharacteristic($0, of: self) }
  }
}

/// A service that the app offers.
open class CBMutableService: CBService, @unchecked Sendable {
  /// Makes a service without values.
  public init(type UUID: CBUUID, primary isPrimary: Bool) { super.init(UUID, isPrimary: isPrimary) }

  /// The values that it offers.
  open override var characteristics: [CBCharacteristic]? {
    get { super.characteristics }
    set {
      super.characteristics = newValue
      for value in newValue ?? [] { value.service = self }
    }
  }

  /// One that an earlier process has published: what the values are, and who may use them, is not known any more.
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

  /// As the system takes it.
  var published: PeripheralService {
    PeripheralService(
      number: uuid.uuidString,
      characteristics: (characteristics ?? []).map {
        PeripheralCharacteristic(number: $0.uuid.uuidString, uses: $0.properties.uses)
      }
    )
  }
}

/// What may be done with a value.
public struct CBCharacteristicProperties: OptionSet, Sendable {
  /// Apple's bits.
  public let rawValue: UInt
  /// Makes properties of Apple's bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Ask for it.
  public static let read = CBCharacteristicProperties(rawValue: 0x02)
  /// Set it without waiting.
  public static let writeWithoutResponse = CBCharacteristicProperties(rawValue: 0x04)
  /// Set it.
  public static let write = CBCharacteristicProperties(rawValue: 0x08)
  /// Be told of changes.
  public static let notify = CBCharacteristicProperties(rawValue: 0x10)
  /// Be told of changes, and confirm each.
  public static let indicate = CBCharacteristicProperties(rawValue: 0x20)
  /// Say it in advertisements; the system does not.
  public static let broadcast = CBCharacteristicProperties(rawValue: 0x01)
  /// Set it with a signature; the system does not.
  public static let authenticatedSignedWrites = CBCharacteristicProperties(rawValue: 0x40)
  /// It has more properties; the system does not look at them.
  public static let extendedProperties = CBCharacteristicProperties(rawValue: 0x80)
  /// Be told of changes once paired; the system does not look at it.
  public static let notifyEncryptionRequired = CBCharacteristicProperties(rawValue: 0x100)
  /// Be told of changes once paired, and confirm each; the system does not look at it.
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

/// Who may do it; the system does not look at it, since connections are not paired by it.
public struct CBAttributePermissions: OptionSet, Sendable {
  /// Apple's bits.
  public let rawValue: UInt
  /// Makes permissions of Apple's bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Everybody reads.
  public static let readable = CBAttributePermissions(rawValue: 0x01)
  /// Everybody writes.
  public static let writeable = CBAttributePermissions(rawValue: 0x02)
  /// Who is paired reads.
  public static let readEncryptionRequired = CBAttributePermissions(rawValue: 0x04)
  /// Who is paired writes.
  public static let writeEncryptionRequired = CBAttributePermissions(rawValue: 0x08)
}

/// A value of a service.
open class CBCharacteristic: CBAttribute, @unchecked Sendable {
  /// The service.
  open fileprivate(set) weak var service: CBService?
  /// What may be done with it; of a peripheral's not known, and `notify`.
  public let properties: CBCharacteristicProperties
  /// The bytes; of a peripheral's not known: they are read from BlueZ.
  open fileprivate(set) var value: Data?
  /// Its descriptors: none are known.
  open var descriptors: [CBDescriptor]? { nil }
  /// What the system knows it by, so that a later process knows its service.
  var name: String {
    service.map { "\($0.uuid.uuidString):\(uuid.uuidString)" } ?? uuid.uuidString
  }
  /// Whether the app has asked to be told of changes.
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

/// A value that the app offers; each central that reads it asks the app.
open class CBMutableCharacteristic: CBCharacteristic, @unchecked Sendable {
  /// Who may do something with it.
  public let permissions: CBAttributePermissions

  /// Makes a value.
  public init(
    type UUID: CBUUID,
    properties: CBCharacteristicProperties,
    value: Data?,
    permissions: CBAttributePermissions
  ) {
    self.permissions = permissions
    super.init(UUID, properties, value)
  }

  /// The bytes that a central reads without the app; `nil`: the app is asked.
  open override var value: Data? {
    get { super.value }
    set { super.value = newValue }
  }
}

/// What is said about a value; the daemon knows none.
open class CBDescriptor: CBAttribute, @unchecked Sendable {
  /// The value.
  open private(set) weak var characteristic: CBCharacteristic?
  /// What is said: not known.
  open var value: Any? { nil }
}

/// Whether the peripheral confirms what is written.
public enum CBCharacteristicWriteType: Int, Sendable {
  /// It does.
  case withResponse = 0
  /// It does not.
  case withoutResponse = 1
}
