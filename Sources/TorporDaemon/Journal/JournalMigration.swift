import TorporWire

/// What a record of the journal holds.
enum RecordKind: Sendable {
  case snapshot, input, decision
}

/// What the records of one format must become to be records of the next: a pure function on JSON.
///
/// Members that a build has added need no change where it reads records without them; then the step says
/// only that the two formats differ. Whatever was renamed, removed or given another meaning is rewritten
/// here, one step at a time, so that nothing else knows of earlier formats.
struct JournalMigration: Sendable {
  /// The format that the step starts from.
  let format: Int
  let change: @Sendable (RecordKind, JSON) throws -> JSON

  init(
    from format: Int,
    _ change: @escaping @Sendable (RecordKind, JSON) throws -> JSON = { _, record in record }
  ) {
    self.format = format
    self.change = change
  }

  /// Every step, ascending.
  static let all: [JournalMigration] = [
    // Each record has the number of its format; what is in it is the same.
    JournalMigration(from: 3),
    // What was there is the same; notifications that no desktop shows are told, and programs that leave.
    JournalMigration(from: 4),
    // The settings of the device have the names of the interface, and those that differ from their default lie
    // together.
    JournalMigration(from: 5) { kind, record in
      switch kind {
      case .decision: record
      case .input:
        record.changing(["user", "action", "change", "setting"]) { setting in
          setting.kept("sleepsAgain", as: "sleepAgain")
            .kept("tellsJobFailures", as: "jobNotifications")
        }
      case .snapshot: record.changing(["conditions"]) { $0.withSettingsTogether }
      }
    },
    // What was there is the same; silent pushes that come together are remembered.
    JournalMigration(from: 6),
    // What was there is the same; what the screen, consent, sound and old profiles need is new.
    JournalMigration(from: 7),
    // What was there is the same; the ledger of what apps use begins, and transfers say what of them is in it.
    JournalMigration(from: 8),
    // What was there is the same; what later services keep begins empty.
    JournalMigration(from: 9),
    JournalMigration(from: 10),
    JournalMigration(from: 11),
    JournalMigration(from: 12),
    JournalMigration(from: 13),
    // What was there is the same; freezes that others have undone are counted, and programs are told of pushes that come over
    // the bus.
    JournalMigration(from: 14),
  ]
}

extension JSON {
  /// The same with another value at the end of the way, where there is one.
  fileprivate func changing(_ way: some Collection<String>, _ change: (JSON) -> JSON) -> JSON {
    guard let key = way.first else { return change(self) }
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { member in
        guard member.key == key else { return member }
        return Member(key, member.value.changing(way.dropFirst(), change))
      }
    )
  }

  /// A change of the setting of that name in format 5 as that of a kept one.
  fileprivate func kept(_ old: String, as new: String) -> JSON {
    guard let value = self[old] else { return self }
    return .object(["kept": .object(["_0": .object([new: value])])])
  }

  /// The conditions of format 5 as those of format 6.
  fileprivate var withSettingsTogether: JSON {
    guard case .object(let members) = self else { return self }
    var settings: [Member] = []
    if self["tellsJobFailures"]?.flag == false {
      settings.append(Member("jobNotifications", .bool(false)))
    }
    if self["sleepsAgain"]?.flag == true { settings.append(Member("sleepAgain", .bool(true))) }
    let rest = members.filter { $0.key != "sleepsAgain" && $0.key != "tellsJobFailures" }
    return .object(rest + (settings.isEmpty ? [] : [Member("settings", .object(settings))]))
  }
}
