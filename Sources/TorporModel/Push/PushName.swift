/// What the device calls a push from a gateway: its `apns-id` and, where it has come by a broadcast channel, that.
///
/// A text has both, as a journal has what before there were channels was the `apns-id` alone.
package struct PushName: Hashable, Sendable {
  /// The `apns-id`.
  package let identifier: String
  /// The broadcast channel by which it has come.
  package let channel: String?

  /// What stands between the two; no `apns-id` that is a UUID has it.
  private static let word = "channel"

  package init(identifier: String, channel: String?) {
    (self.identifier, self.channel) = (identifier, channel)
  }

  /// Reads a text; one that names no channel is an `apns-id`, whatever it is.
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
