import NIOCore

/// What one connection of a device has of broadcast channels.
final class ChannelSubscriptions {
  /// What it has subscribed to, each under the app that it has named.
  var names: [ChannelID: ChannelName] = [:]
  /// Those of them that the store has confirmed.
  var confirmed: Set<ChannelID> = []
  /// Channels of which the device did not get a push; what they keep is handed over later.
  var left: [ChannelID: Cause] = [:]
  /// Those of them that the store was asked for, and has not answered.
  var askedLeftCount = 0
  /// When the store is asked again that could not answer.
  var retries = LeftRetries()
  var retry: Scheduled<Void>?
  var rule = DeliveryRule()

  /// Why a push was not sent.
  enum Cause {
    /// The device spares its battery.
    case power
    /// The device does not read what it has been sent.
    case unread
  }

  /// Of one device: our choice, as many as its link keeps.
  static let channelsMax = 256
  /// What is asked for at once of what is left: our choice, an eighth of what a device may ask for; more than that is
  /// not asked for in vain where the device stops reading.
  static let leftMax = 8

  /// The connection has ended.
  func end(_ port: LinkPort, _ subscribers: Subscribers) {
    retry?.cancel()
    for channel in names.keys { subscribers.remove(port, from: channel) }
    (left, names, confirmed) = ([:], [:], [])
  }

  /// The device may take other pushes than before: what it was spared may be handed over.
  func forgetPower() {
    for (channel, cause) in left where cause == .power { left[channel] = .unread }
  }

  /// Puts a channel back whose push the store could not look up.
  func putBack(_ channel: ChannelID) {
    guard confirmed.contains(channel), left[channel] == nil else { return }
    left[channel] = .unread
  }

  /// Takes some of those out of what is left that only have to be read.
  func takeLeft() -> [ChannelName] {
    let taken = left.lazy.filter { $0.value == .unread }.prefix(Self.leftMax).map(\.key)
    return Array(taken).compactMap {
      left[$0] = nil
      return names[$0]
    }
  }
}

// Broadcast channels: a device says on each connection to which it has subscribed.
extension LinkHandler {
  private var subscribed: ChannelSubscriptions {
    if let subscriptions { return subscriptions }
    let made = ChannelSubscriptions()
    subscriptions = made
    return made
  }

  func subscribe(
    _ topic: String,
    _ environment: Environment,
    _ channel: String,
    _ port: LinkPort,
    _ context: ChannelHandlerContext
  ) {
    let words: @Sendable (Int64) -> String = {
      LinkMessage.subscription("subscribe", topic, environment, channel, status: $0)
    }
    guard let id = ChannelID(channel) else { return send(words(400)) }
    let names = subscribed.names
    guard names[id] != nil || names.count < ChannelSubscriptions.channelsMax else {
      return send(words(429))
    }
    let name = ChannelName(id: id, app: ChannelApp(name: topic, environment: environment))
    // A channel is of one app. One that is named under two while the store has not said whose it is, is asked for again.
    if let known = names[id], known != name {
      return send(words(subscribed.confirmed.contains(id) ? 404 : 500))
    }
    subscribed.names[id] = name
    let sends = answering(context)
    ask(name, port) { sends(words($0)) }
  }

  /// Subscribes, and is sent what the channel keeps.
  ///
  /// A subscription that is refused is none. One that the store cannot look up stays as it is; the device asks again.
  private func ask(
    _ name: ChannelName,
    _ port: LinkPort,
    _ answered: @escaping @Sendable (Int64) -> Void
  ) {
    let isTaken = desk.mailboxes.submit(
      .subscribe(port, name) { result in
        switch result {
        case .success:
          port.confirm(name)
          answered(200)
        case .failure(let refusal) where refusal.reason.status < 500:
          port.forget(name)
          answered(404)
        case .failure:
          port.leaveUnconfirmed(name)
          answered(500)
        }
      }
    )
    if !isTaken { answered(500) }
  }

  func unsubscribe(
    _ topic: String,
    _ environment: Environment,
    _ channel: String,
    _ port: LinkPort
  ) {
    let app = ChannelApp(name: topic, environment: environment)
    // Another app's subscription is not this one's to end.
    if let id = ChannelID(channel), subscriptions?.names[id]?.app == app {
      desk.mailboxes.subscribers.remove(port, from: id)
      forget(id)
    }
    send(LinkMessage.subscription("unsubscribe", topic, environment, channel, status: 200))
  }

