import TorporWire

/// B3: how many events the whole policy takes in a second of one core, and of two.
///
/// Ours decides and keeps a ledger; the peers do nothing but keep time. Figures are by processor
/// time, so that what else the machine does counts for nobody; the ratio of two threads to one is
/// by the wall clock as well, since contention shows there.
enum SimulationSpeed {
  private struct Size {
    let deviceCount: Int
    let days: Int
    let rounds: Int
    let peerEvents: Int

    /// 1,000 devices for 30 days, in as many rounds as a figure needs pairs.
    static let whole = Size(
      deviceCount: 1000,
      days: 30,
      rounds: Pairs.countMin,
      peerEvents: 4_000_000
    )
    static let quick = Size(deviceCount: 8, days: 5, rounds: 2, peerEvents: 100_000)
  }

  static func run(_ options: Options) throws -> Report {
    let size = options.isQuick ? Size.quick : Size.whole
    var report = Report("B3", "speed of the simulation")
    let seed = options.seeds.lowerBound
    report.input = [
      "\(size.deviceCount) devices × \(size.days) days of \(DayPlan.opensPerDay) opens, "
        + "\(DayPlan.pushesPerDay) pushes, \(DayPlan.locksPerDay) locks; seeds from \(seed)"
    ]
    let queue = PeerProgram("queue-loop", options)
    let simpy = PeerProgram("simpy-loop", options)
    if queue == nil { report.notes.append("no peer queue-loop: run scripts/bench") }
    if simpy == nil { report.notes.append("no peer SimPy: scripts/bench could not install it") }

    var rounds = Rounds()
    for round in 0..<size.rounds {
      let first = seed + UInt64(size.deviceCount * round / size.rounds)
      let last = seed + UInt64(size.deviceCount * (round + 1) / size.rounds)
      let fleet = Fleet(seeds: first..<last, days: size.days)
      let alone = try fleet.run()
      let queueRate = try queue?.rate(size.peerEvents)
      let together = try fleet.run(threadCount: 2)
      let simpyRate = try simpy?.rate(size.peerEvents / 20)
      rounds.add(alone, together, queueRate: queueRate, simpyRate: simpyRate)
    }
    rounds.report(in: &report)
    return report
  }

  /// The figures of all rounds.
  private struct Rounds {
    private var inputCount = 0
    private var effectCount = 0
    private var rates: [Double] = []
    private var queue = Pairs()
    private var simpy = Pairs()
    private var threads = Pairs()
    private var threadsByProcessor: [Double] = []
    private var alone = StateDigest()
    private var together = StateDigest()

    mutating func add(
      _ one: Fleet.Outcome,
      _ two: Fleet.Outcome,
      queueRate: Double?,
      simpyRate: Double?
    ) {
      inputCount += one.inputCount
      effectCount += one.effectCount
      let rate = Double(one.inputCount) / one.processorSeconds
      rates.append(rate)
      if let queueRate { queue.add(ours: rate, peer: queueRate) }
      if let simpyRate { simpy.add(ours: rate, peer: simpyRate) }
      threads.add(
        ours: Double(two.inputCount) / two.wallSeconds,
        peer: Double(one.inputCount) / one.wallSeconds
      )
      threadsByProcessor.append(2 * one.processorSeconds / two.processorSeconds)
      for digest in one.digests { alone.add("\(digest)".utf8) }
      for digest in two.digests { together.add("\(digest)".utf8) }
    }

    func report(in report: inout Report) {
      report.show("policy events", "\(inputCount)")
      report.show("effects", "\(effectCount)")
      report.show("digest, one thread", "\(alone)")
      report.rows.append(
        Report.Row(
          what: "digest, two threads",
          ours: "\(together)",
          goal: "the same",
          verdict: alone == together ? .met : .missed
        )
      )
      let unit = Unit.millionsEachSecond
      report.add(
        "events, one core",
        Sample(rates).median / 1e6,
        .atLeast(5),
        in: unit
      )
      if queue.count > 0 {
        report.add("against a C++ queue", queue.inMillions, .atLeast(0.6), in: unit, peer: "C++")
      }
      if simpy.count > 0 {
        report.add("against SimPy", simpy.inMillions, .atLeast(10), in: unit, peer: "SimPy")
      }
      report.add(
        "two threads, wall clock",
        threads.inMillions,
        .atLeast(1.9),
        in: unit,
        peer: "one thread"
      )
      report.show(
        "two threads, processor time",
        "\(Sample(threadsByProcessor).median.rounded(to: 2))x"
      )
    }
  }
}

extension Pairs {
  /// The same pairs, a million times smaller: the ratios stay.
  fileprivate var inMillions: Pairs {
    var scaled = Pairs()
    for (ours, peer) in zip(ours, peers) { scaled.add(ours: ours / 1e6, peer: peer / 1e6) }
    return scaled
  }
}

extension PeerProgram {
  /// Has the peer handle that many events; returns how many it handles in a second of processor
  /// time, as it measured itself.
  fileprivate func rate(_ eventCount: Int) throws -> Double {
    let words = try run(["\(eventCount)"])
    guard let seconds = words.last.flatMap({ Double($0) }), seconds > 0 else {
      throw Failure(program: path, status: 0)
    }
    return Double(eventCount) / seconds
  }
}
