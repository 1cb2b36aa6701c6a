/// What the link has changed of subscriptions for apps, and the daemon has not taken its answers for yet.
///
/// A change that the daemon has given up is reverted when the daemon says so, so that it is as the app was told. What was
/// changed is saved with the change itself: the next process of the link asks the daemon about it.
package struct UnsettledBroadcasts: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    /// Whether something was changed that can be reverted.
    var isMade = false
    /// Answers that are on their way to the daemon.
    var answerCount = 0
  }

  /// What an answer that the daemon has taken leads to.
  enum Settlement: Hashable, Sendable {
    case nothing
    /// The change stays, and nobody asks about it any more.
    case settled
    case reverted
  }

  private var entries: [DaemonNews.Broadcast: Entry] = [:]

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// The changes that were made, in an order of their own.
  var made: [DaemonNews.Broadcast] {
    // There is never one beside its opposite.
    entries.filter { $0.value.isMade }.keys
      .sorted { ($0.topic, $0.channel) < ($1.topic, $1.channel) }
  }

  /// Notes a change that was made; one that makes up for the one before leaves nothing to revert.
  mutating func note(_ change: DaemonNews.Broadcast) {
    var opposite = change
    opposite.isSubscribed.toggle()
    if !withdraw(opposite) { entries[change, default: Entry()].isMade = true }
  }

  /// Forgets that a change was made; whether that was known.
  @discardableResult
  mutating func withdraw(_ change: DaemonNews.Broadcast) -> Bool {
    guard let entry = entries[change], entry.isMade else { return false }
    entries[change] = entry.answerCount == 0 ? nil : Entry(answerCount: entry.answerCount)
    return true
  }

  /// An answer is given to the daemon.
  mutating func noteAnswer(_ change: DaemonNews.Broadcast) {
    entries[change, default: Entry()].answerCount += 1
  }

  /// The daemon is gone, and with it the answers that were on their way.
  mutating func forgetAnswers() {
    entries = entries.compactMapValues { $0.isMade ? Entry(isMade: true) : nil }
  }

  /// The daemon has taken an answer; a change is reverted that was made, and whose last answer came too late, as all
  /// before did.
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
