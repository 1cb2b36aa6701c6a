import TorporModel

// What lies within one pixel is drawn once: a page of 100,000 rows is no larger than what can be told apart.

extension TimelineLane {
  /// The lane at a resolution of so many parts of its width.
  package func merged(parts: Int) -> TimelineLane {
    let part = max(1, TimelinePlace.whole / max(1, parts))
    var lane = TimelineLane(name)
    var group: [TimelineBar] = []
    for bar in bars {
      if let first = group.first, bar.to - first.from > part {
        lane.bars.append(Self.merge(group))
        group = []
      }
      if bar.to - bar.from >= part { lane.bars.append(bar) } else { group.append(bar) }
    }
    if !group.isEmpty { lane.bars.append(Self.merge(group)) }
    lane.bars.sort { ($0.from, $0.to) < ($1.from, $1.to) }
    for look in TimelineMark.Look.allCases {
      lane.marks += Self.merge(marks.filter { $0.look == look }, within: part)
    }
    return lane
  }

  private static func merge(_ bars: [TimelineBar]) -> TimelineBar {
    guard bars.count > 1, let first = bars.first, let last = bars.last else { return bars[0] }
    var lengths: [TimelineBar.Look: Duration] = [:]
    for bar in bars {
      lengths[bar.look, default: .zero] = (lengths[bar.look] ?? .zero) + bar.length
    }
    let order = TimelineBar.Look.allCases.filter { lengths[$0] != nil }
    let longest = order.max { (lengths[$0] ?? .zero) < (lengths[$1] ?? .zero) } ?? first.look
    let parts = order.map { "\($0.rawValue) \((lengths[$0] ?? .zero).phrase)" }
    return TimelineBar(
      longest,
      from: first.from,
      to: last.to,
      length: bars.reduce(.zero) { $0 + $1.length },
      title: "\(bars.count) states: \(parts.joined(separator: ", ")); the first: \(first.title)"
    )
  }

  private static func merge(_ marks: [TimelineMark], within part: Int) -> [TimelineMark] {
    var merged: [TimelineMark] = []
    var group: [TimelineMark] = []
    func close() {
      guard let first = group.first else { return }
      let told = group.prefix(titlesMax).map(\.title)
      let more = group.count > titlesMax ? ["and \(group.count - titlesMax) more"] : []
      let title = group.count == 1 ? first.title : (told + more).joined(separator: "\n")
      merged.append(TimelineMark(first.look, at: first.at, title: title))
      group = []
    }
    for mark in marks {
      if let first = group.first, mark.at - first.at >= part { close() }
      group.append(mark)
    }
    close()
    return merged
  }

  /// How many of the marks in one place are told one by one; our choice: what fits beside a pointer.
  private static let titlesMax = 6
}
