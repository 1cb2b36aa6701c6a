import TorporModel

/// The finished transfers of users that are still listed, the oldest of each user first.
struct FinishedTransfers: Sendable {
  /// The maximum number of one user's finished transfers that are listed; our choice: a list that can be scrolled.
  static let ofUserMax = 1000
  /// How long each is kept in any case, so that a user who waits for a thousand more can see how it ended; our choice.
  static let kept = Duration.minutes(10)

  private var ofUser: [UInt32: [TransferIdentifier]] = [:]

  init() {}

  /// The last of its user's that has ended.
  mutating func append(_ transfer: TransferIdentifier, ofUser userID: UInt32) {
    ofUser[userID, default: []].append(transfer)
  }

  /// Removes one that is deleted or restarted.
  mutating func remove(_ transfer: TransferIdentifier, ofUser userID: UInt32) {
    ofUser[userID]?.removeAll { $0 == transfer }
  }

  /// Removes a user's excess transfers, the oldest first; `endedAt` returns when one ended, and `nil`
  /// if it no longer exists.
  mutating func takeSurplus(
    ofUser userID: UInt32,
    at now: Instant,
    endedAt: (TransferIdentifier) -> Instant?
  ) -> [TransferIdentifier] {
    guard let listed = ofUser[userID], listed.count > Self.ofUserMax else { return [] }
    let surplus = listed.prefix(listed.count - Self.ofUserMax).prefix {
      endedAt($0).map { $0 + Self.kept <= now } ?? true
    }
    guard !surplus.isEmpty else { return [] }
    ofUser[userID]?.removeFirst(surplus.count)
    return Array(surplus)
  }
}

extension FinishedTransfers {
  init(_ rows: [TransferTable.FinishedRow]) {
    for row in rows { ofUser[row.user] = row.transfers }
  }

  /// As they are saved: users in ascending order, without those that have none.
  var rows: [TransferTable.FinishedRow] {
    ofUser.keys.sorted().compactMap { user in
      guard let transfers = ofUser[user], !transfers.isEmpty else { return nil }
      return TransferTable.FinishedRow(user: user, transfers: transfers)
    }
  }
}

extension TransferTable {
  /// What is saved of one user's finished transfers.
  struct FinishedRow: Saved {
    let user: UInt32
    let transfers: [TransferIdentifier]
  }
}
