/// The state that one process of the link leaves to the next.
package struct LinkMemory: Hashable, Sendable, Codable {
  /// The gateway to which it belongs; values from another one are of no use.
  package var gateway: String
  /// The tokens from the gateway, by topic.
  package var tokens: [String: String] = [:]
  /// The learned intervals for each kind of network.
  package var keepAlive: [String: KeepAlive] = [:]
  /// The apps' subscriptions to broadcast channels, by topic.
  package var broadcasts: [String: Set<String>] = [:]
  /// The last push of each subscribed channel, by topic and channel: a channel's stored push arrives with each
  /// connection, even when the device has received more pushes in the meantime than the daemon remembers.
  package var lastBroadcasts: [String: [String: String]] = [:]
  /// Changes to subscriptions for apps, to which the daemon has not accepted an answer.
  package var unsettledBroadcasts = UnsettledBroadcasts()

  /// Whether the gateway served broadcast channels at the last connection.
  package var hasBroadcasts = true

  package init(gateway: String) { self.gateway = gateway }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    gateway = try members.decode(String.self, forKey: .gateway)
    tokens = try members.decode([String: String].self, forKey: .tokens)
    keepAlive = try members.decode([String: KeepAlive].self, forKey: .keepAlive)
    // An earlier link has stored none.
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
