internal import CTorporPosix
internal import Glibc

/// The kernel's clocks.
package enum BootClock {
  /// Nanoseconds since the machine started, the time it slept included (`CLOCK_BOOTTIME`).
  package static func nanoseconds() -> Int64 { read(CLOCK_BOOTTIME) }

  /// Nanoseconds that the machine was awake (`CLOCK_MONOTONIC`), counted from any moment.
  package static func monotonicNanoseconds() -> Int64 { read(CLOCK_MONOTONIC) }

  /// Nanoseconds since 1970 by the wall clock; jumps when it is set.
  package static func wallNanoseconds() -> Int64 { read(CLOCK_REALTIME) }

  private static func read(_ clock: Int32) -> Int64 {
    var time = timespec()
    // Cannot fail: all three clocks are in every Linux since 2.6.39.
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
