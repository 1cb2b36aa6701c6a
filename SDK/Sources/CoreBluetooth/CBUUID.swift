public import Foundation

/// Bluetooth's number of a service or a characteristic: 16, 32 or 128 bits.
open class CBUUID: NSObject, NSCopying, @unchecked Sendable {
  /// The number in hexadecimal digits, as short as it was made.
  public let uuidString: String

  /// Takes the number in digits, short or long.
  ///
  /// What is no number ends the app, as on Apple's systems.
  public init(string: String) {
    guard let text = Self.number(string) else {
      preconditionFailure("'\(string)' is not a Bluetooth UUID, such as 180D or one of 128 bits")
    }
    uuidString = text
  }

  /// What the system says; `nil` for what is no number, such as a name that a command has made up.
  init?(said text: String) {
    guard let text = Self.number(text) else { return nil }
    uuidString = text
  }

  private static func number(_ text: String) -> String? {
    let text = text.uppercased()
    let isShort = text.count == 4 || text.count == 8
    let isNumber = isShort ? UInt32(text, radix: 16) != nil : UUID(uuidString: text) != nil
    return isNumber ? text : nil
  }

  /// Takes a long number.
  public init(nsuuid: UUID) { uuidString = nsuuid.uuidString }
  /// Takes 2, 4 or 16 bytes.
  public convenience init(data: Data) {
    let digits = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    guard data.count == 16 else {
      self.init(string: digits.joined())
      return
    }
    let parts = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
    self.init(string: parts.joined(separator: "-"))
  }

  /// The bytes of the number.
  open var data: Data {
    let digits = uuidString.filter { $0 != "-" }
    return Data(
      stride(from: 0, to: digits.count, by: 2).compactMap { start in
        UInt8(digits.dropFirst(start).prefix(2), radix: 16)
      }
    )
  }

  /// The number with 128 bits: a short one is the beginning of Bluetooth's own.
  var long: String {
    switch uuidString.count {
    case 4: "0000\(uuidString)-0000-1000-8000-00805F9B34FB"
    case 8: "\(uuidString)-0000-1000-8000-00805F9B34FB"
    default: uuidString
    }
  }

  /// Whether both are one number, whichever way they are written.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CBUUID)?.long == long }
  /// Of the number.
  open override var hash: Int { long.hashValue }
  /// The digits.
  open override var description: String { uuidString }
  /// The number, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
