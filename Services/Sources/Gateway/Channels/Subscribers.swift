import NIOConcurrencyHelpers

/// Which connections to this gateway have subscribed to which channels: in memory alone, since a device says it anew
/// on each connection.
///
/// Concurrency: guarded by its lock, which is held while a push is handed to the loops of its devices.
final class Subscribers: Sendable {
  private let ports = NIOLockedValueBox<[ChannelID: [LinkPort.ID: LinkPort]]>([:])

  func add(_ port: LinkPort, to channel: ChannelID) {
    ports.withLockedValue { $0[channel, default: [:]][port.id] = port }
  }

  func remove(_ port: LinkPort, from channel: ChannelID) {
    ports.withLockedValue { ports in
      ports[channel]?[port.id] = nil
      if ports[channel]?.isEmpty == true { ports[channel] = nil }
    }
  }

  /// All channels that somebody here has subscribed to.
  var channels: [ChannelID] { ports.withLockedValue { Array($0.keys) } }

  /// Hands a push to every device that has subscribed; how many there are.
  @discardableResult
  func send(_ message: BroadcastChannel.Message, by channel: ChannelID) -> Int {
    let text = LinkMessage.push(
      message.push,
      0,
      acceptedMilliseconds: message.acceptedMilliseconds,
      channel: channel
    )
    return ports.withLockedValue { ports in
      for port in ports[channel, default: [:]].values {
        port.broadcast(text, message.push, by: channel)
      }
      return ports[channel]?.count ?? 0
    }
  }
}
