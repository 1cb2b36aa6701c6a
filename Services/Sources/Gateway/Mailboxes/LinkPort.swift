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

  /// Sends a push of a broadcast channel, as far as the device takes it just now; returns at once.
  func broadcast(_ message: String, _ push: Push, by channel: ChannelID) {
    turn.run { [handler] in handler.value.broadcast(message, push, by: channel) }
  }

  /// The same of a push that a channel has kept.
  func send(_ message: BroadcastChannel.Message, by channel: ChannelID) {
    let text = LinkMessage.push(
      message.push,
      0,
      acceptedMilliseconds: message.acceptedMilliseconds,
      channel: channel
    )
    broadcast(text, message.push, by: channel)
  }

  /// The device is on the channel's list, unless its connection has ended or it wants none meanwhile.
  func confirm(_ channel: ChannelID) {
    turn.run { [self] in handler.value.confirm(channel, self) }
  }

  /// The channel is not there to be subscribed to.
  func forget(_ channel: ChannelID) {
    turn.run { [self] in handler.value.refused(channel, self) }
  }

  /// The store could not say what the channel keeps.
  func withhold(_ channel: ChannelID) { turn.run { [handler] in handler.value.withhold(channel) } }

  /// Another connection of the same device has taken its place.
  func replace() { turn.run { [handler] in handler.value.replaced() } }

  /// What the device says cannot be written: it is to connect anew.
  func comeAgain() { turn.run { [handler] in handler.value.comeAgain() } }
}
