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
  struct Link {
    let port: LinkPort
    var window = HandoverWindow()
    var messages = MessageState()
    /// Which of the device's connections this is, where more than one gateway may have one.
    var connection: Int64 = 0

    init(port: LinkPort) { self.port = port }
  }

  /// From so many buckets on, full ones are removed.
  private static let bucketsMax = 100_000

  func forgetFullBuckets(at now: Int64) {
    if buckets.count > Self.bucketsMax { buckets = buckets.filter { !$0.value.isFull(at: now) } }
  }
}
