import TorporModel

/// What kind of network a piece of work needs; each case takes what the later ones take.
package enum NetworkNeed: String, Hashable, Sendable, Saved, CaseIterable {
  /// None at all.
  case none
  /// Any that is there.
  case any
  /// One on which the user did not ask for little traffic (Low Data Mode).
  case unconstrained
  /// One whose traffic costs nothing.
  case unmetered

  /// Whether the network will do.
  package func isMet(by network: NetworkState?) -> Bool {
    if self == .none { return true }
    guard let network, network.link != .none else { return false }
    return switch self {
    case .none, .any: true
    case .unconstrained: !network.isConstrained
    case .unmetered: !network.isMetered && !network.isConstrained
    }
  }
}

extension ConditionContext {
  /// Whether there is the network that the work needs.
  func network(_ need: NetworkNeed) -> Condition {
    Condition(
      .network,
      holds: need.isMet(by: conditions.network.value),
      since: conditions.network.since,
      subject: need == .any || need == .none ? nil : need.rawValue
    )
  }
}
