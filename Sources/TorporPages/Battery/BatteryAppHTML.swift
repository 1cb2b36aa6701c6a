import TorporModel
import TorporText
import TorporWire

/// The battery page of one app as a part of HTML: what it used on screen and off it, and a receipt for each run.
struct BatteryAppHTML {
  private let battery: BatteryStatus
  private let clock: WallClock

  /// How many of the newest runs have a line each: 100, our choice.
  ///
  /// The earlier ones have one together, so that the lines sum up.
  private static let runsShown = 100

  init(_ battery: BatteryStatus, _ clock: WallClock) {
    (self.battery, self.clock) = (battery, clock)
  }

  var page: String {
    guard let app = battery.apps.first, let id = app.app.map({ Markup.text($0.text) }) else {
      return "<div class=\"top\"><h2 id=\"use-title\">Battery use</h2></div>"
        + "<p>The app used nothing in these hours.</p>"
    }
    let charts = BatteryCharts(battery, clock)
    let link = battery.apps[0].app.map { Self.fragment($0.text) } ?? ""
    return """
      <div class="top"><h2 id="use-title">\(app.name.isEmpty ? id : Markup.text(app.name))</h2></div>
      <p class="id">\(id)</p>
      <p class="quiet">As of <time>\(clock.text(of: battery.at))</time></p>
      \(missing)
      <p><strong>\(BatteryWords.share(of: app))</strong> of the energy of all apps that you can see, in \(battery.period)</p>
      \(BatteryRow.chips(app.labels))
      <div class="pair">\(part("on screen", "active", app.onScreen))\(part("in the background", "background", app.offScreen))</div>
      \(charts.activity(heading: "h3", of: .one))
      \(charts.activityTable)
      \(receipts(app))
      <p><a href="#apps/\(link)">What keeps it running</a> · <a href="#settings/\(link)">Settings of this app</a></p>
      """
  }

  /// From when on all hours are there, where earlier ones are not.
  private var missing: String {
    guard battery.keptFrom != nil else { return "" }
    return battery.facts(clock).suffix(1).map { "<p>\(Markup.text($0))</p>" }.joined()
  }

  private func part(_ title: String, _ look: String, _ used: BatteryFigures) -> String {
    """
    <div class="card \(look)"><strong>\(used.time.phrase)</strong><span>\(title)</span>\
    <span>\(Markup.text(BatteryWords.figures(used).joined(separator: ", ")))</span></div>
    """
  }

  // MARK: Receipts

  private func receipts(_ app: BatteryApp) -> String {
    let runs = battery.receipts(countMax: Self.runsShown).reversed().map { receipt in
      let time = receipt.began.map(clock.text(of:)) ?? ""
      return row(receipt.count > 1 ? "\(time), \(receipt.count) runs" : time, why(receipt), receipt)
    }
    let earlier = battery.earlierReceipts(countMax: Self.runsShown).map { receipt in
      row("earlier", BatteryWords.earlierReceipts(receipt.count), receipt)
    }
    let apart = battery.receiptWithoutRun.map { receipt in
      row("no run", "done for it while it had no process", receipt)
    }
    let onScreen = row(
      "on screen",
      "while you used it",
      BatteryReceipt(sumOf: [app.onScreen])
    )
    let all = BatteryReceipt(sumOf: [app.onScreen, app.offScreen])
    return """
      <h3>Receipts</h3>
      <table class="receipts">
      <caption class="hidden">A receipt for each run in the background, the newest first, and their sum</caption>
      <thead><tr><th scope="col">When</th><th scope="col">What and why</th><th scope="col" class="n">Length</th>\
      <th scope="col" class="n">CPU</th><th scope="col" class="n">Network</th><th scope="col" class="n">Energy</th></tr></thead>
      <tbody>\((Array(runs) + [earlier, apart].compactMap(\.self) + [onScreen]).joined(separator: "\n"))</tbody>
      <tfoot>\(row("total", "", all))</tfoot></table>
      """
  }

  private func why(_ receipt: BatteryReceipt) -> String {
    let wakes = receipt.wakes.map { "<strong>\(Markup.text($0))</strong>" }
    let holds = receipt.holds.map { Markup.text($0) }
    let all = wakes + holds
    return all.isEmpty ? "–" : all.joined(separator: ", ")
  }

  /// `why`: HTML.
  private func row(_ title: String, _ why: String, _ receipt: BatteryReceipt) -> String {
    let cells = [
      BatteryRow.cell("length", receipt.time > .zero ? receipt.time.phrase : nil),
      BatteryRow.cell("CPU", BatteryWords.processor(receipt.processor)),
      BatteryRow.cell(
        "network",
        receipt.networkBytes > 0 ? BatteryWords.size(receipt.networkBytes) : nil
      ),
      BatteryRow.cell("energy", BatteryWords.energy(nanojoules: receipt.nanojoules)),
    ]
    return
      "<tr><th scope=\"row\">\(Markup.text(title))</th><td class=\"why\">\(why)</td>\(cells.joined())</tr>"
  }

  /// A text for the part of an address behind `#`.
  private static func fragment(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || [45, 46, 95].contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
    .joined()
  }
}
