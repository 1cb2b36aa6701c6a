import TorporModel
import TorporText
import TorporWire

/// The charts of a battery page: the level, and activity by hour, above each other along one line of time.
struct BatteryCharts {
  private let battery: BatteryStatus
  private let clock: WallClock

  init(_ battery: BatteryStatus, _ clock: WallClock) {
    (self.battery, self.clock) = (battery, clock)
  }

  /// The heights in pixels: a phone shows both charts at once; our choice.
  private static let levelHeight = 110
  private static let activityHeight = 130

  /// How much of a column's room its bar takes.
  private static let fill = 0.72

  private var isLong: Bool { battery.hourCount > 48 }

  /// Half an hour each, or three hours where the page has days.
  private var levelColumns: BatteryColumns {
    BatteryColumns(battery, count: isLong ? (battery.hourCount + 2) / 3 : battery.hourCount * 2)
  }

  /// An hour each, or six where the page has days.
  private var activityColumns: BatteryColumns {
    BatteryColumns(battery, count: isLong ? (battery.hourCount + 5) / 6 : battery.hourCount)
  }

  // MARK: The level

  /// Nothing on a machine without a battery.
  var levels: String {
    guard let first = battery.levels.first, let last = battery.levels.last else { return "" }
    let columns = levelColumns
    let width = 1 / Double(columns.count)
    let bars = (0..<columns.count).compactMap { number -> String? in
      guard columns.hasBegun(number), let level = columns.level(number)?.percent,
        let lowest = columns.lowest(number)
      else { return nil }
      let x = Double(number) * width
      let (left, room) = (x + width * (1 - Self.fill) / 2, width * Self.fill)
      func bar(_ look: String, _ percent: Int) -> String {
        Drawing.column(look, x: left, width: room, from: 0, height: Double(percent) / 100)
      }
      // How low it was stands within the bar, where it was charged since.
      let bars =
        (level > LowBattery.percent ? bar("level", level) : "")
        + (lowest <= LowBattery.percent
          ? bar("level low", level > LowBattery.percent ? lowest : level) : "")
      return "<g><title>\(span(columns, number)): \(told(level, lowest))</title>"
        + hit(x, width) + bars + "</g>"
    }
    let power = battery.powerStretches.map { stretch in
      let x = share(stretch.begin)
      return "<g><title>\(span(stretch.begin, stretch.end)): on external power</title>"
        + "<rect class=\"plugged\" x=\"\(Drawing.percent(x))\" "
        + "width=\"\(Drawing.percent(share(stretch.end) - x))\" y=\"100%\" height=\"4\"/></g>"
    }
    let lowest = battery.levels.map(\.percent).min() ?? 0
    let label =
      "Battery level in \(battery.period): from \(first.percent) % to \(last.percent) %, the lowest was \(lowest) %"
    let keys = power.isEmpty ? "" : legend([("plugged", "on external power")])
    let rules =
      Drawing.rule(at: 1, "100 %") + Drawing.rule(at: 0.5, "50 %") + Drawing.rule(at: 0, "0 %")
    return """
      <div class="caption"><h2>Level</h2>\(keys)</div>
      \(plot(Self.levelHeight, label, rules + bars.joined() + power.joined()))
      """
  }

  private func told(_ level: Int, _ lowest: Int) -> String {
    lowest < level && lowest <= LowBattery.percent
      ? "\(level) %, \(lowest) % at the lowest" : "\(level) %"
  }

  // MARK: Activity

  /// Whose activity a chart shows.
  enum Whose {
    case all, one
  }

