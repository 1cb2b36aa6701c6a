import TorporModel
import TorporText
import TorporWire

/// The storage page as a part of HTML; no element has a style of its own.
struct StorageHTML {
  private let reply: Control.GetStorage.Reply
  private let clock: WallClock
  private let apps: [AppStorage]

  init(_ reply: Control.GetStorage.Reply, _ clock: WallClock) {
    (self.reply, self.clock) = (reply, clock)
    apps = reply.apps.sorted { ($1.totalBytes, $0.app) < ($0.totalBytes, $1.app) }
  }

  /// `data-busy`: more will be known soon; its value says what is under way.
  var page: String {
    let parts = [disk, progress, tips, table].filter { !$0.isEmpty }
    let busy = phase.map { " data-busy=\"\($0)\"" } ?? ""
    return "<div class=\"parts\"\(busy)>\n\(parts.joined(separator: "\n"))\n</div>"
  }

  // MARK: What is under way

  private var purging: Int { apps.count(where: \.isPurging) }

  private var phase: String? {
    if purging > 0 {
      return purging == 1 ? "Removing caches" : "Removing the caches of several apps"
    }
    return reply.progress == nil ? nil : "Measuring"
  }

  private var progress: String {
    if purging > 0 {
      let whose = purging == 1 ? "1 app" : "\(purging) apps"
      return """
        <div class="under-way"><p class="quiet">Removing the caches of \(whose) …</p>
        <progress data-left="\(purging)" aria-label="Removing caches"></progress></div>
        """
    }
    guard let progress = reply.progress else { return "" }
    let done = max(0, apps.count - progress.appsLeft)
    return """
      <div class="under-way"><p class="quiet">Measuring: \(done) of \(apps.count) apps, \(progress.fileCount) files of the \
      next …</p>
      <progress max="\(max(1, apps.count))" value="\(done)" aria-label="Measuring"></progress></div>
      """
  }

  // MARK: The disk and all apps

  private var disk: String {
    guard reply.freeBytes != nil || !apps.isEmpty else { return "" }
    return """
      <section class="panel" aria-label="The disk, and all apps together">
      \(room)
      \(whole)
      </section>
      """
  }

  private var room: String {
    guard let free = reply.freeBytes else {
      return "<p class=\"quiet\">Free disk space cannot be measured.</p>"
    }
    let short = reply.isShort ? "<p class=\"bad\">\(StorageWords.short)</p>" : ""
    let time = "<p class=\"quiet\">As of <time>\(clock.text(of: clock.now))</time></p>"
    guard let total = reply.totalBytes, total > 0 else {
      return
        "<div class=\"charge\"><p><strong>\(StorageWords.size(free))</strong> free</p>\(time)</div>\(short)"
    }
    let used = max(0, total - free)
    let share = Drawing.percent(Drawing.share(used, of: total))
    return """
      <div class="charge"><p><strong>\(StorageWords.size(free))</strong> free of \(StorageWords.size(total)) on the disk of \
      the apps</p>\(time)</div>\(short)
      <svg class="whole" height="14" role="img" aria-label="\(StorageWords.size(used)) of \(StorageWords.size(total)) are \
      used"><rect class="ground" width="100%" height="14" rx="4"/><rect class="used" width="\(share)" height="14" rx="4"/></svg>
      """
  }

  private var whole: String {
    guard !apps.isEmpty else { return "" }
    let total = apps.reduce(0) { $0 + $1.totalBytes }
    let parts = StoragePart.allCases.map { part in
      (part: part, bytes: apps.reduce(0) { $0 + (part.bytes(of: $1) ?? 0) })
    }
    let keys = parts.filter { $0.bytes > 0 }.map {
      "<span class=\"key\"><svg width=\"10\" height=\"10\" aria-hidden=\"true\"><rect class=\"\($0.part.rawValue)\" width=\"10\" "
        + "height=\"10\" rx=\"3\"/></svg>\($0.part.plural) \(StorageWords.size($0.bytes))</span>"
    }
    let sum = total > 0 ? "All apps together: \(StorageWords.size(total))" : "All apps together"
    let bar = total > 0 ? StoragePart.bar(parts, of: total, height: 14) : ""
    return """
      <div class="caption"><h2>\(sum)</h2>\(keys.joined(separator: " "))</div>
      \(bar)
      <p class="quiet">\(Markup.text(measured))</p>
      """
  }