  /// Takes the device off the list again where it has left, or wants none, since it was put there.
  ///
  /// An answer about one app says nothing about the subscription of another.
  func confirm(_ name: ChannelName, _ port: LinkPort) {
    switch subscriptions?.names[name.id] {
    case nil: desk.mailboxes.subscribers.remove(port, from: name.id)
    case name:
      // An order before this one may have failed since, and taken it off.
      desk.mailboxes.subscribers.add(port, to: name.id)
      subscriptions?.confirmed.insert(name.id)
    default: break
    }
  }

  /// The channel is not there for the app to subscribe to.
  func refused(_ name: ChannelName, _ port: LinkPort) {
    let kept = subscriptions?.names[name.id]
    guard kept == nil || kept == name else { return }
    desk.mailboxes.subscribers.remove(port, from: name.id)
    forget(name.id)
  }

  /// The store could not say whether there is such a channel; a subscription that it has confirmed outlasts that.
  func leaveUnconfirmed(_ name: ChannelName, _ port: LinkPort) {
    let kept = subscriptions?.names[name.id]
    let isConfirmed = subscriptions?.confirmed.contains(name.id) == true
    guard kept == nil || kept == name && !isConfirmed else { return }
    desk.mailboxes.subscribers.remove(port, from: name.id)
  }

  private func forget(_ channel: ChannelID) {
    subscriptions?.names[channel] = nil
    subscriptions?.confirmed.remove(channel)
    subscriptions?.left[channel] = nil
  }

  /// Sends a push of a channel, unless the device does not take it just now; whether it was sent.
  ///
  /// Nothing bounds what a channel brings to a device that does not read: it is not kept in memory.
  func broadcast(_ message: ByteBuffer, _ push: Push, by channel: ChannelID) -> Bool {
    guard let subscriptions, subscriptions.names[channel] != nil else { return false }
    if subscriptions.rule.withholds(push) {
      subscriptions.left[channel] = .power
      return false
    }
    if sendIfRead(message) { return true }
    subscriptions.left[channel] = .unread
    return false
  }

  /// The device says anew what it takes: what a channel has kept meanwhile is handed over.
  func follow(_ rule: DeliveryRule, _ port: LinkPort, _ context: ChannelHandlerContext) {
    guard subscriptions != nil || rule != DeliveryRule() else { return }
    subscribed.rule = rule
    subscribed.forgetPower()
    askForLeft(port, context)
  }

  /// Asks for what channels have kept of which the device did not get a push: for some now, as long as the device reads,
  /// and for the next when those are answered.
  ///
  /// What the store has no room for, or cannot look up, is asked for again later. The device need not know: its
  /// subscription stays.
  func askForLeft(_ port: LinkPort, _ context: ChannelHandlerContext) {
    guard let subscriptions else { return }
    // Within a turn nothing is sent before its end.
    if !context.channel.isWritable { context.flush() }
    guard context.channel.isWritable, subscriptions.askedLeftCount == 0,
      !subscriptions.retries.isWaiting
    else { return }
    let names = subscriptions.takeLeft()
    subscriptions.askedLeftCount = names.count
    for name in names {
      let (app, channel, sends) = (name.app, name.id.text, answering(context))
      ask(name, port) { status in
        // Only what the device does not expect is said.
        let words =
          status == 404
          ? LinkMessage.subscription("subscribe", app.name, app.environment, channel, status: 404)
          : nil
        sends(words) { $0.leftAnswered(name, status, port) }
      }
    }
  }

  private func leftAnswered(_ name: ChannelName, _ status: Int64, _ port: LinkPort) {
    guard let context, let subscriptions else { return }
    subscriptions.askedLeftCount -= 1
    if status == 500 { subscriptions.putBack(name.id) }
    subscriptions.retries.note(hasFailed: status == 500)
    guard subscriptions.askedLeftCount == 0 else { return }
    guard let pause = subscriptions.retries.pause() else { return askForLeft(port, context) }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    subscriptions.retry = context.eventLoop.scheduleTask(in: pause) {
      let handler = bound.value
      guard let context = handler.context else { return }
      handler.subscriptions?.retries.isWaiting = false
      handler.askForLeft(port, context)
    }
  }
}
