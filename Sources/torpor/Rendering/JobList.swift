import TorporModel
import TorporText

/// Jobs as a table: what `torpor jobs` shows.
enum JobList {
  /// How long a job that is over stays in the list without `--all`.
  ///
  /// Who looks for the result of last night finds it; our choice.
  static let finishedFor = Duration.days(1)

  static func lines(
    _ jobs: [JobStatus],
    _ clock: WallClock,
    _ style: Style,
    showsAll: Bool,
    userID: UInt32,
    width: Int? = nil
  ) -> [String] {
    let shown = jobs.filter { showsAll || !$0.state.isFinal || isRecent($0, clock.now) }
      .sorted { $0.job < $1.job }
    var lines = shown.isEmpty ? [empty(hasOlder: !jobs.isEmpty)] : []
    if !shown.isEmpty { lines = table(shown, clock, userID).lines(style, width: width) }
    let hidden = jobs.count - shown.count
    if hidden > 0 {
      let count = hidden == 1 ? "1 older finished job" : "\(hidden) older finished jobs"
      lines.append(style.paint("\(count): `torpor jobs --all`", .faint))
    }
    return lines
  }

  private static func empty(hasOlder: Bool) -> String {
    hasOlder
      ? "No job waits or runs."
      : "No jobs. `torpor when --power ac -- COMMAND` runs one as soon as there is external power."
  }

  private static func isRecent(_ job: JobStatus, _ now: Instant) -> Bool {
    now - (job.lastRun?.endedAt ?? job.submittedAt) < finishedFor
  }

  private static func table(_ jobs: [JobStatus], _ clock: WallClock, _ userID: UInt32) -> Table {
    // Who sees the jobs of others sees whose they are.
    let showsOwner = jobs.contains { $0.ownerUserID != userID }
    let owner = showsOwner ? [Table.Column("USER", .right)] : []
    var table = Table(
      [.init("JOB", .right)] + owner + [
        .init("NAME", widthMin: 12), .init("STATE"), .init("WAITS FOR", widthMin: 20),
        .init("LAST RESULT"), .init("COMMAND", widthMin: 8),
      ]
    )
    for job in jobs {
      // A job that is over is dimmed as a whole, but for a failure, which wants to be seen.
      func role(_ role: Style.Role) -> Style.Role {
        job.state.isFinal && role != .bad ? .faint : role
      }
      let number = Table.Cell(job.job.description, role(.plain))
      let owner = showsOwner ? [Table.Cell(String(job.ownerUserID), role(.plain))] : []
      table.add(
        [number] + owner + [
          .init(job.name, role(.plain)),
          .init(job.state.rawValue, role(job.state.role)),
          .init(waiting(job, clock), role(.plain)),
          .init(result(of: job, clock.now), role(job.lastRun?.end?.role ?? .faint)),
          .init(Printable.line(job.request.command), role(.plain)),
        ]
      )
    }
    return table
  }

  /// What the job waits for, and when it comes; of a job that runs, for how long it has.
  static func waiting(_ job: JobStatus, _ clock: WallClock) -> String {
    switch job.state {
    case .running where job.isInFailureCommand: return "failed; --on-failure runs"
    case .running, .ending:
      return job.currentRun.map { "runs for " + Quantities.text(of: clock.now - $0.beganAt) } ?? "-"
    case .failed: return job.failedBefore.map { "job \($0)" } ?? "-"
    case .done, .cancelled: return "-"
    case .waiting, .paused: break
    }
    var parts = job.neededThings
    if let time = job.nextTime, time > clock.now {
      // What must come by something else makes the length a guess, for which the clock is enough.
      parts.append(parts.isEmpty ? clock.distance(to: time) : clock.name(of: time))
    }
    return parts.isEmpty ? "about to run" : parts.joined(separator: "; ")
  }

  private static func result(of job: JobStatus, _ now: Instant) -> String {
    guard let run = job.lastRun, let end = run.end, let endedAt = run.endedAt else { return "-" }
    return "\(end.label), \(Quantities.brief(of: now - endedAt)) ago"
  }
}
