import NIOConcurrencyHelpers

/// The lists of channels that have been requested, or not completely sent yet, by the team of the sender.
///
/// Each has up to 270 KB, and the waiting ones share one limit. A team therefore has only a few at once, over any
/// number of connections, so that it cannot take up the space of the others.
///
/// Concurrency: guarded by its lock.
final class ListsUnderWay: Sendable {
  private let counts = NIOLockedValueBox<[String?: Int]>([:])

  /// The maximum for one team at once: our choice, more than one server requests, and 64 MiB for 60 teams.
  static let ofTeamMax = 4

  /// Records another one; returns whether the team may have it.
  func begin(of team: String?) -> Bool {
    counts.withLockedValue { counts in
      guard counts[team, default: 0] < Self.ofTeamMax else { return false }
      counts[team, default: 0] += 1
      return true
    }
  }

  func end(of team: String?) {
    counts.withLockedValue { counts in
      let left = counts[team, default: 1] - 1
      counts[team] = left == 0 ? nil : left
    }
  }
}
