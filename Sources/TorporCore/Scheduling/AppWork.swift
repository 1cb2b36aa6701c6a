package import TorporModel

/// All background work of one app: waiting and running work, and past results.
package struct AppWork: Hashable, Sendable, Saved {
  // Shape: a part of the saved record of an app; each property is a value with its own rules, or a date. One method for
  // each request of an app about its tasks and fetches.
  package internal(set) var requests = TaskRequests()
  package internal(set) var refused = RefusedRequests()
  package internal(set) var running = RunningTasks()
  package internal(set) var fetch = FetchState()
  package internal(set) var cooperation = Cooperation()
  /// When the app was last run for a refresh or a fetch.
  package internal(set) var lastRefreshAt: Instant?
  /// How often it was, today.
  package internal(set) var dailyRuns = DailyRuns()
  /// When the app was last run for processing.
  package internal(set) var lastProcessingAt: Instant?
  /// How long its processing tasks have taken.
  package internal(set) var lengths = TaskLengths()
  /// Delays transfers that the app begins in the background.
  package internal(set) var resumeLimiter = ResumeRateLimiter()
  /// When the app was last told of a Newsstand issue: here only in what is saved; `NewsstandService` owns it.
  package internal(set) var savedLastIssueAt: Instant?
  /// When the device looks again at what waits; `nil`: when something changes.
  package internal(set) var nextReview: Instant?
  /// The numbers of the work that the planner is to run.
  var planned: [UInt64] = []
  /// Whether something has changed that determines what may run: the device reviews it in the same turn.
  var needsReview = false

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case requests, refused, running, fetch, cooperation, lastRefreshAt, dailyRuns, lastProcessingAt,
      lengths, resumeLimiter
    case savedLastIssueAt = "lastIssueAt"
    case nextReview = "nextLook"
    case planned, needsReview
  }

  package init() {}

  /// Whether anything waits for its moment.
  package var isWaiting: Bool { !requests.pending.isEmpty || fetch.isWanted }

  /// Whether a review would find and change nothing.
  var isAtRest: Bool { !isWaiting && running.isEmpty && planned.isEmpty && nextReview == nil }

  /// The machine is awake for the work of that number.
  mutating func markDue(_ number: UInt64) {
    if fetch.number == number { fetch.isDue = true }
    for index in requests.pending.indices where requests.pending[index].number == number {
      requests.pending[index].isDue = true
    }
  }

  func expectedLength(of identifier: String) -> Duration {
    lengths.expectedLength(of: identifier)
  }

  /// When work of the kind last ran.
  func lastRun(of type: TaskType) -> Instant? {
    switch type {
    case .appRefresh: lastRefreshAt
    case .processing, .healthResearch: lastProcessingAt
    case .continued: nil
    }
  }

  /// No clock ran until now: running tasks have the time of an app that just left the screen, and a
  /// fetch is over with its wake.
  mutating func exemptionEnded(at now: Instant) {
    running.pause()
    running.postpone(until: now)
    fetch.runEnded()
    needsReview = true
  }

  /// Handles the end of the process: its running work ends, its requests stay.
  mutating func processEnded() {
    requests.forgetHandlers()
    running.removeAll()
    fetch.runEnded()
    needsReview = true
  }
}
