internal import Foundation

extension CBPeripheral {
  /// Returns a UUID that ends with the address: `retrievePeripherals(withIdentifiers:)` finds it again.
  static func identifier(of address: String) -> UUID {
    let parts = address.split(separator: ":").compactMap { UInt8($0, radix: 16) }
    guard parts.count == 6, address.utf8.count == 17 else {
      // A name that was made up in a command.
      let digits = address.utf8.reduce(into: UInt64(14_695_981_039_346_656_037)) { hash, byte in
        hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211
      }
      let tail = String(digits, radix: 16).suffix(12)
      return UUID(uuidString: prefix + String(repeating: "0", count: 12 - tail.count) + tail)
        ?? UUID()
    }
    return UUID(uuidString: prefix + address.filter { $0 != ":" }) ?? UUID()
  }

  /// Returns the address in a UUID that was made from one.
  static func address(in identifier: UUID) -> String? {
    let text = identifier.uuidString
    guard text.hasPrefix(prefix) else { return nil }
    let digits = Array(text.dropFirst(prefix.count))
    return stride(from: 0, to: 12, by: 2).map { String(digits[$0...($0 + 1)]) }
      .joined(separator: ":")
  }

  /// Our own prefix.
  private static let prefix = "B1E70000-0000-4000-8000-"
}
