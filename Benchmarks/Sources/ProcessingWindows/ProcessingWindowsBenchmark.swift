/// A3: which processing task to start in a window whose end nobody knows.
///
/// Virtual time: the same integers on every run. The learner sees the closed windows of its own phone
/// and a fixed prior, and nothing of the future or of other phones.
enum ProcessingWindowsBenchmark {
  static func run(_ options: Options) throws -> Report {
    var report = Report("A3", "processing windows")
    let trace = try trace(options)
    report.input = [
      trace.source,
      "4 tasks a day of 2, 10, 30 and 60 minutes, replaced each hour 0; one at a time",
    ]
    let optimum = trace.phones.reduce(0) { $0 + ClairvoyantOptimum.doneCount($1) }
    let ours = outcome(LearningPolicy.self, trace)
    let bold = outcome(BoldPolicy.self, trace)
    let first = outcome(SubmissionOrder.self, trace)
    report.show("clairvoyant optimum (exact)", "\(optimum) tasks done, 0 s wasted")
    add("ours", ours, optimum, first, to: &report)
    report.show("ours, bold (chance ≥ \(BoldPolicy.chanceMin))", text(bold, optimum, first))
    report.show("in order of submission", text(first, optimum, first))
    report.show("shortest first", text(outcome(ShortestFirst.self, trace), optimum, first))
    report.show("JobScheduler order", text(outcome(JobSchedulerOrder.self, trace), optimum, first))
    return report
  }

  private static func trace(_ options: Options) throws -> ChargingTrace {
    if let folder = options.dataFolder { return try ChargingTrace(folder: folder) }
    // As many phones as the recorded trace has, or few.
    return ChargingTrace(
      seed: options.seeds.lowerBound,
      phoneCount: options.isQuick ? 50 : 1400,
      days: 7
    )
  }

  private static func outcome<Policy: ProcessingPolicy>(
    _: Policy.Type,
    _ trace: ChargingTrace
  ) -> ProcessingOutcome {
    var whole = ProcessingOutcome()
    for windows in trace.phones {
      var phone = PhoneDay<Policy>()
      whole.add(phone.live(windows))
    }
    return whole
  }

  private static func add(
    _ name: String,
    _ outcome: ProcessingOutcome,
    _ optimum: Int,
    _ first: ProcessingOutcome,
    to report: inout Report
  ) {
    let done = Double(outcome.doneCount) / Double(max(optimum, 1)) * 100
    let wasted = Double(outcome.wastedSeconds) / Double(max(first.wastedSeconds, 1)) * 100
    report.add("\(name): done, of the optimum", done, .atLeast(97), in: .percent)
    report.add("\(name): wasted, of order of submission", wasted, .atMost(10), in: .percent)
    report.show(name, text(outcome, optimum, first))
  }

  private static func text(
    _ outcome: ProcessingOutcome,
    _ optimum: Int,
    _ first: ProcessingOutcome
  ) -> String {
    let done = Double(outcome.doneCount) / Double(max(optimum, 1)) * 100
    let wasted = Double(outcome.wastedSeconds) / Double(max(first.wastedSeconds, 1)) * 100
    return
      "\(outcome.doneCount) done (\(done.rounded(to: 1)) %) of \(outcome.startedCount) started, "
      + "\(outcome.wastedSeconds) s wasted (\(wasted.rounded(to: 1)) %), "
      + "by length \(outcome.doneByKind.map(String.init).joined(separator: "/"))"
  }
}
