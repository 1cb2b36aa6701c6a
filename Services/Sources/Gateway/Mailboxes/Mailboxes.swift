/// The mailboxes of all devices, to which every connection sends its orders.
protocol Mailboxes: Sendable {
  /// The secret from which tokens are created.
  var secret: [UInt8] { get }
  /// Whether it accepts orders, and carries them out in time.
  var isWell: Bool { get }
  /// Submits an order; returns whether it was accepted and will be answered.
  @discardableResult
  func submit(_ order: Order) -> Bool
  /// Submits an order about broadcast channels in the same way.
  @discardableResult
  func submit(_ order: ChannelOrder) -> Bool
  /// The connections here that have subscribed to channels.
  var subscribers: Subscribers { get }
  /// Stops accepting orders, and returns when earlier ones are carried out.
  func close() async
}
