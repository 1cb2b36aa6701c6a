import TorporModel

extension ConditionContext {
  /// How long the device must be unused before processing begins.
  ///
  /// 5 min locked and lying still (BX11, reported; §17).
  package static let idleBeforeProcessing = Duration.minutes(5)

  /// Whether the user is not using the device: it is locked, or has been untouched until now (BX7).
  var untouched: Condition {
    let isUntouched = isLocked || idleSince.map { $0 < now } ?? false
    return Condition(.deviceInUse, holds: isUntouched, since: isUntouched ? idleSince : nil)
  }

  /// Returns whether the device has not been used for that long.
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
