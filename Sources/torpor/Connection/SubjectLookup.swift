import TorporModel
import TorporText
import TorporWire

/// Something that `torpor why` explains, with all that there is to say of it.
enum Subject {
  case app(AppStatus, work: [ActivityStatus], [LoggedDecision], json: JSON)
  case work(ActivityStatus, [LoggedDecision], json: JSON)
  case job(JobStatus, [LoggedDecision], json: JSON)

  /// The facts, on one line of JSON.
  var json: JSON {
    switch self {
    case .app(_, _, _, let json), .work(_, _, let json), .job(_, _, let json): json
    }
  }

  /// What it is called.
  var name: String {
    switch self {
    case .app(let app, _, _, _): app.app.text
    case .work(let work, _, _): work.activity.name
    case .job(let job, _, _): job.name
    }
  }

  /// The number of the job whose process this is; `nil` for every other app, and for what is not one.
  var jobOfProcess: String? {
    let prefix = "torpor.job."
    guard case .app(let app, _, _, _) = self, app.app.text.hasPrefix(prefix) else { return nil }
    return String(app.app.text.dropFirst(prefix.count))
  }

  func isSameJob(as other: Subject) -> Bool {
    guard case .job(let one, _, _) = self, case .job(let two, _, _) = other else { return false }
    return one.job == two.job
  }

  /// The page for people.
  func lines(_ clock: WallClock, _ style: Style) -> [String] {
    switch self {
    case .app(let app, let work, let decisions, _):
      Explanation.lines(app, work: work, decisions, clock, style)
    case .work(let work, let decisions, _):
      ActivityExplanation.lines(work, clock, style) + Explanation.told(decisions, clock, style)
    case .job(let job, let decisions, _):
      JobExplanation.lines(job, clock, style) + Explanation.told(decisions, clock, style)
    }
  }
}

/// Finds what a person means by a word: a job, an app, a task, or several of them.
struct SubjectLookup {
  let daemon: ControlConnection

  /// How many decisions are told of one subject, as the daemon does for an app.
  private static let decisionsMax = 20
  /// How far back they are looked for: the most that the daemon gives at once.
  private static let decisionsSearched = 1000

  /// All that the word may mean.
  ///
  /// - Throws: `CommandFailure`; where it means nothing, with the names that come near.
  func explanations(of text: String) throws(CommandFailure) -> [Subject] {
    // A number is a job; so is the identifier that its process has among the apps.
    let prefix = "torpor.job."
    let number = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    if UInt64(number) != nil { return [try job(daemon.job(named: number))] }
    var misses: [CommandFailure] = []
    var found: [Subject] = []
    do throws(CommandFailure) {
      let subject = try app(text)
      if let number = subject.jobOfProcess {
        // The process of a job is explained by its job.
        found.append(try job(daemon.job(named: number)))
      } else {
        found.append(subject)
      }
    } catch {
      misses.append(error)
    }
    let work = try activities(of: nil)
    for entry in work where isMeant(entry.status, text) { found.append(try explain(entry)) }
    do throws(CommandFailure) {
      // Where something has the name itself, a job whose name only begins so is not meant.
      let subject = try job(found.isEmpty ? daemon.job(named: text) : daemon.job(exactly: text))
      if !found.contains(where: { $0.isSameJob(as: subject) }) { found.append(subject) }
    } catch {
      misses.append(error)
    }
    if !found.isEmpty { return found }
    if text == "fetch" {
      throw .failed("No app has requested a background fetch. `torpor ps` lists all apps.")
    }
    throw SubjectLookup.nothing(named: text, misses, tasks: work.map(\.status.activity.name))
  }

