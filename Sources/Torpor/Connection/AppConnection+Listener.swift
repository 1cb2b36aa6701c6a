package import TorporAppModel
package import TorporAppWire

extension AppConnection {
  /// The functions that receive events, on the connection's thread.
  package struct Listener: Sendable {
    let event: @Sendable (Delivery, TransferDetail?) -> Void
    /// Receives the progress of a transfer.
    let progress: @Sendable (SessionProgress) -> Void
    /// The conversation has ended permanently; `nil`: it was stopped.
    let end: @Sendable (TorporError?) -> Void

    package init(
      event: @escaping @Sendable (Delivery, TransferDetail?) -> Void,
      progress: @escaping @Sendable (SessionProgress) -> Void,
      end: @escaping @Sendable (TorporError?) -> Void
    ) {
      self.event = event
      self.progress = progress
      self.end = end
    }
  }
}
