import TorporWire

/// Facts on their way to the daemon, from all parts.
///
/// The last of each state is kept, and told anew to each daemon that comes; what merely happened waits
/// while there is none, the newest of it. Nothing is told twice in a row.
final class Outbox {
  private var states: [String: BridgeFact] = [:]
  /// Names of states in the order in which they were first told.
  private var order: [String] = []
  private var fresh: [BridgeFact] = []
  /// Whether a daemon takes facts now.
  var isAttached = false

  /// Events that wait for a daemon: 256, the newest; our choice.
  private static let waitingMax = 256

  /// Takes a fact from a part.
  func tell(_ fact: BridgeFact) {
    if let state = fact.state {
      guard states.updateValue(fact, forKey: state) != fact else { return }
      if !order.contains(state) { order.append(state) }
      // What was not told yet is outdated.
      fresh.removeAll { $0.state == state }
    }
    fresh.append(fact)
    if fresh.count > Outbox.waitingMax, let oldest = fresh.firstIndex(where: { $0.state == nil }) {
      fresh.remove(at: oldest)
    }
  }

  /// Tells whether a part has what it needs; `cause`: why not.
  func tell(_ part: any Part, isAvailable: Bool, because cause: String? = nil) {
    tell(
      .part(
        name: part.name,
        isAvailable: isAvailable,
        cause: cause.map { BridgeText.line($0, to: BridgeFact.partCauseBytes.upperBound) }
      )
    )
  }

  /// A state that is of no interest any more, such as that of a process that has ended.
  func forget(_ state: String) {
    states[state] = nil
    order.removeAll { $0 == state }
    fresh.removeAll { $0.state == state }
  }

  /// Takes what has not been told.
  func take() -> [BridgeFact] {
    defer { fresh = [] }
    return fresh
  }

  /// Everything is told anew: all states, then what has happened meanwhile.
  func tellAnew() {
    let happened = fresh.filter { $0.state == nil }
    fresh = order.compactMap { states[$0] } + happened
  }
}
