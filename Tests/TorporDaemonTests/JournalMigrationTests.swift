import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("Records of the journal")
struct JournalMigrationTests {
  @Test("are changed in ascending order, from earlier formats alone")
  func steps() {
    // Here, too, so that a step is neither lost nor forgotten without a word.
    #expect(JournalMigration.all.map(\.format) == [5])
    #expect(JournalFormat.earlier.contains(5))
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

  @Test("of format 5 have the settings of the device under their old names")
  func settings() throws {
    let earlier = try #require(JournalReader.reading(5))
    let changes: [(String, KeptSetting)] = [
      (#"{"sleepsAgain":{"_0":true}}"#, .sleepAgain(true)),
      (#"{"tellsJobFailures":{"_0":false}}"#, .jobNotifications(false)),
    ]
    for (setting, change) in changes {
      let bytes = Array(#"{"user":{"action":{"change":{"setting":\#(setting)}}}}"#.utf8)
      #expect(try earlier.input(bytes) == .user(action: .change(setting: .kept(change)), id: nil))
    }
    let device = Device(DeviceConfiguration(profile: .ios26), at: .zero)
    let bytes = try JSON(parsing: SavedCodec.encode(device)).adding(
      [.init("sleepsAgain", .bool(true)), .init("tellsJobFailures", .bool(false))],
      to: "conditions"
    )
    #expect(
      try earlier.device(bytes.bytes).conditions.settings
        == DeviceSettings(sleepAgain: true, jobNotifications: false)
    )
    #expect(
      try earlier.device(SavedCodec.encode(device)).conditions.settings == DeviceSettings()
    )
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

  /// The same with more members in one of its objects.
  fileprivate func adding(_ new: [Member], to key: String) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { member in
        guard member.key == key, case .object(let inner) = member.value else { return member }
        return Member(key, .object(inner + new))
      }
    )
  }
}
