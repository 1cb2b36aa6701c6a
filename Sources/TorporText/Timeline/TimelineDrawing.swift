/// Timelines as SVG: the one drawing behind `torpor timeline`, `torpor simulate --timeline` and the dashboard.
///
/// Everything lies at shares of the width, so that a page is zoomed by making it wider, and nothing needs a style
/// of its own, which a strict Content-Security-Policy would refuse.
package enum TimelineDrawing {
  /// The height of a lane in pixels, and of the line of moments above them.
  static let laneHeight = 34
  static let tickHeight = 22

  /// A lane with its name, as HTML.
  package static func lane(_ lane: TimelineLane) -> String {
    let name = Markup.text(lane.name)
    return "<div class=\"lane\"><span title=\"\(name)\">\(name)</span>"
      + "<svg height=\"\(laneHeight)\" role=\"group\" tabindex=\"0\" aria-label=\"\(name)\">"
      + content(lane) + "</svg></div>"
  }

  /// The lanes with the moments above them, as HTML.
  package static func lanes(_ lanes: [TimelineLane], ticks: [TimelineTick]) -> String {
    let above =
      ticks.isEmpty
      ? ""
      : "<div class=\"lane ticks\"><span></span><svg height=\"\(tickHeight)\" aria-hidden=\"true\">"
        + self.ticks(ticks, lines: nil) + "</svg></div>\n"
    return "<div class=\"lanes\">\n" + above + lanes.map(lane).joined(separator: "\n") + "\n</div>"
  }

  /// A picture of that many pixels across.
  package static func picture(
    title: String,
    _ lanes: [TimelineLane],
    ticks: [TimelineTick],
    width: Int = 1200
  ) -> String {
    let left = 180
    let top = 70
    let height = top + lanes.count * laneHeight + 16
    let inside = width - left - 16
    var rows: [String] = []
    for (index, lane) in lanes.enumerated() {
      let y = top + index * laneHeight
      rows.append("<path class=\"rule\" d=\"M16 \(y)H\(width - 16)\"/>")
      rows.append(
        "<text x=\"16\" y=\"\(y + 22)\">\(Markup.text(Printable.cut(lane.name, to: 22)))</text>"
      )
      rows.append(
        "<svg x=\"\(left)\" y=\"\(y)\" width=\"\(inside)\" height=\"\(laneHeight)\" overflow=\"visible\">"
          + content(lane) + "</svg>"
      )
    }
    let label = Markup.text(title)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" role="img" aria-label="\(label)">
      <title>\(label)</title>
      <style>\(TimelineStyle.colours)\(TimelineStyle.marks)\(TimelineStyle.picture)</style>
      <rect class="ground" width="\(width)" height="\(height)"/>
      <text class="head" x="16" y="26">\(label)</text>
      <svg x="\(left)" y="44" width="\(inside)" height="\(height - 60)" overflow="visible">\
      \(self.ticks(ticks.filter { !$0.isFine }, lines: height - 60))</svg>
      \(rows.joined(separator: "\n"))
      </svg>

      """
  }

  /// What the looks mean, as HTML.
  package static func legend(_ marks: [(look: TimelineMark.Look, meaning: String)]) -> String {
    let bars = TimelineBar.Look.allCases.filter { $0 != .asleep }.map { look in
      "<span><svg width=\"16\" height=\"12\" aria-hidden=\"true\">"
        + "<rect class=\"bar \(look.rawValue)\" width=\"16\" y=\"1\" height=\"10\" rx=\"3\"/></svg>"
        + "\(look.rawValue)</span>"
    }
    let others = marks.map { mark in
      "<span><svg width=\"12\" height=\"12\" aria-hidden=\"true\">"
        + shape(mark.look, "6", 6, title: nil) + "</svg>\(Markup.text(mark.meaning))</span>"
    }
    return (bars + others).joined(separator: "\n")
  }

  private static func content(_ lane: TimelineLane) -> String {
    lane.bars.map(bar).joined() + lane.marks.map(mark).joined()
  }

  private static func bar(_ bar: TimelineBar) -> String {
    "<rect class=\"bar \(bar.look.rawValue)\" x=\"\(TimelinePlace.percent(bar.from))\" "
      + "width=\"\(TimelinePlace.percent(bar.to - bar.from))\" y=\"12\" height=\"16\" rx=\"3\">"
      + "<title>\(Markup.text(bar.title))</title></rect>"
  }

  private static func mark(_ mark: TimelineMark) -> String {
    let middle =
      switch mark.look {
      case .call, .wake, .work, .denied: 6
      case .end, .script, .clock: 20
      }
    return shape(mark.look, TimelinePlace.percent(mark.at), middle, title: mark.title)
  }

  private static func shape(
    _ look: TimelineMark.Look,
    _ x: String,
    _ y: Int,
    title: String?
  ) -> String {
    let told = title.map { "<title>\(Markup.text($0))</title>" } ?? ""
    switch look {
    case .call, .wake, .work, .denied:
      return
        "<circle class=\"mark \(look.rawValue)\" cx=\"\(x)\" cy=\"\(y)\" r=\"3.5\">\(told)</circle>"
    case .end, .script, .clock:
      // Centred by its stroke: a share of the width cannot be moved by half of a shape's own width.
      let (half, look) = (look == .script ? 3 : 6, look.rawValue)
      return
        "<line class=\"mark \(look)\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(y - half)\" y2=\"\(y + half)\">"
        + "\(told)</line>"
    }
  }

  private static func ticks(_ ticks: [TimelineTick], lines: Int?) -> String {
    ticks.map { tick in
      let (x, look) = (TimelinePlace.percent(tick.at), tick.isFine ? " class=\"fine\"" : "")
      let line = lines.map {
        "<line class=\"tick\" x1=\"\(x)\" x2=\"\(x)\" y1=\"0\" y2=\"\($0)\"/>"
      }
      // At the right edge a text would be cut.
      let anchor = tick.at > TimelinePlace.whole * 19 / 20 ? " text-anchor=\"end\"" : ""
      return (line ?? "")
        + "<text\(look)\(anchor) x=\"\(x)\" y=\"14\">\(Markup.text(tick.text))</text>"
    }
    .joined()
  }
}
