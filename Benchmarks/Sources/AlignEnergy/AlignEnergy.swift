import TorporCore
import TorporModel
import TorporWire

/// A1: the energy of a day of windowed work, over the least that is possible.
///
/// Virtual time and whole nanojoules: the same figures on every machine and in every build.
enum AlignEnergy {
  /// What is added to the periodic tasks; each case has what the one before has.
  enum Scenario: String, CaseIterable {
    case periodic = "(a) periodic"
    case oneShots = "(b) and one-shots"
    case freeWakes = "(c) and unlocks"

    /// The most that ours may be over the optimum (benchmarks.md A1).
    var ratioMax: Double { self == .periodic ? 1.010 : 1.040 }
  }

  static func run(_ options: Options) throws -> Report {
    let seeds = options.isQuick ? options.seeds.prefix(2) : options.seeds[...]
    let length = options.isQuick ? Duration.hours(3) : .hours(24)
    var draw = SplitMix64(seed: syntheticUserSeed)
    let unlocks = try options.dataFolder.map { try Unlocks(recordedIn: $0) } ?? Unlocks(&draw)

    var report = Report("A1", "energy of aligned wakes")
    report.input = [
      "\(AlignWorkload.tasks.count) periodic tasks × \(length.components.seconds / 3600) h, "
        + "seeds \(seeds.first ?? 0)-\(seeds.last ?? 0); \(unlocks.origin)"
    ]
    var digest = StateDigest()
    for scenario in Scenario.allCases {
      var figures = AlignFigures(scenario)
      for seed in seeds {
        let workload = workload(of: seed, scenario, length: length, unlocks: unlocks)
        figures.measure(workload)
      }
      figures.report(in: &report)
      digest.add("\(figures.exact)".utf8)
    }
    let count = options.isQuick ? 50 : 500
    let agreed = AlignOptimum.agreement(count: count, &draw)
    report.check("optimum as by trying all", "\(agreed) of \(count)", agreed == count, "all")
    let windowCount = options.isQuick ? 1000 : 100_000
    let speed = AlignSpeed.microseconds(windowCount: windowCount)
    report.notes.append(
      "\(windowCount) windows: \(speed.add.rounded(to: 2)) µs to add one, "
        + "\(speed.move.rounded(to: 2)) µs to move, \(speed.serve.rounded(to: 2)) µs to serve"
    )
    report.show("digest", "\(digest)")
    return report
  }

  /// Draws one day: the same phases in each scenario of a seed.
  private static func workload(
    of seed: UInt64,
    _ scenario: Scenario,
    length: Duration,
    unlocks: Unlocks
  ) -> AlignWorkload {
    var random = SplitMix64(seed: seed)
    var workload = AlignWorkload(&random, length: length)
    if scenario != .periodic { workload.addOneShots(&random) }
    if scenario == .freeWakes { workload.addFreeWakes(unlocks.day(of: seed)) }
    return workload
  }

  /// Any number will do, as long as it stays: the synthetic user is the same in every run.
  private static let syntheticUserSeed: UInt64 = 1
}