  /// The apps and jobs whose names only begin with the word, as one line; `nil`: there is none.
  ///
  /// - Throws: `CommandFailure`.
  func others(
    beginningWith text: String,
    besides found: [Subject]
  ) throws(CommandFailure) -> String? {
    let apps = try daemon.call(Control.List()).reply.apps
    let wanted = text.lowercased()
    let explained = found.map(\.name)
    let names =
      apps.map(\.app.text).filter { !$0.hasPrefix("torpor.job.") } + (try daemon.jobs().map(\.name))
    let others = Set(names).filter { $0.lowercased().hasPrefix(wanted) && !explained.contains($0) }
      .sorted()
    guard !others.isEmpty else { return nil }
    let shown = others.prefix(SubjectLookup.othersMax).map { "`torpor why \($0)`" }
    let more = others.count - shown.count
    return "Others whose names begin with '\(Printable.line(text))': "
      + shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// How many of them are named: 5, as of jobs with the same beginning; our choice.
  private static let othersMax = 5

  // MARK: Kinds of subjects

  private func app(_ text: String) throws(CommandFailure) -> Subject {
    let answer = try daemon.call(Control.Why(app: text))
    let status = answer.reply.app
    let work = try activities(of: status.app.text)
    return .app(
      status,
      work: work.map(\.status),
      answer.reply.decisions,
      json: answer.parameters.adding("activities", .array(work.map(\.json)))
    )
  }

  private typealias Activity = (status: ActivityStatus, json: JSON)

  /// The background work of an app, or of all; jobs have a list of their own.
  private func activities(of app: String?) throws(CommandFailure) -> [Activity] {
    let answer = try daemon.call(Control.ListActivities(app: app))
    let work = zip(answer.reply.activities, answer.parameters["activities"]?.elements ?? [])
    return work.filter { $0.0.app != nil }.map { (status: $0.0, json: $0.1) }
  }

  private func isMeant(_ work: ActivityStatus, _ text: String) -> Bool {
    work.activity.name == text
  }

  private func explain(_ work: Activity) throws(CommandFailure) -> Subject {
    let (told, json) = try decisions(app: work.status.app?.text) {
      $0.activity == work.status.activity
    }
    return .work(
      work.status,
      told,
      json: .object([.init("activity", work.json), .init("decisions", json)])
    )
  }

  private func job(
    _ job: (status: JobStatus, parameters: JSON)
  ) throws(CommandFailure) -> Subject {
    let process = "torpor.job.\(job.status.job)"
    let (told, json) = try decisions(app: nil) {
      $0.activity == .job(job.status.job) || $0.app?.text == process
    }
    return .job(
      job.status,
      told,
      json: .object([.init("job", job.parameters), .init("decisions", json)])
    )
  }

  private func decisions(
    app: String?,
    where isMeant: (Decision) -> Bool
  ) throws(CommandFailure) -> ([LoggedDecision], JSON) {
    let log = Control.Log(app: app, countMax: SubjectLookup.decisionsSearched)
    let answer = try daemon.call(log)
    let rows = Array(zip(answer.reply.decisions, answer.parameters["decisions"]?.elements ?? []))
    let told = LoggedDecision.history(in: rows, \.0.decision, where: isMeant)
      .suffix(SubjectLookup.decisionsMax)
    return (told.map(\.0), .array(told.map(\.1)))
  }

  // MARK: Nothing of the name

  /// One sentence for all the places in which the name was looked for.
  ///
  /// What is no "there is none", such as a daemon that went away, is thrown as it is.
  static func nothing(
    named text: String,
    _ misses: [CommandFailure],
    tasks: [String]
  ) -> CommandFailure {
    var similar: [String] = []
    for miss in misses {
      switch miss {
      case .refused(.refused(.unknownApp(_, let apps))): similar += apps.map(\.text)
      case .refused(.refused(.unknownJob(_, let jobs))): similar += jobs
      default: return miss
      }
    }
    if let task = Spelling.nearest(to: text, among: tasks) { similar.append(task) }
    var hint = ""
    if let last = similar.last {
      let others = similar.dropLast().map { "'\($0)'" }.joined(separator: ", ")
      hint = " Did you mean " + (others.isEmpty ? "" : others + " or ") + "'\(last)'?"
    }
    return .failed(
      "There is no app, task or job '\(Printable.line(text))'.\(hint) `torpor ps` lists all apps, "
        + "`torpor jobs --all` all jobs."
    )
  }
}

extension Decision {
  /// The background work that it is about.
  var activity: Activity? {
    switch action {
    case .submit(let activity), .cancel(let activity), .run(let activity), .expire(let activity),
      .finish(let activity, _):
      activity
    case .install, .adopt, .remove, .launch, .moveToForeground, .moveToBackground, .freeze, .thaw,
      .end,
      .endCommand,
      .beginTask, .endTask, .expireTask, .wake, .endUse, .warnOfMemory, .pageOut, .readBack,
      .exempt,
      .endExemption,
      .changeSettings, .schedule, .show, .use, .provide, .sleep, .sleepAgain, .purgeCaches,
      .offload, .restoreProgram:
      nil
    }
  }
}

extension JSON {
  /// The object with one more member.
  fileprivate func adding(_ key: String, _ value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members + [Member(key, value)])
  }
}
