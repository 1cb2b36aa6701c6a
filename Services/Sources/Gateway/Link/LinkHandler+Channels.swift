import NIOCore

/// What one connection of a device has of broadcast channels.
final class ChannelSubscriptions {
  /// What it has subscribed to, each under the app that it has named.
  var names: [ChannelID: ChannelName] = [:]
  /// Those of them that the store has confirmed.
  var confirmed: Set<ChannelID> = []
  /// Channels of which the device did not get a push; what they keep is handed over later.
  var left: [ChannelID: Cause] = [:]
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

  /// The connection has ended.
  func end(_ port: LinkPort, _ subscribers: Subscribers) {
    for channel in names.keys { subscribers.remove(port, from: channel) }
    (left, names, confirmed) = ([:], [:], [])
  }

  /// Takes those out of what is left whose cause has passed.
  func takeLeft(_ causes: Set<Cause>) -> [ChannelName] {
    let taken = left.filter { causes.contains($0.value) }.keys
    for channel in taken { left[channel] = nil }
    return taken.compactMap { names[$0] }
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
    ask(name, port, context) { words($0) }
  }

  /// Subscribes, and is sent what the channel keeps.
  ///
  /// A subscription that is refused is none. One that the store cannot look up stays as it is; the device asks again.
  private func ask(
    _ name: ChannelName,
    _ port: LinkPort,
    _ context: ChannelHandlerContext,
    _ words: @escaping @Sendable (Int64) -> String?
  ) {
    let sends = answering(context)
    let isTaken = desk.mailboxes.submit(
      .subscribe(port, name) { result in
        switch result {
        case .success:
          port.confirm(name)
          sends(words(200))
        case .failure(let refusal) where refusal.reason.status < 500:
          port.forget(name)
          sends(words(404))
        case .failure: sends(words(500))
        }
      }
    )
    if !isTaken { sends(words(500)) }
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
    case name: subscriptions?.confirmed.insert(name.id)
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

  private func forget(_ channel: ChannelID) {
    subscriptions?.names[channel] = nil
    subscriptions?.confirmed.remove(channel)
    subscriptions?.left[channel] = nil
  }

  /// Sends a push of a channel, unless the device does not take it just now.
  ///
  /// Nothing bounds what a channel brings to a device that does not read: it is not kept in memory.
  func broadcast(_ message: ByteBuffer, _ push: Push, by channel: ChannelID) {
    guard let subscriptions, subscriptions.names[channel] != nil else { return }
    if subscriptions.rule.withholds(push) {
      subscriptions.left[channel] = .power
    } else if !sendIfRead(message) {
      subscriptions.left[channel] = .unread
    }
  }

  /// The device says anew what it takes: what a channel has kept meanwhile is handed over.
  func follow(_ rule: DeliveryRule, _ port: LinkPort, _ context: ChannelHandlerContext) {
    guard subscriptions != nil || rule != DeliveryRule() else { return }
    subscribed.rule = rule
    askForLeft([.power, .unread], port, context)
  }

  /// Asks for what channels have kept of which the device did not get a push.
  func askForLeft(
    _ causes: Set<ChannelSubscriptions.Cause>,
    _ port: LinkPort,
    _ context: ChannelHandlerContext
  ) {
    for name in subscriptions?.takeLeft(causes) ?? [] {
      let (app, channel) = (name.app, name.id.text)
      ask(name, port, context) { status in
        // Only what the device does not expect is said.
        status == 200
          ? nil
          : LinkMessage.subscription(
            "subscribe",
            app.name,
            app.environment,
            channel,
            status: status
          )
      }
    }
  }
}
