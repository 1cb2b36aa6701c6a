/// The behaviour of the link, as a value: events in, orders out; it has no clock, no socket and no randomness of its
/// own.
///
/// It decides when to connect to the gateway, and which messages are sent to it and to the daemon. It makes no
/// decisions about pushes, which the daemon makes. The gateway is connected only while the daemon listens, so that
/// every push is answered, and an unanswered one arrives again with the next connection.
package struct LinkMachine: Sendable {
  // Shape: one property for each value that outlives an event, all of one connection at a time.
  /// The state of the connection to the gateway.
  enum Gateway: Hashable, Sendable {
    /// The daemon is not available.
    case idle
    /// The timer starts the next attempt.
    case waiting
    case connecting
    /// The WebSocket is open, and the gateway does not know the device yet.
    case greeting
    case open
  }

  /// The purpose of a beat in transit.
  enum Awaited: Hashable, Sendable {
    /// To keep the connection open; whether it is answered shows how often that is necessary.
    case beat
    /// To find out whether the connection has survived a sleep of the machine or a change of the network.
    case probe
  }

  package enum Event: Sendable {
    /// The link starts.
    case started
    case news(DaemonNews)
    case daemonLost(cause: String)
    case answered(GatewayPush, DeliveryAnswer)
    case messageAnswered(ChannelMessage, MessageAnswer)
    /// The daemon has accepted the answer about a change; late: the app has been told that it failed.
    case broadcastSettled(DaemonNews.Broadcast, isLate: Bool)
    case connected
    case received(GatewayMessage)
    case lost(LinkFailure)
    case timer(LinkTimer)
  }

  package enum Order: Hashable, Sendable {
    case attachDaemon
    case connect, disconnect
    case send(DeviceMessage)
    /// Sends the proof of the key for the challenge.
    case prove(nonce: String)
    case arm(LinkTimer, Duration)
    case disarm(LinkTimer)
    case call(DaemonCall)
    /// The state for the next process has changed.
    case save
    case log(String)
  }

  /// The state with which the next process of the link begins.
  package internal(set) var memory: LinkMemory
  let gatewayName: String
  let publicKey: String
  let environment: String
  private(set) var gateway = Gateway.idle
  private(set) var news: DaemonNews?
  private var awaited: Awaited?
  private var backoff = Backoff()
  /// The time at which the gateway admitted the device, until it no longer affects the next attempt.
  private var openedSeconds: Int64?
  private var daemonBackoff = Backoff()
  /// The topics for which a token was requested from the gateway on this connection.
  private var asked: Set<String> = []
  /// Channels with messages that the gateway keeps until they are registered again.
  var resting: Set<String> = []
  /// Subscriptions that were requested from the gateway on this connection, and for which apps wait.
  var awaitedBroadcasts: Set<DaemonNews.Broadcast> = []
  /// Subscriptions that the gateway could not look up on this connection; they are requested again.
  var failedBroadcasts: Set<DaemonNews.Broadcast> = []
  var broadcastBackoff = Backoff()
  /// Whether the gateway has received its proof: there is one per connection.
  private var hasProved = false
  /// The last beat interval sent to the gateway.
  private var announcedSeconds: Int?

  package init(memory: LinkMemory, gatewayName: String, publicKey: String, environment: String) {
    self.memory = memory
    self.gatewayName = gatewayName
    self.publicKey = publicKey
    self.environment = environment
  }

  /// Applies one event, and returns the orders, in sequence.
  ///
  /// `uptimeSeconds` is from the clock that all programs of the machine share, so that their beats coincide.
  package mutating func handle(
    _ event: Event,
    uptimeSeconds: Int64,
    using random: inout some RandomNumberGenerator
  ) -> [Order] {
    noteLasting(at: uptimeSeconds)
    switch event {
    case .started: return [.attachDaemon]
    case .news(let news): return take(news, uptimeSeconds, using: &random)
    case .daemonLost(let cause):
      let wasConnected = gateway != .idle
      (news, gateway, awaited, asked) = (nil, .idle, nil, [])
      (resting, openedSeconds, awaitedBroadcasts, failedBroadcasts) = ([], nil, [], [])
      memory.unsettledBroadcasts.forgetAnswers()
      return (wasConnected ? [.disconnect] : []) + LinkTimer.allCases.map { .disarm($0) }
        + [
          .log(cause), .arm(.daemonRetry, min(daemonBackoff.next(using: &random), .seconds(30))),
        ]
    case .answered(let push, let answer):
      return note(push, answer) + answered(push, answer, using: &random)
    case .messageAnswered(let message, let answer): return answered(message, answer)
    case .broadcastSettled(let change, let isLate): return settle(change, isLate: isLate)
    case .connected:
      guard gateway == .connecting else { return [] }
      (gateway, hasProved) = (.greeting, false)
      return [.send(.hello(key: publicKey)), .arm(.greeting, LinkTimer.greetingPatience)]
    case .received(let message): return take(message, uptimeSeconds, using: &random)
    case .lost(let failure):
      guard gateway != .idle, gateway != .waiting else { return [] }
      return lose(failure, using: &random)
    case .timer(let timer): return fired(timer, using: &random)
    }
  }

  private mutating func fired(
    _ timer: LinkTimer,
    using random: inout some RandomNumberGenerator
  ) -> [Order] {
    switch timer {
    case .daemonRetry: return [.attachDaemon]
    case .retry:
      guard gateway == .waiting else { return [] }
      gateway = .connecting
      return [.connect, .arm(.greeting, LinkTimer.greetingPatience)]
    case .greeting:
      guard gateway == .connecting || gateway == .greeting else { return [] }
      return [.disconnect] + lose(.silent(LinkTimer.greetingPatience), using: &random)
    case .tokens:
      // Apps wait for them, with a watchdog. A later token is accepted nevertheless.
      return asked.sorted().map { .call(.setToken(topic: $0, token: nil)) }
    case .broadcasts: return answerAwaitedBroadcasts()
    case .subscriptions: return subscribeToFailed()
    case .channels: return registerRested()
    case .beat:
      guard gateway == .open else { return [] }
      awaited = .beat
      return [.send(.beat), .arm(.answer, LinkTimer.beatPatience)]
    case .answer:
      guard gateway == .open, let awaited else { return [] }
      let patience = awaited == .beat ? LinkTimer.beatPatience : LinkTimer.probePatience
      return [.disconnect] + lose(.silent(patience), using: &random)
    }
  }

  // MARK: The daemon

  private mutating func take(
    _ now: DaemonNews,
    _ uptimeSeconds: Int64,
    using random: inout some RandomNumberGenerator
  ) -> [Order] {
    let before = news
    news = now
    daemonBackoff.reset()
    let kept = keepBroadcasts(of: now) + (before == nil ? askAboutUnsettled(beside: now) : [])
    let hasMoved = before.map { $0.network != now.network || $0.sleeps != now.sleeps } ?? false
    switch gateway {
    case .idle:
      gateway = .connecting
      return kept + [.connect, .arm(.greeting, LinkTimer.greetingPatience)]
    case .waiting:
      // Another network may reach it, and a machine that has slept has waited long enough.
      guard hasMoved else { return kept }
      backoff.reset()
      return kept + [.arm(.retry, backoff.next(using: &random))]
    case .connecting, .greeting: return kept
    case .open:
      // A subscription belongs to a registered app.
      var orders = changes(from: before, to: now) + kept
      if hasMoved {
        awaited = .probe
        orders += [.disarm(.beat), .send(.beat), .arm(.answer, LinkTimer.probePatience)]
      }
      return orders
    }
  }

  /// Returns the changes for the gateway; without `before`, everything that it has to know.
  private mutating func changes(from before: DaemonNews?, to now: DaemonNews) -> [Order] {
    var orders: [Order] = []
    let wanted = Set(now.topics.map(\.topic))
    let known = before.map { Set($0.topics.map(\.topic)) }
    let hadTokens = Set((before?.topics ?? []).filter(\.hasToken).map(\.topic))
    for topic in now.topics {
      // An app that has unregistered and registered in one turn has lost its token, and needs one.
      let hasLost = !topic.hasToken && hadTokens.contains(topic.topic)
      guard known?.contains(topic.topic) != true || hasLost else { continue }
      asked.insert(topic.topic)
      orders.append(.send(.register(topic: topic.topic, environment: environment)))
    }
    if !orders.isEmpty { orders.append(.arm(.tokens, LinkTimer.tokenPatience)) }
    // Including registrations of an earlier connection.
    for topic in Set(memory.tokens.keys).union(known ?? []).subtracting(wanted).sorted() {
      orders.append(.send(.unregister(topic: topic, environment: environment)))
    }
    if before.map({ ($0.priorityMin, $0.isLowPower) != (now.priorityMin, now.isLowPower) }) ?? true
    {
      orders.append(.send(.power(priorityMin: now.priorityMin, isLowPower: now.isLowPower)))
    }
    orders += channelChanges(from: before, to: now)
    let wereOnScreen = Set((before?.topics ?? []).filter(\.isOnScreen).map(\.topic))
    for topic in now.topics where topic.isOnScreen && !wereOnScreen.contains(topic.topic) {
      orders.append(.send(.launched(topic: topic.topic)))
    }
    return orders
  }

  /// Handles the daemon's answer to a push; the gateway is informed only of final results.
  private mutating func answered(
    _ push: GatewayPush,
    _ answer: DeliveryAnswer,
    using random: inout some RandomNumberGenerator
  ) -> [Order] {
    func ack(_ code: AckCode) -> Order {
      .send(.ack(identifier: push.identifier, version: push.version, code))
    }
    // If an answer arrives when the connection is lost, it applies to the repetition.
    guard gateway == .open else { return [] }
    switch answer {
    // A push from a broadcast channel is not in a mailbox.
    case .accepted where push.channel != nil, .appMissing where push.channel != nil: return []
    case .refused(let cause) where push.channel != nil:
      return [.log("broadcast \(push.identifier) for \(push.topic): \(cause)")]
    case .accepted: return [ack(.delivered)]
    case .appMissing: return [ack(.appMissing)]
    case .refused(let cause):
      return [ack(.refused), .log("push \(push.identifier) for \(push.topic): \(cause)")]
    case .failed(let cause):
      // The gateway repeats unanswered pushes when it is connected again.
      return [.disconnect] + lose(.notSaved(cause), using: &random)
    }
  }

  // MARK: The gateway

  private mutating func take(
    _ message: GatewayMessage,
    _ uptimeSeconds: Int64,
    using random: inout some RandomNumberGenerator
  ) -> [Order] {
    switch (gateway, message) {
    case (.greeting, .challenge(let nonce)):
      // The key signs nothing else, and only once.
      guard !hasProved, Base64URLText.decode(nonce)?.count == 32 else {
        return [.disconnect] + lose(.notAGateway("its challenge is not one"), using: &random)
      }
      hasProved = true
      return [.prove(nonce: nonce)]
    case (.greeting, .hello(200, let hasBroadcasts)):
      let isKnown = memory.hasBroadcasts == hasBroadcasts
      memory.hasBroadcasts = hasBroadcasts
      return (isKnown ? [] : [.save]) + opened(uptimeSeconds)
    case (.greeting, .hello(let status, _)):
      let failure = status == 503 ? LinkFailure.storeFails : .keyRefused(status: status)
      return [.disconnect] + lose(failure, using: &random)
    case (.open, .registered(let topic, let status, let token)):
      // A token that was not requested is not stored.
      guard asked.remove(topic) != nil else { return [] }
      guard status == 200, let token else {
        return [
          .log("the gateway gives no token for \(topic) (status \(status))"),
          .call(.setToken(topic: topic, token: nil)),
        ]
      }
      let isKnown = memory.tokens.updateValue(token, forKey: topic) == token
      // The daemon may have ended before it had saved it the last time.
      return (isKnown ? [] : [.save]) + [.call(.setToken(topic: topic, token: token))]
    case (.open, .unregistered(let topic, _)):
      return memory.tokens.removeValue(forKey: topic) == nil ? [] : [.save]
    case (.open, .push(let push)): return deliver(push)
    case (.open, .subscribed(let change, let status)):
      return subscribed(change, status: status, using: &random)
    case (.open, .channelRegistered(let channel, let status, let endpoint)):
      return registered(channel, status: status, endpoint)
    case (.open, .channelUnregistered(let channel, let status)):
      // A channel that the gateway could not remove is ended again with the next connection.
      return status == 200 ? [.call(.endChannel(channel))] : []
    case (.open, .message(let message)): return [.call(.deliverMessage(message))]
    case (.open, .beat): return beatAnswered(uptimeSeconds)
    case (.open, .unknown(let word)):
      return [.log("the gateway sends '\(word)', which is not known")]
    // Messages that were in transit when the connection changed.
    case (.idle, _), (.waiting, _), (.connecting, _), (.greeting, _), (.open, .challenge),
      (.open, .hello):
      return []
    }
  }

  private mutating func opened(_ uptimeSeconds: Int64) -> [Order] {
    (gateway, openedSeconds) = (.open, uptimeSeconds)
    broadcastBackoff.reset()
    let all = news.map { changes(from: nil, to: $0) + subscribeToAll() } ?? []
    announcedSeconds = nil
    return [.disarm(.greeting)] + all + nextBeat(uptimeSeconds)
      + [.call(.report(isConnected: true, text: "connected to \(gatewayName)"))]
  }

  /// Makes the next pause short again once the connection has lasted.
  ///
  /// This is not done as soon as it is open: a gateway that admits devices and cannot serve them would have all of them
  /// reconnecting every second.
  private mutating func noteLasting(at uptimeSeconds: Int64) {
    guard let openedSeconds, uptimeSeconds - openedSeconds >= Backoff.lastingSeconds else { return }
    backoff.reset()
    self.openedSeconds = nil
  }

  private mutating func beatAnswered(_ uptimeSeconds: Int64) -> [Order] {
    guard let awaited else { return [] }
    self.awaited = nil
    var orders: [Order] = [.disarm(.answer)]
    if awaited == .beat {
      let before = keepAlive
      keepAlive.succeeded(isMobile: news?.network == "cellular")
      if keepAlive != before { orders.append(.save) }
    }
    return orders + nextBeat(uptimeSeconds)
  }

  /// Sets the timer for the next beat, at a multiple of half a minute, at which other programs' beats may also occur.
  private mutating func nextBeat(_ uptimeSeconds: Int64) -> [Order] {
    let interval = keepAlive.intervalSeconds
    let slot = LinkTimer.slotSeconds
    let due = (uptimeSeconds + Int64(interval)) / slot * slot
    let news: [Order] =
      announcedSeconds == interval ? [] : [.send(.keepAlive(seconds: interval))]
    announcedSeconds = interval
    return news + [.arm(.beat, .seconds(due - uptimeSeconds))]
  }

  private var keepAlive: KeepAlive {
    get { memory.keepAlive[news?.network ?? "unknown"] ?? KeepAlive() }
    set { memory.keepAlive[news?.network ?? "unknown"] = newValue }
  }

  /// Handles a connection that was lost or could not be made.
  mutating func lose(
    _ failure: LinkFailure,
    using random: inout some RandomNumberGenerator
  ) -> [Order] {
    var orders: [Order] = [
      .disarm(.greeting), .disarm(.tokens), .disarm(.channels), .disarm(.beat),
      .disarm(.answer),
    ]
    if gateway == .open, awaited == .beat {
      keepAlive.failed()
      orders.append(.save)
    }
    (gateway, awaited, asked) = (.waiting, nil, [])
    (resting, openedSeconds) = ([], nil)
    if !failedBroadcasts.isEmpty { orders.append(.disarm(.subscriptions)) }
    failedBroadcasts = []
    orders += answerAwaitedBroadcasts()
    let text = failure.sentence(gatewayName)
    return orders + [
      .log(text), .call(.report(isConnected: false, text: text)),
      .arm(.retry, max(backoff.next(using: &random), failure.waitMin)),
    ]
  }
}
