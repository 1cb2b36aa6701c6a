/// What the link has changed of subscriptions for apps, and the daemon has not taken its answers for yet.
///
/// A change that the daemon has given up is reverted when the daemon says so, so that it is as the app was told.
struct UnsettledBroadcasts: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    /// Whether something was changed that can be reverted.
    var isMade = false
    /// Answers that are on their way to the daemon.
    var answerCount = 0
  }

  private var entries: [DaemonNews.Broadcast: Entry] = [:]

  var isEmpty: Bool { entries.isEmpty }

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

  /// The daemon has taken an answer; whether the change is to be reverted: it was made, and the last of its answers came
  /// too late as all before did.
  mutating func settle(_ change: DaemonNews.Broadcast, isLate: Bool) -> Bool {
    guard var entry = entries[change], entry.answerCount > 0 else { return false }
    entry.answerCount -= 1
    if !isLate { entry.isMade = false }
    entries[change] = entry.answerCount == 0 ? nil : entry
    return entry.isMade && entry.answerCount == 0
  }
}
