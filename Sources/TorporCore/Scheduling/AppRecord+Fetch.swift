import TorporModel

// The legacy background fetch (§4).

extension AppRecord {
  /// Runs the app's fetch; returns whether it was started or woken for it.
  mutating func runFetch(on device: ConditionContext, in turn: inout Turn) -> Bool {
    workOwner.record(.run(.fetch), in: &turn, because: [Condition(.plannedMoment)])
    wake(
      for: PendingEvent(reason: .backgroundFetch, callback: .performFetch),
      on: device,
      in: &turn
    )
    work.lastRefreshAt = turn.now
    guard wakes.last?.reason == .backgroundFetch else {
      // It holds too many events already; the rate limit says when it is tried again.
      work.needsReview = true
      return false
    }
    work.fetch.begin(at: turn.now)
    return true
  }
}
