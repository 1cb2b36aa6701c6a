import TorporModel
import TorporText

/// The timeline of scenarios as one HTML page that needs nothing else: a lane for each app, states
/// as coloured bars, callbacks as marks, drawn by `TimelineDrawing`.
package enum TimelinePage {
  /// The page for some scenarios, one under the other.
  package static func html(_ reports: [ScenarioReport]) -> String {
    let sections = reports.map(section).joined(separator: "\n")
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Torpor timeline</title>
      <style>\(TimelineStyle.colours)\(TimelineStyle.page)\(TimelineStyle.marks)\(TimelineStyle.lanes)</style>
      </head><body>
      <p class="legend">\(TimelineDrawing.legend(looks)) <span>quiet stretches are drawn short</span></p>
      \(sections)
      <script>\(TimelineScript.text)</script>
      </body></html>

      """
  }

  private static func section(_ report: ScenarioReport) -> String {
    let timeline = report.run.timeline
    let end = Instant.at(report.scenario.end)
    let axis = TimeAxis(timeline.filter { $0.event.isDrawn }.map(\.at), end: end)
    let lanes =
      [scriptLane(timeline, axis)]
      + report.scenario.apps.map { lane($0.alias, timeline, axis, end) }
    let rows = timeline.filter(\.event.isTelling).map(row).joined(separator: "\n")
    let rule = report.scenario.rule.isEmpty ? "" : " rule \(Markup.text(report.scenario.rule)) ·"
    return """
      <section data-timeline>
      <h1>\(Markup.text(report.scenario.sentence))</h1>
      <p class="file">\(Markup.text(report.scenario.file)) ·\(rule) \
      <b class="\(verdict(report).class)">\(Markup.text(verdict(report).text))</b></p>
      \(failures(report))
      \(TimelineDrawing.lanes(lanes, ticks: []))
      <details><summary>Every event</summary><table>
      \(rows)
      </table></details>
      </section>
      """
  }

  private static func verdict(_ report: ScenarioReport) -> (class: String, text: String) {
    switch report.verdict {
    case .holds: ("good", "holds")
    case .fails: ("bad", "fails")
    }
  }

  private static func failures(_ report: ScenarioReport) -> String {
    let items =
      report.run.violations.map { TimelineText.line($0) }
      + report.failures.map { "line \($0.line): expected \($0.expected); seen: \($0.seen)" }
    guard !items.isEmpty else { return "" }
    return "<ul class=\"bad\">" + items.map { "<li>\(Markup.text($0))</li>" }.joined() + "</ul>"
  }

  private static func scriptLane(_ timeline: [TimelineEntry], _ axis: TimeAxis) -> TimelineLane {
    let marks = timeline.compactMap { entry -> TimelineMark? in
      guard case .script(let text) = entry.event else { return nil }
      let title = "\(DurationText.short(entry.at)) \(text)"
      return TimelineMark(.script, at: axis.place(entry.at), title: title)
    }
    return TimelineLane("script", marks: marks)
  }

  private static func lane(
    _ alias: String,
    _ timeline: [TimelineEntry],
    _ axis: TimeAxis,
    _ end: Instant
  ) -> TimelineLane {
    var lane = TimelineLane(alias)
    var since = Instant.zero
    var state = ApplicationState.notRunning
    func close(at moment: Instant) {
      guard moment > since, let look = TimelineBar.Look(rawValue: state.rawValue) else { return }
      lane.bars.append(
        TimelineBar(
          look,
          from: axis.place(since),
          to: axis.place(moment),
          length: moment - since,
          title: "\(state.rawValue), \(DurationText.short(since)) to \(DurationText.short(moment))"
        )
      )
    }
    for entry in timeline where entry.app == alias {
      let title = "\(DurationText.short(entry.at)) \(TimelineText.sentence(entry.event))"
      switch entry.event {
      case .state(let next):
        close(at: entry.at)
        (since, state) = (entry.at, next)
      case .called:
        lane.marks.append(TimelineMark(.call, at: axis.place(entry.at), title: title))
      case .ended, .violation:
        lane.marks.append(TimelineMark(.end, at: axis.place(entry.at), title: title))
      default: break
      }
    }
    close(at: end)
    return lane
  }

  private static func row(_ entry: TimelineEntry) -> String {
    "<tr><td>\(DurationText.short(entry.at))</td><td>\(Markup.text(entry.app ?? "device"))</td>"
      + "<td>\(Markup.text(TimelineText.sentence(entry.event)))</td></tr>"
  }

  private static let looks: [(look: TimelineMark.Look, meaning: String)] = [
    (.call, "callback"), (.end, "end"), (.script, "script"),
  ]
}

extension TimelineEvent {
  /// Whether the event is drawn, and so needs room of its own.
  fileprivate var isDrawn: Bool {
    switch self {
    case .script, .state, .called, .ended, .violation: true
    case .launched, .completed, .answered, .submitted, .saved, .frozen, .thawed, .exited, .decided,
      .deviceWoke, .shown:
      false
    }
  }
}
