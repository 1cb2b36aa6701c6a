import TorporModel
import TorporText
import TorporWire

/// The battery page of all apps as a part of HTML; no element has a style of its own.
struct BatteryHTML {
  /// What is known of advice.
  enum Advice {
    case unasked
    case given(Control.GetAdvice.Reply)
    /// Why there is none: a sentence of the daemon.
    case missing(String)
  }

  private let battery: BatteryStatus
  private let advice: Advice
  private let clock: WallClock

  init(_ battery: BatteryStatus, _ advice: Advice, _ clock: WallClock) {
    (self.battery, self.advice, self.clock) = (battery, advice, clock)
  }

  var page: String {
    [charge, sleepless, tips, apps, sources].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  // MARK: The battery and its hours

  private var charge: String {
    let charts = BatteryCharts(battery, clock)
    let facts = battery.facts(clock).map { "<p class=\"quiet\">\(Markup.text($0))</p>" }
    return """
      <section class="panel charts" aria-label="Battery level and activity">
      <div class="charge">\(standing)<p class="quiet">As of <time>\(clock.text(of: battery.at))</time></p></div>
      \(facts.joined(separator: "\n"))
      \(charts.levels)
      \(charts.activity(heading: "h2", of: .all))
      \(charts.tables)
      </section>
      """
  }

  private var standing: String {
    guard let percent = battery.percent else {
      return "<p>\(Markup.text(battery.standing)).</p>"
    }
    return "<p><strong>\(percent) %</strong> \(battery.supply)</p>"
  }

  // MARK: What can be done

  private var sleepless: String {
    let rows = battery.sleepless.map { app in
      let name = Markup.text(app.name.isEmpty ? app.app.text : app.name)
      return """
        <li><p><strong>\(name)</strong> \(Markup.text(app.sentence(at: battery.at, clock)))</p>
        \(Remedy.html(app.remedy))</li>
        """
    }
    guard !rows.isEmpty else { return "" }
    return """
      <section class="panel tips sleepless" aria-labelledby="sleepless-title">
      <h2 id="sleepless-title">What never sleeps</h2>
      <ul>\(rows.joined(separator: "\n"))</ul></section>
      """
  }

  /// Advice on what never sleeps stands above already.
  private var tips: String {
    if case .missing(let sentence) = advice {
      return "<p class=\"bad none\">Advice cannot be shown: \(Markup.text(sentence))</p>"
    }
    guard case .given(let advice) = advice else { return "" }
    let sentences = AdviceSentences(advice, clock)
    let named = Set(battery.sleepless.map(\.app))
    let rows = advice.advice
      .filter { row in row.kind != .sleepless || !(row.app.map(named.contains) ?? false) }
      .map { row in
        "<li><p>\(Markup.text(sentences.sentence(row)))</p>\n\(row.command.map(Remedy.html) ?? "")</li>"
      }
    guard !rows.isEmpty else {
      return advice.advice.isEmpty
        ? "<p class=\"quiet none\">\(Markup.text(sentences.nothing))</p>" : ""
    }
    return """
      <section class="panel tips" aria-labelledby="advice-title">
      <h2 id="advice-title">Advice</h2>
      <p class="quiet">From the figures of the last 24 hours.</p>
      <ul>\(rows.joined(separator: "\n"))</ul></section>
      """
  }

  // MARK: Apps

  private var apps: String {
    guard !battery.apps.isEmpty else { return "" }
    let most = battery.apps.map(\.nanojoules).max() ?? 0
    let rows = ShownRows(
      battery.apps.map { BatteryRow(app: $0, most: most).html },
      lesser: "that used less"
    )
    return """
      <section class="panel" aria-labelledby="apps-title">
      <h2 id="apps-title">Apps by share of the energy</h2>
      <table class="apps usage">
      <caption class="hidden">Each app's share of the energy, its time on screen and in the background, and what it \
      used, in \(battery.period)</caption>
      <thead><tr><th scope="col">App</th><th scope="col">Share</th><th scope="col" class="n">On screen</th>\
      <th scope="col" class="n">Background</th><th scope="col" class="n">Woken</th><th scope="col" class="n">CPU</th>\
      <th scope="col" class="n">Network</th><th scope="col" class="n">Energy</th></tr></thead>
      <tbody>\(rows.shown)</tbody>
      \(rows.rest)
      <tfoot>\(sum)</tfoot></table>\(rows.button)</section>
      """
  }

  private var sum: String {
    let sums = battery.sums
    return
      "<tr><th scope=\"row\">All apps</th><td class=\"part\">\(sums.share)</td>"
      + BatteryRow.cells(sums) + "</tr>"
  }

  private var sources: String {
    let rows = battery.sources.map { source in
      let word = source.isMeasured ? "measured" : "not measured"
      return
        "<li class=\"\(source.isMeasured ? "good" : "missing")\"><span>\(word)</span> \(Markup.text(source.text))</li>"
    }
    let measured = battery.sources.count(where: \.isMeasured)
    return """
      <details class="panel sources"><summary>Where the figures come from: \(measured) of \(rows.count) are measured</summary>
      <ul>\(rows.joined(separator: "\n"))</ul></details>
      """
  }
}
