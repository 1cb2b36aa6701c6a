import NIOCore

/// What one connection of a device has of broadcast channels.
final class ChannelSubscriptions {
  /// What it has subscribed to, each under the app that it has named.
  var names: [ChannelID: ChannelName] = [:]
  /// Channels of which the device did not take a push, since it spares its battery.
  var withheld: Set<ChannelID> = []
  var rule = DeliveryRule()

  /// Of one device: our choice, as many as its link keeps.
  static let channelsMax = 256

  /// The connection has ended.
  func end(_ port: LinkPort, _ subscribers: Subscribers) {
    for channel in names.keys { subscribers.remove(port, from: channel) }
    (withheld, names) = ([], [:])
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
    subscribed.names[id] = name
    ask(name, port, context) { result in
      switch result {
      case .success: words(200)
      case .failure(let refusal): words(refusal.reason.status < 500 ? 404 : 500)
      }
    }
  }

  /// Subscribes, and is sent what the channel keeps; a subscription that is refused is none.
  private func ask(
    _ name: ChannelName,
    _ port: LinkPort,
    _ context: ChannelHandlerContext,
    _ words: @escaping @Sendable (Result<Void, Refusal>) -> String?
  ) {
    let sends = answering(context)
    let isTaken = desk.mailboxes.submit(
      .subscribe(port, name) { result in
        switch result {
        case .success: port.confirm(name.id)
        case .failure(let refusal) where refusal.reason.status < 500: port.forget(name.id)
        // What the store could not say is asked again when the device says anew what it takes.
        case .failure: port.withhold(name.id)
        }
        sends(words(result))
      }
    )
    if !isTaken {
      forget(name.id)
      sends(words(.failure(Refusal(.serviceUnavailable))))
    }
  }

  func unsubscribe(
    _ topic: String,
    _ environment: Environment,
    _ channel: String,
    _ port: LinkPort
  ) {
    if let id = ChannelID(channel), subscriptions?.names[id] != nil {
      desk.mailboxes.subscribers.remove(port, from: id)
      forget(id)
    }
    send(LinkMessage.subscription("unsubscribe", topic, environment, channel, status: 200))
  }

  /// Takes the device off the list again where it has left, or wants none, since it was put there.
  func confirm(_ channel: ChannelID, _ port: LinkPort) {
    guard subscriptions?.names[channel] == nil else { return }
    desk.mailboxes.subscribers.remove(port, from: channel)
  }

  /// The channel is not there to be subscribed to.
  func refused(_ channel: ChannelID, _ port: LinkPort) {
    desk.mailboxes.subscribers.remove(port, from: channel)
    forget(channel)
  }

  func withhold(_ channel: ChannelID) {
    if subscriptions?.names[channel] != nil { subscriptions?.withheld.insert(channel) }
  }

  func forget(_ channel: ChannelID) {
    subscriptions?.names[channel] = nil
    subscriptions?.withheld.remove(channel)
  }

  /// Sends a push of a channel, unless the device does not take it just now.
  func broadcast(_ message: String, _ push: Push, by channel: ChannelID) {
    guard let subscriptions, subscriptions.names[channel] != nil else { return }
    if subscriptions.rule.withholds(push) {
      subscriptions.withheld.insert(channel)
    } else {
      send(message)
    }
  }

  /// The device says anew what it takes: what a channel has kept meanwhile is handed over.
  func follow(_ rule: DeliveryRule, _ port: LinkPort, _ context: ChannelHandlerContext) {
    guard subscriptions != nil || rule != DeliveryRule() else { return }
    let own = subscribed
    own.rule = rule
    let withheld = own.withheld
    own.withheld = []
    for name in withheld.compactMap({ own.names[$0] }) { ask(name, port, context) { _ in nil } }
  }
}
