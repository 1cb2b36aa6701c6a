package import TorporModel

/// All that is known about one job: its request, its conditions, and its runs.
///
/// It owns only the rules of one job: when it may begin by time, the consequence of a run's end, and
/// the times of its blocking conditions. It owns neither the device's conditions, nor the choice of
/// jobs to run.
package struct JobRecord: Hashable, Sendable, Saved {
  // Shape: one property for each fact that is saved of a job; what is computed from them is in JobOrder and JobAlarms.
  package let job: JobIdentifier
  package let ownerUserID: UInt32
  package let name: String
  package let request: JobRequest
  package let submittedAt: Instant
  /// The rules of the zone that the calendar expression names; `nil` where it names none.
  let zone: ZoneRules?
  package internal(set) var state: JobState = .waiting
  /// The prerequisites that have not succeeded.
  package internal(set) var unmet: [JobIdentifier]
  /// The last runs, oldest first.
  package internal(set) var runs: [JobRun] = []
  /// How many runs have begun.
  package internal(set) var runCount = 0
  /// The run under way.
  package internal(set) var run: Run?
  /// The present wait; `nil` while it runs or when it is finished.
  package internal(set) var wait: Wait?
  /// How long each condition stood in the way in earlier waits.
  var blocked: [BlockedTime] = []
  /// The time after which calendar times are still pending, in nanoseconds since 1970.
  var sinceUnixNanoseconds: Int64
  /// The time before which it is not retried.
  package internal(set) var retryAt: Instant?
  /// The number of failures since its last success.
  package internal(set) var failureCount = 0
  /// Whether the last run succeeded: jobs after it may begin.
  package internal(set) var hasSucceeded = false
  /// Its last permanent failure; `nil` if there was none, or it has run again since.
  package internal(set) var failure: Failure?
  /// Whether its owner wants it to run as soon as its process has ended.
  var isWantedNow = false

  /// One run under way.
  package struct Run: Hashable, Sendable, Saved {
    package let launch: LaunchIdentifier
    package let beganAt: Instant
    /// Whether its owner ordered it to run regardless of its conditions.
    package internal(set) var isForced: Bool
    /// Whether it takes one of its owner's slots while it is not paused.
    var takesSlot: Bool
    /// When its time runs out; `nil` while it is paused, or if there is no limit.
    package internal(set) var timeoutAt: Instant?
    /// Its remaining time while it is paused.
    var timeLeft: Duration?
    /// The reason why it was ordered to end.
    package internal(set) var stop: JobRunEnd?
  }

  /// One wait, from its begin to the next run.
  package struct Wait: Hashable, Sendable, Saved {
    package let since: Instant
    /// The earlier blocked times of the class of its needs.
    let classTotals: [BlockedTime]
    /// The blocking reasons last recorded in the ledger.
    var told: [Reason] = []
  }

  init(
    _ job: JobIdentifier,
    _ request: JobRequest,
    name: String,
    ownerUserID: UInt32,
    unmet: [JobIdentifier],
    zone: ZoneRules?,
    at now: Instant,
    clock: WallClock
  ) {
    self.job = job
    self.request = request
    self.name = name
    self.ownerUserID = ownerUserID
    self.unmet = unmet
    self.zone = zone
    submittedAt = now
    sinceUnixNanoseconds = clock.unixNanoseconds(at: now)
  }

  /// The maximum number of runs that are remembered.
  ///
  /// 16: our choice, a screen of history; some 100 bytes each.
  package static let runsMax = 16

  /// The longest time between a failure and the next try.
  ///
  /// Five hours: our choice, as in JobScheduler.
  package static let backoffMax = Duration.hours(5)

  /// Whether it must begin regardless of conditions.
  var isWanted: Bool { (isWantedNow || failure?.owesCommand == true) && state == .waiting }

  /// Whether jobs that follow it regardless of its outcome may begin.
  var hasEnded: Bool {
    if isFinished || hasSucceeded { return true }
    // A repeating job is never finished: its last final run counts.
    return request.schedule.every != nil && state == .waiting && failure?.owesCommand == false
  }

  /// The app of the job's process.
  package var app: AppIdentifier { Self.app(of: job) }

  /// The activity that decisions about the job name.
  package var activity: Activity { .job(job) }

  package var isFinished: Bool {
    switch state {
    case .done, .failed, .cancelled: true
    case .waiting, .running, .paused, .ending: false
    }
  }

  /// The prefix of the identifiers of jobs' processes; no app may have it.
  package static let appPrefix = "torpor.job."

  package static func app(of job: JobIdentifier) -> AppIdentifier {
    guard let app = AppIdentifier(appPrefix + job.description) else {
      preconditionFailure("digits are allowed in an identifier")
    }
    return app
  }

  /// Returns the job of an app that is a job's process; `nil` for every other app.
  package static func job(ofApp app: AppIdentifier) -> JobIdentifier? {
    guard app.text.hasPrefix(appPrefix) else { return nil }
    return JobIdentifier(String(app.text.dropFirst(appPrefix.count)))
  }
}
