/// The mailboxes of all devices, to which every connection hands its orders.
protocol Mailboxes: Sendable {
  /// The secret with which tokens are made.
  var secret: [UInt8] { get }
  /// Whether it takes orders, and carries them out in time.
  var isWell: Bool { get }
  /// Hands an order over; whether it was taken, and is answered.
  @discardableResult
  func submit(_ order: Order) -> Bool
  /// The same of an order about broadcast channels.
  @discardableResult
  func submit(_ order: ChannelOrder) -> Bool
  /// Who is connected here and has subscribed to channels.
  var subscribers: Subscribers { get }
  /// Takes no more orders, and returns when those before are carried out.
  func close() async
}
