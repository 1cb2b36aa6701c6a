import TorporModel
import TorporText
import TorporWire

/// The battery page: what `torpor battery` shows.
struct BatteryText {
  let battery: BatteryStatus
  let clock: WallClock
  let style: Style
  let width: Int

  static let widthUsual = 80

  init(_ battery: BatteryStatus, _ clock: WallClock, _ style: Style, width: Int = widthUsual) {
    self.battery = battery
    self.clock = clock
    self.style = style
    self.width = max(40, width)
  }

  /// All of it; `app`: what the user has called the only app.
  func lines(of app: String?) -> [String] {
    var lines = heading
    if app == nil { lines += levels }
    lines += [""] + activity
    if app == nil {
      lines += table
    } else if let row = battery.apps.first {
      lines += BatteryReceipts(battery, clock, style, width: width).lines(of: row)
    } else {
      lines += ["", "The app used nothing in these hours."]
    }
    lines += sleepless + [""] + sources
    return lines
  }

  // MARK: The battery

  private var heading: [String] {
    let text: String
    switch (battery.percent, battery.isOnExternalPower) {
    case (let percent?, true?): text = "\(percent) %, on external power"
    case (let percent?, _): text = "\(percent) %, on battery"
    case (nil, _): text = "This machine has no battery"
    }
    var lines = ["\(style.paint("Battery", .heading)): \(text)."]
    if let given = battery.dischargedMicrowattHours {
      let isMeasured = battery.sources.contains { $0.figure == "battery" && $0.isMeasured }
      let energy = BatteryText.energy(microwattHours: given)
      lines.append(
        "It has supplied \(energy) in \(period) (\(isMeasured ? "measured" : "estimated"))."
      )
    }
    if let taken = battery.packageNanojoules, let since = battery.packageBegan {
      lines.append(
        "The processors have used \(BatteryText.energy(nanojoules: taken)) since \(clock.text(of: since))."
      )
    }
    return lines
  }

  /// "the last hour", "the last 24 hours", "the last 10 days".
  var period: String {
    let hours = hourCount
    if hours == 1 { return "the last hour" }
    return hours % 24 == 0 && hours > 24 ? "the last \(hours / 24) days" : "the last \(hours) hours"
  }

  private var hourCount: Int {
    max(1, Int(((battery.at - battery.begin).microseconds + 3_599_999_999) / 3_600_000_000))
  }

  /// How full it was: a column for each stretch of time, five rows of 20 %.
  private var levels: [String] {
    guard !battery.levels.isEmpty else { return [] }
    let columns = chartColumns
    let percents = (0..<columns).map { column in
      percent(at: battery.begin + stretch(columns) * (column + 1))
    }
    var lines = ["", "\(style.paint("Level", .heading)) in %, \(period)"]
    for row in stride(from: 80, through: 0, by: -20) {
      let cells = percents.map {
        $0.map { $0 > row ? BatteryText.block($0 - row, of: 20) : " " } ?? " "
      }
      lines.append(BatteryText.axis(row + 20) + cells.joined())
    }
    return lines + [hourMarks(columns)]
  }

  /// The level that was told last before then.
  private func percent(at moment: Instant) -> Int? {
    battery.levels.last { $0.at <= min(moment, battery.at) }?.percent
  }

  // MARK: Activity

  private var chartColumns: Int {
    let room = width - BatteryText.axisWidth
    let hours = hourCount
    // As many columns for each hour, or hours for each column, as fit.
    return hours <= room ? hours * max(1, min(3, room / hours)) : room
  }

  private func stretch(_ columns: Int) -> Duration {
    .microseconds(Int64(hourCount) * 3_600_000_000 / Int64(columns))
  }

  /// How much of each hour apps were on screen, and ran off it.
  private var activity: [String] {
    let columns = chartColumns
    let onScreen = shares(columns, \.onScreen), offScreen = shares(columns, \.offScreen)
    guard battery.hours.contains(where: { !$0.onScreen.isZero || !$0.offScreen.isZero }) else {
      return ["No app has used anything in \(period)."]
    }
    return [
      "\(style.paint("Activity", .heading)) of all apps together; a full block: all of the time, or more",
      "on   " + onScreen.map(BatteryText.block).joined(),
      "off  " + offScreen.map(BatteryText.block).joined(),
      hourMarks(columns),
    ]
  }

