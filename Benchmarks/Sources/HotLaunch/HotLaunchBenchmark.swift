import TorporCore
import TorporModel

/// A4: how many launches find their app in memory, when only some apps fit.
///
/// Everybody learns from the first launch on, one launch at a time, and chooses once the app has come to
/// the front. The figure is the share of the way from LRU to who knows the future, in cold launches.
enum HotLaunchBenchmark {
  private static let counts: [(resident: Int, goal: Double)] = [(3, 65), (5, 58), (8, 52)]
  private static let gigabytes: [Int64] = [1, 2, 4]
  /// Of 2 to 700 launches the best for the mean of 3, 5 and 8 apps on the recorded users.
  private static let lrfu = ScoringKeeper.Rule.lrfu(launchesToHalf: 100)

  static func run(_ options: Options) throws -> Report {
    var report = Report("A4", "hot launch")
    let traces = try traces(options, &report)
    for (resident, goal) in counts {
      let all = traces.map { trace in
        outcome(trace, MemoryWorkload(appCount: trace.names.count, residentMax: resident))
      }
      if traces.count > 1, traces.count <= 4 {
        for (trace, outcome) in zip(traces, all) {
          report.rows.append(outcome.row("\(trace.user), \(resident) resident"))
        }
      }
      let name = traces.count > 1 ? "all \(traces.count) users" : traces[0].user
      report.rows.append(all.sum.row("\(name), \(resident) resident", goal: goal))
    }
    for gigabytes in gigabytes {
      let all = traces.enumerated().flatMap { number, trace in
        sizeSeeds(ofUser: number, of: traces.count, options).map { seed in
          let count = trace.names.count
          let workload = MemoryWorkload(appCount: count, gigabytes: gigabytes, seed: seed)
          return outcome(trace, workload, bound: trace.coldLaunchesMin(workload))
        }
      }
      report.rows.append(all.sum.row("\(all.count) draws of sizes, \(gigabytes) GB"))
    }
    addTime(traces, &report)
    return report
  }

  /// The seeds of the apps' sizes: all of them for each of a few users, one for each of many.
  private static func sizeSeeds(
    ofUser number: Int,
    of count: Int,
    _ options: Options
  ) -> ClosedRange<UInt64> {
    let own = options.seeds.lowerBound + UInt64(number)
    return options.isQuick || count > 4 ? own...own : options.seeds
  }

  private static func traces(_ options: Options, _ report: inout Report) throws -> [LaunchTrace] {
    var users: [PhoneUse] = []
    if let folder = options.dataFolder, !options.isQuick {
      users = try PhoneUse.studentLife(in: folder) + PhoneUse.lsApp(in: folder)
      report.input.append("\(users.count) recorded users")
    } else {
      let days: Int64 = options.isQuick ? 5 : 60
      let seeds =
        options.isQuick ? options.seeds.lowerBound...options.seeds.lowerBound : options.seeds
      for seed in seeds {
        var drawn = RandomUser(seed: seed)
        users.append(PhoneUse(user: "drawn user \(seed)", opens: drawn.use(days: days)))
      }
      report.input.append("\(users.count) users drawn from seeds, \(days) days each")
    }
    let traces = users.map { LaunchTrace($0) }
    report.notes.append("\(traces.reduce(0) { $0 + $1.launches.count }) launches of all users")
    return traces
  }

  // MARK: One workload

  private static func outcome(
    _ trace: LaunchTrace,
    _ workload: MemoryWorkload,
    bound: Int? = nil
  ) -> Outcome {
    func scoring(_ rule: ScoringKeeper.Rule) -> Int {
      trace.coldLaunches(workload, ScoringKeeper(trace, workload, rule))
    }
    func learning(_ order: EvictionOrder) -> Int {
      trace.coldLaunches(workload, LearningKeeper(trace, workload, order))
    }
    return Outcome(
      ours: learning(.leastLikelyUsedFirst),
      lru: scoring(.leastRecentlyUsed),
      belady: trace.coldLaunches(workload, ClairvoyantKeeper(trace, workload)),
      bound: bound,
      peers: [
        scoring(.leastFrequentlyUsed), scoring(lrfu), scoring(.outOfMemoryScore),
        learning(.largestFirst),
      ]
    )
  }

  /// Cold launches of everybody.
  struct Outcome {
    static let peerNames = ["LFU", "LRFU", "oom_score", "largest first"]

    var ours: Int
    var lru: Int
    var belady: Int
    /// What no choice can go below; `nil` where that is what Belady has.
    var bound: Int?
    /// In the order of `peerNames`.
    var peers: [Int]

    /// The share of the way from LRU to that many cold launches, in percent.
    private func share(_ cold: Int, to least: Int) -> Double {
      lru > least ? Double(lru - cold) / Double(lru - least) * 100 : 0
    }

    func row(_ what: String, goal: Double? = nil) -> Report.Row {
      let mine = share(ours, to: belady)
      let others = zip(Outcome.peerNames, peers).map { name, cold in
        "\(name) \(share(cold, to: belady).rounded(to: 1))"
      }
      let least = bound.map { ", bound \($0)" } ?? ""
      return Report.Row(
        what: what,
        ours: "\(mine.rounded(to: 1)) % (\(ours) cold; LRU \(lru), Belady \(belady)\(least))",
        peer: others.joined(separator: ", "),
        ratio: bound.map { "\(share(ours, to: $0).rounded(to: 1)) % to the bound" } ?? "",
        goal: goal.map { "≥ \($0.rounded(to: 0)) %" } ?? "",
        verdict: goal.map { mine >= $0 ? .met : .missed } ?? .shown
      )
    }
  }

  // MARK: Cost

  /// The time of one forecast with one choice among all apps, at the end of the longest trace.
  private static func addTime(_ traces: [LaunchTrace], _ report: inout Report) {
    guard let trace = traces.max(by: { $0.launches.count < $1.launches.count }) else { return }
    let workload = MemoryWorkload(appCount: trace.names.count, residentMax: trace.names.count)
    var keeper = LearningKeeper(trace, workload, .leastLikelyUsedFirst)
    for place in trace.launches.indices { keeper.launched(place, isCold: false) }
    let all = Array(trace.names.indices)
    let rounds = 200
    var checksum = 0
    let start = Stopwatch.threadSeconds()
    for _ in 0..<rounds { checksum &+= keeper.victims(among: all, freeing: 2).count }
    let each = (Stopwatch.threadSeconds() - start) / Double(rounds) * 1e6
    report.show("a forecast and a choice among \(all.count) apps", Unit.microseconds.text(each))
    report.notes.append("checksum of the choices \(checksum)")
  }
}

extension [HotLaunchBenchmark.Outcome] {
  fileprivate var sum: HotLaunchBenchmark.Outcome {
    var sum = self[0]
    for other in dropFirst() {
      sum.ours += other.ours
      sum.lru += other.lru
      sum.belady += other.belady
      sum.bound = sum.bound.flatMap { bound in other.bound.map { bound + $0 } }
      for place in sum.peers.indices { sum.peers[place] += other.peers[place] }
    }
    return sum
  }
}
