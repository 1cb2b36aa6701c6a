import TorporCore
import TorporModel
import TorporWire

extension FuzzTarget {
  /// What stands in the rows of the journal: the device, inputs, and decisions, as JSON.
  ///
  /// The first byte says which of the three. The file around the rows is SQLite's;
  /// `JournalDamageTests` breaks that one.
  static let journal = FuzzTarget(name: "journal") { input in
    let row = Array(input.dropFirst())
    return switch input.first {
    case UInt8(ascii: "s"): isRead(row, as: Device.self)
    case UInt8(ascii: "i"): isRead(row, as: Input.self)
    case UInt8(ascii: "d"): isRead(row, as: Decision.self)
    default: false
    }
  }

  /// Whether it is such a value; then it is written as what reads as the same bytes again.
  private static func isRead<Value: Saved>(_ row: [UInt8], as type: Value.Type) -> Bool {
    guard let value = try? SavedCodec.decode(type, from: row) else { return false }
    do {
      let written = try SavedCodec.encode(value)
      let second = try SavedCodec.decode(type, from: written)
      require(try SavedCodec.encode(second) == written, "a row changes by being written again")
    } catch {
      fatalError("what was read cannot be written and read again: \(error)")
    }
    return true
  }
}
