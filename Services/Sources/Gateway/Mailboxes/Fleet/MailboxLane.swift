import NIOCore

extension MailboxLanes {
  /// The orders of one device.
  final class Lane {
    let mailbox: Mailbox
    var queue: [Entry] = []
    var attempts = 0
    /// Ids of pushes that an attempt may have written whose answer was lost.
    var attempted: Set<String> = []
    /// Gateways that do not have the device, or are gone; each for one of the device's connections.
    var gone: Set<Holder> = []
    /// Gateways that did not answer: whether they have it is not known.
    var silent: Set<Holder> = []
    /// The gateway that had the device before a connection here, until it has been told.
    var former: Holder?
    /// How many orders from the front are being carried out, and are no longer taken back.
    var turnCount = 0
    /// Whether an attempt has failed after which something may lie there that nobody has handed over.
    var isToLook = false

    init(_ mailbox: Mailbox) { self.mailbox = mailbox }
  }

  /// A gateway, and which of the device's connections it has.
  struct Holder: Hashable {
    let node: String
    let connection: Int64
  }

  /// An order that waits, and until when.
  struct Entry {
    let order: Order
    let deadline: NIODeadline
    /// What the document's fence was for the gateway that has handed it here; it is not handed on.
    let fence: Int64?

    var isForwarded: Bool { fence != nil }
  }
}

extension MailboxLanes.Entry {
  /// Whether its time is over; the end of a connection is always noted.
  func isLate(at now: NIODeadline) -> Bool {
    if case .disconnect = order { false } else { deadline <= now }
  }

  /// Whether it is for the gateway that has the device.
  var isForwardable: Bool {
    if case .push = order { !isForwarded } else { false }
  }
}
