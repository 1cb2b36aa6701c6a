/// A service that an app offers to centrals (`CBMutableService`); it belongs to the app's own peripheral.
public struct PeripheralService: Hashable, Sendable, Saved {
  /// Bluetooth's number of the service, short or long: `180D`.
  public let number: String
  /// Its characteristics, in the order shown to centrals.
  public let characteristics: [PeripheralCharacteristic]

  /// Makes a service from its characteristics.
  public init(number: String, characteristics: [PeripheralCharacteristic]) {
    self.number = number
    self.characteristics = characteristics
  }
}

/// One value that a service offers (`CBMutableCharacteristic`).
///
/// The app holds the value itself: each central that reads it sends a request to the app.
public struct PeripheralCharacteristic: Hashable, Sendable, Saved {
  /// The operations that centrals may perform (`CBCharacteristicProperties`).
  public enum Use: String, Hashable, Sendable, Saved, CaseIterable {
    /// Read the value.
    case read
    /// Write the value, and wait for the answer.
    case write
    /// Write the value without waiting.
    case writeWithoutResponse
    /// Receive changes.
    case notify
    /// Receive changes, and confirm each one.
    case indicate
  }

  /// Bluetooth's number of the characteristic, short or long: `2A37`.
  public let number: String
  /// The operations that centrals may perform.
  public let uses: [Use]

  /// Makes a characteristic.
  public init(number: String, uses: [Use]) {
    self.number = number
    self.uses = uses
  }
}

/// The identifier of a central's request that waits for its answer; assigned by the bridge.
@usableFromInline package struct CentralRequestIdentifier: CountedIdentifier, Saved {
  /// The number.
  @usableFromInline package let rawValue: UInt64

  /// Makes the identifier from its number.
  @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// A request of a central to an app's own peripheral (`CBATTRequest`, and the calls around it).
public struct CentralRequest: Hashable, Sendable, Saved {
  /// The kind of request.
  public enum Kind: String, Hashable, Sendable, Saved, CaseIterable {
    /// `peripheralManager(_:didReceiveRead:)`.
    case read
    /// `peripheralManager(_:didReceiveWrite:)`.
    case write
    /// `peripheralManager(_:central:didSubscribeTo:)`; the first central has subscribed.
    case subscribe
    /// `peripheralManager(_:central:didUnsubscribeFrom:)`; the last one has left.
    case unsubscribe
  }

  /// The identifier to use in the answer; `nil`: no answer is expected.
  @usableFromInline package let identifier: CentralRequestIdentifier?
  /// The kind of request.
  public let kind: Kind
  /// The service, in the app's own spelling.
  public let service: String
  /// The characteristic, in the app's own spelling.
  public let characteristic: String
  /// The address of the central; `nil` if the system does not report it.
  public let central: String?
  /// The first byte of the value concerned.
  public let offset: Int
  /// The value to write; empty for other requests.
  public let value: [UInt8]

  /// The longest value of a characteristic: 512 bytes.
  ///
  /// Bluetooth's own limit (Core 5.4, volume 3, part F, 3.2.9).
  public static let valueBytesMax = 512

  /// Makes a request.
  @usableFromInline package init(
    identifier: CentralRequestIdentifier?,
    kind: Kind,
    service: String,
    characteristic: String,
    central: String? = nil,
    offset: Int = 0,
    value: [UInt8] = []
  ) {
    self.identifier = identifier
    self.kind = kind
    self.service = service
    self.characteristic = characteristic
    self.central = central
    self.offset = offset
    self.value = value
  }
}

/// An app's answer to a central (`respond(to:withResult:)`).
public enum CentralAnswer: Hashable, Sendable, Saved {
  /// The value from the requested byte on; empty for an accepted write.
  case value([UInt8])
  /// A code of the attribute protocol (`CBATTError.Code`), or from 0x80 to 0x9F one of the app's own.
  case failure(code: UInt8)

  /// The code for failures without a better one: 0x0E, `unlikelyError`.
  public static let unlikelyErrorCode: UInt8 = 0x0E
}

/// The reason why a request of an app to its own peripheral was refused.
@usableFromInline package enum PeripheralRefusal: Hashable, Sendable {
  /// The profile does not support apps as peripherals (new in iOS 6).
  case unsupported(profile: String)
  /// No central waits for that answer.
  case unknownRequest(CentralRequestIdentifier)
  /// The app publishes no such characteristic.
  case unknownCharacteristic(service: String, characteristic: String)
}
