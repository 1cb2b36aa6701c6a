import TorporWire

/// What a record of the journal holds.
enum RecordKind: Sendable {
  case snapshot, input, decision
}

/// What the records of one format must become to be records of the next: a pure function on JSON.
///
/// Whatever was renamed, removed or given another meaning is rewritten here, one step at a time, so that nothing
/// else knows of earlier formats.
struct JournalMigration: Sendable {
  /// The format that the step starts from.
  let format: Int
  let change: @Sendable (RecordKind, JSON) throws -> JSON

  init(
    from format: Int,
    _ change: @escaping @Sendable (RecordKind, JSON) throws -> JSON
  ) {
    self.format = format
    self.change = change
  }

  /// The steps that change something, ascending.
  ///
  /// A format without one is read as the next, which only added members that may be missing, or cases.
  static let all: [JournalMigration] = [
    // The settings of the device have the names of the interface, and those that differ from their default are stored
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
    }
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
