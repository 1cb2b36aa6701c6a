import TorporModel
import TorporText
import TorporWire

/// What an app's storage consists of; the raw value is how its part of a bar looks.
enum StoragePart: String, CaseIterable {
  case bundle, data, caches, downloads, log

  var plural: String {
    switch self {
    case .bundle: "programs"
    case .data: "data"
    case .caches: "caches"
    case .downloads: "downloads"
    case .log: "logs"
    }
  }

  /// What the cell of an app is called.
  var label: String {
    switch self {
    case .bundle: "program"
    case .log: "log"
    case .data, .caches, .downloads: plural
    }
  }

  func bytes(of app: AppStorage) -> Int64? {
    switch self {
    case .bundle: app.bundleBytes
    case .data: app.dataBytes
    case .caches: app.cacheBytes
    case .downloads: app.downloadBytes
    case .log: app.logBytes
    }
  }

  /// The parts beside each other, at shares of a whole; the figures that they stand for are written beside them.
  static func bar(_ parts: [(part: StoragePart, bytes: Int64)], of whole: Int64, height: Int)
    -> String
  {
    var x = 0.0
    let marks = parts.filter { $0.bytes > 0 }.map { part -> String in
      let width = Drawing.share(part.bytes, of: whole)
      defer { x += width }
      return
        "<rect class=\"\(part.part.rawValue)\" x=\"\(Drawing.percent(x))\" width=\"\(Drawing.percent(width))\" height=\"\(height)\"/>"
    }
    return
      "<svg class=\"whole\" height=\"\(height)\" aria-hidden=\"true\"><rect class=\"ground\" width=\"100%\" height=\"\(height)\"/>"
      + marks.joined() + "</svg>"
  }
}

/// A row of an app on the storage page.
struct StorageRow {
  let app: AppStorage
  let clock: WallClock
  /// What the largest app takes, which has the longest bar.
  let most: Int64

  static func name(of app: AppStorage) -> String { app.name.isEmpty ? app.app.text : app.name }

  var html: String {
    let id = Markup.text(app.app.text)
    let cells = StoragePart.allCases.map { part in
      BatteryRow.cell(
        part.label,
        part.bytes(of: app).flatMap { $0 > 0 ? StorageWords.size($0) : nil }
      )
    }
    let total = app.measured == nil ? "not measured" : StorageWords.size(app.totalBytes)
    return
      "<tr data-row=\"\(id)\"><th scope=\"row\"><span class=\"name\">\(Markup.text(Self.name(of: app)))</span>"
      + "<span class=\"id\">\(id)</span>\(note)</th><td class=\"part\">\(total)\(bar)</td>\(cells.joined())"
      + BatteryRow.cell("last use", app.lastUse(at: clock.now))
      + "<td class=\"act\">\(remedy)</td></tr>"
  }

  private var bar: String {
    let parts = StoragePart.allCases.map { (part: $0, bytes: $0.bytes(of: app) ?? 0) }
    return app.totalBytes > 0 ? StoragePart.bar(parts, of: most, height: 6) : ""
  }

  private var note: String { offloading + removal }

  /// The figure under *Program* is then the archive's.
  private var offloading: String {
    guard let since = app.offloadedSince else { return "" }
    return
      "<p class=\"quiet note\">\(clock.text(of: since)): offloaded; its program is in an archive, "
      + "and opening it restores it.</p>"
  }

  /// What was removed last of its caches, and when.
  private var removal: String {
    guard !app.isPurging, let purge = app.purge else { return "" }
    let look = purge.isStopped || purge.cause != nil ? "bad" : "quiet"
    return
      "<p class=\"\(look) note\">\(Markup.text("\(clock.text(of: purge.at)): \(purge.phrase)")).</p>"
  }

  /// The daemon refuses it for an app that runs, which is not offered it.
  private var remedy: String {
    if app.isPurging { return "<span class=\"quiet\">Removing …</span>" }
    guard app.cacheBytes ?? 0 > 0 else { return "" }
    guard app.mayBePurged else { return "<span class=\"quiet\">It runs, or is exempt</span>" }
    return button("Remove caches", hidden: " of \(Self.name(of: app))", key: "row")
  }

  /// A button that asks whether to remove the caches of the app, and then has them removed.
  ///
  /// `hidden`: what only a screen reader says of its title; `key`: which of the buttons for the app it is.
  func button(_ title: String, hidden: String = "", key: String) -> String {
    let json = JSON.array([.string(app.app.text)])
    let rest = hidden.isEmpty ? "" : "<span class=\"hidden\">\(Markup.text(hidden))</span>"
    return
      "<button type=\"button\" class=\"do\" data-key=\"\(key) \(Markup.text(app.app.text))\" "
      + "data-purge=\"\(Markup.text(String(decoding: json.bytes, as: UTF8.self)))\" "
      + "data-whose=\"\(Markup.text(Self.name(of: app)))\" data-size=\"\(StorageWords.size(app.cacheBytes ?? 0))\">"
      + "\(Markup.text(title))\(rest)</button>"
  }
}
