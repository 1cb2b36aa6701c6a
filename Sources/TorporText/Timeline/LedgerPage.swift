import TorporModel

/// The timeline of a ledger as one HTML page that needs nothing else, or as a picture.
package enum LedgerPage {
  /// At which resolution a page is drawn: 8 times as wide as a screen, which is how far it can be zoomed.
  private static let partsOfPage = 8000
  /// A pixel of a picture.
  private static let partsOfPicture = 1000

  package static let looks: [(look: TimelineMark.Look, meaning: String)] = [
    (.wake, "run in the background"), (.work, "work, tasks, notifications"),
    (.denied, "refused, or waits"), (.end, "process ended"), (.clock, "clock set"),
  ]

  package static func svg(_ timeline: LedgerTimeline) -> String {
    TimelineDrawing.picture(
      title: "Timeline, \(timeline.span)",
      timeline.merged(partsMax: partsOfPicture),
      ticks: timeline.ticks
    )
  }

  package static func html(_ timeline: LedgerTimeline) -> String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>Torpor timeline</title>
    <style>\(TimelineStyle.colours)\(TimelineStyle.page)\(TimelineStyle.marks)\(TimelineStyle.lanes)</style>
    </head><body>
    <main data-timeline>
    <h1>Timeline</h1>
    <p class="file">\(Markup.text(timeline.span))</p>
    \(body(timeline))
    </main>
    <script>\(TimelineScript.text)</script>
    </body></html>

    """
  }

  /// What a page shows of it: how to look closer, the lanes, and the sums.
  package static func body(_ timeline: LedgerTimeline) -> String {
    guard !timeline.lanes.isEmpty else {
      return "<p class=\"empty\">Nothing was decided in this time.</p>"
    }
    let hidden = timeline.hiddenCount
    let more =
      hidden == 0
      ? ""
      : "<p class=\"file\">\(hidden) more \(hidden == 1 ? "app" : "apps") with fewer decisions; name them "
        + "to see them: <code>torpor timeline APP</code></p>"
    return """
      <p class="legend">\(TimelineDrawing.legend(looks))</p>
      <div class="tools" role="toolbar" aria-label="Zoom">
      <button type="button" data-zoom="-" aria-label="Zoom out">−</button>
      <button type="button" data-zoom="+" aria-label="Zoom in">+</button>
      <button type="button" data-zoom="0">All</button>
      </div>
      \(TimelineDrawing.lanes(timeline.merged(partsMax: partsOfPage), ticks: timeline.ticks))
      <p class="told" role="status" aria-live="polite">Point at a bar or a mark, or move to it with Tab and the \
      arrow keys, to see its details here. + and − zoom.</p>
      \(more)\(sums(timeline))
      """
  }

  private static func sums(_ timeline: LedgerTimeline) -> String {
    let states: [ApplicationState] = [.active, .background, .suspended]
    let rows = timeline.sums.map { sum in
      let inactive = sum.lengths[.inactive] ?? .zero
      let cells = states.map { state in
        let length = (sum.lengths[state] ?? .zero) + (state == .active ? inactive : .zero)
        return "<td class=\"n\">\(length > .zero ? length.phrase : "–")</td>"
      }
      return "<tr><th scope=\"row\">\(Markup.text(sum.name))</th>\(cells.joined())"
        + "<td class=\"n\">\(sum.wakes)</td><td class=\"n\">\(sum.ends)</td></tr>"
    }
    return """
      <details open><summary>In figures</summary><div class="scroll"><table>
      <thead><tr><th scope="col">App</th><th scope="col" class="n">on screen</th>\
      <th scope="col" class="n">background</th><th scope="col" class="n">suspended</th>\
      <th scope="col" class="n">wakes</th><th scope="col" class="n">ends</th></tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody></table></div></details>
      """
  }
}