  /// How long apps were on screen and ran off it, in each column; a sentence where there was none.
  ///
  /// `heading`: the element of its title.
  func activity(heading: String, of whom: Whose) -> String {
    let onScreen = battery.hours.reduce(Duration.zero) { $0 + $1.onScreen.time }
    let offScreen = battery.hours.reduce(Duration.zero) { $0 + $1.offScreen.time }
    guard battery.hours.contains(where: { !$0.onScreen.isZero || !$0.offScreen.isZero }) else {
      let subject = whom == .all ? "No app has" : "The app has not"
      return "<p class=\"quiet\">\(subject) used anything in \(battery.period).</p>"
    }
    let columns = activityColumns
    let times = (0..<columns.count).map {
      (on: columns.time($0, \.onScreen).inSeconds, off: columns.time($0, \.offScreen).inSeconds)
    }
    let most = Self.scale(times.map { $0.on + $0.off }.max() ?? 0)
    let width = 1 / Double(columns.count)
    let bars = times.enumerated().compactMap { number, time -> String? in
      guard time.on + time.off > 0 else { return nil }
      let x = Double(number) * width
      let (left, room) = (x + width * (1 - Self.fill) / 2, width * Self.fill)
      let told = "\(phrase(time.on)) on screen, \(phrase(time.off)) in the background"
      return "<g><title>\(span(columns, number)): \(told)</title>" + hit(x, width)
        + Drawing.column("on", x: left, width: room, from: 0, height: time.on / most)
        + Drawing.column("off", x: left, width: room, from: time.on / most, height: time.off / most)
        + "</g>"
    }
    let (on, off) = (onScreen.phrase, offScreen.phrase)
    let label = "Activity in \(battery.period): \(on) on screen, \(off) in the background"
    let rules =
      Drawing.rule(at: 1, Self.mark(most)) + Drawing.rule(at: 0.5, Self.mark(most / 2))
      + Drawing.rule(at: 0, "")
    let each = isLong ? "6 hours" : "hour"
    return """
      <div class="caption"><\(heading)>Activity</\(heading)>\(legend([("on", "\(on) on screen"), ("off", "\(off) in the background")]))\
      <span class="quiet">\(whom == .all ? "all apps together, " : "")for each \(each)</span></div>
      \(plot(Self.activityHeight, label, rules + bars.joined()))
      """
  }

  /// Ends of an axis that a person can halve, in seconds: from 2 min to 8 h; beyond that whole times 12 h.
  private static let ends: [Double] = [120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200]

  private static func scale(_ most: Double) -> Double {
    ends.first { $0 >= most } ?? (most / 43_200).rounded(.up) * 43_200
  }

