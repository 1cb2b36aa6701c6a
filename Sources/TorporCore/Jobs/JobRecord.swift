package import TorporModel

/// All that is known of one job: what was asked for, what it waits for, and its runs.
///
/// It owns the rules of one job alone: when it may begin by clocks, what the end of a run means, and
/// how long what stood in its way. It does not own the device's conditions, nor which jobs run.
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
  /// The jobs before it that have not finished well.
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
  /// Moments of the calendar after this one are still to come, in nanoseconds since 1970.
  var sinceUnixNanoseconds: Int64
  /// Before when it is not tried again.
  package internal(set) var retryAt: Instant?
  /// Failures since it last went well.
  package internal(set) var failureCount = 0
  /// Whether the last run ended well: jobs after it may begin.
  package internal(set) var hasSucceeded = false
  /// How it last failed for good; `nil` when it has not, or runs again since.
  package internal(set) var failure: Failure?
  /// Whether its owner wants it run as soon as its process has ended.
  var isWantedNow = false

  /// One run under way.
  package struct Run: Hashable, Sendable, Saved {
    package let launch: LaunchIdentifier
    package let beganAt: Instant
    /// Whether its owner had it run past its conditions.
    package internal(set) var isForced: Bool
    /// Whether it takes one of its owner's slots while it is not paused.
    var takesSlot: Bool
    /// When its time is up; `nil` while it is paused, or for ever.
    package internal(set) var timeoutAt: Instant?
    /// What is left of its time while it is paused.
    var timeLeft: Duration?
    /// Why it was told to end.
    package internal(set) var stop: JobRunEnd?
  }

  /// One wait, from its begin to the next run.
  package struct Wait: Hashable, Sendable, Saved {
    package let since: Instant
    /// What the class of its needs had been blocked by before.
    let classTotals: [BlockedTime]
    /// What the ledger was last told to stand in the way.
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

  /// The most runs that are remembered.
  ///
  /// 16: our choice, a screen of history; some 100 bytes each.
  package static let runsMax = 16

  /// The longest time between a failure and the next try.
  ///
  /// Five hours: our choice, as JobScheduler has it.
  package static let backoffMax = Duration.hours(5)

  /// Whether it is to begin whatever stands in its way.
  var isWanted: Bool { (isWantedNow || failure?.owesCommand == true) && state == .waiting }

  /// Whether jobs that follow it whatever becomes of it may begin.
  var hasEnded: Bool {
    if isFinished || hasSucceeded { return true }
    // One that repeats is never finished: its last run for good counts.
    return request.schedule.every != nil && state == .waiting && failure?.owesCommand == false
  }

  /// The app that a job's process is.
  package var app: AppIdentifier { Self.app(of: job) }

  /// The activity that decisions about the job name.
  package var activity: Activity { .job(job) }

  package var isFinished: Bool {
    switch state {
    case .done, .failed, .cancelled: true
    case .waiting, .running, .paused, .ending: false
    }
  }

  /// What the identifiers of jobs' processes begin with; no app may be called like that.
  package static let appPrefix = "torpor.job."

  package static func app(of job: JobIdentifier) -> AppIdentifier {
    guard let app = AppIdentifier(appPrefix + job.description) else {
      preconditionFailure("digits are allowed in an identifier")
    }
    return app
  }

  /// The job whose process an app is; `nil` for every other app.
  package static func job(ofApp app: AppIdentifier) -> JobIdentifier? {
    guard app.text.hasPrefix(appPrefix) else { return nil }
    return JobIdentifier(String(app.text.dropFirst(appPrefix.count)))
  }
}
