/// What the link has changed of subscriptions for apps, and the daemon has not taken its answer for yet.
///
/// A change that the daemon has given up is taken back when the daemon says so, so that it is as the app was told.
struct UnsettledBroadcasts: Hashable, Sendable {
  private var changes: Set<DaemonNews.Broadcast> = []

  /// Notes a change that was made; one that makes up for the one before leaves nothing to take back.
  mutating func note(_ change: DaemonNews.Broadcast) {
    var opposite = change
    opposite.isSubscribed.toggle()
    if changes.remove(opposite) == nil { changes.insert(change) }
  }

  /// Takes a change out; whether it was made, and is not made up for.
  mutating func take(_ change: DaemonNews.Broadcast) -> Bool { changes.remove(change) != nil }
}
