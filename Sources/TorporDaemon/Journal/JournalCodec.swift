package import TorporCore
import TorporModel
package import TorporWire

/// Inputs, devices and decisions as bytes: JSON with sorted keys, the same for equal values.
enum JournalCodec {
  static func bytes(of input: Input) throws(JournalFailure) -> [UInt8] {
    try encode(input, operation: "write an input")
  }

  static func bytes(of decision: Decision) throws(JournalFailure) -> [UInt8] {
    try encode(decision, operation: "write a decision")
  }

  static func bytes(of device: Device) throws(JournalFailure) -> [UInt8] {
    try encode(device, operation: "write a snapshot")
  }

  static func input(from entry: JournalEntry) throws(JournalFailure) -> Input {
    try decode(Input.self, entry.bytes, operation: "read input \(entry.sequence)")
  }

  static func device(from snapshot: SnapshotRecord) throws(JournalFailure) -> Device {
    try decode(Device.self, snapshot.bytes, operation: "read snapshot \(snapshot.sequence)")
  }

  static func decision(from entry: LedgerEntry) throws(JournalFailure) -> Decision {
    try decode(Decision.self, entry.bytes, operation: "read decision \(entry.sequence)")
  }

  private static func encode(
    _ value: some Encodable,
    operation: String
  ) throws(JournalFailure) -> [UInt8] {
    do {
      return try WireEncoder.encode(value)
    } catch {
      throw JournalFailure(
        operation: operation,
        path: "journal",
        cause: "\(error)",
        isDiskFull: false
      )
    }
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type,
    _ bytes: [UInt8],
    operation: String
  ) throws(JournalFailure) -> Value {
    do {
      return try WireDecoder.decode(type, from: bytes)
    } catch {
      throw JournalFailure(
        operation: operation,
        path: "journal",
        cause: "\(error)",
        isDiskFull: false
      )
    }
  }
}

extension Device {
  /// A number for the whole state: equal for equal devices, on every machine.
  ///
  /// - Throws: `JournalFailure` when the state cannot be written as JSON.
  package func stateDigest() throws(JournalFailure) -> StateDigest {
    StateDigest(of: try JournalCodec.bytes(of: self))
  }
}
