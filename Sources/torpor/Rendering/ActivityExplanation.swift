import TorporModel
import TorporText
import TorporWire

/// All about one piece of background work of an app: a task or the background fetch.
enum ActivityExplanation {
  /// The work, its conditions over time, and what to expect.
  static func lines(_ work: ActivityStatus, _ clock: WallClock, _ style: Style) -> [String] {
    let conditions = ConditionText.lines(work.conditions, work.blocked, NeedText(), clock, style)
    var lines = [style.paint(heading(work), .heading) + " " + state(work, clock) + "."]
    lines += window(work, clock).map { "  " + $0 }
    if !conditions.isEmpty {
      lines += Explanation.section("What it waits for", conditions, style)
    }
    if !work.isRunning {
      lines += Explanation.section(
        "What to expect",
        [work.forecast.text(clock, NeedText(), work.conditions)],
        style
      )
    }
    return lines
  }

  /// The work in two lines or three, for the page of its app.
  static func summary(_ work: ActivityStatus, _ clock: WallClock) -> [String] {
    let name = work.activity.name + (work.type.map { " (\($0.phrase))" } ?? "")
    guard !work.isRunning else {
      return ["\(name): runs" + (work.display.map { "; \(ContinuedTaskList.text(of: $0))" } ?? "")]
    }
    let unmetConditions = work.conditions.filter { !$0.holds }.map { $0.phrase(for: .run(.fetch)) }
    let longest = work.blocked.first.map {
      let phrase = Condition($0.reason, holds: false).phrase(for: .run(.fetch))
      return "; blocked longest: \(phrase) (\(Quantities.text(of: $0.total)))"
    }
    let why =
      unmetConditions.isEmpty ? "nothing blocks it" : unmetConditions.joined(separator: "; ")
    return [
      "\(name): has been waiting since \(clock.name(of: work.submittedAt)); \(why)",
      "  \(work.forecast.text(clock, NeedText(), work.conditions))" + (longest ?? ""),
    ]
  }

  private static func heading(_ work: ActivityStatus) -> String {
    let kind = work.type.map { "The \($0.phrase)" }
    let name =
      switch work.activity {
      case .task(let identifier): "\(kind ?? "The task") '\(identifier)'"
      case .fetch: "The background fetch"
      case .job(let job): "Job \(job)"
      case .transfer(let transfer): "Transfer \(transfer)"
      }
    return name + (work.app.map { " of \($0)" } ?? "")
  }

  private static func state(_ work: ActivityStatus, _ clock: WallClock) -> String {
    if work.isRunning {
      return "is running" + (work.display.map { ": \(ContinuedTaskList.text(of: $0))" } ?? "")
    }
    let length = Quantities.text(of: clock.now - work.submittedAt)
    return "has been waiting since \(clock.name(of: work.submittedAt)) (\(length))"
  }

  private static func window(_ work: ActivityStatus, _ clock: WallClock) -> [String] {
    var lines: [String] = []
    if let earliest = work.earliest { lines.append("not before \(clock.distance(to: earliest))") }
    if let latest = work.latest { lines.append("to be run by \(clock.distance(to: latest))") }
    return lines
  }
}

extension TaskType {
  /// The kind of task as a noun.
  var phrase: String {
    switch self {
    case .appRefresh: "refresh task"
    case .processing: "processing task"
    case .healthResearch: "health research task"
    case .continued: "continued processing task"
    }
  }
}
