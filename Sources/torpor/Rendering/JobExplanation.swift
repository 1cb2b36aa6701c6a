import TorporModel
import TorporText
import TorporWire

/// All about one job: what `torpor jobs show` and `torpor why` show.
enum JobExplanation {
  static func lines(_ job: JobStatus, _ clock: WallClock, _ style: Style) -> [String] {
    var lines = [
      style.paint(job.title, .heading) + " " + state(job, clock, style) + ".",
      "  " + Printable.line(job.request.command),
    ]
    lines += Explanation.section(
      "Request",
      ScheduleText.lines(job.request, clock)
        + [
          "submitted \(clock.distance(to: job.submittedAt)) by user "
            + LoginName.of(job.ownerUserID)
        ],
      style
    )
    let conditions = ConditionText.lines(job.conditions, job.blocked, job.words, clock, style)
    if !conditions.isEmpty {
      let title = job.conditions.isEmpty ? "What it waited for" : "What it waits for"
      lines += Explanation.section(title, conditions, style)
    }
    if !job.state.isFinal, job.currentRun == nil || job.state == .paused {
      lines += Explanation.section(
        "What to expect",
        [job.forecast.text(clock, job.words, job.conditions)],
        style
      )
    }
    lines += Explanation.section("Runs", runs(of: job, clock, style), style)
    if job.state == .failed, case .notInFolder(let path, _)? = job.lastRun?.end {
      let step = "Create \(Printable.line(path)) again, then `torpor jobs run \(job.name)`."
      lines += Explanation.section("What to do", [step], style)
    }
    if job.state == .failed, case .notStarted? = job.lastRun?.end {
      let step =
        "Check the program and, if it is a script, the interpreter in its first line; then `torpor jobs run \(job.name)`."
      lines += Explanation.section("What to do", [step], style)
    }
    if job.state == .failed, case .exited(status: 1...)? = job.lastRun?.end {
      let step = "`torpor jobs output \(job.name)` shows what it printed."
      lines += Explanation.section("What to do", [step], style)
    }
    if let before = job.failedBefore?.split(separator: " ").first {
      let step =
        "It runs after all once `torpor jobs run \(before)` succeeds, or with "
        + "`torpor jobs run \(job.name)`."
      lines += Explanation.section("What to do", [step], style)
    }
    if let run = job.failureRun {
      lines += Explanation.section("Its --on-failure command", [failure(run, job, clock)], style)
    }
    return lines
  }

  /// The state as what follows the job's name.
  static func state(_ job: JobStatus, _ clock: WallClock, _ style: Style) -> String {
    let word = style.paint(job.state.rawValue, job.state.role)
    switch job.state {
    case .waiting, .paused:
      let things = job.neededThings
      let verb = job.state == .waiting ? "waits" : "is \(word) and waits"
      if !things.isEmpty { return "\(verb) for \(things.joinedAsClause())" }
      guard let time = job.nextTime, time > clock.now else { return "is about to run" }
      let isRetry = job.unmetConditions.contains { $0.reason == .rateLimit }
      return "\(verb) for its \(isRetry ? "next try" : "time"), \(clock.distance(to: time))"
    case .running where job.isInFailureCommand:
      let since = job.failureRun.map { " since \(clock.name(of: $0.beganAt))" } ?? ""
      return "has failed, and its --on-failure command has been running" + since
    case .running:
      let since = duration(job, clock)
      return since.isEmpty ? "is \(word)" : "has been \(word)" + since
    case .ending: return "was asked to end" + duration(job, clock)
    case .done: return "is \(word)" + ended(job, clock)
    case .failed where job.failedBefore != nil:
      return "has \(word) without running: job \(job.failedBefore ?? "")"
    case .failed: return "has \(word)" + ended(job, clock)
    case .cancelled: return "was \(word)" + ended(job, clock)
    }
  }

  private static func failure(_ run: JobRun, _ job: JobStatus, _ clock: WallClock) -> String {
    let end = run.end.map { $0.commandClause(job.words) } ?? "is running"
    return "began \(clock.name(of: run.beganAt)); \(end)"
  }

  private static func duration(_ job: JobStatus, _ clock: WallClock) -> String {
    job.currentRun.map { " since \(clock.name(of: $0.beganAt))" } ?? ""
  }

  private static func ended(_ job: JobStatus, _ clock: WallClock) -> String {
    guard let moment = job.lastRun?.endedAt else { return "" }
    return "; its last run ended \(clock.distance(to: moment))"
  }

  private static func runs(
    of job: JobStatus,
    _ clock: WallClock,
    _ style: Style
  ) -> [String] {
    guard !job.runs.isEmpty else { return ["none yet"] }
    var table = Table([.init("BEGAN"), .init("TOOK", .right), .init("END")])
    for run in job.runs {
      let end = run.end.map { $0.clause(job.words) } ?? (run.endedAt == nil ? "runs" : "ended")
      table.add([
        .init(clock.name(of: run.beganAt)),
        .init(Quantities.text(of: (run.endedAt ?? clock.now) - run.beganAt)),
        .init(end, run.end?.role ?? .plain),
      ])
    }
    return table.lines(style)
  }
}

/// What `torpor when` says at once.
enum JobAnnouncement {
  /// The job, what it waits for and what to expect, then how to see more.
  ///
  /// With `isAttached` this program stays until the job is over, and it is told how to leave.
  static func lines(
    _ job: JobStatus,
    wasThere: Bool = false,
    isAttached: Bool = false,
    _ clock: WallClock
  ) -> [String] {
    let state = JobExplanation.state(job, clock, .plain)
    var first =
      wasThere
      ? "\(job.title) already exists and is unchanged: it \(state)." : "\(job.title) \(state)."
    // Where nothing but its time is missing, the state has said when.
    if job.state == .waiting, !job.neededThings.isEmpty, let at = job.forecast.at, at > clock.now {
      first += " Next plausible run: \(clock.distance(to: at))."
    }
    let show = "`torpor jobs show \(job.name)`"
    // Nothing is left to be detached from.
    if isAttached, job.state.isFinal { return [first, "Details: \(show)"] }
    let second =
      isAttached
      ? "Ctrl-C detaches; the job keeps running. Details: \(show)"
      : "Details: \(show). Output: `torpor jobs output \(job.name)`"
    return [first, second]
  }
}
