/// What one process of the link leaves to the next.
package struct LinkMemory: Hashable, Sendable, Codable {
  /// Of which gateway it is; what another one gave is of no use.
  package var gateway: String
  /// The tokens that it has given, by topic.
  package var tokens: [String: String] = [:]
  /// What was learned of each kind of network.
  package var keepAlive: [String: KeepAlive] = [:]
  /// To which broadcast channels apps have subscribed, by topic.
  package var broadcasts: [String: Set<String>] = [:]
  /// The last push that each of these has brought, by topic and channel: what a channel keeps comes with each
  /// connection, also when the device has had more pushes since than the daemon knows.
  package var lastBroadcasts: [String: [String: String]] = [:]
  /// What was changed of them for apps, and the daemon has not taken an answer for.
  package var unsettledBroadcasts = UnsettledBroadcasts()

  /// Whether the gateway served broadcast channels when it was last connected to.
  package var hasBroadcasts = true

  package init(gateway: String) { self.gateway = gateway }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    gateway = try members.decode(String.self, forKey: .gateway)
    tokens = try members.decode([String: String].self, forKey: .tokens)
    keepAlive = try members.decode([String: KeepAlive].self, forKey: .keepAlive)
    // An earlier link has kept none.
    let channels = try members.decodeIfPresent([String: Set<String>].self, forKey: .broadcasts)
    broadcasts = channels ?? [:]
    let last = try members.decodeIfPresent([String: [String: String]].self, forKey: .lastBroadcasts)
    lastBroadcasts = last ?? [:]
    let unsettled = try members.decodeIfPresent(
      UnsettledBroadcasts.self,
      forKey: .unsettledBroadcasts
    )
    unsettledBroadcasts = unsettled ?? UnsettledBroadcasts()
    hasBroadcasts = try members.decodeIfPresent(Bool.self, forKey: .hasBroadcasts) ?? true
  }
}
