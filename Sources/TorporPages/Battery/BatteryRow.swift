import TorporModel
import TorporText
import TorporWire

/// A row of an app on the battery page.
struct BatteryRow {
  let app: BatteryApp
  /// What the app with most of all has used, which has the longest bar.
  let most: Int64

  var html: String {
    let id = app.app.map { Markup.text($0.text) }
    let attribute = id.map { " data-app=\"\($0)\"" } ?? ""
    return "<tr\(attribute)><th scope=\"row\">\(name(id))\(Self.chips(app.labels))</th>"
      + "<td class=\"part\">\(BatteryWords.share(of: app))\(bar)</td>"
      + Self.cells(BatterySums(app)) + "</tr>"
  }

  private func name(_ id: String?) -> String {
    guard let id else { return "<span class=\"name\">Removed apps</span>" }
    let name = app.name.isEmpty ? id : Markup.text(app.name)
    return
      "<button type=\"button\" class=\"app\" aria-haspopup=\"dialog\"><span class=\"name\">\(name)</span>"
      + "<span class=\"id\">\(id)</span></button>"
  }

  /// How much of the energy went on screen and how much off it, beside the figures that say the same.
  private var bar: String {
    let onScreen = Drawing.share(app.onScreen.nanojoules, of: most)
    let offScreen = Drawing.share(app.offScreen.nanojoules, of: most)
    return
      "<svg class=\"share\" height=\"6\" aria-hidden=\"true\"><rect class=\"ground\" width=\"100%\" height=\"6\" rx=\"3\"/>"
      + "<rect class=\"on\" width=\"\(Drawing.percent(onScreen))\" height=\"6\" rx=\"3\"/>"
      + "<rect class=\"off\" x=\"\(Drawing.percent(onScreen))\" width=\"\(Drawing.percent(offScreen))\" height=\"6\" "
      + "rx=\"3\"/></svg>"
  }

  static func chips(_ labels: [BatteryLabel]) -> String {
    guard !labels.isEmpty else { return "" }
    let items = labels.map { "<li class=\"chip\">\(Markup.text($0.title))</li>" }
    return "<ul class=\"chips\" aria-label=\"Ran in the background for\">\(items.joined())</ul>"
  }

  /// The cells after the share, with their names for a screen that is too narrow for a head.
  static func cells(_ sums: BatterySums) -> String {
    [
      cell("on screen", sums.onScreen > .zero ? sums.onScreen.phrase : nil),
      cell("background", sums.offScreen > .zero ? sums.offScreen.phrase : nil),
      cell("woken", sums.wakes > 0 ? "\(sums.wakes) ×" : nil),
      cell("CPU", BatteryWords.processor(sums.processor)),
      cell("network", sums.networkBytes > 0 ? BatteryWords.size(sums.networkBytes) : nil),
      cell("energy", BatteryWords.energy(nanojoules: sums.nanojoules)),
    ]
    .joined()
  }

  /// A figure; a dash where there is none, which a narrow screen leaves out.
  static func cell(_ label: String, _ text: String?) -> String {
    "<td class=\"n\(text == nil ? " empty" : "")\" data-label=\"\(label)\">\(text ?? "–")</td>"
  }
}
