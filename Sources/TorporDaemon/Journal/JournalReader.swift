import TorporCore
import TorporModel
import TorporWire

/// How records of one format become values of this build; the number of a record chooses its reader.
///
/// A format whose records are no JSON gets a reader of its own in `reading(_:)`; those before it keep
/// theirs.
struct JournalReader {
  let device: ([UInt8]) throws -> Device
  let input: ([UInt8]) throws -> Input
  let decision: ([UInt8]) throws -> Decision

  /// The reader of a format; `nil` for one that this build does not know.
  static func reading(
    _ format: Int,
    migrations: [JournalMigration] = JournalMigration.all
  ) -> JournalReader? {
    switch format {
    case JournalFormat.oldest...JournalFormat.current:
      JournalReader(json: migrations.filter { $0.format >= format })
    default: nil
    }
  }

  private init(json steps: [JournalMigration]) {
    device = { try steps.read(Device.self, from: $0, .snapshot) }
    input = { try steps.read(Input.self, from: $0, .input) }
    decision = { try steps.read(Decision.self, from: $0, .decision) }
  }
}

extension [JournalMigration] {
  fileprivate func read<Value: Saved>(
    _ type: Value.Type,
    from bytes: [UInt8],
    _ kind: RecordKind
  ) throws -> Value {
    // A record of this build's format is read in place.
    if isEmpty { return try SavedCodec.decode(type, from: bytes) }
    let json = try reduce(JSON(parsing: bytes)) { record, step in try step.change(kind, record) }
    return try SavedCodec.decode(type, from: json)
  }
}
