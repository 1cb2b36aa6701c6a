import TorporModel

/// The timeline of scenarios as one HTML page that needs nothing else: a lane for each app, states
/// as coloured bars, callbacks as marks.
package enum TimelinePage {
  /// The page for some scenarios, one under the other.
  package static func html(_ reports: [ScenarioReport]) -> String {
    let sections = reports.map(section).joined(separator: "\n")
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Torpor timeline</title>
      <style>\(style)</style></head><body>
      \(legend)
      \(sections)
      </body></html>

      """
  }

  private static func section(_ report: ScenarioReport) -> String {
    let timeline = report.run.timeline
    let end = Instant.at(report.scenario.end)
    let axis = TimeAxis(timeline.filter { $0.event.isDrawn }.map(\.at), end: end)
    let lanes = report.scenario.apps.map { lane($0.alias, timeline, axis, end) }
    let rows = timeline.filter(\.event.isTelling).map(row).joined(separator: "\n")
    let rule = report.scenario.rule.isEmpty ? "" : " rule \(escape(report.scenario.rule)) ·"
    return """
      <section>
      <h1>\(escape(report.scenario.sentence))</h1>
      <p class="file">\(escape(report.scenario.file)) ·\(rule) \
      <b class="\(verdict(report).class)">\(escape(verdict(report).text))</b></p>
      \(failures(report))
      <div class="lanes">
      \(scriptLane(timeline, axis))
      \(lanes.joined(separator: "\n"))
      </div>
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
    return "<ul class=\"bad\">" + items.map { "<li>\(escape($0))</li>" }.joined() + "</ul>"
  }

  private static func scriptLane(_ timeline: [TimelineEntry], _ axis: TimeAxis) -> String {
    let marks = timeline.compactMap { entry -> String? in
      guard case .script(let text) = entry.event else { return nil }
      return mark("script", axis.percent(entry.at), "\(DurationText.short(entry.at)) \(text)")
    }
    return lane("script", marks)
  }

  private static func lane(
    _ alias: String,
    _ timeline: [TimelineEntry],
    _ axis: TimeAxis,
    _ end: Instant
  ) -> String {
    var bars: [String] = []
    var marks: [String] = []
    var since = Instant.zero
    var state = ApplicationState.notRunning
    func close(at moment: Instant) {
      guard moment > since, state != .notRunning else { return }
      let left = axis.percent(since)
      let title = "\(state.rawValue), \(DurationText.short(since)) to \(DurationText.short(moment))"
      bars.append(
        "<i class=\"bar \(state.rawValue)\" style=\"left:\(number(left))%;width:"
          + "\(number(axis.percent(moment) - left))%\" title=\"\(title)\"></i>"
      )
    }
    for entry in timeline where entry.app == alias {
      let title = "\(DurationText.short(entry.at)) \(TimelineText.sentence(entry.event))"
      switch entry.event {
      case .state(let next):
        close(at: entry.at)
        (since, state) = (entry.at, next)
      case .called: marks.append(mark("call", axis.percent(entry.at), title))
      case .ended, .violation: marks.append(mark("end", axis.percent(entry.at), title))
      default: break
      }
    }
    close(at: end)
    return lane(alias, bars + marks)
  }

  private static func lane(_ name: String, _ content: [String]) -> String {
    "<div class=\"lane\"><span>\(escape(name))</span><div>\(content.joined())</div></div>"
  }

  private static func mark(_ kind: String, _ percent: Double, _ title: String) -> String {
    "<i class=\"mark \(kind)\" style=\"left:\(number(percent))%\" title=\"\(escape(title))\"></i>"
  }

  private static func row(_ entry: TimelineEntry) -> String {
    "<tr><td>\(DurationText.short(entry.at))</td><td>\(escape(entry.app ?? "device"))</td>"
      + "<td>\(escape(TimelineText.sentence(entry.event)))</td></tr>"
  }

  /// Two digits after the point, the same on every machine.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }

  private static func escape(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }

  private static var legend: String {
    let states = ApplicationState.allCases.filter { $0 != .notRunning }.map {
      "<i class=\"bar \($0.rawValue)\"></i>\($0.rawValue)"
    }
    return
      "<p class=\"legend\">\(states.joined(separator: " ")) <i class=\"mark call\"></i>callback"
      + " <i class=\"mark end\"></i>end · quiet stretches are drawn short</p>"
  }

  private static var style: String {
    """
    :root{color-scheme:light dark;--ink:#1c2128;--faint:#6b7480;--ground:#fff;--line:#e3e7ec;
    --active:#2f9e62;--inactive:#e0a100;--background:#3b7ddd;--suspended:#b7c0cc;--bad:#c9342b}
    @media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--faint:#94a0ae;--ground:#14181d;
    --line:#2b323b;--active:#43b97b;--inactive:#e8b73a;--background:#5b97ee;--suspended:#4a5563;
    --bad:#f0665c}}
    body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);
    max-width:1100px;margin:2rem auto;padding:0 1rem}
    h1{font-size:1.15rem;margin:2rem 0 .2rem}.file,.legend{color:var(--faint);margin:.2rem 0 .8rem}
    .good{color:var(--active)}.bad{color:var(--bad)}.open{color:var(--inactive)}
    .lane{display:flex;align-items:center;border-top:1px solid var(--line);height:34px}
    .lane>span{width:110px;flex:none;overflow:hidden;text-overflow:ellipsis}
    .lane>div{position:relative;flex:1;height:100%}
    .bar{display:inline-block;border-radius:3px}.lane .bar{position:absolute;top:9px;height:16px}
    .legend .bar{width:14px;height:10px;margin:0 .3em 0 1em}
    .active{background:var(--active)}.inactive{background:var(--inactive)}
    .background{background:var(--background)}.suspended{background:var(--suspended)}
    .mark{display:inline-block;width:7px;height:7px;border-radius:50%}
    .lane .mark{position:absolute;margin-left:-3px;top:3px}.call{background:var(--ink)}
    .lane .end{top:11px;height:12px;border-radius:2px}.end{background:var(--bad)}
    .lane .script{top:14px;background:var(--faint);border-radius:1px}
    .legend .mark{margin:0 .3em 0 1em}
    table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
    td{padding:.1rem .9rem .1rem 0;border-top:1px solid var(--line);vertical-align:top}
    summary{cursor:pointer;color:var(--faint);margin:.6rem 0}
    """
  }
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
