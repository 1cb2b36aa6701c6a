/// Bluetooth's numbers for services and characteristics, in the form in which they can be compared.
package enum BluetoothNumber {
  /// Returns the number in its long form, in lower case: `180D` is `0000180d-0000-1000-8000-00805f9b34fb`.
  ///
  /// 16 and 32 bits abbreviate the long number made with Bluetooth's base (Core 5.4, vol. 3, part B,
  /// 2.5.1). Text that is not a number stays as it is, and equals nothing that BlueZ reports.
  package static func long(_ text: String) -> String {
    let small = text.lowercased()
    let digits = small.hasPrefix("0x") ? small.dropFirst(2) : small[...]
    guard digits.utf8.count == 4 || digits.utf8.count == 8, digits.allSatisfy(\.isHexDigit) else {
      return small
    }
    return (digits.utf8.count == 4 ? "0000" : "") + digits + "-0000-1000-8000-00805f9b34fb"
  }

  /// Returns the number of a characteristic, which an app may have prefixed with its service: `180D:2A37`.
  package static func ofCharacteristic(_ text: String) -> String { parts(text).characteristic }

  /// Returns whether both texts mean the same characteristic: if both name a service, the services must be the same.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (parts(one), parts(other))
    guard one.characteristic == other.characteristic else { return false }
    return one.service == nil || other.service == nil || one.service == other.service
  }

  private static func parts(_ text: String) -> (service: String?, characteristic: String) {
    guard let colon = text.lastIndex(of: ":") else { return (nil, long(text)) }
    return (long(String(text[..<colon])), long(String(text[colon...].dropFirst())))
  }
}
