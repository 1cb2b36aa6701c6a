/// What is known of devices in memory: their connections to this gateway, what they say of their power, and how much
/// senders have asked of their tokens just now.
///
/// Nothing of it was answered for, so that a process that is killed has forgotten nothing. Belongs to the thread of
/// the mailboxes.
final class Presence {
  var links: [Mailbox: Link] = [:]
  /// Of devices that take not everything; kept while they are away, so that one that comes back is not flooded
  /// before it has said so again.
  var rules: [Mailbox: DeliveryRule] = [:]
  var buckets: [[UInt8]: RequestBucket] = [:]

  /// A device that is connected here.
  ///
  /// Most devices are idle, and there are many: what is under way, or was registered for messages, is kept only where
  /// there is something.
  struct Link {
    let port: LinkPort
    /// Which of the device's connections this is, where more than one gateway may have one.
    var connection: Int64 = 0
    private var state = State.idle

    private indirect enum State {
      case idle
      case busy(HandoverWindow, MessageState)
    }

    init(port: LinkPort) { self.port = port }

    /// What it was handed and has not acknowledged.
    var window: HandoverWindow {
      get { if case .busy(let window, _) = state { window } else { HandoverWindow() } }
      set { set(newValue, messages) }
    }

    /// The same of Web Push.
    var messages: MessageState {
      get { if case .busy(_, let messages) = state { messages } else { MessageState() } }
      set { set(window, newValue) }
    }

    private mutating func set(_ window: HandoverWindow, _ messages: MessageState) {
      state = window.isIdle && messages.isIdle ? .idle : .busy(window, messages)
    }
  }

  /// Ends the connection of a device whose acknowledgements cannot be written.
  ///
  /// What it has acknowledged would keep its places for ever. It comes again, is sent all of it anew, and knows it by
  /// the ids.
  func sendAway(_ mailbox: Mailbox) {
    links.removeValue(forKey: mailbox)?.port.comeAgain()
  }

  /// From so many buckets on, full ones are removed.
  private static let bucketsMax = 100_000

  func forgetFullBuckets(at now: Int64) {
    if buckets.count > Self.bucketsMax { buckets = buckets.filter { !$0.value.isFull(at: now) } }
  }
}
