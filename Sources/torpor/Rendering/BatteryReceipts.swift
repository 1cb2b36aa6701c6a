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
    let share = BatteryWords.share(of: app)
    return [
      "", "\(style.paint(title, .heading)): \(share) of the energy of all apps that you can see",
      "  on screen   \(figures(app.onScreen))",
      "  off screen  \(figures(app.offScreen))",
    ] + receipts
  }

  private func figures(_ used: BatteryFigures) -> String {
    ([Quantities.text(of: used.time)] + BatteryWords.figures(used)).joined(separator: ", ")
  }

  private var receipts: [String] {
    let shown = battery.receipts(countMax: Self.runsShown)
    guard !shown.isEmpty else { return [] }
    var table = Table([
      .init("RUN"), .init("LENGTH", .right), .init("CPU", .right), .init("BYTES", .right),
      .init("ENERGY", .right), .init("WHY", widthMin: 20),
    ])
    for receipt in shown { table.add(cells(receipt)) }
    if let apart = battery.receiptWithoutRun { table.add(cells(apart)) }
    let earlier = battery.earlierReceipts(countMax: Self.runsShown).map { receipt in
      let verb = receipt.count == 1 ? "is" : "are"
      return
        "  \(BatteryWords.earlierReceipts(receipt.count)) \(verb) not shown; --json has all of them."
    }
    return ["", style.paint("Runs off screen", .heading)] + table.lines(style, width: width)
      + (earlier.map { [$0] } ?? [])
  }

  /// Of less than a second, too: its processor time stands beside it.
  private func length(_ time: Duration) -> String {
    time < .seconds(1) ? BatteryWords.processor(time) : Quantities.text(of: time)
  }

  private func cells(_ receipt: BatteryReceipt) -> [Table.Cell] {
    let bytes = BatteryWords.size(receipt.networkBytes)
    let energy = BatteryWords.energy(nanojoules: receipt.nanojoules)
    guard let began = receipt.began else {
      return [
        .init("no run"), .init("-"), .init("-"), .init(bytes), .init(energy),
        .init("no process of it ran"),
      ]
    }
    let time = clock.text(of: began)
    return [
      .init(receipt.count > 1 ? "\(time) (\(receipt.count))" : time),
      .init(length(receipt.time)), .init(BatteryWords.processor(receipt.processor)),
      .init(bytes), .init(energy), .init(receipt.why),
    ]
  }
}
