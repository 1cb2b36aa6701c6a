import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("Records of the journal")
struct JournalMigrationTests {
  @Test("have a step from each earlier format to the next, and no other")
  func steps() {
    #expect(JournalMigration.all.map(\.format) == Array(JournalFormat.earlier))
  }

  @Test("of each format that this build knows have a reader, and no other ones")
  func readers() {
    let known = (0...JournalFormat.current + 2).filter { JournalReader.reading($0) != nil }
    #expect(known == Array(JournalFormat.oldest...JournalFormat.current))
  }

  @Test("are brought to this build's form one step after the other, each from its own format on")
  func order() throws {
    // As if the lock was called "latch" in format 3, and then "bolt".
    let input = Input.user(action: .lock, id: nil)
    let reader = try #require(
      JournalReader.reading(
        3,
        migrations: [
          JournalMigration(from: 2) { _, _ in .null },
          JournalMigration(from: 3) { kind, record in
            #expect(kind == .input)
            return record.renaming("latch", to: "bolt")
          },
          JournalMigration(from: 4) { _, record in record.renaming("bolt", to: "lock") },
        ]
      )
    )
    let bytes = try JSON(parsing: SavedCodec.encode(input)).renaming("lock", to: "latch")
    #expect(try reader.input(bytes.bytes) == input)
  }

  @Test("of a format that nobody knows are refused by number, with what to do")
  func unknown() throws {
    let codec = JournalCodec(path: "/state/journal.sqlite")
    let entry = JournalEntry(sequence: 7, at: .zero, bytes: [], format: 99)
    let failure = #expect(throws: JournalFailure.self) { try codec.input(from: entry) }
    #expect(
      failure
        == JournalFailure(
          operation: "read entry 7 (format 99) of",
          path: "/state/journal.sqlite",
          cause:
            "this build does not know the format. Nothing was changed. Start the build that wrote "
            + "it, which reads it, and save what it holds with `torpor export`; or move /state away to "
            + "start from the beginning",
          isDiskFull: false
        )
    )
  }

  @Test("say where they cannot be read, in words and not in Swift")
  func words() throws {
    let codec = JournalCodec(path: "/state/journal.sqlite")
    let snapshot = SnapshotRecord(sequence: 22, at: .zero, bytes: Array(#"{"x":1}"#.utf8))
    let failure = #expect(throws: JournalFailure.self) { try codec.device(from: snapshot) }
    #expect(failure?.operation == "read snapshot 22 (format \(JournalFormat.current)) of")
    #expect(failure?.cause.hasPrefix("apps: it is missing. Nothing was changed.") == true)
  }
}

extension JSON {
  /// The same with another name for a member, wherever it is.
  fileprivate func renaming(_ old: String, to new: String) -> JSON {
    switch self {
    case .object(let members):
      .object(
        members.map { Member($0.key == old ? new : $0.key, $0.value.renaming(old, to: new)) }
      )
    case .array(let elements): .array(elements.map { $0.renaming(old, to: new) })
    case .null, .bool, .integer, .unsigned, .number, .string: self
    }
  }
}
