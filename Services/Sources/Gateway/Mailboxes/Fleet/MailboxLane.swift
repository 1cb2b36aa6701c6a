import NIOCore

extension MailboxLanes {
  /// The orders of one device.
  final class Lane {
    let mailbox: Mailbox
    var queue: [Entry] = []
    var attempts = 0
    /// The ids of pushes that an attempt without an answer may have written.
    var attempted: Set<String> = []
    /// Gateways that do not have the device or have ended; each for one of the device's connections.
    var gone: Set<Holder> = []
    /// Gateways that did not answer: it is not known whether they have the device.
    var silent: Set<Holder> = []
    /// The gateway that had the device before a connection here, until it has been notified.
    var former: Holder?
    /// The number of orders from the front that are being carried out, and can no longer be cancelled.
    var turnCount = 0
    /// Whether an attempt has failed, after which a push that was not handed over may be stored.
    var isToLook = false

    init(_ mailbox: Mailbox) { self.mailbox = mailbox }
  }

  /// A gateway, and the device's connection that it has.
  struct Holder: Hashable {
    let node: String
    let connection: Int64
  }

  /// A waiting order, with its deadline.
  struct Entry {
    let order: Order
    let deadline: NIODeadline
    /// The document's fence for the gateway that has forwarded the order; it is not forwarded again.
    let fence: Int64?

    var isForwarded: Bool { fence != nil }
  }
}

extension MailboxLanes.Entry {
  /// Returns whether its deadline has passed; the end of a connection is always recorded.
  func isLate(at now: NIODeadline) -> Bool {
    if case .disconnect = order { false } else { deadline <= now }
  }

  /// Whether it is meant for the gateway that has the device.
  var isForwardable: Bool {
    if case .push = order { !isForwarded } else { false }
  }
}
