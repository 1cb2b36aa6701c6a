import TorporModel
import TorporText
import TorporWire

/// The battery page: what `torpor battery` shows.
struct BatteryText {
  let battery: BatteryStatus
  let clock: WallClock
  let style: Style
  let width: Int
  /// The apps that are there, used or not: no row is called like another one of them.
  let known: [AppStatus]

  static let widthUsual = 80

  init(
    _ battery: BatteryStatus,
    _ clock: WallClock,
    _ style: Style,
    width: Int = widthUsual,
    known: [AppStatus] = []
  ) {
    self.battery = battery
    self.known = known
    self.clock = clock
    self.style = style
    self.width = max(40, width)
  }

  /// All of it; `app`: what the user has called the only app.
  func lines(of app: String?) -> [String] {
    var lines = heading
    if app == nil { lines += levels }
    lines += activity(of: app)
    if app == nil {
      lines += table
    } else if let row = battery.apps.first {
      lines += BatteryReceipts(battery, clock, style, width: width).lines(of: row)
    } else {
      lines += ["", "The app used nothing in \(period)."]
    }
    lines += sleepless + [""] + sources
    return lines
  }

  // MARK: The battery

  private var heading: [String] {
    ["\(style.paint("Battery", .heading)): \(battery.standing)."] + battery.facts(clock)
  }

  private var period: String { battery.period }

  private var hourCount: Int { battery.hourCount }

  /// How full it was: a column for each stretch of time, five rows of 20 %.
  private var levels: [String] {
    guard !battery.levels.isEmpty else { return [] }
    let columns = chartColumns
    let percents = (0..<columns).map { BatteryColumns(battery, count: columns).level($0)?.percent }
    var lines = ["", "\(style.paint("Level", .heading)) in %, \(period)"]
    for row in stride(from: 80, through: 0, by: -20) {
      let cells = percents.map {
        $0.map { $0 > row ? BatteryText.block($0 - row, of: 20) : " " } ?? " "
      }
      lines.append(BatteryText.axis(row + 20) + cells.joined())
    }
    return lines + [hourMarks(columns)]
  }

  // MARK: Activity

  private var chartColumns: Int {
    let room = width - BatteryText.axisWidth
    let hours = hourCount
    // As many columns for each hour, or hours for each column, as fit.
    return hours <= room ? hours * max(1, min(3, room / hours)) : room
  }

  /// How much of each hour apps were on screen, and ran off it; `app`: what the user has called the only app.
  private func activity(of app: String?) -> [String] {
    let columns = chartColumns
    let onScreen = shares(columns, \.onScreen), offScreen = shares(columns, \.offScreen)
    guard battery.hours.contains(where: { !$0.onScreen.isZero || !$0.offScreen.isZero }) else {
      return app == nil ? ["", "No app has used anything in \(period)."] : []
    }
    let whose =
      app.map { "of \(battery.apps.first.map(Self.name) ?? $0); a full block: all of the time" }
      ?? "of all apps together; a full block: all of the time, or more"
    return [
      "", "\(style.paint("Activity", .heading)) \(whose)",
      "on   " + onScreen.map(BatteryText.block).joined(),
      "off  " + offScreen.map(BatteryText.block).joined(),
      hourMarks(columns),
    ]
  }

  private func shares(_ columns: Int, _ part: (BatteryHour) -> BatteryFigures) -> [Double] {
    (0..<columns).map { BatteryColumns(battery, count: columns).share($0, part) }
  }

  /// The time of day below a chart, or the day where a column is longer than an hour.
  private func hourMarks(_ columns: Int) -> String {
    var line = String(repeating: " ", count: BatteryText.axisWidth)
    let hours = hourCount > 48 ? 24 : 6
    for count in 0...(hourCount / hours) {
      let column = count * hours * columns / hourCount
      let text = mark(BatteryColumns(battery, count: columns).begin(column))
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
    let names = BatteryNames(battery.apps, known: known)
    for app in battery.apps.prefix(BatteryStatus.appsShown) {
      let labels = app.labels.map(\.title).joined(separator: ", ")
      table.add(
        [.init(names[app]), .init(BatteryWords.share(of: app))]
          + cells(BatterySums(app)) + [.init(labels, .faint)]
      )
    }
    let sums = battery.sums
    table.add([.init("all", .heading), .init(sums.share)] + cells(sums) + [.init("")])
    let hidden = battery.apps.count - min(battery.apps.count, BatteryStatus.appsShown)
    let rest =
      hidden > 0 ? ["  \(hidden) apps that used less are not shown; --json has all of them."] : []
    return [""] + table.lines(style, width: width) + rest
  }

  private func cells(_ sums: BatterySums) -> [Table.Cell] {
    [
      .init(Quantities.text(of: sums.onScreen)), .init(Quantities.text(of: sums.offScreen)),
      .init(BatteryWords.processor(sums.processor)), .init("\(sums.wakes)"),
      .init(Quantities.text(ofBytes: sums.networkBytes)),
      .init(BatteryWords.energy(nanojoules: sums.nanojoules)),
    ]
  }

  static func name(of app: BatteryApp) -> String { app.app?.text ?? "(removed apps)" }

  // MARK: What never sleeps, and where figures come from

  private var sleepless: [String] {
    guard !battery.sleepless.isEmpty else { return [] }
    var lines = ["", style.paint("What never sleeps", .heading)]
    for app in battery.sleepless {
      lines.append("  \(app.app): \(app.sentence(at: battery.at, clock))")
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

  /// A block that fills that share of its cell; even the smallest part has a mark.
  static func block(_ share: Double) -> String {
    guard share > 0 else { return blocks[0] }
    return blocks[max(1, min(8, Int((share * 8).rounded())))]
  }
}
