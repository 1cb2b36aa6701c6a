import TorporCore
import TorporModel
package import TorporText

/// A report of a replay as lines for people.
package struct ReplayText {
  let report: ReplayReport
  let clock: TorporText.WallClock

  package init(_ report: ReplayReport, clock: TorporText.WallClock) {
    self.report = report
    self.clock = clock
  }

  package var lines: [String] {
    recording + same + (report.other.map(compared) ?? [])
  }

  // MARK: The recording

  private var recording: [String] {
    let exact = report.exact
    var lines = [
      "Recorded: \(time(exact.begin?.wallNanoseconds)) to \(time(exact.end?.wallNanoseconds)) "
        + "(\(DurationText.short(span))), \(count(exact.inputCount, "input")), "
        + "\(count(exact.decisionCount, "decision"))"
        + "."
    ]
    switch exact.endCause {
    case .size: lines.append("It ended because it had reached its maximum size.")
    case .age: lines.append("It ended because it had reached its maximum age.")
    case .journal: lines.append("It ended because a new journal of the device was begun.")
    case .stopped: break
    case nil where report.isTorn:
      lines.append("Its last line was cut off: everything before it is used.")
    case nil: lines.append("It has no end: it is still running, or its daemon was killed.")
    }
    if exact.bridgedGapCount > 0 {
      lines.append(
        "Inputs are missing in \(count(exact.bridgedGapCount, "place")): the device continues there as it stood."
      )
    }
    if exact.openGapCount > 0 {
      lines.append(
        "Lines are missing in \(count(exact.openGapCount, "place")), and the state of the device at "
          + "that point is unknown: the file was edited or damaged. Differences after it may be due to that."
      )
    }
    if exact.missesInputsAtEnd {
      lines.append("Inputs are missing before its end.")
    }
    return lines
  }

  private var span: Duration {
    // The device's own time of the begin is that of the last turn before it.
    guard let begin = report.exact.begin?.wallNanoseconds,
      let end = report.exact.end?.wallNanoseconds
    else { return .zero }
    return .nanoseconds(max(0, end - begin))
  }

  // MARK: The same policy

  private var same: [String] {
    let exact = report.exact
    let checks =
      exact.checkCount == 0
      ? "" : ", and the device was equal in \(exact.equalCheckCount) of \(exact.checkCount) checks"
    if exact.isExact {
      return [
        "The same policy makes the same decisions: \(exact.decisionCount) of \(count(exact.decisionCount, "decision"))"
          + "\(checks)."
      ]
    }
    return [
      "The replay differs from the recording in \(count(exact.departureCount, "decision"))\(checks). It was made with a "
        + "different policy than this build's, inputs are missing, or a decision depends on more than the inputs."
    ] + exact.departures.map { "  " + departure($0) }
  }

  private func departure(_ departure: ExactReplay.Departure) -> String {
    let recorded = departure.recorded.map(TimelineText.phrase) ?? "nothing"
    let replayed = departure.replayed.map(TimelineText.phrase) ?? "nothing"
    return "\(time(departure.at))  recorded: \(recorded); replayed: \(replayed)"
  }

  // MARK: Another policy

  private func compared(_ other: ReplayReport.Other) -> [String] {
    var lines = ["", "With \(report.changes.joined(separator: ", ")):"]
    let wakes = other.difference.wakes
    let (used, changed) = (other.recorded.total, other.used.total)
    lines += table([
      ["", "recorded", "replayed", "difference"],
      row(
        "wakes",
        wakes.values.reduce(0) { $0 + $1.recorded },
        wakes.values.reduce(0) { $0 + $1.other }
      ),
      row("processor, s", used.processorMicroseconds, changed.processorMicroseconds, 1_000_000),
      row("network, MB", used.networkBytes, changed.networkBytes, 1_000_000),
      row("energy, J", used.nanojoules, changed.nanojoules, 1_000_000_000),
      row("off screen, s", used.offScreenMicroseconds, changed.offScreenMicroseconds, 1_000_000),
      row("decisions", other.difference.recordedCount, other.difference.otherCount),
    ])
    lines.append("Energy is estimated by the model on both sides.")
    let keys = wakes.keys.sorted().filter { wakes[$0].map { $0.recorded != $0.other } ?? false }
    if !keys.isEmpty {
      lines += ["", "Differing wakes, by app and reason:"]
      lines += table(
        keys.map { key in
          let counts = wakes[key] ?? (0, 0)
          return [
            "  " + key.app.text, key.reason, String(counts.recorded), String(counts.other),
          ]
        }
      )
    }
    lines += decisions(other.difference)
    return lines + assumed(other.tally)
  }

  private func decisions(_ difference: DecisionDifference) -> [String] {
    guard !difference.isEmpty else { return ["", "No decision differs."] }
    let all = difference.onlyRecorded + difference.onlyOther
    let shown = difference.rows.count < all ? "the first \(difference.rows.count) of " : ""
    return ["", "Differing decisions, \(shown)\(all) (- only recorded, + only replayed):"]
      + difference.rows.map { row in
        "  \(time(row.decision.at))  \(row.isRecorded ? "-" : "+") \(row.decision.app?.text ?? "the device"): "
          + TimelineText.phrase(row.decision)
      }
  }

  private func assumed(_ tally: ReplayReport.AssumedTally) -> [String] {
    guard tally != ReplayReport.AssumedTally() else { return [] }
    var parts: [String] = []
    if tally.runs > 0 { parts.append(count(tally.runs, "unrecorded run")) }
    if tally.calls > 0 { parts.append("\(count(tally.calls, "callback")) answered as usual") }
    if tally.unknownCalls > 0 {
      parts.append("\(count(tally.unknownCalls, "callback")) about which nothing was recorded")
    }
    if tally.dropped > 0 { parts.append("\(count(tally.dropped, "recorded answer")) left out") }
    return [
      "",
      "Assumed: \(parts.joined(separator: ", ")). An app is assumed to behave as in its recorded run of "
        + "median length; places and sleep are those of the recording.",
    ]
  }

  // MARK: Details

  private func time(_ wallNanoseconds: Int64?) -> String {
    wallNanoseconds.map { clock.text(ofWallMicroseconds: $0 / 1000) } ?? "-"
  }

  private func time(_ moment: Instant) -> String {
    time(report.exact.device?.clock.unixNanoseconds(at: moment))
  }

  private func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  private func row(_ name: String, _ recorded: Int, _ other: Int) -> [String] {
    let difference = other - recorded
    return [
      name, String(recorded), String(other), difference > 0 ? "+\(difference)" : String(difference),
    ]
  }

  /// Amounts in a larger unit, with two digits behind the point.
  private func row(_ name: String, _ recorded: Int64, _ other: Int64, _ unit: Int64) -> [String] {
    let difference = other - recorded
    let sign = difference > 0 ? "+" : ""
    return [name] + [recorded, other].map { amount($0, unit) } + [sign + amount(difference, unit)]
  }

  private func amount(_ number: Int64, _ unit: Int64) -> String {
    let hundredths = number.magnitude / UInt64(unit / 100)
    return (number < 0 && hundredths > 0 ? "-" : "") + "\(hundredths / 100)."
      + (hundredths % 100).twoDigits
  }

  /// Rows with their columns below each other: the first to the left, numbers to the right.
  private func table(_ rows: [[String]]) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }.joined(separator: "  ")
    }
  }
}
