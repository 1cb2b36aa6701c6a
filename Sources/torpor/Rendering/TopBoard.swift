import TorporModel
import TorporText
import TorporWire

/// What one look at the daemon has shown: every app, and the device.
struct AppSample {
  var apps: [AppStatus]
  var device: DeviceStatus
}

/// Apps as they run now, those that use the processor most above: what `torpor top` shows.
enum TopBoard {
  /// The lines for a look; `previous` is the look before it, against which processor time is compared.
  ///
  /// `rows`: how many lines there is room for; `nil`: as many as it takes. `processorCount`: how many the
  /// machine has. `order`: what the person has chosen; `nil`: where none can.
  static func lines(
    _ sample: AppSample,
    since previous: AppSample?,
    processorCount: Int,
    _ clock: WallClock,
    _ style: Style,
    columns: Int? = nil,
    rows: Int? = nil,
    order: TopOrder? = nil
  ) -> [String] {
    let uses = sample.apps.map { AppUse($0, at: sample.device.at, since: previous) }
    let summary = [
      appsLine(uses, processorCount, clock, at: sample.device.at), deviceLine(sample.device),
    ]
    .filter { !$0.isEmpty }
    .map { line in style.paint(columns.map { Printable.cut(line, to: $0) } ?? line, .faint) }
    let running = (order ?? TopOrder())
      .sorted(uses.filter { $0.app.launch != nil }, at: sample.device.at)
    guard !running.isEmpty else { return summary + ["No running apps."] }
    // The heading, and a line for those that there is no room for.
    let room = rows.map { max(1, $0 - summary.count - 2) } ?? running.count
    let hidden = running.count - room
    var lines = summary + table(running.prefix(room), at: sample.device.at, style, columns, order)
    if hidden > 0 { lines.append(style.paint("\(hidden) more not shown", .faint)) }
    // A screen of a few lines shows the apps, and not what stands above them.
    return rows.map { lines.count > $0 ? Array(lines.dropFirst(summary.count).prefix($0)) : lines }
      ?? lines
  }

  private static func table(
    _ uses: some Collection<AppUse>,
    at now: Instant,
    _ style: Style,
    _ columns: Int?,
    _ order: TopOrder?
  ) -> [String] {
    let shown = TopOrder.Column.shown(in: columns)
    var table = Table(
      shown.map { column in
        let title = order?.title(column.title, column) ?? column.title
        return Table.Column(title, column.isFigure ? .right : .left, widthMin: column.widthMin)
      }
    )
    for use in uses { table.add(shown.map { cell(use, $0, at: now) }) }
    return table.lines(style, width: columns)
  }

  private static func cell(
    _ use: AppUse,
    _ column: TopOrder.Column,
    at now: Instant
  ) -> Table.Cell {
    let app = use.app
    return switch column {
    case .name: .init(app.title)
    case .processID: .init(app.processID.map { "\($0)" } ?? "-")
    case .state: .init(app.state.text, app.state.role)
    case .processor:
      .init(use.permille.map(percent) ?? "-", use.permille ?? 0 > 0 ? .plain : .faint)
    case .time: .init(app.processorTime.map(time) ?? "-")
    case .memory: .init(app.footprintBytes.map(Quantities.text(ofBytes:)) ?? "-")
    case .heldBy: .init(AppList.holds(of: app, at: now), app.heldBy.isEmpty ? .faint : .plain)
    }
  }

  // MARK: The lines above

  /// "18:45:39  2 active, 1 in the background, 3 suspended; apps use 0.8 of 2 processors".
  private static func appsLine(
    _ uses: [AppUse],
    _ processorCount: Int,
    _ clock: WallClock,
    at now: Instant
  ) -> String {
    let counts: [(Int, String)] = [
      (uses.count { $0.app.state.isForeground }, "on screen"),
      (uses.count { $0.app.state == .background }, "in the background"),
      (uses.count { $0.app.state == .suspended }, "suspended"),
      (uses.count { $0.app.state == .notRunning }, "not running"),
    ]
    let states = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    var text =
      clock.text(of: now) + "  " + (states.isEmpty ? "no apps" : states.joined(separator: ", "))
    let known = uses.compactMap(\.permille)
    if !known.isEmpty {
      let processors = processorCount == 1 ? "1 processor" : "\(processorCount) processors"
      text += "; apps use \(tenths(known.reduce(0, +))) of \(processors)"
    }
    return text
  }

