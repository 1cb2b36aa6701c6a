import TorporCore

/// The figures of one scenario over all seeds.
struct AlignFigures {
  private let scenario: AlignEnergy.Scenario
  private let costs = WakeCosts.phone
  private var ours: [Double] = []
  private var android: [Double] = []
  private var greedyAll: [Double] = []
  private var greedyDue: [Double] = []
  private var oursNanojoules: Int64 = 0
  private var leastNanojoules: Int64 = 0
  private var unsharedNanojoules: Int64 = 0
  private var missedCount = 0
  private var peersMissedCount = 0
  private var wakeCount = 0
  private var seconds = 0.0
  private var flatCount = 0
  private var flatLeastCount = 0

  init(_ scenario: AlignEnergy.Scenario) { self.scenario = scenario }

  /// The whole numbers from which the ratios come.
  var exact: [Int64] { [oursNanojoules, leastNanojoules, Int64(wakeCount), Int64(flatCount)] }

  mutating func measure(_ workload: AlignWorkload) {
    let instances = workload.instances
    let least = AlignOptimum.nanojoules(instances, freeWakes: workload.freeWakes, costs: costs)
    func play(_ scheduler: inout some AlignScheduler) -> (run: AlignRun, ratio: Double) {
      let run = AlignRun(workload, costs: costs, &scheduler)
      return (run, Double(run.nanojoules) / Double(least))
    }
    func peerRatio(_ peer: some AlignScheduler) -> Double {
      var peer = peer
      let (run, ratio) = play(&peer)
      peersMissedCount += run.missedCount(of: instances)
      return ratio
    }
    var planner = PlannedScheduler(costs: costs)
    let start = Stopwatch.threadSeconds()
    let (run, ratio) = play(&planner)
    seconds += Stopwatch.threadSeconds() - start
    ours.append(ratio)
    missedCount += run.missedCount(of: instances)
    oursNanojoules += run.nanojoules
    leastNanojoules += least
    wakeCount += run.wakes.count
    let shared = planner.sharesNanojoules.values.reduce(0, +)
    unsharedNanojoules += abs(run.nanojoules - shared)

    android.append(peerRatio(AndroidBatching()))
    greedyAll.append(peerRatio(GreedyAtDeadline(.everything)))
    greedyDue.append(peerRatio(GreedyAtDeadline(.levelOfDue)))

    let flat = workload.atOneLevel()
    var flatPlanner = PlannedScheduler(costs: costs)
    flatCount += AlignRun(flat, costs: costs, &flatPlanner).wakes.count
    flatLeastCount += AlignOptimum.stabbingCount(flat.instances)
  }

  func report(in report: inout Report) {
    let name = scenario.rawValue
    let microseconds = seconds * 1e6 / Double(max(1, wakeCount))
    report.notes.append("\(name): \(microseconds.rounded(to: 1)) µs of processor time a wake")
    for (which, pick) in [("mean", AlignFigures.mean), ("worst", AlignFigures.most)] {
      let ratio = pick(ours)
      let goal = Goal.atMost(scenario.ratioMax)
      report.rows.append(
        Report.Row(
          what: "\(name): J over the optimum, \(which)",
          ours: ratio.rounded(to: 4),
          peer: "Android \(pick(android).rounded(to: 4))",
          ratio: "\((ratio / pick(android)).rounded(to: 4))x",
          goal: goal.text,
          verdict: goal.isMet(by: ratio) ? .met : .missed
        )
      )
      report.show("  greedy, all that is open", pick(greedyAll).rounded(to: 4))
      report.show("  greedy, level of what is due", pick(greedyDue).rounded(to: 4))
    }
    report.show("  energy", "\(oursNanojoules) nJ, least \(leastNanojoules) nJ")
    report.show("  wakes", "\(wakeCount)")
    report.check("  missed deadlines", "\(missedCount)", missedCount == 0, "0")
    report.show("  missed deadlines, peers'", "\(peersMissedCount)")
    report.check(
      "  wakes if all cost the same",
      "\(flatCount)",
      flatCount == flatLeastCount,
      "\(flatLeastCount)"
    )
    report.check(
      "  energy that nobody is charged",
      "\(unsharedNanojoules) nJ",
      unsharedNanojoules == 0,
      "0"
    )
  }

  private static func mean(_ ratios: [Double]) -> Double {
    ratios.reduce(0, +) / Double(max(1, ratios.count))
  }

  private static func most(_ ratios: [Double]) -> Double { ratios.max() ?? 0 }
}

extension Report {
  /// Adds a figure that is either right or wrong.
  mutating func check(_ what: String, _ ours: String, _ isRight: Bool, _ goal: String) {
    rows.append(Row(what: what, ours: ours, goal: goal, verdict: isRight ? .met : .missed))
  }
}
