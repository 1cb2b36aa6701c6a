package import TorporCore
import TorporModel
package import TorporWire

/// Inputs, devices and decisions as bytes: JSON with sorted keys, the same for equal values.
///
/// Written in this build's format; read in the format that each record says.
struct JournalCodec {
  /// The file, for messages.
  let path: String

  func bytes(of input: Input) throws(JournalFailure) -> [UInt8] {
    try encode(input, operation: "write an input to")
  }

  func bytes(of decision: Decision) throws(JournalFailure) -> [UInt8] {
    try encode(decision, operation: "write a decision to")
  }

  func bytes(of device: Device) throws(JournalFailure) -> [UInt8] {
    try encode(device, operation: "write a snapshot to")
  }

  func input(from entry: JournalEntry) throws(JournalFailure) -> Input {
    try read("entry \(entry.sequence)", entry.format) { try $0.input(entry.bytes) }
  }

  func device(from snapshot: SnapshotRecord) throws(JournalFailure) -> Device {
    try read("snapshot \(snapshot.sequence)", snapshot.format) { try $0.device(snapshot.bytes) }
  }

  func decision(from entry: LedgerEntry) throws(JournalFailure) -> Decision {
    try read("decision \(entry.sequence)", entry.format) { try $0.decision(entry.bytes) }
  }

  private func encode(
    _ value: some Saved,
    operation: String
  ) throws(JournalFailure) -> [UInt8] {
    do {
      return try SavedCodec.encode(value)
    } catch {
      throw JournalFailure(
        operation: operation,
        path: path,
        cause: "\(error)",
        isDiskFull: false
      )
    }
  }

  private func read<Value>(
    _ record: String,
    _ format: Int,
    _ body: (JournalReader) throws -> Value
  ) throws(JournalFailure) -> Value {
    let cause: String
    if let reader = JournalReader.reading(format) {
      do {
        return try body(reader)
      } catch {
        cause = "\(error)"
      }
    } else {
      cause = "this build does not know the format"
    }
    throw JournalFailure(
      operation: "read \(record) (format \(format)) of",
      path: path,
      cause: "\(cause). \(nextStep(format))",
      isDiskFull: false
    )
  }

  private func nextStep(_ format: Int) -> String {
    let folder = path.parentPath ?? ""
    // Builds of format 3 cannot export.
    let save = format < 4 ? "" : ", and save what it holds with `torpor export`"
    return "Nothing was changed. Start the build that wrote it, which reads it\(save); or move "
      + "\(folder.isEmpty ? "the file" : folder) away to start from the beginning"
  }
}

extension Device {
  /// A number for the whole state: equal for equal devices, on every machine.
  ///
  /// - Throws: `JournalFailure` when the state cannot be written as JSON.
  package func stateDigest() throws(JournalFailure) -> StateDigest {
    StateDigest(of: try JournalCodec(path: "memory").bytes(of: self))
  }
}