  /// "12 GiB of 23 GiB memory available; external power, battery 83%; Wi-Fi; Low Power Mode".
  private static func deviceLine(_ device: DeviceStatus) -> String {
    var facts: [String] = []
    if let available = device.memoryAvailableBytes, let total = device.memoryTotalBytes {
      facts.append(
        "\(Quantities.text(ofBytes: available)) of \(Quantities.text(ofBytes: total)) memory available"
      )
    }
    let power = device.isOnExternalPower.map { $0 ? "external power" : "battery power" }
    let battery = device.batteryPercent.map { "battery \($0)%" }
    let both = [power, battery].compactMap { $0 }
    if !both.isEmpty { facts.append(both.joined(separator: ", ")) }
    if device.lowPowerMode { facts.append("Low Power Mode") }
    if device.isLocked { facts.append("locked") }
    return facts.joined(separator: "; ")
  }

  // MARK: Figures

  /// Of one processor: "0.4%", "12%", "187%".
  static func percent(_ permille: Int64) -> String {
    permille < 100 ? "\(permille / 10).\(permille % 10)%" : "\((permille + 5) / 10)%"
  }

  /// A share of processors, in processors: "0.8".
  private static func tenths(_ permille: Int64) -> String {
    "\((permille + 50) / 1000).\((permille + 50) % 1000 / 100)"
  }

  /// Processor time as `ps` and `top` write it: "0:04.27", "12:31", "3:02:11".
  static func time(_ used: Duration) -> String {
    let hundredths = max(0, used.nanoseconds / 10_000_000)
    let (seconds, minutes, hours) = (
      hundredths / 100 % 60, hundredths / 6000 % 60, hundredths / 360_000
    )
    if hours > 0 { return "\(hours):\(minutes.twoDigits):\(seconds.twoDigits)" }
    if minutes >= 10 { return "\(minutes):\(seconds.twoDigits)" }
    return "\(minutes):\(seconds.twoDigits).\((hundredths % 100).twoDigits)"
  }

}

/// An app, with what it has used of the processor since the look before.
struct AppUse {
  let app: AppStatus
  /// Thousandths of one processor; `nil` where nothing can be compared.
  let permille: Int64?

  /// Compares an app with what it was in an earlier look, if that was the same process.
  init(_ app: AppStatus, at now: Instant, since previous: AppSample?) {
    self.app = app
    let earlier = previous?.apps.first { $0.app == app.app && $0.launch == app.launch }
    guard let launch = app.launch, let total = app.processorTime, let previous,
      let before = earlier?.processorTime ?? (Self.isNew(launch, previous) ? .zero : nil),
      now > previous.device.at
    else {
      permille = nil
      return
    }
    // The kernel's count and the device's time are read one after the other: a difference may be a little off.
    let passed = (now - previous.device.at).nanoseconds
    permille = max(0, (total - before).nanoseconds) * 1000 / passed
  }

  /// Whether the launch came after the earlier look, so that all its time was used since.
  private static func isNew(_ launch: LaunchIdentifier, _ previous: AppSample) -> Bool {
    !previous.apps.contains { $0.launch == launch }
  }

  /// Whether it is shown above another: by processor, then memory, then name.
  func isAbove(_ other: AppUse) -> Bool {
    let (own, others) = (permille ?? -1, other.permille ?? -1)
    if own != others { return own > others }
    let (memory, otherMemory) = (app.footprintBytes ?? -1, other.app.footprintBytes ?? -1)
    if memory != otherMemory { return memory > otherMemory }
    return app.app < other.app.app
  }
}
