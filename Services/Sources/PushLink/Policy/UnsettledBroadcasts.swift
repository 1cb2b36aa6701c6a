/// Changes that the link has made to subscriptions for apps, to which the daemon has not accepted its answers yet.
///
/// A change that the daemon has given up is reverted when the daemon reports this, so that it matches what the app was
/// told. The record is saved with the change itself: the next process of the link asks the daemon about it.
package struct UnsettledBroadcasts: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    /// Whether a change was made that can be reverted.
    var isMade = false
    /// The number of answers in transit to the daemon.
    var answerCount = 0
  }

  /// The consequence of an answer that the daemon has accepted.
  enum Settlement: Hashable, Sendable {
    case nothing
    /// The change remains, and needs no more answers.
    case settled
    case reverted
  }

  private var entries: [DaemonNews.Broadcast: Entry] = [:]

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// The changes that were made, in a fixed order.
  var made: [DaemonNews.Broadcast] {
    // There is never one beside its opposite.
    entries.filter { $0.value.isMade }.keys
      .sorted { ($0.topic, $0.channel) < ($1.topic, $1.channel) }
  }

  /// Records a change that was made; one that cancels the previous change leaves nothing to revert.
  mutating func note(_ change: DaemonNews.Broadcast) {
    var opposite = change
    opposite.isSubscribed.toggle()
    if !withdraw(opposite) { entries[change, default: Entry()].isMade = true }
  }

  /// Removes the record of a change; returns whether there was one.
  @discardableResult
  mutating func withdraw(_ change: DaemonNews.Broadcast) -> Bool {
    guard let entry = entries[change], entry.isMade else { return false }
    entries[change] = entry.answerCount == 0 ? nil : Entry(answerCount: entry.answerCount)
    return true
  }

  /// Records an answer that is sent to the daemon.
  mutating func noteAnswer(_ change: DaemonNews.Broadcast) {
    entries[change, default: Entry()].answerCount += 1
  }

  /// Removes the answers in transit, because the daemon has ended.
  mutating func forgetAnswers() {
    entries = entries.compactMapValues { $0.isMade ? Entry(isMade: true) : nil }
  }

  /// Handles the daemon's acceptance of an answer; a change is reverted if it was made, and its last answer came too
  /// late, as did all earlier ones.
  mutating func settle(_ change: DaemonNews.Broadcast, isLate: Bool) -> Settlement {
    guard var entry = entries[change], entry.answerCount > 0 else { return .nothing }
    entry.answerCount -= 1
    let isSettled = entry.isMade && !isLate
    if !isLate { entry.isMade = false }
    entries[change] = entry.answerCount == 0 ? nil : entry
    if entry.isMade && entry.answerCount == 0 { return .reverted }
    return isSettled ? .settled : .nothing
  }
}

extension UnsettledBroadcasts: Codable {
  package init(from decoder: any Decoder) throws {
    for change in try [DaemonNews.Broadcast](from: decoder) {
      entries[change] = Entry(isMade: true)
    }
  }

  package func encode(to encoder: any Encoder) throws { try made.encode(to: encoder) }
}
