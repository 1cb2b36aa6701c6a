/// The device's name for a push from a gateway: its `apns-id` and, if it arrived through a broadcast
/// channel, the channel.
///
/// One text holds both, because journals have one text, which was only the `apns-id` before channels existed.
package struct PushName: Hashable, Sendable {
  /// The `apns-id`.
  package let identifier: String
  /// The broadcast channel through which it arrived.
  package let channel: String?

  /// The separator of the two; an `apns-id` that is a UUID does not contain it.
  private static let word = "channel"

  package init(identifier: String, channel: String?) {
    (self.identifier, self.channel) = (identifier, channel)
  }

  /// Reads a text; a text without a channel is an `apns-id`, whatever it contains.
  package init(text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let hasChannel = words.count == 3 && words[1] == Self.word && !words[2].isEmpty
    self.init(
      identifier: hasChannel ? String(words[0]) : text,
      channel: hasChannel ? String(words[2]) : nil
    )
  }

  package var text: String { channel.map { "\(identifier) \(Self.word) \($0)" } ?? identifier }
}
