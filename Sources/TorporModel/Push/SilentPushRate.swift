package import TorporAppModel

/// How often silent pushes may run one app (PN4, PN6, PN8, PN15): the device's rule, of which the gateway takes the
/// part that needs nothing but the moments.
package enum SilentPushRate {
  /// How many silent pushes run an app within an hour (PN6: rate limiting is announced above 3).
  package static let perHour = 3
  /// The least time between two of them, off external power (§17; PN8: about 15 min apart).
  package static let spacing = Duration.minutes(15)
  /// The same while a battery is charged; our choice for "nearly disappears" (PN15).
  package static let spacingOnCharger = Duration.minutes(1)

  /// When the number in an hour lets another one run the app, of when the last ones did, oldest first; `nil`: it
  /// has not been reached.
  package static func nextByCount(after wakes: [Instant]) -> Instant? {
    wakes.count < perHour ? nil : wakes[wakes.count - perHour] + .hours(1)
  }

  /// When another one may run the app; `nil`: nothing is against it.
  ///
  /// While a battery is charged "throttling nearly disappears" (PN15). A machine without a battery hangs
  /// on its cable for ever, so that the number in an hour counts there.
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
