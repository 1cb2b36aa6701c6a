package import TorporModel

/// How long each condition has blocked one piece of work.
///
/// It owns the sums and the present blocking conditions; the conditions themselves are evaluated each time.
package struct WaitingLog: Hashable, Sendable, Saved {
  fileprivate struct Entry: Hashable, Sendable, Saved {
    let reason: Reason
    var total: Duration = .zero
    /// Since when it blocks; `nil`: it does not now.
    var since: Instant?
  }

  /// In the order in which they first blocked; as many as there are reasons at most.
  private var entries: [Entry] = []

  package init() {}

  /// What blocks now, in the order in which each first did.
  package var blocking: [Reason] { entries.filter { $0.since != nil }.map(\.reason) }

  /// Takes in what blocks from now on; says whether that is another set than before.
  package mutating func update(_ reasons: [Reason], at now: Instant) -> Bool {
    var isNews = false
    for index in entries.indices {
      let blocks = reasons.contains(entries[index].reason)
      if let since = entries[index].since, !blocks {
        entries[index].total += now - since
        entries[index].since = nil
        isNews = true
      } else if entries[index].since == nil, blocks {
        entries[index].since = now
        isNews = true
      }
    }
    for reason in reasons where !entries.contains(where: { $0.reason == reason }) {
      entries.append(Entry(reason: reason, since: now))
      isNews = true
    }
    return isNews
  }

  /// The sums until now, the longest first.
  package func totals(at now: Instant) -> [BlockedTime] {
    entries.map { entry in
      BlockedTime(
        reason: entry.reason,
        total: entry.total + (entry.since.map { now - $0 } ?? .zero)
      )
    }
    .sorted { ($1.total, $0.reason.rawValue) < ($0.total, $1.reason.rawValue) }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension WaitingLog {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("entries")
    entries.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("entries")
    entries = try [WaitingLog.Entry](from: &reader)
    try reader.endObject()
  }
}

extension WaitingLog.Entry {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("reason")
    reason.write(to: &writer)
    if let since {
      writer.key("since")
      since.write(to: &writer)
    }
    writer.key("total")
    total.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("reason")
    reason = try Reason(from: &reader)
    since = try reader.hasKey("since") ? Instant(from: &reader) : nil
    try reader.key("total")
    total = try Duration(from: &reader)
    try reader.endObject()
  }
}
