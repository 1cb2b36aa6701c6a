/// The state of devices in memory: their connections to this gateway, their power rules, and the recent requests of
/// senders for their tokens.
///
/// None of it has been confirmed to others, so a process that is killed loses nothing of that kind. Used on the
/// mailboxes' thread.
final class Presence {
  var links: [Mailbox: Link] = [:]
  /// The rules of devices that do not accept everything; kept while they are disconnected, so that a device that
  /// reconnects is not flooded before it has sent its rule again.
  var rules: [Mailbox: DeliveryRule] = [:]
  var buckets: [[UInt8]: RequestBucket] = [:]

  /// A device that is connected here.
  ///
  /// Most devices are idle, and there are many: data about pushes in transit and registered channels is stored only if
  /// there is any.
  struct Link {
    let port: LinkPort
    /// The number of the device's connection, if more than one gateway may have one.
    var connection: Int64 = 0
    private var state = State.idle

    private indirect enum State {
      case idle
      case busy(HandoverWindow, MessageState)
    }

    init(port: LinkPort) { self.port = port }

    /// The pushes that it was handed and has not acknowledged.
    var window: HandoverWindow {
      get { if case .busy(let window, _) = state { window } else { HandoverWindow() } }
      set { set(newValue, messages) }
    }

    /// The state of Web Push.
    var messages: MessageState {
      get { if case .busy(_, let messages) = state { messages } else { MessageState() } }
      set { set(window, newValue) }
    }

    private mutating func set(_ window: HandoverWindow, _ messages: MessageState) {
      state = window.isIdle && messages.isIdle ? .idle : .busy(window, messages)
    }
  }

  /// Disconnects a device whose acknowledgements cannot be written.
  ///
  /// Acknowledged pushes would otherwise keep their places forever. The device reconnects, receives all of them again,
  /// and recognises them by their ids.
  func sendAway(_ mailbox: Mailbox) {
    links.removeValue(forKey: mailbox)?.port.comeAgain()
  }

  /// The number of buckets from which full ones are removed.
  private static let bucketsMax = 100_000

  func forgetFullBuckets(at now: Int64) {
    if buckets.count > Self.bucketsMax { buckets = buckets.filter { !$0.value.isFull(at: now) } }
  }
}
