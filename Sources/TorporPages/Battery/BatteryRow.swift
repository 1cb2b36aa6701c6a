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
      + Self.cells(app.onScreen.time, app.offScreen.time, app.wakeCount, used) + "</tr>"
  }

  private func name(_ id: String?) -> String {
    guard let id else { return "<span class=\"name\">Removed apps</span>" }
    let name = app.name.isEmpty ? id : Markup.text(app.name)
    return
      "<button type=\"button\" class=\"app\" aria-haspopup=\"dialog\"><span class=\"name\">\(name)</span>"
      + "<span class=\"id\">\(id)</span></button>"
  }

  private var used: BatteryFigures {
    var used = app.onScreen
    used.processor += app.offScreen.processor
    used.nanojoules += app.offScreen.nanojoules
    used.receivedBytes += app.offScreen.networkBytes
    return used
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
  static func cells(
    _ onScreen: Duration,
    _ offScreen: Duration,
    _ wakes: Int,
    _ used: BatteryFigures
  ) -> String {
    [
      cell("on screen", onScreen > .zero ? onScreen.phrase : nil),
      cell("background", offScreen > .zero ? offScreen.phrase : nil),
      cell("woken", wakes > 0 ? "\(wakes) ×" : nil),
      cell("CPU", BatteryWords.processor(used.processor)),
      cell("network", used.networkBytes > 0 ? BatteryWords.size(used.networkBytes) : nil),
      cell("energy", BatteryWords.energy(nanojoules: used.nanojoules)),
    ]
    .joined()
  }

  /// A figure; a dash where there is none, which a narrow screen leaves out.
  static func cell(_ label: String, _ text: String?) -> String {
    "<td class=\"n\(text == nil ? " empty" : "")\" data-label=\"\(label)\">\(text ?? "–")</td>"
  }
}
