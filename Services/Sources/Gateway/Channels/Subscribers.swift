import NIOConcurrencyHelpers

/// The connections to this gateway that have subscribed to channels: only in memory, because a device subscribes again
/// on each connection.
///
/// Concurrency: guarded by its lock, which is not held while a push is handed to the event loops of its devices.
final class Subscribers: Sendable {
  private let ports = NIOLockedValueBox<[ChannelID: [LinkPort.ID: LinkPort]]>([:])

  /// Adds a device to the list of a channel; returns whether it is new there.
  @discardableResult
  func add(_ port: LinkPort, to channel: ChannelID) -> Bool {
    ports.withLockedValue { $0[channel, default: [:]].updateValue(port, forKey: port.id) == nil }
  }

  func remove(_ port: LinkPort, from channel: ChannelID) {
    ports.withLockedValue { ports in
      ports[channel]?[port.id] = nil
      if ports[channel]?.isEmpty == true { ports[channel] = nil }
    }
  }

  /// All channels that a device here has subscribed to.
  var channels: [ChannelID] { ports.withLockedValue { Array($0.keys) } }

  /// Hands a push to every subscribed device that accepts it; returns the number of subscribed devices.
  ///
  /// `sent` is called on each event loop with the number of devices there to which the push was sent.
  @discardableResult
  func send(
    _ message: BroadcastChannel.Message,
    by channel: ChannelID,
    _ sent: @escaping @Sendable (Int) -> Void
  ) -> Int {
    let ports = ports.withLockedValue { Array($0[channel, default: [:]].values) }
    if !ports.isEmpty { LinkPort.broadcast(message, by: channel, to: ports, sent) }
    return ports.count
  }
}
