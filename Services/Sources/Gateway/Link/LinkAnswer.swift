import NIOCore

/// A closure that passes the mailboxes' answer to a device; called once, on any thread.
struct LinkAnswer: Sendable {
  private let handler: NIOLoopBound<LinkHandler>
  private let turn: LoopTurn

  init(_ handler: NIOLoopBound<LinkHandler>, _ turn: LoopTurn) {
    (self.handler, self.turn) = (handler, turn)
  }

  /// Sends the message, if there is one, and also runs `act` if the device is still connected.
  func callAsFunction(_ message: String?, _ act: (@Sendable (LinkHandler) -> Void)? = nil) {
    turn.run { [handler] in
      let handler = handler.value
      if handler.answered(message) { act?(handler) }
    }
  }
}