  /// The part of each column's time in which apps stood there, all of them together.
  private func shares(_ columns: Int, _ part: (BatteryHour) -> BatteryFigures) -> [Double] {
    let length = stretch(columns)
    return (0..<columns).map { column in
      let from = battery.begin + length * column
      // Of the column that has begun, what has passed.
      let to = min(from + length, battery.at)
      guard to > from else { return 0 }
      let time = battery.hours.reduce(0.0) { sum, hour in
        // What an hour has is spread evenly over as much of it as has passed.
        let end = min(hour.begin + .hours(1), battery.at)
        let overlap = min(end, to) - max(hour.begin, from)
        guard overlap > .zero else { return sum }
        let lasted = (end - hour.begin).inSeconds
        return sum + part(hour).time.inSeconds * overlap.inSeconds / lasted
      }
      return min(1, time / (to - from).inSeconds)
    }
  }

  /// The time of day below a chart, or the day where a column is longer than an hour.
  private func hourMarks(_ columns: Int) -> String {
    var line = String(repeating: " ", count: BatteryText.axisWidth)
    let hours = hourCount > 48 ? 24 : 6
    let length = stretch(columns)
    for count in 0...(hourCount / hours) {
      let column = count * hours * columns / hourCount
      let text = mark(battery.begin + length * column)
      let end = Self.axisWidth + column
      // A mark that would touch the one before it, or the edge, is left out.
      guard line.count <= end, end + text.count <= width else { continue }
      line += String(repeating: " ", count: end - line.count) + text
    }
    return line
  }

  /// "08:00", or "11-26" for days.
  private func mark(_ moment: Instant) -> String {
    let text = clock.text(of: moment)
    let parts = text.split(separator: " ")
    guard parts.count >= 2 else { return String(text.prefix(5)) }
    return hourCount > 48 ? String(parts[0].suffix(5)) : String(parts[1].prefix(5))
  }

  // MARK: Apps

  private var table: [String] {
    guard !battery.apps.isEmpty else { return [] }
    var table = Table([
      .init("APP", widthMin: 12), .init("SHARE", .right), .init("ON", .right), .init("OFF", .right),
      .init("CPU", .right), .init("WAKES", .right), .init("BYTES", .right), .init("ENERGY", .right),
      .init("OFF SCREEN FOR", widthMin: 12),
    ])
    for app in battery.apps.prefix(Self.appsShown) {
      table.add(cells(BatteryText.name(of: app), app.onScreen, app.offScreen, app))
    }
    let (onScreen, offScreen) = battery.apps.reduce((Duration.zero, Duration.zero)) {
      ($0.0 + $1.onScreen.time, $0.1 + $1.offScreen.time)
    }
    let used = battery.total
    table.add([
      .init("all", .heading), .init(used.nanojoules > 0 ? "100 %" : "0 %"),
      .init(Quantities.text(of: onScreen)),
      .init(Quantities.text(of: offScreen)), .init(BatteryText.processor(used.processor)),
      .init("\(battery.apps.reduce(0) { $0 + $1.wakeCount })"),
      .init(Quantities.text(ofBytes: used.networkBytes)),
      .init(BatteryText.energy(nanojoules: used.nanojoules)), .init(""),
    ])
    let hidden = battery.apps.count - min(battery.apps.count, Self.appsShown)
    let rest =
      hidden > 0 ? ["  \(hidden) apps that used less are not shown; --json has all of them."] : []
    return [""] + table.lines(style, width: width) + rest
  }

  /// Commands that have ended have rows, too: 40, a screen or two of them; our choice.
  private static let appsShown = 40

