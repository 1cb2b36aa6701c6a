import TorporCore
import TorporModel
import TorporText

/// What an export has replaced and what it has left, as lines for people.
package struct ExportText {
  let report: ExportReport
  /// The file that was written.
  let path: String
  let bytes: Int

  package init(_ report: ExportReport, path: String, bytes: Int) {
    (self.report, self.path, self.bytes) = (report, path, bytes)
  }

  package var lines: [String] {
    [written, same] + cut + ["", "Replaced: \(replaced).", Self.left] + apps
  }

  private var written: String {
    "Exported \(count(report.inputCount, "input")) of \(DurationText.short(report.length)) to \(path), \(bytes) bytes."
  }

  private var same: String {
    if report.changedCount > 0 {
      return "Without names, \(count(report.changedCount, "decision")) of \(report.decisionCount) "
        + "\(report.changedCount == 1 ? "differs: it depends" : "differ: they depend") on a name, a text or a "
        + "place. Say so when you share the file."
    }
    return report.isExact
      ? "A replay of it makes the same decisions as one of the recording."
      : "A replay of it differs where one of the recording differs."
  }

  private var cut: [String] {
    var lines: [String] = []
    if report.isTorn {
      lines.append("The last line of the recording was cut off; everything before it was exported.")
    }
    if report.gapCount > 0 {
      lines.append("Inputs are missing in \(count(report.gapCount, "place")) of the recording.")
    }
    for change in report.changes {
      let (before, after) = (change.original.map(phrase), change.own.map(phrase))
      lines.append("  recorded: \(before ?? "nothing"); without names: \(after ?? "nothing")")
    }
    return lines
  }

  private func phrase(_ decision: Decision) -> String {
    "\(decision.app?.text ?? "the device"): \(TimelineText.phrase(decision))"
  }

  private var replaced: String {
    [
      "\(count(report.textCount, "text")) (identifiers and names of apps, jobs, sessions, devices and regions, "
        + "titles and texts of notifications, payloads and tokens of pushes, paths and commands)",
      count(report.numberCounts[.server] ?? 0, "server"),
      count(report.numberCounts[.user] ?? 0, "user number"),
      count(report.numberCounts[.beacon] ?? 0, "beacon number"),
      "\(count(report.placeCount, "place")), shifted together so that distances stay",
      "heights and directions, and the bytes that devices sent",
    ].joined(separator: "; ")
  }

  private static let left =
    "Kept: the times, the time zone, the order of texts and the lengths of those of 65 bytes or more, which apps, places "
    + "and servers are the same, settings, figures of processor, memory, network, disk, battery and sound, speeds, and the "
    + "versions of Torpor."

  /// For the eyes of the user only: these lines are in no file.
  private var apps: [String] {
    guard !report.apps.isEmpty else { return [] }
    let width = report.apps.map(\.pseudonym.count).max() ?? 0
    return ["", "Names of the apps in the file:"]
      + report.apps.map { app in
        "  \(app.pseudonym)\(String(repeating: " ", count: width - app.pseudonym.count))  \(app.identifier)"
      }
  }

  private func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}
