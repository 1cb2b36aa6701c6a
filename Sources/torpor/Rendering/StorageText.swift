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
      return lines + ["No app is installed. `torpor install BUNDLE.app` installs one."]
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
        .init(lastUse(of: app, clock, brief: true)),
      ])
    }
    lines += table.lines(style, width: width)
    for app in apps {
      if let cause = app.cause {
        lines.append(style.paint("Not all of \(app.app) is counted: \(cause).", .bad))
      }
    }
    let advice = self.advice(apps, clock)
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
      } ?? "one of the system's, or of the home folder: not counted"
    )
    row("data", app.dataBytes, "its container without the following")
    row("caches", app.cacheBytes, "what it makes again; `torpor purge \(app.app)` removes it")
    row("downloads", app.downloadBytes, "what it has not taken yet")
    row("log", app.logBytes, "`torpor output \(app.app)` shows it")
    if let cause = app.cause {
      lines.append(style.paint("  Not all of it is counted: \(cause).", .bad))
    }
    if let since = app.offloadedSince {
      lines.append(
        "  offloaded since \(clock.text(of: since)): nothing but you starts it, and `torpor launch \(app.app)` brings its "
          + "program back"
      )
    }
    lines.append("  last use: \(lastUse(of: app, clock, brief: false))")
    if let purge = app.purge {
      let why = purge.isByUser ? "you asked for it" : "the disk was short"
      let rest =
        purge.isStopped
        ? "; some of them are left: \(purge.cause ?? "the app began to run")"
        : purge.cause.map { "; some of them are left: \($0)" } ?? ""
      lines.append(
        "  \(clock.text(of: purge.at)): \(purge.freedBytes.sizePhrase) of caches were removed, because \(why)\(rest)"
      )
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
      style.paint(
        "The disk is short: caches are removed, those of the app that was used longest ago first.",
        .bad
      ), "",
    ]
  }

  private static func size(_ bytes: Int64?) -> String {
    guard let bytes else { return "-" }
    return bytes == 0 ? "0" : bytes < 1000 ? "\(bytes) B" : bytes.sizePhrase
  }

  private static func lastUse(of app: AppStorage, _ clock: WallClock, brief: Bool) -> String {
    if app.state.isForeground { return "now" }
    guard let last = app.lastOnScreen else { return "never" }
    let age = clock.now - last
    return brief ? Quantities.brief(of: age) : "\(Quantities.text(of: age)) ago"
  }

  // MARK: Advice

  /// From 50 MB on caches are worth a line; our choice.
  private static let adviceBytesMin: Int64 = 50_000_000
  /// Two lines of each kind, so that the page keeps to its subject; our choice.
  private static let adviceCountMax = 2
  /// An app is not used if it was not on screen for 30 days, as iOS counts that for its own advice.
  private static let unusedAfter = Duration.days(30)

  private static func advice(_ apps: [AppStorage], _ clock: WallClock) -> [String] {
    let caches = apps.filter { $0.cacheBytes ?? 0 >= adviceBytesMin && !$0.state.isForeground }
      .sorted { ($1.cacheBytes ?? 0, $0.app) < ($0.cacheBytes ?? 0, $1.app) }
    let unused = apps.filter { app in
      guard let last = app.lastOnScreen, !app.state.isForeground else { return false }
      return clock.now - last >= unusedAfter && app.totalBytes >= adviceBytesMin
    }
    return caches.prefix(adviceCountMax).map { app in
      "\(size(app.cacheBytes)) are caches of \(app.app): `torpor purge \(app.app)` removes them."
    }
      + unused.prefix(adviceCountMax).map { app in
        "\(app.app) was not used for \(lastUse(of: app, clock, brief: true)) and takes \(size(app.totalBytes)): "
          + (app.canBeOffloaded
            ? "`torpor offload \(app.app)` packs its program and keeps its data."
            : "`torpor uninstall \(app.app)` removes it with its data.")
      }
  }
}

extension AppStorage {
  /// All of it, as far as it was measured.
  var totalBytes: Int64 {
    [bundleBytes, dataBytes, cacheBytes, downloadBytes, logBytes].reduce(0) { $0 + ($1 ?? 0) }
  }

  /// Whether most of what it takes is a program that can go; our choice.
  fileprivate var canBeOffloaded: Bool {
    offloadedSince == nil && (bundleBytes ?? 0) > totalBytes / 2
  }

  /// The identifier, with the name where that says more.
  var title: String {
    let lastPart = app.text.split(separator: ".").last.map(String.init) ?? app.text
    return name == app.text || name == lastPart ? app.text : "\(app) (\(name))"
  }
}
