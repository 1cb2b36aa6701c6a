import TorporModel

extension ConditionContext {
  /// Returns whether the begin date of the work has been reached (BG8).
  func notBefore(_ moment: Instant) -> Condition {
    Condition(.notBefore, holds: moment <= now, until: moment <= now ? nil : moment)
  }

  /// Returns whether enough time has passed since the last run (§13.2 factor 7).
  func rateLimit(since last: Instant?, spacing: Duration) -> Condition {
    guard let last else { return Condition(.rateLimit) }
    let next = last + spacing
    return Condition(.rateLimit, holds: next <= now, since: last, until: next <= now ? nil : next)
  }
}
