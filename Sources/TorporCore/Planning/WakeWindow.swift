package import TorporModel

/// A span of time in which the machine has to be awake once, at least at a level.
package struct WakeWindow: Hashable, Sendable {
  /// The first moment that serves it.
  package let earliest: Instant
  /// The last moment that serves it; `WakeWindow.never` where it waits for a wake of others.
  package let latest: Instant
  package let level: EnergyLevel
  // The period in nanoseconds; 0: none. A `Duration` has 128 bits, and plans divide by this often.
  private let stepNanoseconds: Int64

  /// How far apart its instances lie, each opening a period after the one before; `nil`: there is
  /// one instance.
  package var period: Duration? {
    stepNanoseconds > 0 ? .nanoseconds(stepNanoseconds) : nil
  }

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
    stepNanoseconds = max(0, period?.nanoseconds ?? 0)
  }

  /// The same window that much later.
  private init(_ window: WakeWindow, laterBy nanoseconds: Int64) {
    let (latest, overflowed) = window.latest.nanoseconds.addingReportingOverflow(nanoseconds)
    earliest = Instant(nanoseconds: window.earliest.nanoseconds + nanoseconds)
    self.latest = overflowed ? WakeWindow.never : Instant(nanoseconds: latest)
    level = window.level
    stepNanoseconds = window.stepNanoseconds
  }

  package func contains(_ moment: Instant) -> Bool { earliest <= moment && moment <= latest }

  /// The instance that is left after a wake at that moment; `nil` where there is none.
  ///
  /// Instances lie on a grid that late and early wakes do not shift. One wake serves every instance
  /// that is open, and instances that passed unserved are not made up for: the next is the first
  /// that opens after the wake.
  package func following(_ moment: Instant) -> WakeWindow? {
    let step = stepNanoseconds
    guard step > 0 else { return nil }
    // The end of the time line, 292 years away, is the end of every grid.
    let (elapsed, isTooLong) = moment.nanoseconds.subtractingReportingOverflow(earliest.nanoseconds)
    let steps = elapsed < step ? 1 : min(elapsed / step, .max - 1) + 1
    let (shift, isTooFar) = steps.multipliedReportingOverflow(by: step)
    let (opening, isBeyond) = earliest.nanoseconds.addingReportingOverflow(shift)
    guard !isTooLong, !isTooFar, !isBeyond, opening < .max else { return nil }
    return WakeWindow(self, laterBy: shift)
  }
}
