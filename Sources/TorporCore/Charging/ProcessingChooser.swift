package import TorporModel

/// A processing task that could be started in an open window.
package struct ProcessingCandidate: Hashable, Sendable {
  /// The caller's name for it.
  package let key: UInt64
  /// Its expected duration.
  package let expectedLength: Duration
  /// When it should have run at the latest; `nil`: it can wait indefinitely.
  package let latest: Instant?
  package let needsPower: Bool
  package let needsNetwork: Bool

  /// Makes a candidate.
  package init(
    key: UInt64,
    expectedLength: Duration,
    latest: Instant? = nil,
    needsPower: Bool = true,
    needsNetwork: Bool = true
  ) {
    self.key = key
    self.expectedLength = expectedLength
    self.latest = latest
    self.needsPower = needsPower
    self.needsNetwork = needsNetwork
  }
}

/// The present state of an open window.
package struct OpenWindow: Hashable, Sendable {
  package let opened: Instant
  /// The model's outlook for it.
  package let outlook: ChargingOutlook
  package let hasPower: Bool
  package let hasNetwork: Bool

  /// Makes an open window.
  package init(
    opened: Instant,
    outlook: ChargingOutlook,
    hasPower: Bool = true,
    hasNetwork: Bool = true
  ) {
    self.opened = opened
    self.outlook = outlook
    self.hasPower = hasPower
    self.hasNetwork = hasNetwork
  }
}

/// The choice for an open window.
package enum ProcessingChoice: Hashable, Sendable {
  /// Start this one now.
  case start(key: UInt64)
  /// No task is worth its risk before this time.
  case wait(until: Instant)
  /// No task can be started in this window.
  case nothing
}

/// A chooser of the processing task to start in a window, so that few tasks are ended by its end.
///
/// A task is started if the window lasts long enough for it with a chance of at least `chanceMin`; of
/// several, the shortest, because all completed tasks count the same. A task that is too long now may
/// fit later: a window that has lasted is likely to last. An overdue task takes any chance.
package struct ProcessingChooser: Hashable, Sendable {
  /// The chance below which a task is not started.
  package let chanceMin: Double

  /// Four in five: measured on 1,400 phones, it loses a tenth of the work that is lost by starting at
  /// once, and completes seven tenths of the work of a clairvoyant (benchmark A3).
  package static let carefulChanceMin = 0.8

  /// Makes a chooser with a minimum chance.
  package init(chanceMin: Double = carefulChanceMin) { self.chanceMin = chanceMin }

  /// What to do now.
  package func choose(
    from candidates: [ProcessingCandidate],
    in window: OpenWindow,
    at now: Instant
  ) -> ProcessingChoice {
    let possible = candidates.filter {
      (window.hasPower || !$0.needsPower) && (window.hasNetwork || !$0.needsNetwork)
    }
    let age = max(0, Int((now - window.opened).components.seconds))
    let worthwhile = possible.filter { isWorthwhile($0, in: window, age: age, at: now) }
    if let best = worthwhile.min(by: ProcessingChooser.isBetter) { return .start(key: best.key) }
    // The chance usually rises with age; later steps are tried in order.
    let step = WindowAges.starts.first { start in
      start > age
        && possible.contains {
          isWorthwhile($0, in: window, age: start, at: window.opened + .seconds(start))
        }
    }
    let moments = [step.map { window.opened + .seconds($0) }, possible.compactMap(\.latest).min()]
    return moments.compactMap { $0 }.min().map { .wait(until: $0) } ?? .nothing
  }

  private func isWorthwhile(
    _ candidate: ProcessingCandidate,
    in window: OpenWindow,
    age: Int,
    at moment: Instant
  ) -> Bool {
    if let latest = candidate.latest, latest <= moment { return true }
    let seconds = Int(candidate.expectedLength.components.seconds)
    return window.outlook.chance(toLast: seconds, age: age) >= chanceMin
  }

  /// Returns whether one is better than the other: the shorter, then the more urgent, then the one with the lower key.
  private static func isBetter(_ one: ProcessingCandidate, _ other: ProcessingCandidate) -> Bool {
    let never = Int64.max
    return (one.expectedLength, one.latest?.nanoseconds ?? never, one.key)
      < (other.expectedLength, other.latest?.nanoseconds ?? never, other.key)
  }
}
