package import TorporModel

/// A span of time in which the machine has to be awake once, at least at a level.
package struct WakeWindow: Hashable, Sendable {
  /// The first moment that serves it.
  package let earliest: Instant
  /// The last moment that serves it; `WakeWindow.never` where it waits for a wake of others.
  package let latest: Instant
  package let level: EnergyLevel
  /// How far apart its instances lie, each opening a period after the one before; `nil`: there is
  /// one instance.
  package let period: Duration?

  /// The deadline of a window that never wakes the machine by itself.
  package static let never = Instant(nanoseconds: .max)

  /// Makes a window; equal ends make it exact.
  ///
  /// A window that would end before it opens is exact at its opening, and a period that is not
  /// positive is none.
  package init(earliest: Instant, latest: Instant, level: EnergyLevel, period: Duration? = nil) {
    self.earliest = earliest
    self.latest = max(earliest, latest)
    self.level = level
    self.period = period.flatMap { $0.nanoseconds > 0 ? $0 : nil }
  }

  package func contains(_ moment: Instant) -> Bool { earliest <= moment && moment <= latest }

  /// The instance that is left after a wake at that moment; `nil` where there is none.
  ///
  /// Instances lie on a grid that late and early wakes do not shift. One wake serves every instance
  /// that is open, and instances that passed unserved are not made up for: the next is the first
  /// that opens after the wake.
  package func following(_ moment: Instant) -> WakeWindow? {
    guard let step = period?.nanoseconds else { return nil }
    let (elapsed, tooLong) = moment.nanoseconds.subtractingReportingOverflow(earliest.nanoseconds)
    let steps = min(max(0, elapsed / step), .max - 1) + 1
    let (shift, overflowed) = steps.multipliedReportingOverflow(by: step)
    let next = earliest + .nanoseconds(shift)
    // The end of the time line, 292 years away, is the end of every grid.
    guard !tooLong, !overflowed, next < WakeWindow.never else { return nil }
    return WakeWindow(
      earliest: next,
      latest: latest + .nanoseconds(shift),
      level: level,
      period: period
    )
  }
}
