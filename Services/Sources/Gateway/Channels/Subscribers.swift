import NIOConcurrencyHelpers

/// Which connections to this gateway have subscribed to which channels: in memory alone, since a device says it anew
/// on each connection.
///
/// Concurrency: guarded by its lock, which is not held while a push is handed to the loops of its devices.
final class Subscribers: Sendable {
  private let ports = NIOLockedValueBox<[ChannelID: [LinkPort.ID: LinkPort]]>([:])

  /// Puts a device on the list of a channel; whether it was not there.
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

  /// All channels that somebody here has subscribed to.
  var channels: [ChannelID] { ports.withLockedValue { Array($0.keys) } }

  /// Hands a push to every device that has subscribed and takes it; how many have subscribed.
  ///
  /// `sent` is told on each loop to how many the push was sent there.
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
