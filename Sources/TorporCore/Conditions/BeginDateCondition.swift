import TorporModel

extension ConditionContext {
  /// Whether the moment has come before which the work must not begin (BG8).
  func notBefore(_ moment: Instant) -> Condition {
    Condition(.notBefore, holds: moment <= now, until: moment <= now ? nil : moment)
  }

  /// Whether enough time has passed since it last ran (§13.2 factor 7).
  func rateLimit(since last: Instant?, spacing: Duration) -> Condition {
    guard let last else { return Condition(.rateLimit) }
    let next = last + spacing
    return Condition(.rateLimit, holds: next <= now, since: last, until: next <= now ? nil : next)
  }
}
