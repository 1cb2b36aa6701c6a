import NIOConcurrencyHelpers

/// The lists of channels that are asked for, or not taken off the network yet, by the team of the sender.
///
/// Each is up to 270 KB, and what waits has one limit for all. So a team has few at once, over however many connections:
/// it cannot take the room of the others.
///
/// Concurrency: guarded by its lock.
final class ListsUnderWay: Sendable {
  private let counts = NIOLockedValueBox<[String?: Int]>([:])

  /// Of one team at once: our choice, more than one server asks for, and 64 MiB for 60 teams.
  static let ofTeamMax = 4

  /// Notes one more; whether the team may have it.
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
