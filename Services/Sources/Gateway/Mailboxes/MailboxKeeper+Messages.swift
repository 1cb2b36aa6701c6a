import TorporPush

/// The state of Web Push on one connection of a device: only in memory, because its messages stay in the store until
/// they are acknowledged.
struct MessageState: Sendable {
  /// The channels that the device has registered on this connection: those of users who are logged in.
  var channels: Set<String> = []
  /// The messages that it was handed and has not acknowledged.
  var window = HandoverWindow(
    appMax: HandoverWindow.channelMax,
    deviceMax: HandoverWindow.channelsMax
  )
  /// Channels with messages that wait for space; later ones wait behind them.
  var behind: Set<String> = []
  /// Channels with messages that wait because the device is saving battery power.
  var held: Set<String> = []

  /// Whether it is equivalent to a new one.
  var isIdle: Bool {
    channels.isEmpty && window.isIdle && behind.isEmpty && held.isEmpty
  }

  /// Stops the delivery of the channel until it is registered again.
  mutating func rest(_ channel: String) {
    channels.remove(channel)
    behind.remove(channel)
    held.remove(channel)
  }
}

// Messages of Web Push. A row of a message is never marked as in transit: the messages handed to a connection are in
// its window, so that a message with a topic replaces any earlier one that was not acknowledged.
extension MailboxKeeper {
  /// The maximum number of waiting messages of one subscription (push.md, 8).
  static var queueMax: Int64 { 32 }

  /// Returns the message with the channel of its endpoint, which its sender does not know.
  func addressed(_ push: Push, _ token: DeviceToken) throws(Store.Failure) -> Push {
    guard let registration = try store.registration(of: token.bytes) else { return push }
    return push.addressed(to: registration.topic)
  }

  /// Returns the refusal of a message if its subscription has the maximum number of waiting messages.
  ///
  /// Expired messages do not count, nor do those that the message displaces.
  func fullQueue(
    of push: Push,
    _ mailbox: Mailbox,
    at now: Int64
  ) throws(Store.Failure) -> Refusal? {
    guard push.isStored else { return nil }
    let count = try store.messageCount(of: push, mailbox, at: now)
    return count < Self.queueMax ? nil : Refusal(.tooManyRequests)
  }

  func accept(
    message push: Push,
    _ mailbox: Mailbox,
    at now: Int64
  ) throws(Store.Failure) -> Order.Outcome {
    if push.isStored, push.endMilliseconds(acceptedMilliseconds: now) <= now { return .discarded }
    if let version = try store.version(of: push, mailbox) {
      // It was written before, and the answer was lost.
      try flush(channel: push.topic, mailbox, at: now)
      let isHandedOver = presence.links[mailbox]?.messages.window.contains(version) == true
      return isHandedOver ? .handedOver : .held(.offline)
    }
    let hold = self.hold(push, mailbox, at: now)
    guard push.isStored || hold == nil else { return .discarded }
    var version: Int64 = 0
    if push.isStored {
      version = try store.store(
        push,
        mailbox,
        isUnderWay: false,
        displaces: push.displaces,
        at: now
      )
    }
    if let hold {
      change(mailbox) {
        if hold == .window { $0?.messages.behind.insert(push.topic) }
        if hold == .power { $0?.messages.held.insert(push.topic) }
      }
      return .held(hold)
    }
    handOver(push, version, acceptedMilliseconds: now, mailbox)
    return .handedOver
  }

  private func hold(_ push: Push, _ mailbox: Mailbox, at now: Int64) -> DeliveryRule.Hold? {
    guard let messages = presence.links[mailbox]?.messages else { return .offline }
    guard messages.channels.contains(push.topic) else { return .absent }
    if let hold = rule(of: mailbox).hold(push, on: .arrival, PushThrottle(), at: now) {
      return hold
    }
    guard push.isStored else { return nil }
    let hasRoom = !messages.behind.contains(push.topic) && messages.window.hasRoom(for: push.app)
    return hasRoom ? nil : .window
  }

  /// Hands over the channel's waiting messages, oldest first, as far as there is space.
  func flush(channel: String, _ mailbox: Mailbox, at now: Int64) throws(Store.Failure) {
    guard presence.links[mailbox]?.messages.channels.contains(channel) == true else { return }
    change(mailbox) {
      $0?.messages.behind.remove(channel)
      $0?.messages.held.remove(channel)
    }
    let app = HandoverWindow.App(topic: channel, environment: .web)
    for row in try store.rows(of: mailbox, app) {
      guard let window = presence.links[mailbox]?.messages.window, !window.contains(row.version)
      else {
        continue
      }
      if row.push.endMilliseconds(acceptedMilliseconds: row.acceptedMilliseconds) <= now {
        try store.remove(row.version, row.push.id, of: mailbox)
        continue
      }
      if rule(of: mailbox).hold(row.push, on: .arrival, PushThrottle(), at: now) != nil {
        change(mailbox) { _ = $0?.messages.held.insert(channel) }
        continue
      }
      guard window.hasRoom(for: app) else {
        change(mailbox) { _ = $0?.messages.behind.insert(channel) }
        return
      }
      handOver(row.push, row.version, acceptedMilliseconds: row.acceptedMilliseconds, mailbox)
    }
  }

  /// Handles a change of the device's rule.
  func flushHeldMessages(_ mailbox: Mailbox, at now: Int64) throws(Store.Failure) {
    for channel in presence.links[mailbox]?.messages.held.sorted() ?? [] {
      try flush(channel: channel, mailbox, at: now)
    }
  }

  /// Handles freed space.
  func flushMessagesBehind(_ mailbox: Mailbox, at now: Int64) throws(Store.Failure) {
    for channel in presence.links[mailbox]?.messages.behind.sorted() ?? [] {
      if presence.links[mailbox]?.messages.window.isFull == true { return }
      try flush(channel: channel, mailbox, at: now)
    }
  }
}
