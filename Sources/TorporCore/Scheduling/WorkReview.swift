import TorporModel

/// What came of looking at everything of one app that waits.
struct WorkReview: Hashable, Sendable {
  /// One piece of work, as it was found.
  struct Finding: Hashable, Sendable {
    let activity: Activity
    /// What stands in the way now, or the moment that it waits for.
    let blockers: [Condition]
    let plannedAt: Instant?
  }

  var findings: [Finding] = []
  /// What is to run now, in the order of submission.
  var due: [Activity] = []
  /// When to look again; `nil`: only when something changes.
  var nextLook: Instant?

  mutating func lookAgain(at moment: Instant?) {
    guard let moment else { return }
    nextLook = nextLook.map { min($0, moment) } ?? moment
  }
}

extension AppRecord {
  /// Brings logs and plans up to date with what a review found.
  mutating func take(_ review: WorkReview, in turn: inout Turn) {
    work.nextLook = review.nextLook
    for finding in review.findings {
      let isNews: Bool
      switch finding.activity {
      case .task(let name):
        isNews = work.requests.note(finding, forRequest: name, at: turn.now)
      case .fetch:
        isNews = work.fetch.log.update(finding.blockers.map(\.reason), at: turn.now)
        work.fetch.plannedAt = finding.plannedAt
      case .job: continue
      }
      guard isNews, !finding.blockers.isEmpty else { continue }
      recordWork(.run(finding.activity), in: &turn, verdict: .waiting, because: finding.blockers)
    }
  }
}

extension TaskRequests {
  fileprivate mutating func note(
    _ finding: WorkReview.Finding,
    forRequest identifier: String,
    at now: Instant
  ) -> Bool {
    guard let index = pending.firstIndex(where: { $0.identifier == identifier }) else {
      return false
    }
    pending[index].plannedAt = finding.plannedAt
    return pending[index].log.update(finding.blockers.map(\.reason), at: now)
  }
}
