import NIOCore

/// The broadcast channels of one connection of a device.
final class ChannelSubscriptions {
  /// Its subscriptions, each with the app that it has named.
  var names: [ChannelID: ChannelName] = [:]
  /// The subscriptions that the store has confirmed.
  var confirmed: Set<ChannelID> = []
  /// Channels with a push that the device did not receive; their stored pushes are handed over later.
  var left: [ChannelID: Cause] = [:]
  /// The number of these channels that were requested from the store and not answered yet.
  var askedLeftCount = 0
  /// The times at which a store that could not answer is asked again.
  var retries = LeftRetries()
  var retry: Scheduled<Void>?
  var rule = DeliveryRule()

  /// Why a push was not sent.
  enum Cause {
    /// The device is saving battery power.
    case power
    /// The device does not read the data sent to it.
    case unread
  }

  /// The maximum for one device: our choice, as many as its link keeps.
  static let channelsMax = 256
  /// The number of these channels that are requested at once: our choice, an eighth of what a device may request; a
  /// larger number would be requested in vain if the device stops reading.
  static let leftMax = 8

  /// Removes all subscriptions when the connection has ended.
  func end(_ port: LinkPort, _ subscribers: Subscribers) {
    retry?.cancel()
    for channel in names.keys { subscribers.remove(port, from: channel) }
    (left, names, confirmed) = ([:], [:], [])
  }

  /// Handles a change of the pushes that the device accepts: those that were withheld may be handed over.
  func forgetPower() {
    for (channel, cause) in left where cause == .power { left[channel] = .unread }
  }

  /// Puts a channel back if the store could not look up its push.
  func putBack(_ channel: ChannelID) {
    guard confirmed.contains(channel), left[channel] == nil else { return }
    left[channel] = .unread
  }

  /// Removes and returns some of the channels that only have to be read.
  func takeLeft() -> [ChannelName] {
    let taken = left.lazy.filter { $0.value == .unread }.prefix(Self.leftMax).map(\.key)
    return Array(taken).compactMap {
      left[$0] = nil
      return names[$0]
    }
  }
}

// Broadcast channels: a device subscribes again on each connection.
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
    // A channel belongs to one app. If it is named for two apps before the store has confirmed one, it is requested
    // again.
    if let known = names[id], known != name {
      return send(words(subscribed.confirmed.contains(id) ? 404 : 500))
    }
    subscribed.names[id] = name
    let sends = answering(context)
    ask(name, port) { sends(words($0)) }
  }

  /// Subscribes, and is sent the channel's stored push.
  ///
  /// A refused subscription does not exist. If the store cannot look it up, it remains as it is; the device asks again.
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
    // A subscription of another app must not be ended by this one.
    if let id = ChannelID(channel), subscriptions?.names[id]?.app == app {
      desk.mailboxes.subscribers.remove(port, from: id)
      forget(id)
    }
    send(LinkMessage.subscription("unsubscribe", topic, environment, channel, status: 200))
  }

  /// Removes the device from the list again if it has left or unsubscribed since it was added.
  ///
  /// An answer about one app does not affect the subscription of another.
  func confirm(_ name: ChannelName, _ port: LinkPort) {
    switch subscriptions?.names[name.id] {
    case nil: desk.mailboxes.subscribers.remove(port, from: name.id)
    case name:
      // An earlier order may have failed in the meantime, and removed it.
      desk.mailboxes.subscribers.add(port, to: name.id)
      subscriptions?.confirmed.insert(name.id)
    default: break
    }
  }

  /// Handles a refusal: the app cannot subscribe to the channel.
  func refused(_ name: ChannelName, _ port: LinkPort) {
    let kept = subscriptions?.names[name.id]
    guard kept == nil || kept == name else { return }
    desk.mailboxes.subscribers.remove(port, from: name.id)
    forget(name.id)
  }

  /// Handles a failure of the store to look up a channel; a subscription that it has confirmed is not affected.
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

  /// Sends a push of a channel, unless the device currently does not accept it; returns whether it was sent.
  ///
  /// The pushes of a channel for a device that does not read are unlimited, so they are not kept in memory.
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

  /// Applies a new rule of the device: the pushes that channels have stored in the meantime are handed over.
  func follow(_ rule: DeliveryRule, _ port: LinkPort, _ context: ChannelHandlerContext) {
    guard subscriptions != nil || rule != DeliveryRule() else { return }
    subscribed.rule = rule
    subscribed.forgetPower()
    askForLeft(port, context)
  }

  /// Requests the stored pushes of channels that the device did not receive: some now, as long as the device reads, and
  /// the next when those are answered.
  ///
  /// Pushes for which the store has no space, or that it cannot look up, are requested again later. The device is not
  /// informed: its subscription remains.
  func askForLeft(_ port: LinkPort, _ context: ChannelHandlerContext) {
    guard let subscriptions else { return }
    // Within a turn, nothing is sent before its end.
    if !context.channel.isWritable { context.flush() }
    guard context.channel.isWritable, subscriptions.askedLeftCount == 0,
      !subscriptions.retries.isWaiting
    else { return }
    let names = subscriptions.takeLeft()
    subscriptions.askedLeftCount = names.count
    for name in names {
      let (app, channel, sends) = (name.app, name.id.text, answering(context))
      ask(name, port) { status in
        // Only values that the device does not expect are included.
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
