import TorporCore

/// A2: how old an app's content is when it is opened, for so many refreshes a day.
///
/// Every policy knows the past alone, and has at most so many refreshes each local day. All are measured
/// over the same opens, those from the eighth day on.
enum RefreshFreshness {
  static let budgets = [4, 8, 12, 24]
  private static let learningDays: Int64 = 7

  static func run(_ options: Options) throws -> Report {
    var report = Report("A2", "freshness of refreshes")
    for user in try users(options, &report) {
      guard let first = user.opens.first else { continue }
      let start = first.second.day + learningDays
      guard user.opens.contains(where: { $0.second.day >= start }) else { continue }
      let trace = OpenTrace(opens: user.seconds, firstDayMeasured: start)
      report.input.append("\(user.user): \(trace.measured.count) opens measured")
      for budget in budgets { add(budget, user.user, trace, &report) }
    }
    report.notes.append(
      "ages in minutes; a share is of the way from even spacing to the best possible"
    )
    return report
  }

  private static func users(_ options: Options, _ report: inout Report) throws -> [PhoneUse] {
    if let folder = options.dataFolder, !options.isQuick {
      return [try PhoneUse.unlocks(in: folder)] + (try PhoneUse.studentLife(in: folder))
    }
    let seed = options.seeds.lowerBound
    var drawn = RandomUser(seed: seed)
    report.input.append("a user drawn from seed \(seed)\(options.isQuick ? ", few days" : "")")
    let opens = drawn.use(days: options.isQuick ? 10 : 40)
    return [PhoneUse(user: "drawn user", opens: opens)]
  }

  private static func add(
    _ budget: Int,
    _ user: String,
    _ trace: OpenTrace,
    _ report: inout Report
  ) {
    let even = trace.meanAge(EvenSpacing(budget: budget))
    let best = trace.leastMeanAge(budget: budget)
    let histogram = trace.meanAge(RootDensity(budget: budget))
    let learned = trace.meanAge(LearnedPlan(budget: budget))
    func share(_ age: Double) -> Double { even > best ? (even - age) / (even - best) : 0 }
    // 4 a day is shown: its goal is not to be worse than even spacing.
    let goal = budget == 4 ? 0.0 : 0.3
    report.rows.append(
      Report.Row(
        what: "\(user), \(budget) a day",
        ours: "\(minutes(learned)) min (even \(minutes(even)), best \(minutes(best)))",
        peer: "histogram \(minutes(histogram)) min (\(percent(share(histogram))))",
        ratio: percent(share(learned)),
        goal: "≥ \(percent(goal))",
        verdict: share(learned) >= goal ? .met : .missed
      )
    )
  }

  private static func minutes(_ seconds: Double) -> String { (seconds / 60).rounded(to: 1) }
  private static func percent(_ share: Double) -> String { "\((share * 100).rounded(to: 1)) %" }
}
