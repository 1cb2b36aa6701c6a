package import TorporModel

/// Ended commands of `torpor run`, kept so that a user can still ask how they ended.
///
/// Installed apps keep their records; for a command, this is all that is kept.
package struct EndedApps: Hashable, Sendable, Saved {
  /// One command that has ended.
  package struct Entry: Hashable, Sendable, Saved {
    package let app: AppIdentifier
    /// Its display name.
    package let name: String
    package let ownerUserID: UInt32?
    package let exit: ExitRecord
    package let foregroundTime: Duration
    package let backgroundTime: Duration
  }

  /// How long an end is remembered: a day, so that users can ask in the morning about the night; our choice.
  package static let keptFor = Duration.days(1)

  /// The maximum number remembered: 256, about 60 KiB of a snapshot; our choice.
  package static let countMax = 256

  /// The ended commands, the latest last.
  package private(set) var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ record: AppRecord, at now: Instant) {
    guard let exit = record.persistentState.lastExit else { return }
    entries.removeAll { $0.exit.at + EndedApps.keptFor <= now }
    entries.append(
      Entry(
        app: record.identifier,
        name: record.manifest.name,
        ownerUserID: record.manifest.ownerUserID,
        exit: exit,
        foregroundTime: record.usage.foregroundTime(at: now),
        backgroundTime: record.usage.backgroundTime(at: now)
      )
    )
    if entries.count > EndedApps.countMax { entries.removeFirst() }
  }

  /// Returns the latest one that matches the text: by identifier, name, or the last part of the identifier.
  package func latest(
    named text: String,
    at now: Instant,
    among isVisible: (Entry) -> Bool
  ) -> Entry? {
    let wanted = text.lowercased()
    return entries.last { entry in
      guard entry.exit.at + EndedApps.keptFor > now, isVisible(entry) else { return false }
      let lastPart = entry.app.text.split(separator: ".").last.map { $0.lowercased() }
      return entry.app.text == text || entry.name.lowercased() == wanted || lastPart == wanted
    }
  }
}

extension EndedApps.Entry {
  /// The status shown by `torpor why`: without a process, and with its end.
  package var status: AppStatus {
    AppStatus(
      app: app,
      name: name,
      state: .notRunning,
      since: exit.at,
      launch: nil,
      heldBy: [],
      tasks: [],
      timeRemaining: nil,
      blockedBy: [],
      footprintBytes: nil,
      foregroundTime: foregroundTime,
      backgroundTime: backgroundTime,
      lastExit: exit,
      isCooperative: false
    )
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension EndedApps {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("entries")
    entries.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("entries")
    entries = try [EndedApps.Entry](from: &reader)
    try reader.endObject()
  }
}
