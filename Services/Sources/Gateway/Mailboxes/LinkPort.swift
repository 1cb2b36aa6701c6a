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

  /// Another connection of the same device has taken its place.
  func replace() { turn.run { [handler] in handler.value.replaced() } }

  /// What the device says cannot be written: it is to connect anew.
  func comeAgain() { turn.run { [handler] in handler.value.comeAgain() } }
}
