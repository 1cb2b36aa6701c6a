/// The worlds of tokens, which know nothing of each other; keys of senders are for the first two.
public enum Environment: String, Hashable, Sendable, CaseIterable {
  case production
  case sandbox
  /// Subscriptions of Web Push, whose senders have keys of their own.
  case web

  /// The world that a person or a device names; `nil` where it is not one of the provider API.
  public init?(name: String) {
    guard let environment = Environment(rawValue: name), environment != .web else { return nil }
    self = environment
  }
}
