import TorporModel

extension Surroundings {
  /// How long nobody has used the device when processing begins.
  ///
  /// 5 min locked and lying still (BX11, reported; §17).
  package static let idleBeforeProcessing = Duration.minutes(5)

  /// Whether nobody has used the device for that long; `.zero`: nobody uses it now.
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
