package import TorporModel

/// What an adapter tells the driver.
package enum HostEvent: Sendable {
  /// A fact for the core.
  case input(Input)
  /// What attempts of transfers came to, with what is said beside it.
  case transfers([TransferReport], details: [TransferIdentifier: TransferDetail])
  /// A peer has connected.
  case connected(ConnectionIdentifier, Peer)
  /// A peer sent bytes, perhaps with descriptors, which the receiver owns from now on.
  case received(ConnectionIdentifier, [UInt8], descriptors: [Int32])
  /// The peer is gone, or was cut off; nothing more comes from it.
  case closed(ConnectionIdentifier)
  /// The host is asked to stop in good order.
  case stopRequested
}

/// Where adapters post what happened; safe to call from the loop's thread only.
package protocol HostEventSink: AnyObject {
  func post(_ event: HostEvent)
}

/// One connection of a peer; counted per daemon run.
package struct ConnectionIdentifier: CountedIdentifier {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// Who is at the other end of a connection, as the kernel says; nothing here is claimed by the peer.
package struct Peer: Hashable, Sendable {
  package let processID: Int32
  package let userID: UInt32
  package let groupID: UInt32
  /// The process of an app whose group the peer is in, if any.
  package let launch: LaunchIdentifier?

  package init(
    processID: Int32,
    userID: UInt32,
    groupID: UInt32,
    launch: LaunchIdentifier? = nil
  ) {
    self.processID = processID
    self.userID = userID
    self.groupID = groupID
    self.launch = launch
  }
}
