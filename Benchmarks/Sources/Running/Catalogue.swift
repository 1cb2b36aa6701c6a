/// One benchmark by its name: what it measures, and the run.
struct Benchmark: Sendable {
  let name: String
  let title: String
  /// Prints progress through the journal it is given and returns the figures.
  let run: @Sendable (Options) throws -> Report
}

/// Every benchmark that there is, and those that have only a name so far.
enum Catalogue {
  static let built: [Benchmark] = [
    Benchmark(name: "A1", title: "energy of aligned wakes", run: { try AlignEnergy.run($0) }),
    Benchmark(name: "A2", title: "freshness of refreshes", run: { try RefreshFreshness.run($0) }),
    Benchmark(
      name: "A3",
      title: "processing windows",
      run: { try ProcessingWindowsBenchmark.run($0) }
    ),
    Benchmark(name: "A4", title: "hot launch", run: { try HotLaunchBenchmark.run($0) }),
    Benchmark(name: "A5", title: "the next app", run: { try NextAppBenchmark.run($0) }),
    Benchmark(
      name: "A6",
      title: "energy beside the battery's discharge",
      run: { try EnergyError.run($0) }
    ),
    Benchmark(name: "B1", title: "freeze and thaw", run: { try FreezeBenchmark.run($0) }),
    Benchmark(name: "B2", title: "wake to handler", run: { try WakeBenchmark.run($0) }),
    Benchmark(name: "B3", title: "speed of the simulation", run: { try SimulationSpeed.run($0) }),
    Benchmark(
      name: "B4",
      title: "store of pending tasks",
      run: { try TaskStoreBenchmark.run($0) }
    ),
    Benchmark(name: "B5", title: "transfers", run: { try TransfersBenchmark.run($0) }),
    Benchmark(name: "B7", title: "footprint", run: { try FootprintBenchmark.run($0) }),
    Benchmark(name: "B9", title: "foreground first", run: { try ForegroundBenchmark.run($0) }),
  ]

  /// Specified, and waiting for what they measure.
  static let planned = ["B6"]

  enum Match {
    case found(Benchmark)
    case planned(String)
    case unknown(String)
  }

  static func match(_ name: String) -> Match {
    if let benchmark = built.first(where: { $0.name == name }) { return .found(benchmark) }
    return planned.contains(name) ? .planned(name) : .unknown(name)
  }
}
