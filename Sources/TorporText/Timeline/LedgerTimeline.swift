package import TorporModel
package import TorporWire

/// What a device has decided in a stretch of time, as a timeline: a lane for each app, and one for the device.
///
/// It lies along the device's own time line, which never jumps; where the clock on the wall was set, a mark says
/// so, and every moment is told by the clock as it stood then.
package struct LedgerTimeline: Sendable {
  /// From when and until when.
  package let from: Instant
  package let clock: WallClock
  /// The lanes, the device first, then the apps by their names.
  package private(set) var lanes: [TimelineLane] = []
  /// What each app did, in the order of the lanes.
  package private(set) var sums: [TimelineSum] = []
  /// Apps for which there was no room.
  package private(set) var hiddenCount = 0

  /// The most lanes that are drawn, those with the most decisions: our choice, what a person can scroll through.
  package static let lanesMax = 64

  /// How far apart the clock on the wall and the time line may drift before it counts as set: 2 s.
  ///
  /// NTP slews less
  /// between two decisions; our choice.
  private static let jumpMicroseconds: Int64 = 2_000_000

  /// Makes the timeline of some rows, oldest first, and of the apps as they stand now.
  ///
  /// `names`: those apps alone; empty: all.
  package init(
    _ rows: [LoggedDecision],
    apps: [AppStatus],
    from: Instant,
    clock: WallClock,
    only names: Set<AppIdentifier> = []
  ) {
    self.from = from
    self.clock = clock
    var traces: [AppIdentifier: AppTrace] = [:]
    let axis = LedgerAxis(from: from, to: clock.now)
    for app in apps where names.isEmpty || names.contains(app.app) {
      traces[app.app] = AppTrace(app.app, axis)
    }
    for row in rows {
      guard let app = row.decision.app, names.isEmpty || names.contains(app) else { continue }
      traces[app, default: AppTrace(app, axis)].add(row, at: wallText(row))
    }
    for app in apps { traces[app.app]?.close(as: app) }
    let told = traces.values.filter { !$0.isEmpty }
    let chosen = told.sorted { ($1.count, $0.app) < ($0.count, $1.app) }.prefix(Self.lanesMax)
    hiddenCount = told.count - chosen.count
    let shown = chosen.sorted { $0.app < $1.app }
    lanes = [deviceLane(rows, axis)].filter { !$0.bars.isEmpty || !$0.marks.isEmpty }
    lanes += shown.map(\.lane)
    sums = shown.map(\.sum)
  }

  /// Its moments, for above the lanes.
  package var ticks: [TimelineTick] { LedgerAxis(from: from, to: clock.now).ticks(clock) }

  /// "24 November 14:00 to 25 November 14:00" in digits; the time of day alone, where both are today.
  package var span: String {
    let begin = clock.text(of: from), end = clock.text(of: clock.now)
    return begin.contains(" ") ? "\(begin) to today, \(end)" : "\(begin) to \(end)"
  }

  /// From when on a timeline is drawn that was to begin at `from`, and whose rows are all that the ledger has where
  /// `isAll`: a device that has run for an hour has a picture of that hour, and not of an empty day.
  ///
  /// It is a minute long at least: the first decision may be of this moment, or of one after the clock was read.
  package static func begin(
    _ from: Instant,
    of rows: [LoggedDecision],
    isAll: Bool,
    at now: Instant
  ) -> Instant {
    guard isAll, let first = rows.first?.decision.at else { return from }
    return max(from, min(first, now - .minutes(1)))
  }

  /// The lanes at a resolution at which all of them together stay a page that a browser shows at once.
  package func merged(partsMax: Int) -> [TimelineLane] {
    let parts = min(partsMax, max(500, Self.shapesMax / max(1, lanes.count)))
    return lanes.map { $0.merged(parts: parts) }
  }

  /// 60,000 shapes: about 10 MB of page, which Chromium shows within two seconds (measured with 100,000 rows).
  private static let shapesMax = 60_000

  private func wallText(_ row: LoggedDecision) -> String {
    clock.text(ofWallMicroseconds: row.wallMicroseconds)
  }

  /// Sleeps of the machine, what was decided about it, and where the clock was set.
  private func deviceLane(_ rows: [LoggedDecision], _ axis: LedgerAxis) -> TimelineLane {
    var lane = TimelineLane("device")
    var offset: Int64?
    for row in rows {
      let now = row.wallMicroseconds - row.decision.at.microseconds
      if let last = offset, abs(now - last) > Self.jumpMicroseconds {
        let way = now > last ? "forward" : "back"
        let length = Duration.microseconds(abs(now - last)).phrase
        let title = "\(wallText(row)) the clock had been set \(way) by \(length)"
        lane.marks.append(TimelineMark(.clock, at: axis.place(row.decision.at), title: title))
      }
      offset = now
      guard row.decision.app == nil else { continue }
      let title = "\(wallText(row)) \(row.decision.sentence())"
      if case .sleep(let length) = row.decision.action {
        let began = row.decision.at - length
        lane.bars.append(
          TimelineBar(
            .asleep,
            from: axis.place(began),
            to: axis.place(row.decision.at),
            length: length,
            title: title
          )
        )
      } else {
        let look: TimelineMark.Look = row.decision.verdict == .done ? .work : .denied
        lane.marks.append(TimelineMark(look, at: axis.place(row.decision.at), title: title))
      }
    }
    return lane
  }
}

/// What one app did in the time of a timeline.
package struct TimelineSum: Hashable, Sendable {
  package let name: String
  package var lengths: [ApplicationState: Duration] = [:]
  package var wakes = 0
  package var ends = 0

  package init(_ name: String) { self.name = name }
}

extension Instant {
  /// Microseconds since the journal began.
  fileprivate var microseconds: Int64 { nanoseconds / 1000 }
}
