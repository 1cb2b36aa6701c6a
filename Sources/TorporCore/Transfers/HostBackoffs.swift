package import TorporModel

/// Hosts that are left alone for a while: because they asked for it, or because the service died of
/// what they sent.
///
/// Only one transfer at a time asks such a host, until one has got something from it. It owns the moments
/// and the counts; the device decides.
package struct HostBackoffs: Hashable, Sendable {
  /// A host, for one owner: what one owner's server does is no reason to keep another's waiting.
  package struct Key: Hashable, Sendable, Codable {
    package let owner: TransferOwner?
    package let hostKey: UInt64
  }

  /// How one host is left alone.
  package struct Backoff: Hashable, Sendable, Codable {
    /// Before when nobody asks it.
    package var until: Instant
    /// Deaths of the service in a row while one of its transfers was tried apart.
    package var deaths: UInt8 = 0
    /// The transfer that asks it, or did last.
    package var probe: TransferIdentifier?
  }

  /// Looked up; put in order before it is iterated.
  private var all: [Key: Backoff] = [:]

  package subscript(key: Key) -> Backoff? {
    get { all[key] }
    set { all[key] = newValue }
  }

  package var isEmpty: Bool { all.isEmpty }

  /// Whether the service has died of one of them.
  var haveDeaths: Bool { all.values.contains { $0.deaths > 0 } }

  /// Forgets those whose time has long passed: nobody has asked them since.
  mutating func removeStale(at now: Instant) {
    guard !all.isEmpty else { return }
    all = all.filter { $0.value.until + TransferPolicy.retryAfterMax > now }
  }
}

extension HostBackoffs: Codable {
  private struct Row: Codable {
    let key: Key
    let backoff: Backoff
  }

  package init(from decoder: any Decoder) throws {
    for row in try [Row](from: decoder) { all[row.key] = row.backoff }
  }

  package func encode(to encoder: any Encoder) throws {
    let rows = all.map { Row(key: $0.key, backoff: $0.value) }
    try rows.sorted {
      ($0.key.hostKey, "\($0.key.owner.map(String.init(describing:)) ?? "")")
        < ($1.key.hostKey, "\($1.key.owner.map(String.init(describing:)) ?? "")")
    }.encode(to: encoder)
  }
}
