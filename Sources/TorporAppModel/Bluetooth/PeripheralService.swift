/// A service that an app offers to centrals (`CBMutableService`); its objects are those of the app's own
/// peripheral.
public struct PeripheralService: Hashable, Sendable, Saved {
  /// Bluetooth's number of the service, short or long: `180D`.
  public let number: String
  /// What centrals find in it, in that order.
  public let characteristics: [PeripheralCharacteristic]

  /// Makes a service of its characteristics.
  public init(number: String, characteristics: [PeripheralCharacteristic]) {
    self.number = number
    self.characteristics = characteristics
  }
}

/// One value that a service offers (`CBMutableCharacteristic`).
///
/// The value itself is the app's: each central that reads it asks the app.
public struct PeripheralCharacteristic: Hashable, Sendable, Saved {
  /// What centrals may do with it (`CBCharacteristicProperties`).
  public enum Use: String, Hashable, Sendable, Saved, CaseIterable {
    /// Ask for the value.
    case read
    /// Set it, and wait for the answer.
    case write
    /// Set it without waiting.
    case writeWithoutResponse
    /// Be told of changes.
    case notify
    /// Be told of changes, and confirm each.
    case indicate
  }

  /// Bluetooth's number of the characteristic, short or long: `2A37`.
  public let number: String
  /// What centrals may do with it.
  public let uses: [Use]

  /// Makes a characteristic.
  public init(number: String, uses: [Use]) {
    self.number = number
    self.uses = uses
  }
}

/// Names one request of a central that waits for its answer; the bridge hands them out.
@usableFromInline package struct CentralRequestIdentifier: CountedIdentifier, Saved {
  /// The number.
  @usableFromInline package let rawValue: UInt64

  /// Makes the identifier from its number.
  @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What a central asks of an app's own peripheral (`CBATTRequest`, and the calls around it).
public struct CentralRequest: Hashable, Sendable, Saved {
  /// What is asked.
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

  /// What the answer names; `nil`: no answer is expected.
  @usableFromInline package let identifier: CentralRequestIdentifier?
  /// What is asked.
  public let kind: Kind
  /// The service, in the app's own spelling.
  public let service: String
  /// The characteristic, in the app's own spelling.
  public let characteristic: String
  /// The address of the central; `nil` where the system does not say it.
  public let central: String?
  /// From which byte of the value on.
  public let offset: Int
  /// What is written; empty for anything else.
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

/// What an app answers a central (`respond(to:withResult:)`).
public enum CentralAnswer: Hashable, Sendable, Saved {
  /// The value from the requested byte on; empty for a write that was taken.
  case value([UInt8])
  /// A code of the attribute protocol (`CBATTError.Code`), or from 0x80 to 0x9F one of the app's own.
  case failure(code: UInt8)

  /// The code for whatever has no better one: 0x0E, `unlikelyError`.
  public static let unlikelyErrorCode: UInt8 = 0x0E
}

/// Why something that an app asks of its own peripheral was turned down.
@usableFromInline package enum PeripheralRefusal: Hashable, Sendable {
  /// The profile has no peripherals of apps (iOS 6 brought them).
  case unsupported(profile: String)
  /// No central waits for that answer.
  case unknownRequest(CentralRequestIdentifier)
  /// The app publishes no such characteristic.
  case unknownCharacteristic(service: String, characteristic: String)
}
