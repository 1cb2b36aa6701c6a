import TorporCore
import TorporModel

/// A6: the energy of hours by costs that are fitted to the battery, beside what the battery gave.
///
/// The trace is replayed through the policy; what is fitted is what its ledger keeps. The first half of the days is
/// learned from, and the hours of the second half are predicted.
enum EnergyError {
  static func run(_ options: Options) throws -> Report {
    var report = Report("A6", "energy beside the battery's discharge")
    let seed = options.seeds.lowerBound
    var random = SplitMix64(seed: seed)
    report.input.append("a phone drawn from seed \(seed)")
    add(BatteryTrace(days: options.isQuick ? 8 : 20, &random), &report)
    if let folder = options.dataFolder {
      let trace = try BatteryTrace(recordedIn: folder)
      report.input.append("a recorded phone, \(trace.events.count) readings")
      add(trace, &report)
    } else {
      report.notes.append(
        "no recorded battery: --data DIR with unlocks/AwareBattery_1month.csv.gz was not given"
      )
    }
    let truth = BatteryTrace.drawnTruth
    report.notes.append(
      "the drawn phone takes \(truth.rest.rounded(to: 0)) mW at rest, \(truth.screen.rounded(to: 0)) mW for the display, "
        + "\(truth.processor.rounded(to: 0)) mW for a core"
    )
    return report
  }

  private static func add(_ trace: BatteryTrace, _ report: inout Report) {
    guard let last = trace.events.last?.at else { return }
    let middle = Instant(nanoseconds: last.nanoseconds / 2)
    var phone = ReplayedPhone()
    phone.live(trace.events.prefix { $0.at <= middle })
    let (outcome, learned) = (phone.fit, phone.hours)
    guard let fit = outcome?.fit else {
      let text = outcome.map { "\($0)" } ?? "no battery"
      return report.show("\(trace.name): not fitted", text)
    }
    add(fit, learned, of: trace.name, &report)
    phone.live(trace.events.drop { $0.at <= middle })
    addPrediction(fit, of: phone.hours, from: learned, trace.name, &report)
  }

  /// The error of an hour that is left out, beside the mean hour as a prediction of each.
  private static func add(
    _ fit: EnergyFit,
    _ hours: [EnergyFit.Hour],
    of name: String,
    _ report: inout Report
  ) {
    let mean = hours.mean
    let ours = Double(fit.errorPermille) / 10
    let peer = hours.error { _ in mean } / mean * 100
    report.rows.append(
      Report.Row(
        what: "\(name): error of an hour, of \(fit.hours) (\(fit.hoursLeftOut) left out)",
        ours: "\(ours.rounded(to: 1)) %",
        peer: "the mean hour \(peer.rounded(to: 1)) %",
        ratio: "\((ours / peer).rounded(to: 2))x"
      )
    )
    let costs = [
      ("at rest", fit.rest), ("display", fit.screen), ("a core", fit.processor),
    ]
    for (what, cost) in costs {
      let text = cost.map { "\($0.value) ±\($0.error) mW" } ?? "the hours do not tell it"
      report.show("\(name): \(what)", text)
    }
  }

  /// The second half by the costs of the first: all of it, and an hour.
  private static func addPrediction(
    _ fit: EnergyFit,
    of hours: [EnergyFit.Hour],
    from learned: [EnergyFit.Hour],
    _ name: String,
    _ report: inout Report
  ) {
    guard !hours.isEmpty else {
      return report.show("\(name): days that follow", "no hour on battery")
    }
    let measured = hours.mean
    let predicted = hours.reduce(0) { $0 + fit.wattHours(of: $1) } / Double(hours.count)
    report.rows.append(
      Report.Row(
        what: "\(name): energy of \(hours.count) later hours",
        ours: percent(predicted / measured - 1),
        peer: "the mean hour \(percent(learned.mean / measured - 1))"
      )
    )
    let ours = hours.error { fit.wattHours(of: $0) } / measured * 100
    let peer = hours.error { _ in learned.mean } / measured * 100
    report.rows.append(
      Report.Row(
        what: "\(name): error of a later hour",
        ours: "\(ours.rounded(to: 1)) %",
        peer: "the mean hour \(peer.rounded(to: 1)) %",
        ratio: "\((ours / peer).rounded(to: 2))x"
      )
    )
  }

  private static func percent(_ part: Double) -> String {
    "\(part > 0 ? "+" : "")\((part * 100).rounded(to: 1)) %"
  }
}

extension [EnergyFit.Hour] {
  fileprivate var mean: Double { reduce(0) { $0 + $1.measured } / Double(Swift.max(1, count)) }

  /// The root mean square of what the hours differ by from a prediction, in watt-hours.
  fileprivate func error(_ predicted: (EnergyFit.Hour) -> Double) -> Double {
    let squares = reduce(0.0) { sum, hour in
      let difference = hour.measured - predicted(hour)
      return sum + difference * difference
    }
    return (squares / Double(Swift.max(1, count))).squareRoot()
  }
}
