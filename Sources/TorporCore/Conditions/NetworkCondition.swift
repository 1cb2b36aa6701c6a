import TorporModel

/// The kind of network that a piece of work needs; each case accepts everything that later cases accept.
package enum NetworkNeed: String, Hashable, Sendable, Saved, CaseIterable {
  /// None at all.
  case none
  /// Any network.
  case any
  /// A network on which the user did not ask for reduced traffic (Low Data Mode).
  case unconstrained
  /// A network with free traffic.
  case unmetered

  /// Returns whether the network is sufficient.
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
  /// Returns whether there is a network that the work needs.
  func network(_ need: NetworkNeed) -> Condition {
    Condition(
      .network,
      holds: need.isMet(by: conditions.network.value),
      since: conditions.network.since,
      subject: need == .any || need == .none ? nil : need.rawValue
    )
  }
}
