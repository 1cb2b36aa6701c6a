import TorporModel
import TorporText

/// Apps as a table: what `torpor ps` shows.
enum AppList {
  static func lines(
    _ apps: [AppStatus],
    at now: Instant,
    isLocked: Bool = false,
    _ style: Style,
    width: Int? = nil
  ) -> [String] {
    table(apps, at: now, style, width)
      + (isLocked ? [style.paint("The device is locked: `torpor unlock` opens it.", .faint)] : [])
  }

  private static func table(
    _ apps: [AppStatus],
    at now: Instant,
    _ style: Style,
    _ width: Int?
  ) -> [String] {
    guard !apps.isEmpty else {
      return [
        "No apps. `torpor run -- COMMAND` runs one, `torpor install BUNDLE.app` installs one."
      ]
    }
    let hasBadges = apps.contains { $0.badge != nil }
    var table = Table(
      [
        .init("NAME", widthMin: 12), .init("PID", .right), .init("STATE"), .init("SINCE", .right),
        .init("HELD BY", widthMin: 9), .init("MEMORY", .right), .init("FG", .right),
        .init("BG", .right),
      ] + (hasBadges ? [.init("BADGE", .right)] : [])
    )
    for app in apps {
      let badge: [Table.Cell] = hasBadges ? [.init(app.badge.map { "\($0)" } ?? "-")] : []
      table.add(
        [
          .init(app.isAdopted == true ? app.title + " *" : app.title),
          .init(app.processID.map { "\($0)" } ?? "-"),
          .init(app.state.text, app.state.role),
          .init(Quantities.text(of: now - app.since)),
          .init(holds(of: app, at: now), app.heldBy.isEmpty ? .faint : .plain),
          .init(app.footprintBytes.map(Quantities.text(ofBytes:)) ?? "-"),
          .init(Quantities.text(of: app.foregroundTime)),
          .init(Quantities.text(of: app.backgroundTime)),
        ] + badge
      )
    }
    let adopted = apps.contains { $0.isAdopted == true }
    return table.lines(style, width: width)
      + (adopted ? [style.paint("* adopted from the desktop (`torpor adopt`)", .faint)] : [])
  }

  /// What keeps the app running and for how long; of an app without a process, how the last ended.
  static func holds(of app: AppStatus, at now: Instant) -> String {
    if !app.heldBy.isEmpty {
      return app.heldBy.map { $0.label(at: now) }.joined(separator: ", ")
    }
    guard app.state == .notRunning, let exit = app.lastExit else { return "-" }
    return exit.reason.label
  }
}

/// Exempt apps as a table: what `torpor exempt` shows.
enum ExemptionList {
  static func lines(_ apps: [AppStatus], _ clock: WallClock, _ style: Style) -> [String] {
    var table = Table([.init("NAME"), .init("SINCE"), .init("UNTIL"), .init("LEFT", .right)])
    var isEmpty = true
    for app in apps {
      for exemption in app.heldBy where exemption.reason == .exemption {
        isEmpty = false
        table.add([
          .init(app.app.text),
          .init(exemption.since.map(clock.text(of:)) ?? "-"),
          .init(exemption.until.map(clock.text(of:)) ?? "you end it"),
          .init(exemption.until.map { Quantities.text(of: $0 - clock.now) } ?? "-"),
        ])
      }
    }
    return isEmpty ? ["No app is exempt."] : table.lines(style)
  }
}

extension Condition {
  /// The condition for a cell, with what is left of it: "task 'upload' 25s".
  fileprivate func label(at now: Instant) -> String {
    guard let until, until > now else { return label }
    return label + " " + Quantities.text(of: until - now)
  }
}

extension AppStatus {
  /// The identifier, with the name where that says more: "run.python3 (Trainer)", "job 17 (backup)".
  var title: String {
    let prefix = "torpor.job."
    if app.text.hasPrefix(prefix) { return "job \(app.text.dropFirst(prefix.count)) (\(name))" }
    let lastPart = app.text.split(separator: ".").last.map(String.init) ?? app.text
    let isNew = name != app.text && name != lastPart && !lastPart.hasPrefix(name + "-")
    return isNew ? "\(app) (\(name))" : app.text
  }
}

extension ApplicationState {
  /// The state in words.
  var text: String { self == .notRunning ? "not running" : rawValue }

  var role: Style.Role {
    switch self {
    case .active, .inactive: .good
    case .background: .plain
    case .suspended: .quiet
    case .notRunning: .faint
    }
  }
}
