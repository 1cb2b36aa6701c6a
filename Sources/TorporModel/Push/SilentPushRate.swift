package import TorporAppModel

/// How often silent pushes may run one app (PN4, PN6, PN8, PN15): the device's rule; the gateway
/// applies the part that depends only on times.
package enum SilentPushRate {
  /// How many silent pushes run an app within an hour (PN6: rate limiting is announced above 3).
  package static let perHour = 3
  /// The least time between two of them, off external power (§17; PN8: about 15 min apart).
  package static let spacing = Duration.minutes(15)
  /// The least time between two of them while a battery is charged; our choice for "nearly disappears" (PN15).
  package static let spacingOnCharger = Duration.minutes(1)

  /// Returns when the limit for an hour allows another push to run the app, from the times of the last
  /// ones, oldest first; `nil`: the limit has not been reached.
  package static func nextByCount(after wakes: [Instant]) -> Instant? {
    wakes.count < perHour ? nil : wakes[wakes.count - perHour] + .hours(1)
  }

  /// Returns when another one may run the app; `nil`: now.
  ///
  /// While a battery is charged "throttling nearly disappears" (PN15). A machine without a battery is
  /// always on external power, so the limit for an hour applies there.
  package static func next(
    after wakes: [Instant],
    isOnExternalPower: Bool,
    isCharged: Bool
  ) -> Instant? {
    var next: Instant?
    if let last = wakes.last, !isOnExternalPower || isCharged {
      next = last + (isCharged ? spacingOnCharger : spacing)
    }
    if !isCharged, let free = nextByCount(after: wakes) { next = max(next ?? .zero, free) }
    return next
  }
}