  private func cells(
    _ name: String,
    _ onScreen: BatteryFigures,
    _ offScreen: BatteryFigures,
    _ app: BatteryApp
  ) -> [Table.Cell] {
    [
      .init(name), .init(BatteryText.share(of: app)),
      .init(Quantities.text(of: onScreen.time)), .init(Quantities.text(of: offScreen.time)),
      .init(BatteryText.processor(onScreen.processor + offScreen.processor)),
      .init("\(app.wakeCount)"),
      .init(Quantities.text(ofBytes: onScreen.networkBytes + offScreen.networkBytes)),
      .init(BatteryText.energy(nanojoules: onScreen.nanojoules + offScreen.nanojoules)),
      .init(app.labels.map(\.title).joined(separator: ", "), .faint),
    ]
  }

  static func name(of app: BatteryApp) -> String { app.app?.text ?? "(removed apps)" }

  /// "37 %"; what is more than nothing is not shown as that.
  static func share(of app: BatteryApp) -> String {
    let percent = (app.sharePermille + 5) / 10
    let nanojoules = app.onScreen.nanojoules + app.offScreen.nanojoules
    return percent == 0 && nanojoules > 0 ? "<1 %" : "\(percent) %"
  }

  // MARK: What never sleeps, and where figures come from

  private var sleepless: [String] {
    guard !battery.sleepless.isEmpty else { return [] }
    var lines = ["", style.paint("What never sleeps", .heading)]
    for app in battery.sleepless {
      let length = Quantities.text(of: battery.at - app.began)
      let why =
        app.hold.map { hold in
          let since = hold.since.map { ", since \(clock.text(of: $0))" } ?? ""
          return "\(hold.phrase(for: .exempt))\(since)"
        } ?? "one short reason after the other"
      lines.append("  \(app.app): has run off screen for \(length): \(why).")
      lines.append("    To end it: \(style.paint(app.remedy, .heading))")
    }
    return lines
  }

  private var sources: [String] {
    battery.sources.map { source in
      style.paint((source.isMeasured ? "+  " : "-  ") + source.text, .faint)
    }
  }
}

extension BatteryText {
  static let axisWidth = 5

  static func axis(_ percent: Int) -> String {
    let text = "\(percent)"
    return String(repeating: " ", count: max(0, 3 - text.count)) + text + " |"
  }

  private static let blocks = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  static func block(_ height: Int, of whole: Int) -> String {
    block(Double(height) / Double(whole))
  }

  /// A block that fills that share of its cell; every value above zero is visible.
  static func block(_ share: Double) -> String {
    guard share > 0 else { return blocks[0] }
    return blocks[max(1, min(8, Int((share * 8).rounded())))]
  }

  /// Energy of a battery, as people read it.
  static func energy(microwattHours: Int64) -> String {
    // A microwatt-hour is 3.6 mJ; no battery holds more than fits.
    energy(nanojoules: min(microwattHours, Int64.max / 3_600_000) * 3_600_000)
  }

  /// Energy as people read it: "412 mJ", "12.9 J", "1.2 kJ".
  static func energy(nanojoules: Int64) -> String {
    let millijoules = max(0, nanojoules) / 1_000_000
    if millijoules < 1000 { return "\(millijoules) mJ" }
    if millijoules < 1_000_000 { return "\(millijoules / 1000).\(millijoules / 100 % 10) J" }
    return "\(millijoules / 1_000_000).\(millijoules / 100_000 % 10) kJ"
  }

  /// Processor time: in milliseconds below ten seconds.
  static func processor(_ length: Duration) -> String {
    let milliseconds = length.microseconds / 1000
    return milliseconds < 10_000 ? "\(milliseconds) ms" : Quantities.text(of: length)
  }
}

extension BatteryFigures {
  var isZero: Bool {
    time == .zero && processor == .zero && nanojoules == 0 && networkBytes == 0
      && loopbackBytes == 0 && diskBytes == 0
  }

  /// What the app's processes read from disks and wrote to them.
  var diskBytes: Int64 { readBytes + writtenBytes }

  /// What went over networks: by the transfer service, and by the app's own sockets where the kernel counts them.
  var networkBytes: Int64 { wiredBytes + wifiBytes + cellularBytes + receivedBytes + sentBytes }
}

extension BatteryApp {
  var wakeCount: Int { wakes.reduce(0) { $0 + $1.count } }
}
