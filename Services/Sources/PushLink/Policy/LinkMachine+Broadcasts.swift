// Broadcast channels: what apps have subscribed to is kept here, and said to the gateway on each connection.

extension LinkMachine {
  /// Subscriptions of one app: our choice, a quarter of what the device may have.
  static let broadcastsOfAppMax = 64
  /// Subscriptions of the device: as many as our gateway takes on a connection.
  static let broadcastsMax = 256

  /// Keeps what apps want, and forgets what those have wanted that are not registered any more.
  ///
  /// A subscription is kept before the gateway is asked, so that what an app was told of outlasts everything.
  mutating func keepBroadcasts(of news: DaemonNews) -> [Order] {
    let registered = Set(news.topics.map(\.topic))
    var orders: [Order] = []
    for (topic, channels) in memory.broadcasts.sorted(by: { $0.key < $1.key })
    where !registered.contains(topic) {
      orders += channels.sorted().flatMap { forgetBroadcast(topic, $0) }
    }
    let changes = news.broadcasts.filter { !awaitedBroadcasts.contains($0) }
    for change in changes {
      orders += change.isSubscribed ? subscribe(change) : unsubscribe(change)
    }
    return orders
  }

  private mutating func subscribe(_ change: DaemonNews.Broadcast) -> [Order] {
    let own = memory.broadcasts[change.topic] ?? []
    // One that is kept was answered for, and is said on each connection.
    if own.contains(change.channel) { return [.call(.answerBroadcast(change, cause: nil))] }
    let count = memory.broadcasts.values.reduce(0) { $0 + $1.count }
    guard own.count < Self.broadcastsOfAppMax, count < Self.broadcastsMax else {
      let cause =
        "there are \(own.count) subscriptions of the app and \(count) of the device already; at most "
        + "\(Self.broadcastsOfAppMax) and \(Self.broadcastsMax) are kept. End one"
      return [.call(.answerBroadcast(change, cause: cause))]
    }
    memory.broadcasts[change.topic, default: []].insert(change.channel)
    guard gateway == .open else { return [.save, .call(.answerBroadcast(change, cause: nil))] }
    awaitedBroadcasts.insert(change)
    return [
      .save, .send(subscription(change.topic, change.channel)),
      .arm(.broadcasts, LinkTimer.tokenPatience),
    ]
  }

  private mutating func unsubscribe(_ change: DaemonNews.Broadcast) -> [Order] {
    forgetBroadcast(change.topic, change.channel) + [.call(.answerBroadcast(change, cause: nil))]
  }

  /// Forgets a subscription, and says so to the gateway; nothing where there is none.
  private mutating func forgetBroadcast(_ topic: String, _ channel: String) -> [Order] {
    guard memory.broadcasts[topic]?.remove(channel) != nil else { return [] }
    if memory.broadcasts[topic]?.isEmpty == true { memory.broadcasts[topic] = nil }
    awaitedBroadcasts = awaitedBroadcasts.filter { ($0.topic, $0.channel) != (topic, channel) }
    let order = Order.send(
      .unsubscribe(topic: topic, environment: environment, channel: channel)
    )
    return [.save] + (gateway == .open ? [order] : [])
  }

  private func subscription(_ topic: String, _ channel: String) -> DeviceMessage {
    .subscribe(topic: topic, environment: environment, channel: channel)
  }

  /// What the gateway is told on each connection.
  func subscribeToAll() -> [Order] {
    memory.broadcasts.sorted { $0.key < $1.key }.flatMap { topic, channels in
      channels.sorted().map { .send(subscription(topic, $0)) }
    }
  }

  /// The gateway has answered.
  mutating func subscribed(
    _ change: DaemonNews.Broadcast,
    status: Int,
    using random: inout some RandomNumberGenerator
  ) -> [Order] {
    guard change.isSubscribed, memory.broadcasts[change.topic]?.contains(change.channel) == true
    else { return [] }
    if status >= 500 {
      // It is asked again on the next connection.
      return [.disconnect] + lose(.storeFails, using: &random)
    }
    let isAwaited = awaitedBroadcasts.remove(change) != nil
    if status == 200 {
      return isAwaited ? [.call(.answerBroadcast(change, cause: nil))] : []
    }
    memory.broadcasts[change.topic]?.remove(change.channel)
    if memory.broadcasts[change.topic]?.isEmpty == true { memory.broadcasts[change.topic] = nil }
    let cause =
      switch status {
      case 400: "the gateway says that this is not the name of a channel; it is 16 bytes in Base64"
      case 404:
        "the gateway has no such channel of \(change.topic) for \(environment); its sender creates it"
      case 429: "the gateway takes no more subscriptions of this device; end one"
      default: "the gateway says \(status); report this"
      }
    let line = "\(change.topic) is not subscribed to broadcast channel \(change.channel): \(cause)"
    return [.save, .log(line)] + (isAwaited ? [.call(.answerBroadcast(change, cause: cause))] : [])
  }

  /// Answers the apps that have waited long enough, or whose connection is gone: what they want is kept.
  mutating func answerAwaitedBroadcasts() -> [Order] {
    let awaited = awaitedBroadcasts.sorted { ($0.topic, $0.channel) < ($1.topic, $1.channel) }
    guard !awaited.isEmpty else { return [] }
    awaitedBroadcasts = []
    return [.disarm(.broadcasts)] + awaited.map { .call(.answerBroadcast($0, cause: nil)) }
  }

  /// Hands a push to the daemon, unless it comes by a channel that nobody has subscribed to any more.
  func deliver(_ push: GatewayPush) -> [Order] {
    if let channel = push.channel, memory.broadcasts[push.topic]?.contains(channel) != true {
      return []
    }
    return [.call(.deliver(push))]
  }
}

extension LinkMachine.Order {
  /// Whether the daemon is handed a push, for which it will answer.
  var isDelivery: Bool {
    if case .call(.deliver) = self { true } else { false }
  }
}