  private static func mark(_ seconds: Double) -> String {
    let minutes = Int(seconds / 60)
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes) min"
  }

  private func phrase(_ seconds: Double) -> String {
    Duration.microseconds(Int64(seconds * 1_000_000)).phrase
  }

  // MARK: The same as figures

  /// Both charts as tables, and when it was on external power.
  var tables: String { details(levelTable + powerTable + activityRows) }

  /// Activity as a table.
  var activityTable: String { details(activityRows) }

  private func details(_ tables: String) -> String {
    "<details class=\"figures\"><summary>As a table</summary><div class=\"scroll\">\(tables)</div></details>"
  }

  private var levelTable: String {
    guard !battery.levels.isEmpty else { return "" }
    let columns = levelColumns
    let rows = (0..<columns.count).filter(columns.hasBegun).compactMap { number -> [String]? in
      guard let level = columns.level(number)?.percent, let lowest = columns.lowest(number) else {
        return nil
      }
      return [span(columns, number), told(level, lowest)]
    }
    return table("Level at the end of each time", ["Level"], rows)
  }

  private var powerTable: String {
    let rows = battery.powerStretches.map {
      [span($0.begin, $0.end), ($0.end - $0.begin).phrase]
    }
    return rows.isEmpty ? "" : table("On external power", ["Length"], rows)
  }

  private var activityRows: String {
    let columns = activityColumns
    let rows = (0..<columns.count).filter(columns.hasBegun).map { number in
      let times = [columns.time(number, \.onScreen), columns.time(number, \.offScreen)]
      return [span(columns, number)] + times.map { $0 > .zero ? $0.phrase : "–" }
    }
    return table("Activity", ["On screen", "Background"], rows)
  }

  private func table(_ caption: String, _ heads: [String], _ rows: [[String]]) -> String {
    let lines = rows.map { row in
      "<tr><th scope=\"row\">\(row[0])</th>"
        + row.dropFirst().map { "<td class=\"n\">\($0)</td>" }.joined() + "</tr>"
    }
    return "<table><caption>\(caption)</caption><thead><tr><th scope=\"col\">Time</th>"
      + heads.map { "<th scope=\"col\" class=\"n\">\($0)</th>" }.joined()
      + "</tr></thead><tbody>\(lines.joined(separator: "\n"))</tbody></table>"
  }

  // MARK: Parts of both

  private func plot(_ height: Int, _ label: String, _ content: String) -> String {
    "<div class=\"plot\"><svg height=\"\(height)\" role=\"img\" aria-label=\"\(Markup.text(label))\">"
      + "<g class=\"hours\">\(ticks)</g>\(content)</svg></div>"
  }

  /// What a pointer finds where a column has no bar.
  private func hit(_ x: Double, _ width: Double) -> String {
    "<rect class=\"hit\" x=\"\(Drawing.percent(x))\" width=\"\(Drawing.percent(width))\" height=\"100%\"/>"
  }

  private func legend(_ looks: [(look: String, meaning: String)]) -> String {
    looks.map {
      "<span class=\"key\"><svg width=\"10\" height=\"10\" aria-hidden=\"true\"><rect class=\"\($0.look)\" width=\"10\" "
        + "height=\"10\" rx=\"3\"/></svg>\(Markup.text($0.meaning))</span>"
    }
    .joined()
  }

  /// 00:00, 06:00, 12:00 and 18:00 by the user's clock, or each midnight with its day.
  private var ticks: String {
    (0...battery.hourCount).compactMap { hour -> String? in
      let moment = battery.begin + .hours(hour)
      let time = calendar(moment)
      guard time.hour % (isLong ? 24 : 6) == 0 else { return nil }
      let past = Duration.seconds(time.minute * 60 + time.second)
      let share = share(moment - past)
      // One at the very end would stand beyond the edge.
      guard share >= 0, share < 0.97 else { return nil }
      let x = Drawing.percent(share)
      let text =
        isLong
        ? "<tspan class=\"wide\">\(weekday(time)) </tspan>\(time.day)"
        : "\(time.hour.twoDigits):00"
      return
        "<line x1=\"\(x)\" x2=\"\(x)\" y1=\"0\" y2=\"100%\"/><text x=\"\(x)\" y=\"100%\" dy=\"18\">\(text)</text>"
    }
    .joined()
  }

  private func calendar(_ moment: Instant) -> WallClock.CalendarTime {
    clock.calendar((clock.wallMicroseconds + (moment - clock.now).microseconds) / 1_000_000)
  }

  /// The first day of 1970 was a Thursday.
  private func weekday(_ time: WallClock.CalendarTime) -> String {
    Weekday.shortNames[((time.dayNumber + 3) % 7 + 7) % 7]
  }

  /// Where a moment lies in the width.
  private func share(_ moment: Instant) -> Double {
    (moment - battery.begin).inSeconds / Duration.hours(battery.hourCount).inSeconds
  }

  private func span(_ columns: BatteryColumns, _ number: Int) -> String {
    span(columns.begin(number), columns.begin(number + 1))
  }

  /// "08:00 to 09:00", with the day where the page has several.
  private func span(_ from: Instant, _ to: Instant) -> String {
    let (begin, end) = (calendar(from), calendar(to))
    let day = isLong ? "\(weekday(begin)) \(begin.day), " : ""
    return
      "\(day)\(begin.hour.twoDigits):\(begin.minute.twoDigits) to \(end.hour.twoDigits):\(end.minute.twoDigits)"
  }
}
