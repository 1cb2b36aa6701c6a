import NIOCore

/// One connection of a device, as the mailboxes see it.
///
/// Without closures: there is one for each device that is connected, and it is to be small.
final class LinkPort: Sendable {
  typealias ID = UInt64

  let id: ID
  let mailbox: Mailbox
  private let turn: LoopTurn
  private let handler: NIOLoopBound<LinkHandler>

  /// The port of a handler on its loop.
  init(
    _ id: ID,
    _ mailbox: Mailbox,
    _ handler: LinkHandler,
    _ turn: LoopTurn,
    on loop: any EventLoop
  ) {
    (self.id, self.mailbox, self.turn) = (id, mailbox, turn)
    self.handler = NIOLoopBound(handler, eventLoop: loop)
  }

  /// Sends one message; returns at once.
  func send(_ message: String) { turn.run { [handler] in handler.value.send(message) } }

  /// Sends a push of a broadcast channel, as far as each device takes it just now; returns at once.
  ///
  /// Each loop has one turn and one buffer for all of its devices; `sent` is told on it to how many it was sent.
  static func broadcast(
    _ message: BroadcastChannel.Message,
    by channel: ChannelID,
    to ports: [LinkPort],
    _ sent: @escaping @Sendable (Int) -> Void
  ) {
    let text = LinkMessage.push(
      message.push,
      0,
      acceptedMilliseconds: message.acceptedMilliseconds,
      channel: channel
    )
    for ports in Dictionary(grouping: ports, by: { ObjectIdentifier($0.turn) }).values {
      ports[0].turn.run {
        let buffer = ByteBuffer(string: text)
        sent(
          ports.count { $0.handler.value.broadcast(buffer, message.push, by: channel) }
        )
      }
    }
  }

  /// Sends a push that a channel has kept.
  func send(
    _ message: BroadcastChannel.Message,
    by channel: ChannelID,
    _ sent: @escaping @Sendable (Int) -> Void
  ) {
    Self.broadcast(message, by: channel, to: [self], sent)
  }

  /// The device is on the channel's list, unless its connection has ended or it wants none meanwhile.
  func confirm(_ name: ChannelName) {
    turn.run { [self] in handler.value.confirm(name, self) }
  }

  /// The store could not say whether the channel is there.
  func leaveUnconfirmed(_ name: ChannelName) {
    turn.run { [self] in handler.value.leaveUnconfirmed(name, self) }
  }

  /// The channel is not there to be subscribed to.
  func forget(_ name: ChannelName) {
    turn.run { [self] in handler.value.refused(name, self) }
  }

  /// Another connection of the same device has taken its place.
  func replace() { turn.run { [handler] in handler.value.replaced() } }

  /// What the device says cannot be written: it is to connect anew.
  func comeAgain() { turn.run { [handler] in handler.value.comeAgain() } }
}
