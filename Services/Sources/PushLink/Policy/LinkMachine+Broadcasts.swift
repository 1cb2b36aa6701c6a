internal import TorporCrypto

// Broadcast channels: the apps' subscriptions are stored here, and sent to the gateway on each connection.

extension LinkMachine {
  /// The maximum number of subscriptions of one app: our choice, a quarter of the device's maximum.
  static let broadcastsOfAppMax = 64
  /// The maximum number of subscriptions of the device: as many as our gateway accepts on a connection.
  static let broadcastsMax = 256

  /// Stores the apps' subscriptions, and removes those of apps that are no longer registered.
  ///
  /// A subscription is stored before the gateway is asked, so that a confirmation to an app always holds.
  mutating func keepBroadcasts(of news: DaemonNews) -> [Order] {
    let registered = Set(news.topics.map(\.topic))
    var orders: [Order] = []
    for (topic, channels) in memory.broadcasts.sorted(by: { $0.key < $1.key })
    where !registered.contains(topic) {
      for channel in channels.sorted() {
        memory.unsettledBroadcasts.withdraw(
          DaemonNews.Broadcast(topic: topic, channel: channel, isSubscribed: true)
        )
        orders += forgetBroadcast(topic, channel)
      }
    }
    let changes = news.broadcasts.filter { !awaitedBroadcasts.contains($0) }
    for change in changes {
      orders += change.isSubscribed ? subscribe(change) : unsubscribe(change)
    }
    return orders
  }

  private mutating func subscribe(_ change: DaemonNews.Broadcast) -> [Order] {
    let own = memory.broadcasts[change.topic] ?? []
    guard memory.hasBroadcasts || gateway != .open && own.contains(change.channel) else {
      return [answer(change, withoutBroadcasts + "; " + updateAdvice)]
    }
    // A stored one was confirmed, and is sent on each connection.
    if own.contains(change.channel) { return [answer(change, nil)] }
    let count = memory.broadcasts.values.reduce(0) { $0 + $1.count }
    guard own.count < Self.broadcastsOfAppMax, count < Self.broadcastsMax else {
      let cause =
        "there are \(own.count) subscriptions of the app and \(count) of the device already; at most "
        + "\(Self.broadcastsOfAppMax) and \(Self.broadcastsMax) are kept. End one"
      return [answer(change, cause)]
    }
    // The gateway would refuse it after the app had been told that it is subscribed.
    guard gateway == .open || Self.isChannel(change.channel) else {
      return [answer(change, Self.notAChannel)]
    }
    memory.broadcasts[change.topic, default: []].insert(change.channel)
    memory.unsettledBroadcasts.note(change)
    guard gateway == .open else { return [.save, answer(change, nil)] }
    // The first has waited longest: later ones do not delay its answer.
    let isFirst = awaitedBroadcasts.isEmpty
    awaitedBroadcasts.insert(change)
    return [.save, .send(subscription(change.topic, change.channel))]
      + (isFirst ? [.arm(.broadcasts, LinkTimer.tokenPatience)] : [])
  }

  /// Returns whether it is the name of a channel: 16 bytes in Base64.
  private static func isChannel(_ text: String) -> Bool {
    text.utf8.count == 24 && Base64.decode(text)?.count == 16
  }

  private static let notAChannel = "this is not the name of a channel; it is 16 bytes in Base64"

  private var withoutBroadcasts: String {
    "the gateway at \(gatewayName) is older than broadcast channels"
  }

  /// Without a connection, it may have been updated in the meantime.
  private var updateAdvice: String {
    gateway == .open
      ? "it has to be updated"
      : "so it was when last connected to. Update it, and try again once it is connected"
  }

  private mutating func unsubscribe(_ change: DaemonNews.Broadcast) -> [Order] {
    let forgotten = forgetBroadcast(change.topic, change.channel)
    if !forgotten.isEmpty { memory.unsettledBroadcasts.note(change) }
    return forgotten + [answer(change, nil)]
  }

  /// Answers the daemon about a change.
  private mutating func answer(_ change: DaemonNews.Broadcast, _ cause: String?) -> Order {
    memory.unsettledBroadcasts.noteAnswer(change)
    return .call(.answerBroadcast(change, cause: cause))
  }

  /// Handles the daemon's acceptance of an answer; a change for which the answer was too late, and that was reported to
  /// its app as failed, is reverted.
  mutating func settle(_ change: DaemonNews.Broadcast, isLate: Bool) -> [Order] {
    switch memory.unsettledBroadcasts.settle(change, isLate: isLate) {
    case .nothing: return []
    case .settled: return [.save]
    case .reverted: break
    }
    let (topic, channel) = (change.topic, change.channel)
    if change.isSubscribed {
      let forgotten = forgetBroadcast(topic, channel)
      return forgotten.isEmpty ? [.save] : forgotten
    }
    guard news?.topics.contains(where: { $0.topic == topic }) == true,
      memory.broadcasts[topic, default: []].insert(channel).inserted
    else { return [.save] }
    let order = Order.send(subscription(topic, channel))
    return [.save] + (isServed ? [order] : [])
  }

  /// Repeats answers that a previous daemon has not accepted, or whose change the previous link has made: the daemon
  /// reports whether apps were told that it failed.
  mutating func askAboutUnsettled(beside now: DaemonNews) -> [Order] {
    memory.unsettledBroadcasts.made.filter { !now.broadcasts.contains($0) }.map { answer($0, nil) }
  }

  /// Whether a gateway is connected that accepts messages about broadcast channels.
  private var isServed: Bool { gateway == .open && memory.hasBroadcasts }

