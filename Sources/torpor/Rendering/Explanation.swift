import TorporModel
import TorporText
import TorporWire

/// All about one app: what `torpor why` shows.
enum Explanation {
  static func lines(
    _ app: AppStatus,
    work: [ActivityStatus] = [],
    _ decisions: [LoggedDecision],
    _ clock: WallClock,
    _ style: Style
  ) -> [String] {
    let process = app.processID.map { ", PID \($0)" } ?? ""
    let length = Quantities.text(of: clock.now - app.since)
    var lines = [
      style.paint(app.title, .heading) + process + ": "
        + style.paint(app.state.text, app.state.role)
        + " since \(clock.text(of: app.since)) (\(length))."
    ]
    if !app.isCooperative {
      lines.append("  Not a Torpor app: only user actions control it.")
    }
    lines += section("What keeps it running", holds(app, clock), style)
    // A program that does not speak is woken for nothing.
    if app.isCooperative {
      lines += section("What would prevent a wake", unmetConditions(app, clock), style)
    }
    if let watched = app.watched {
      lines += section("Watched", watched.map(\.phrase), style)
    }
    if !app.ignored.isEmpty {
      lines += section("Info.plist keys without effect", app.ignored.map(\.sentence), style)
    }
    if !work.isEmpty {
      let told = work.flatMap { ActivityExplanation.summary($0, clock) }
      lines += section("Its background work", told, style)
    }
    if let exit = app.lastExit {
      lines += section(
        "How its last process ended",
        ["\(clock.text(of: exit.at))  \(exit.reason.done(to: "it"))"],
        style
      )
    }
    return lines + told(decisions, clock, style)
  }

  /// The decisions about what was explained, the latest last.
  ///
  /// It is named in the first line; its identifier in every other would only push the reasons out of
  /// sight.
  static func told(
    _ decisions: [LoggedDecision],
    _ clock: WallClock,
    _ style: Style
  ) -> [String] {
    let told = decisions.map { DecisionLog.line($0, clock, naming: "it") }
    return section("Recent decisions", told.isEmpty ? ["nothing"] : told, style)
  }

  /// A heading and what stands below it.
  static func section(_ title: String, _ lines: [String], _ style: Style) -> [String] {
    ["", style.paint(title, .heading)] + lines.map { "  " + $0 }
  }

  private static func holds(_ app: AppStatus, _ clock: WallClock) -> [String] {
    if app.heldBy.isEmpty {
      switch app.state {
      case .notRunning: return ["nothing: it has no process"]
      case .suspended: return ["nothing: it is frozen and uses no CPU"]
      case .active, .inactive, .background: return ["nothing: it is about to be frozen"]
      }
    }
    var lines = app.heldBy.map { condition in
      let end = condition.until.map {
        " until \(clock.text(of: $0)) (\(Quantities.text(of: $0 - clock.now)) left)"
      }
      return condition.phrase(for: .freeze) + (end ?? "")
    }
    for task in app.tasks where task.isExpiring {
      lines.append(
        "the expiration handler of "
          + "\(task.name.map { "background task '\($0)'" } ?? "background task \(task.task)") was called"
      )
    }
    return lines
  }

  private static func unmetConditions(_ app: AppStatus, _ clock: WallClock) -> [String] {
    guard !app.blockedBy.isEmpty else { return ["nothing"] }
    return app.blockedBy.map { condition in
      let phrase = condition.phrase(for: .launch(.foreground))
      guard condition.allowance != nil, let refill = condition.until else { return phrase }
      let sooner = condition.reason == .energyAllowance ? ", or with external power" : ""
      return
        "\(phrase); what can wait continues when it refills, \(clock.name(of: refill)) "
        + "(in \(Quantities.text(of: refill - clock.now)))\(sooner)"
    }
  }
}

/// The ledger as it is read: a line for each decision, and the date where a day begins.
struct LogPages {
  /// Whether the first line has a date too, although it is of today.
  let isDated: Bool
  /// The day of the last line, counted from 1970.
  private var day: Int?

  init(isDated: Bool) { self.isDated = isDated }

  mutating func lines(_ decisions: [LoggedDecision], _ clock: WallClock) -> [String] {
    var lines: [String] = []
    for logged in decisions {
      let time = clock.calendar(logged.wallMicroseconds / 1_000_000)
      let today = clock.calendar(clock.wallMicroseconds / 1_000_000).dayNumber
      if time.dayNumber != day, isDated || day != nil || time.dayNumber != today {
        let weekday = Weekday.shortNames[CalendarDay(daysSince1970: time.dayNumber).weekday]
        let date = [String(time.year)] + [time.month, time.day].map(\.twoDigits)
        lines.append("-- \(weekday) " + date.joined(separator: "-"))
      }
      day = time.dayNumber
      let clockTime = [time.hour, time.minute, time.second].map(\.twoDigits)
      lines.append(clockTime.joined(separator: ":") + "  " + logged.decision.sentence())
    }
    return lines
  }
}

/// Decisions, one a line: what `torpor why` shows.
enum DecisionLog {
  static func line(
    _ logged: LoggedDecision,
    _ clock: WallClock,
    naming name: String? = nil
  ) -> String {
    clock.text(ofWallMicroseconds: logged.wallMicroseconds) + "  "
      + logged.decision.sentence(naming: name)
  }
}
