import TorporModel
import TorporText
import TorporWire

/// What apps take of the disk: the page of `torpor storage`.
enum StorageText {
  static func lines(
    _ reply: Control.GetStorage.Reply,
    _ clock: WallClock,
    _ style: Style,
    width: Int?
  ) -> [String] {
    var lines = disk(reply, style)
    guard !reply.apps.isEmpty else {
      return lines + [
        StorageWords.noApps,
        "Files that commands of `torpor run` keep in your home folder are not counted.",
      ]
    }
    let apps = reply.apps.sorted { ($1.totalBytes, $0.app) < ($0.totalBytes, $1.app) }
    var table = Table([
      .init("NAME", widthMin: 10), .init("TOTAL", .right), .init("PROGRAM", .right),
      .init("DATA", .right), .init("CACHES", .right), .init("DOWNLOADS", .right),
      .init("LOG", .right), .init("LAST USE", .right),
    ])
    for app in apps {
      table.add([
        .init(app.title), .init(size(app.totalBytes), app.cause == nil ? .plain : .bad),
        .init(size(app.bundleBytes)), .init(size(app.dataBytes)), .init(size(app.cacheBytes)),
        .init(size(app.downloadBytes)), .init(size(app.logBytes)),
        .init(app.lastUse(at: clock.now)),
      ])
    }
    lines += table.lines(style, width: width)
    lines += apps.compactMap(\.shortfall).map { style.paint($0, .bad) }
    let advice = StorageAdvice.rows(apps, at: clock.now).map { row in
      "\(row.figure): `\(row.command)` \(row.effect)."
    }
    return lines + (advice.isEmpty ? [] : [""] + advice)
  }

  /// One app, with all that there is to say of it.
  static func details(_ app: AppStorage, _ clock: WallClock, _ style: Style) -> [String] {
    var lines = [style.paint(app.title, .heading) + ", \(app.state.text)"]
    func row(_ name: String, _ bytes: Int64?, _ note: String) {
      let label = name + String(repeating: " ", count: 11 - name.count)
      let figure = size(bytes)
      let gap = String(repeating: " ", count: max(0, 8 - figure.count))
      lines.append("  \(label)\(gap)\(figure)  \(note)")
    }
    row("total", app.totalBytes, app.fileCount.map { "\($0) files and folders" } ?? "")
    row(
      "program",
      app.bundleBytes,
      app.bundle.map(Printable.line).map { path in
        app.offloadedSince == nil ? path : "in an archive beside \(path)"
      } ?? "a program of the system or of the home folder: not counted"
    )
    row("data", app.dataBytes, "its container, except the following")
    row("caches", app.cacheBytes, "what it can create again; `torpor purge \(app.app)` removes it")
    row("downloads", app.downloadBytes, "what it has not collected yet")
    row("log", app.logBytes, "`torpor output \(app.app)` shows it")
    if let cause = app.cause {
      lines.append(style.paint("  Not all of it is counted: \(cause).", .bad))
    }
    if let since = app.offloadedSince {
      lines.append(
        "  offloaded since \(clock.text(of: since)): only you can start it, and `torpor launch \(app.app)` restores its program"
      )
    }
    lines.append("  last use: \(app.lastUse(at: clock.now, brief: false))")
    if let purge = app.purge {
      lines.append("  \(clock.text(of: purge.at)): \(purge.phrase)")
    }
    return lines
  }

  // MARK: Parts

  private static func disk(_ reply: Control.GetStorage.Reply, _ style: Style) -> [String] {
    guard let free = reply.freeBytes else { return [] }
    let total = reply.totalBytes.map { " of \($0.sizePhrase)" } ?? ""
    let line = "The disk of the apps: \(free.sizePhrase)\(total) free."
    guard reply.isShort else { return [line, ""] }
    return [
      line,
      style.paint(StorageWords.short, .bad), "",
    ]
  }

  private static func size(_ bytes: Int64?) -> String {
    bytes.map(StorageWords.size) ?? "-"
  }
}

extension AppStorage {
  /// The identifier, with the name where that says more.
  var title: String {
    let lastPart = app.text.split(separator: ".").last.map(String.init) ?? app.text
    return name == app.text || name == lastPart ? app.text : "\(app) (\(name))"
  }
}
