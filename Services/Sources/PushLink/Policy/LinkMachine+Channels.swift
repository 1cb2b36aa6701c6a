// Web Push channels: the messages about them to the gateway, and the results of their messages.

extension LinkMachine {
  /// Returns the changes for the gateway; without `before`, all channels.
  ///
  /// A channel that is listed again is registered again, by which the gateway learns that its messages are wanted.
  mutating func channelChanges(from before: DaemonNews?, to now: DaemonNews) -> [Order] {
    let known = Set(before?.channels ?? [])
    let new = now.channels.filter { !known.contains($0) }
    for channel in new { resting.remove(channel.channel) }
    let ended = Set(before?.endedChannels ?? [])
    return new.map { .send(.registerChannel($0.channel, key: $0.key)) }
      + now.endedChannels.filter { !ended.contains($0) }.map { .send(.unregisterChannel($0)) }
  }

  mutating func registered(_ channel: String, status: Int, _ endpoint: String?) -> [Order] {
    // Messages of a channel that was not requested are not passed on.
    guard news?.channels.contains(where: { $0.channel == channel }) == true else { return [] }
    guard status == 200, let endpoint, (1...1000).contains(endpoint.utf8.count) else {
      // Until it is registered, the gateway keeps its messages.
      let isFirst = resting.isEmpty
      resting.insert(channel)
      return [.log("the gateway gives no address for a channel of Web Push: \(Self.cause(status))")]
        + (isFirst ? [.arm(.channels, LinkTimer.channelPatience)] : [])
    }
    return [.call(.setEndpoint(channel: channel, endpoint: endpoint))]
  }

  private static func cause(_ status: Int) -> String {
    switch status {
    case 400: "it does not understand the channel; report this"
    case 429: "this device has as many as it takes; unregister some"
    case 501: "it has no Web Push; its operator sets --public-url"
    default: "it says \(status); it is asked again"
    }
  }

  mutating func answered(_ message: ChannelMessage, _ answer: MessageAnswer) -> [Order] {
    // If an answer arrives when the connection is lost, it applies to the repetition.
    guard gateway == .open else { return [] }
    var orders: [Order] = [
      .send(.ackMessage(channel: message.channel, version: message.version, answer))
    ]
    guard answer == .later else { return orders }
    if resting.isEmpty { orders.append(.arm(.channels, LinkTimer.channelPatience)) }
    resting.insert(message.channel)
    return orders
  }

  /// Registers channels again after some time without a notice that their programs can accept messages.
  mutating func registerRested() -> [Order] {
    guard gateway == .open else { return [] }
    let wanted = news?.channels.filter { resting.contains($0.channel) } ?? []
    resting = []
    return wanted.map { .send(.registerChannel($0.channel, key: $0.key)) }
  }
}
