package import TorporAppModel
package import TorporAppWire

extension AppConnection {
  /// Told what happens, on the connection's thread.
  package struct Listener: Sendable {
    let event: @Sendable (Delivery, TransferDetail?) -> Void
    /// How far a transfer is.
    let progress: @Sendable (SessionProgress) -> Void
    /// The conversation is over for good; `nil`: it was stopped.
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