  /// When the apps were measured: a measurement reads all of their folders, so it is not made by itself.
  private var measured: String {
    let moments = apps.compactMap(\.measured)
    guard let first = moments.min(), let last = moments.max() else {
      return "The apps are not measured yet."
    }
    let (from, to) = (clock.text(of: first), clock.text(of: last))
    let when = from == to ? "Measured at \(from)." : "Measured from \(from) to \(to)."
    let unknown = apps.count - moments.count
    if unknown == 0 { return when }
    return when
      + (unknown == 1 ? " 1 app is not measured." : " \(unknown) apps are not measured.")
  }

  // MARK: Advice

  private var tips: String {
    let rows = StorageAdvice.rows(apps, at: clock.now).map { row in
      """
      <li><p>\(Markup.text(row.figure)).</p>
      <p class="remedy">\(button(row))<span><code>\(Markup.text(row.command))</code> \(row.effect).</span></p></li>
      """
    }
    guard !rows.isEmpty else { return "" }
    return """
      <section class="panel tips" aria-labelledby="tips-title">
      <h2 id="tips-title">Recommendations</h2>
      <ul>\(rows.joined(separator: "\n"))</ul></section>
      """
  }

  /// What removes data is no button.
  private func button(_ row: StorageAdvice) -> String {
    guard row.kind == .caches, !row.app.isPurging else { return "" }
    return StorageRow(app: row.app, clock: clock, most: 0).button(
      "Remove the caches of \(StorageRow.name(of: row.app))",
      key: "tip"
    ) + " "
  }

  // MARK: Apps

  private var table: String {
    guard !apps.isEmpty else {
      return
        "<p class=\"quiet none\">No app is installed. <code>torpor install BUNDLE.app</code> installs one.</p>"
    }
    let most = apps.first?.totalBytes ?? 0
    let rows = ShownRows(
      apps.map { StorageRow(app: $0, clock: clock, most: most).html },
      lesser: "that take less"
    )
    return """
      <section class="panel" aria-labelledby="apps-title">
      <div class="top"><h2 id="apps-title">Apps by size</h2>\(all)</div>
      <table class="apps usage sizes">
      <caption class="hidden">How much of the disk each installed app uses: its program, data, caches, downloads and log</caption>
      <thead><tr><th scope="col">App</th><th scope="col">Total</th><th scope="col" class="n">Program</th>\
      <th scope="col" class="n">Data</th><th scope="col" class="n">Caches</th><th scope="col" class="n">Downloads</th>\
      <th scope="col" class="n">Log</th><th scope="col" class="n">Last use</th>\
      <th scope="col"><span class="hidden">Remove</span></th></tr></thead>
      <tbody>\(rows.shown)</tbody>\(rows.rest)</table>\(rows.button)\(causes)</section>
      """
  }

  /// A button for the caches of all apps that do not run, where there are several.
  private var all: String {
    let meant = apps.filter { $0.mayBePurged && !$0.isPurging && $0.cacheBytes ?? 0 > 0 }
    guard meant.count > 1 else { return "" }
    let bytes = meant.reduce(0) { $0 + ($1.cacheBytes ?? 0) }
    let json = JSON.array(meant.map { .string($0.app.text) })
    return
      "<button type=\"button\" class=\"do\" data-key=\"all\" data-purge=\"\(Markup.text(String(decoding: json.bytes, as: UTF8.self)))\" "
      + "data-whose=\"\(meant.count) apps\" data-size=\"\(StorageWords.size(bytes))\">"
      + "Remove the caches of \(meant.count) apps (\(StorageWords.size(bytes)))</button>"
  }

  private var causes: String {
    apps.compactMap(\.shortfall).map { "<p class=\"bad\">\(Markup.text($0))</p>" }.joined(
      separator: "\n"
    )
  }
}
