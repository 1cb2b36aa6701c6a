import TorporModel

/// How far the memory of one frozen process is written away, and how soon that is worth it.
package struct AppPaging: Hashable, Sendable, Codable {
  /// Since when it is frozen; `nil` while it runs.
  private var frozenSince: Instant?
  /// What this freeze has given back of memory, in bytes.
  package private(set) var freedBytes: Int64 = 0
  /// Whether nothing is left to write away in this freeze.
  private(set) var isComplete = false
  /// How long it must have been frozen before anything is.
  package private(set) var rest = AppPaging.restMin

  package init() {}

  /// Whether it counts the process for frozen.
  var isFollowing: Bool { frozenSince != nil }

  /// When its memory may go; `nil`: it runs, or all of it has gone.
  func dueAt(at level: MemoryPressureLevel) -> Instant? {
    guard let frozenSince, !isComplete else { return nil }
    return frozenSince + (level == .normal ? rest : AppPaging.restWhenShort)
  }

  /// The process is frozen from now on, or runs.
  mutating func follow(isFrozen: Bool, at now: Instant) {
    guard isFrozen != (frozenSince != nil) else { return }
    frozenSince = isFrozen ? now : nil
    freedBytes = 0
    isComplete = false
  }

  /// An order was carried out, or stopped.
  mutating func take(_ report: PageOutReport) {
    guard frozenSince != nil else { return }
    freedBytes += report.freedBytes
    isComplete = report.isComplete
  }

  /// The user has come back: who has to wait for it is left alone for longer the next time.
  mutating func returned(_ report: PageInReport) {
    let wasSlow = report.majorFaults > AppPaging.majorFaultsMax
    rest = wasSlow ? min(rest * 2, AppPaging.restMax) : max(rest / 2, AppPaging.restMin)
  }
}

extension AppPaging {
  /// How long an app is frozen before its memory is written away: 5 min, so that who goes to and fro
  /// between apps never waits for it.
  ///
  /// Our choice.
  package static let restMin = Duration.seconds(300)

  /// The longest that this grows to: 80 min, after four returns that the user had to wait for.
  ///
  /// Our choice.
  package static let restMax = Duration.seconds(4800)

  /// The same while tasks wait for memory: 10 s.
  ///
  /// Whatever is ended instead takes longer to come back. Our choice.
  package static let restWhenShort = Duration.seconds(10)

  /// A return is slow beyond that many faults: 1,000 of 80 µs (measured, see decision 0014) are 80 ms,
  /// and a tenth of a second is what people notice.
  ///
  /// Our choice.
  package static let majorFaultsMax: Int64 = 1000
}
