import TorporWire

/// Facts on their way to the daemon, from all parts.
///
/// The latest value of each state is kept, and sent again to each new daemon; events wait while there is no daemon,
/// only the newest of them. The same state is not sent twice in a row.
final class Outbox {
  private var states: [String: BridgeFact] = [:]
  /// The names of states in the order in which they were first reported.
  private var order: [String] = []
  private var fresh: [BridgeFact] = []
  /// Whether a daemon currently accepts facts.
  var isAttached = false

  /// The maximum number of events that wait for a daemon: 256, the newest; our choice.
  private static let waitingMax = 256

  /// Takes a fact from a part.
  func tell(_ fact: BridgeFact) {
    if let state = fact.state {
      guard states.updateValue(fact, forKey: state) != fact else { return }
      if !order.contains(state) { order.append(state) }
      // An unsent value is out of date.
      fresh.removeAll { $0.state == state }
    }
    fresh.append(fact)
    if fresh.count > Outbox.waitingMax, let oldest = fresh.firstIndex(where: { $0.state == nil }) {
      fresh.remove(at: oldest)
    }
  }

  /// Reports whether a part has everything that it needs; `cause`: why not.
  func tell(_ part: any Part, isAvailable: Bool, because cause: String? = nil) {
    tell(
      .part(
        name: part.name,
        isAvailable: isAvailable,
        cause: cause.map { BridgeText.line($0, to: BridgeFact.partCauseBytes.upperBound) }
      )
    )
  }

  /// Removes a state that is no longer of interest, such as that of a process that has ended.
  func forget(_ state: String) {
    states[state] = nil
    order.removeAll { $0 == state }
    fresh.removeAll { $0.state == state }
  }

  /// Removes and returns the unsent facts.
  func take() -> [BridgeFact] {
    defer { fresh = [] }
    return fresh
  }

  /// Sends everything again: all states, then the events in the meantime.
  func tellAnew() {
    let happened = fresh.filter { $0.state == nil }
    fresh = order.compactMap { states[$0] } + happened
  }
}
