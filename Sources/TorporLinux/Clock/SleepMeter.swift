internal import TorporPosix

/// How long the machine slept: by so much `CLOCK_BOOTTIME` has grown beyond `CLOCK_MONOTONIC`.
///
/// Both run alike while the machine is awake, however the time of day is set or slewed.
package struct SleepMeter {
  /// Where the two clocks are read, in nanoseconds.
  package struct Clocks: Sendable {
    let boottime: @Sendable () -> Int64
    let monotonic: @Sendable () -> Int64

    package init(
      boottime: @escaping @Sendable () -> Int64,
      monotonic: @escaping @Sendable () -> Int64
    ) {
      self.boottime = boottime
      self.monotonic = monotonic
    }

    package static let ofTheKernel = Clocks(
      boottime: { BootClock.nanoseconds() },
      monotonic: { BootClock.monotonicNanoseconds() }
    )
  }

  /// One look at both clocks.
  package struct Reading: Hashable {
    /// Now, on `CLOCK_BOOTTIME`.
    package let boottimeNanoseconds: Int64
    /// How long the machine slept since the last look; 0: not at all.
    package let sleptNanoseconds: Int64
  }

  private let clocks: Clocks
  /// By how much the one clock was ahead of the other when that was last told.
  private var aheadNanoseconds: Int64

  /// What a sleep lasts at least: 10 ms.
  ///
  /// No machine suspends and resumes in less. A process that is not given the processor between two
  /// readings sees them that far apart, hence `readingNanosecondsMax`. Our choice.
  static let sleptNanosecondsMin: Int64 = 10_000_000

  /// How long a pair of readings may take to be believed: 1 ms; our choice, a thousand times what it
  /// takes undisturbed.
  private static let readingNanosecondsMax: Int64 = 1_000_000

  /// How often a disturbed pair of readings is taken again; our choice.
  private static let readingsMax = 16

  /// Begins to count now.
  package init(_ clocks: Clocks = .ofTheKernel) {
    self.clocks = clocks
    aheadNanoseconds = SleepMeter.look(clocks).ahead
  }

  /// Looks at the clocks; each sleep is told once.
  package mutating func read() -> Reading {
    let (boottime, ahead) = SleepMeter.look(clocks)
    let slept = ahead - aheadNanoseconds
    guard slept >= SleepMeter.sleptNanosecondsMin else {
      return Reading(boottimeNanoseconds: boottime, sleptNanoseconds: 0)
    }
    aheadNanoseconds = ahead
    return Reading(boottimeNanoseconds: boottime, sleptNanoseconds: slept)
  }

  /// A sleep between the two readings is counted: the monotonic clock is read first.
  private static func look(_ clocks: Clocks) -> (boottime: Int64, ahead: Int64) {
    var closest = (boottime: Int64.zero, ahead: Int64.max)
    for _ in 0..<readingsMax {
      let before = clocks.monotonic()
      let boottime = clocks.boottime()
      let after = clocks.monotonic()
      // What passed in between, awake, makes the difference too large by so much at most.
      if boottime - before < closest.ahead { closest = (boottime, boottime - before) }
      if after - before <= readingNanosecondsMax { return (boottime, boottime - before) }
    }
    return closest
  }
}
