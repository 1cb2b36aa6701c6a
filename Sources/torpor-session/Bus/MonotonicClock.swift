import Glibc

/// The clock of sd-bus's time-outs, which stops while the machine sleeps.
enum MonotonicClock {
  static func microseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
  }
}