  /// Removes a subscription, and informs the gateway; does nothing if there is none.
  private mutating func forgetBroadcast(_ topic: String, _ channel: String) -> [Order] {
    guard remove(topic, channel) else { return [] }
    awaitedBroadcasts = awaitedBroadcasts.filter { ($0.topic, $0.channel) != (topic, channel) }
    let order = Order.send(
      .unsubscribe(topic: topic, environment: environment, channel: channel)
    )
    return [.save] + (isServed ? [order] : [])
  }

  /// Removes a subscription from those stored; returns whether there was one.
  private mutating func remove(_ topic: String, _ channel: String) -> Bool {
    guard memory.broadcasts[topic]?.remove(channel) != nil else { return false }
    if memory.broadcasts[topic]?.isEmpty == true { memory.broadcasts[topic] = nil }
    memory.lastBroadcasts[topic]?[channel] = nil
    if memory.lastBroadcasts[topic]?.isEmpty == true { memory.lastBroadcasts[topic] = nil }
    return true
  }

  private func subscription(_ topic: String, _ channel: String) -> DeviceMessage {
    .subscribe(topic: topic, environment: environment, channel: channel)
  }

  /// Returns the subscriptions to send to the gateway on each connection.
  func subscribeToAll() -> [Order] {
    let count = memory.broadcasts.values.reduce(0) { $0 + $1.count }
    guard memory.hasBroadcasts || count == 0 else {
      return [
        .log(
          "\(withoutBroadcasts): nothing comes by the \(count) that apps have subscribed to. They are "
            + "kept; update the gateway"
        )
      ]
    }
    return memory.broadcasts.sorted { $0.key < $1.key }.flatMap { topic, channels in
      channels.sorted().map { .send(subscription(topic, $0)) }
    }
  }

  /// Handles the gateway's answer.
  mutating func subscribed(
    _ change: DaemonNews.Broadcast,
    status: Int,
    using random: inout some RandomNumberGenerator
  ) -> [Order] {
    guard change.isSubscribed, memory.broadcasts[change.topic]?.contains(change.channel) == true
    else { return [] }
    if status >= 500 { return askAgain(for: change, using: &random) }
    let isAwaited = awaitedBroadcasts.remove(change) != nil
    if status == 200 {
      if failedBroadcasts.isEmpty { broadcastBackoff.reset() }
      return isAwaited ? [answer(change, nil)] : []
    }
    _ = remove(change.topic, change.channel)
    memory.unsettledBroadcasts.withdraw(change)
    let cause =
      switch status {
      case 400: "the gateway says that \(Self.notAChannel)"
      case 404:
        "the gateway has no such channel of \(change.topic) for \(environment); its sender creates it"
      case 429: "the gateway takes no more subscriptions of this device; end one"
      default: "the gateway says \(status); report this"
      }
    let line = "\(change.topic) is not subscribed to broadcast channel \(change.channel): \(cause)"
    return [.save, .log(line)] + (isAwaited ? [answer(change, cause)] : [])
  }

  /// Handles a failure of the gateway's store to look up a channel: the connection, and everything else that it
  /// carries, remains.
  private mutating func askAgain(
    for change: DaemonNews.Broadcast,
    using random: inout some RandomNumberGenerator
  ) -> [Order] {
    let isFirst = failedBroadcasts.isEmpty
    failedBroadcasts.insert(change)
    guard isFirst else { return [] }
    let line = "the gateway's store cannot look up broadcast channels now; it is asked again"
    return [.log(line), .arm(.subscriptions, broadcastBackoff.next(using: &random))]
  }

  /// Requests again the subscriptions that the gateway could not look up.
  mutating func subscribeToFailed() -> [Order] {
    guard gateway == .open else { return [] }
    let failed = failedBroadcasts.sorted { ($0.topic, $0.channel) < ($1.topic, $1.channel) }
    failedBroadcasts = []
    return failed.filter { memory.broadcasts[$0.topic]?.contains($0.channel) == true }
      .map { .send(subscription($0.topic, $0.channel)) }
  }

  /// Answers the apps that have waited long enough, or whose connection is lost: their requests are stored.
  mutating func answerAwaitedBroadcasts() -> [Order] {
    let awaited = awaitedBroadcasts.sorted { ($0.topic, $0.channel) < ($1.topic, $1.channel) }
    guard !awaited.isEmpty else { return [] }
    awaitedBroadcasts = []
    return [.disarm(.broadcasts)] + awaited.map { answer($0, nil) }
  }

  /// Passes a push to the daemon, unless it comes from a channel without subscriptions, or is the last push that this
  /// channel has brought: a stored push arrives again with each connection.
  func deliver(_ push: GatewayPush) -> [Order] {
    if let channel = push.channel {
      guard memory.broadcasts[push.topic]?.contains(channel) == true,
        memory.lastBroadcasts[push.topic]?[channel] != push.identifier
      else { return [] }
    }
    return [.call(.deliver(push))]
  }

  /// Records a channel's last push, once the daemon has it; a push for now or never does not arrive again.
  mutating func note(_ push: GatewayPush, _ answer: DeliveryAnswer) -> [Order] {
    guard answer == .accepted, push.expirationSeconds != 0, let channel = push.channel,
      memory.broadcasts[push.topic]?.contains(channel) == true,
      memory.lastBroadcasts[push.topic]?[channel] != push.identifier
    else { return [] }
    memory.lastBroadcasts[push.topic, default: [:]][channel] = push.identifier
    return [.save]
  }
}

extension LinkMachine.Order {
  /// Whether the order passes a push to the daemon, which will be answered.
  var isDelivery: Bool {
    if case .call(.deliver) = self { true } else { false }
  }
}
