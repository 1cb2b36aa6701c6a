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
    device = { try WireDecoder.decode(Device.self, from: steps.migrated($0, .snapshot)) }
    input = { try WireDecoder.decode(Input.self, from: steps.migrated($0, .input)) }
    decision = { try WireDecoder.decode(Decision.self, from: steps.migrated($0, .decision)) }
  }
}

extension [JournalMigration] {
  fileprivate func migrated(_ bytes: [UInt8], _ kind: RecordKind) throws -> JSON {
    try reduce(JSON(parsing: bytes)) { record, step in try step.change(kind, record) }
  }
}
