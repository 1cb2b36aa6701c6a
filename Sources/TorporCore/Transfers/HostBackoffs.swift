package import TorporModel

/// Hosts that are not contacted for a while: because they asked for it, or because their data killed the service.
///
/// Only one transfer at a time contacts such a host, until one has received data. It owns the times
/// and the counts; the device decides.
package struct HostBackoffs: Hashable, Sendable {
  /// A host of one owner: an owner's server does not delay another owner's transfers.
  package struct Key: Hashable, Sendable, Saved {
    package let owner: TransferOwner?
    package let hostKey: UInt64
  }

  /// The backoff of one host.
  package struct Backoff: Hashable, Sendable, Saved {
    /// The time before which it is not contacted.
    package var until: Instant
    /// Consecutive deaths of the service during a trial of one of its transfers.
    package var deaths: UInt8 = 0
    /// The transfer that contacts it, or did last.
    package var probe: TransferIdentifier?
  }

  /// Looked up; put in order before it is iterated.
  private var all: [Key: Backoff] = [:]
  /// How many of them the service has died of.
  private var deadlyCount = 0

  /// The maximum number of hosts remembered for one owner: 256, our choice; beyond it, the one that
  /// may be contacted first is removed.
  static let hostsMax = 256

  package init() {}

  package subscript(key: Key) -> Backoff? {
    get { all[key] }
    set {
      if newValue != nil, all[key] == nil { makeRoom(for: key.owner) }
      deadlyCount += (newValue.isDeadly ? 1 : 0) - (all[key].isDeadly ? 1 : 0)
      all[key] = newValue
    }
  }

  private mutating func makeRoom(for owner: TransferOwner?) {
    let known = all.filter { $0.key.owner == owner }
    guard known.count >= Self.hostsMax,
      let first = known.min(by: {
        ($0.value.until, $0.key.hostKey) < ($1.value.until, $1.key.hostKey)
      })
    else { return }
    self[first.key] = nil
  }

  /// Removes all hosts of an owner who was removed.
  mutating func remove(owner: TransferOwner) {
    for key in all.keys where key.owner == owner { self[key] = nil }
  }

  package var isEmpty: Bool { all.isEmpty }

  /// Whether the service has died of one of them.
  var haveDeaths: Bool { deadlyCount > 0 }

  /// Removes hosts long after their time: they have not been contacted since.
  mutating func removeStale(at now: Instant) {
    guard !all.isEmpty else { return }
    for (key, backoff) in all where backoff.until + TransferPolicy.retryAfterMax <= now {
      self[key] = nil
    }
  }
}

extension Optional<HostBackoffs.Backoff> {
  fileprivate var isDeadly: Bool { map { $0.deaths > 0 } ?? false }
}

extension HostBackoffs: Saved {
  fileprivate struct Row: Saved {
    let key: Key
    let backoff: Backoff
  }

  package func write(to writer: inout SavedWriter) {
    let rows = all.map { Row(key: $0.key, backoff: $0.value) }
    rows.sorted {
      ($0.key.hostKey, "\($0.key.owner.map(String.init(describing:)) ?? "")")
        < ($1.key.hostKey, "\($1.key.owner.map(String.init(describing:)) ?? "")")
    }.write(to: &writer)
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    for row in try [Row](from: &reader) { self[row.key] = row.backoff }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension HostBackoffs.Row {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("backoff")
    backoff.write(to: &writer)
    writer.key("key")
    key.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("backoff")
    backoff = try HostBackoffs.Backoff(from: &reader)
    try reader.key("key")
    key = try HostBackoffs.Key(from: &reader)
    try reader.endObject()
  }
}
