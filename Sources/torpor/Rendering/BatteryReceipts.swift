import TorporModel
import TorporText
import TorporWire

/// The receipts of one app: what `torpor battery APP` shows below the charts.
struct BatteryReceipts {
  private let battery: BatteryStatus
  private let clock: WallClock
  private let style: Style
  private let width: Int

  /// More runs are in `--json`; a screen or two of them is what a person reads.
  private static let runsShown = 40

  init(_ battery: BatteryStatus, _ clock: WallClock, _ style: Style, width: Int) {
    self.battery = battery
    self.clock = clock
    self.style = style
    self.width = width
  }

  func lines(of app: BatteryApp) -> [String] {
    let name = BatteryText.name(of: app)
    let title =
      Printable.line(app.name) == name || app.name.isEmpty ? name : "\(name) (\(app.name))"
    let share = BatteryText.share(of: app)
    return [
      "", "\(style.paint(title, .heading)): \(share) of the energy of all apps that you can see",
      "  on screen   \(figures(app.onScreen))",
      "  off screen  \(figures(app.offScreen))",
    ] + receipts
  }

  private func figures(_ used: BatteryFigures) -> String {
    var parts = [
      Quantities.text(of: used.time), "CPU \(BatteryText.processor(used.processor))",
      BatteryText.energy(nanojoules: used.nanojoules),
    ]
    let transferred = used.wiredBytes + used.wifiBytes + used.cellularBytes
    if transferred > 0 { parts.append("\(Quantities.text(ofBytes: transferred)) by transfers") }
    let sockets = used.receivedBytes + used.sentBytes
    if sockets > 0 { parts.append("\(Quantities.text(ofBytes: sockets)) by its sockets") }
    if used.loopbackBytes > 0 {
      parts.append("\(Quantities.text(ofBytes: used.loopbackBytes)) within this machine")
    }
    if used.diskBytes > 0 {
      parts.append("\(Quantities.text(ofBytes: used.diskBytes)) read and written")
    }
    return parts.joined(separator: ", ")
  }

  private var receipts: [String] {
    let runs = battery.hours.flatMap { $0.runs ?? [] }
    guard !runs.isEmpty else { return [] }
    var table = Table([
      .init("RUN"), .init("LENGTH", .right), .init("CPU", .right), .init("BYTES", .right),
      .init("ENERGY", .right), .init("WHY", widthMin: 20),
    ])
    for run in runs.suffix(Self.runsShown) { table.add(cells(run)) }
    let apart = battery.hours.map(\.apart).filter { !$0.isZero }
    if !apart.isEmpty { table.add(cells(withoutRun: apart)) }
    let hidden = runs.count - min(runs.count, Self.runsShown)
    let earlier =
      hidden > 0 ? ["  \(hidden) earlier runs are not shown; --json has all of them."] : []
    return ["", style.paint("Runs off screen", .heading)] + table.lines(style, width: width)
      + earlier
  }

  private func cells(_ run: BatteryRun) -> [Table.Cell] {
    let wakes = run.wakes.map {
      $0.count > 1 ? "\($0.reason.phrase) (\($0.count))" : $0.reason.phrase
    }
    let holds = run.holds.filter { $0 != .wake && $0 != .launching && $0 != .runningCallback }
      .map { Condition($0).label }
    let why = wakes + holds
    return [
      .init(
        run.count > 1 ? "\(clock.text(of: run.began)) (\(run.count))" : clock.text(of: run.began)
      ),
      .init(Quantities.text(of: run.used.time)), .init(BatteryText.processor(run.used.processor)),
      .init(Quantities.text(ofBytes: run.used.networkBytes)),
      .init(BatteryText.energy(nanojoules: run.used.nanojoules)),
      .init(why.isEmpty ? "-" : why.joined(separator: ", ")),
    ]
  }

  private func cells(withoutRun hours: [BatteryFigures]) -> [Table.Cell] {
    [
      .init("no run"), .init("-"), .init("-"),
      .init(Quantities.text(ofBytes: hours.reduce(0) { $0 + $1.networkBytes })),
      .init(BatteryText.energy(nanojoules: hours.reduce(0) { $0 + $1.nanojoules })),
      .init("no process of it ran"),
    ]
  }
}
