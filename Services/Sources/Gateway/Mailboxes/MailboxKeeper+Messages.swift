import TorporPush

/// What one connection of a device has of Web Push: in memory alone, since its messages stay in the store until they
/// are acknowledged.
struct MessageState: Sendable {
  /// The channels that the device has registered on this connection: of those who are logged in.
  var channels: Set<String> = []
  /// What it was handed and has not acknowledged.
  var window = HandoverWindow(
    appMax: HandoverWindow.channelMax,
    deviceMax: HandoverWindow.channelsMax
  )
  /// Channels of which something waits for room; what comes then waits behind it.
  var behind: Set<String> = []
  /// Channels of which something waits because the device spares its battery.
  var held: Set<String> = []

  /// Whether it is as a new one.
  var isIdle: Bool {
    channels.isEmpty && window.isIdle && behind.isEmpty && held.isEmpty
  }

  /// Nothing more is wanted by the channel until it is registered anew.
  mutating func rest(_ channel: String) {
    channels.remove(channel)
    behind.remove(channel)
    held.remove(channel)
  }
}

// Messages of Web Push. A row of one is never marked as under way: what a connection was handed is in its window, so
// that a message with a topic takes the place of any before it that was not acknowledged.
extension MailboxKeeper {
  /// The messages of one subscription that wait (push.md, 8).
  static var queueMax: Int64 { 32 }

  /// The message with the channel of its endpoint, which its sender does not know.
  func addressed(_ push: Push, _ token: DeviceToken) throws(Store.Failure) -> Push {
    guard let registration = try store.registration(of: token.bytes) else { return push }
    return push.addressed(to: registration.topic)
  }

  /// What a message is refused with whose subscription has as many that wait as are kept.
  ///
  /// What has expired takes no place, nor does what the message displaces.
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

  /// Hands over what waits for the channel, oldest first, as far as there is room.
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

  /// The device says anew what it takes.
  func flushHeldMessages(_ mailbox: Mailbox, at now: Int64) throws(Store.Failure) {
    for channel in presence.links[mailbox]?.messages.held.sorted() ?? [] {
      try flush(channel: channel, mailbox, at: now)
    }
  }

  /// There may be room again.
  func flushMessagesBehind(_ mailbox: Mailbox, at now: Int64) throws(Store.Failure) {
    for channel in presence.links[mailbox]?.messages.behind.sorted() ?? [] {
      if presence.links[mailbox]?.messages.window.isFull == true { return }
      try flush(channel: channel, mailbox, at: now)
    }
  }
}
