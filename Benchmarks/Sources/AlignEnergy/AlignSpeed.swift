import TorporCore
import TorporModel

/// What the planner itself costs, in processor time; shown in a note, since no machine repeats it.
enum AlignSpeed {
  /// Adds, moves and serves that many one-shot windows; returns microseconds for each of the three.
  static func microseconds(windowCount: Int) -> (add: Double, move: Double, serve: Double) {
    var random = SplitMix64(seed: 1)
    let windows = (0..<windowCount).map { _ in
      let earliest = Instant.at(.milliseconds(random.below(86_400_000)))
      return WakeWindow(
        earliest: earliest,
        latest: earliest + .milliseconds(random.below(3_600_000)),
        level: EnergyLevel.allCases[random.below(3)]
      )
    }
    var planner = WakePlanner()
    func time(_ work: () -> Void) -> Double {
      let start = Stopwatch.threadSeconds()
      work()
      return (Stopwatch.threadSeconds() - start) * 1e6 / Double(windowCount)
    }
    let add = time {
      for (key, window) in windows.enumerated() { planner.set(window, for: UInt64(key)) }
    }
    let move = time {
      for (key, window) in windows.reversed().enumerated() { planner.set(window, for: UInt64(key)) }
    }
    let serve = time {
      while let next = planner.nextWake { _ = planner.wake(at: next) }
    }
    return (add, move, serve)
  }
}
