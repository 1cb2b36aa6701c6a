import NIOCore

/// One connection of a device, as used by the mailboxes.
///
/// It has no closures: there is one for each connected device, so it must be small.
final class LinkPort: Sendable {
  typealias ID = UInt64

  let id: ID
  let mailbox: Mailbox
  private let turn: LoopTurn
  private let handler: NIOLoopBound<LinkHandler>

  /// Makes the port of a handler on its event loop.
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

  /// Sends a push of a broadcast channel to each device that currently accepts it; returns at once.
  ///
  /// Each event loop has one turn and one buffer for all of its devices; `sent` is called on it with the number of
  /// devices to which the push was sent.
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

  /// Sends a push that a channel has stored.
  func send(
    _ message: BroadcastChannel.Message,
    by channel: ChannelID,
    _ sent: @escaping @Sendable (Int) -> Void
  ) {
    Self.broadcast(message, by: channel, to: [self], sent)
  }

  /// Confirms that the device is on the channel's list, unless its connection has ended or it has unsubscribed in the
  /// meantime.
  func confirm(_ name: ChannelName) {
    turn.run { [self] in handler.value.confirm(name, self) }
  }

  /// Reports that the store could not look up the channel.
  func leaveUnconfirmed(_ name: ChannelName) {
    turn.run { [self] in handler.value.leaveUnconfirmed(name, self) }
  }

  /// Reports that the app cannot subscribe to the channel.
  func forget(_ name: ChannelName) {
    turn.run { [self] in handler.value.refused(name, self) }
  }

  /// Reports that another connection of the same device has replaced it.
  func replace() { turn.run { [handler] in handler.value.replaced() } }

  /// Reports that the device's messages cannot be written: it must reconnect.
  func comeAgain() { turn.run { [handler] in handler.value.comeAgain() } }
}
