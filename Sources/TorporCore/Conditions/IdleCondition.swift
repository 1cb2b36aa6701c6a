import TorporModel

extension ConditionContext {
  /// How long nobody has used the device when processing begins.
  ///
  /// 5 min locked and lying still (BX11, reported; §17).
  package static let idleBeforeProcessing = Duration.minutes(5)

  /// Whether nobody takes the device in hand: it is locked, or lies as it lay before this moment (BX7).
  var untouched: Condition {
    let isUntouched = isLocked || idleSince.map { $0 < now } ?? false
    return Condition(.deviceInUse, holds: isUntouched, since: isUntouched ? idleSince : nil)
  }

  /// Whether nobody has used the device for that long.
  func idle(for length: Duration = idleBeforeProcessing) -> Condition {
    guard let idleSince else { return Condition(.deviceInUse, holds: false) }
    let reached = idleSince + length
    return Condition(
      .deviceInUse,
      holds: reached <= now,
      since: idleSince,
      until: reached <= now ? nil : reached
    )
  }
}
