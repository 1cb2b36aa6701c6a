public import Foundation

/// The Bluetooth UUID of a service or a characteristic: 16, 32 or 128 bits.
open class CBUUID: NSObject, NSCopying, @unchecked Sendable {
  /// The UUID in hexadecimal digits, in the length in which it was created.
  public let uuidString: String

  /// Makes a UUID from its digits, short or long.
  ///
  /// An invalid UUID ends the app, as on Apple's systems.
  public init(string: String) {
    guard let text = Self.number(string) else {
      preconditionFailure("'\(string)' is not a Bluetooth UUID, such as 180D or one of 128 bits")
    }
    uuidString = text
  }

  /// Makes a UUID from the system's text; `nil` if it is not a UUID, such as a name that was made up in a command.
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

  /// Makes a UUID from a long one.
  public init(nsuuid: UUID) { uuidString = nsuuid.uuidString }
  /// Makes a UUID from 2, 4 or 16 bytes.
  public convenience init(data: Data) {
    let digits = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    guard data.count == 16 else {
      self.init(string: digits.joined())
      return
    }
    let parts = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
    self.init(string: parts.joined(separator: "-"))
  }

  /// The bytes of the UUID.
  open var data: Data {
    let digits = uuidString.filter { $0 != "-" }
    return Data(
      stride(from: 0, to: digits.count, by: 2).compactMap { start in
        UInt8(digits.dropFirst(start).prefix(2), radix: 16)
      }
    )
  }

  /// The UUID with 128 bits: a short one is the beginning of Bluetooth's base UUID.
  var long: String {
    switch uuidString.count {
    case 4: "0000\(uuidString)-0000-1000-8000-00805F9B34FB"
    case 8: "\(uuidString)-0000-1000-8000-00805F9B34FB"
    default: uuidString
    }
  }

  /// Returns whether both are the same UUID, in whichever form.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CBUUID)?.long == long }
  /// The hash of the UUID.
  open override var hash: Int { long.hashValue }
  /// The digits.
  open override var description: String { uuidString }
  /// Returns the UUID itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
