/// The environments of tokens, which are independent of each other; keys of senders are for the first two.
public enum Environment: String, Hashable, Sendable, CaseIterable {
  case production
  case sandbox
  /// Subscriptions of Web Push; their senders have their own keys.
  case web

  /// Makes the environment with a name given by a person or a device; `nil` if it is not one of the provider API.
  public init?(name: String) {
    guard let environment = Environment(rawValue: name), environment != .web else { return nil }
    self = environment
  }
}
