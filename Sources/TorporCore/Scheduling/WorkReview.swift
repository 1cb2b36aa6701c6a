package import TorporModel

/// The result of reviewing all waiting work of one app.
package struct WorkReview: Hashable, Sendable {
  /// One piece of work, as it was found.
  struct Finding: Hashable, Sendable {
    let activity: Activity
    /// What stands in the way now, or the moment that it waits for.
    let blockers: [Condition]
    /// Names it to the planner.
    let number: UInt64
    /// When the planner may run it; `nil` where something stands in its way, or it runs now.
    let window: WakeWindow?
  }

  /// What the planner calls a piece of work: its number, with the slot of its app beside it.
  static func key(number: UInt64, slot: Int) -> UInt64 {
    number * UInt64(AppTable.countMax) + UInt64(slot)
  }

  static func numberAndSlot(ofKey key: UInt64) -> (number: UInt64, slot: Int) {
    let (number, slot) = key.quotientAndRemainder(dividingBy: UInt64(AppTable.countMax))
    return (number, Int(slot))
  }

  var findings: [Finding] = []
  /// The numbers of what the planner is to run.
  var planned: [UInt64] { findings.filter { $0.window != nil }.map(\.number) }
  /// What is to run now, in the order of submission.
  var due: [Activity] = []
  /// When to look again; `nil`: only when something changes.
  var nextReview: Instant?

  /// Notes one piece of work with the conditions that were found; `window` says when it may run where
  /// nothing stands in its way, `nil` for now.
  mutating func note(
    _ activity: Activity,
    number: UInt64,
    conditions: [Condition],
    isDue: Bool,
    now: Instant,
    window: () -> WakeWindow?
  ) {
    var blockers = conditions.filter { !$0.holds }
    guard blockers.isEmpty else {
      findings.append(
        Finding(activity: activity, blockers: blockers, number: number, window: nil)
      )
      return lookAgain(at: blockers.compactMap(\.until).min())
    }
    let planned = isDue ? nil : window()
    if let planned {
      blockers.append(Condition(.plannedMoment, holds: false, until: planned.latest))
    } else {
      due.append(activity)
    }
    findings.append(
      Finding(activity: activity, blockers: blockers, number: number, window: planned)
    )
  }

  private mutating func lookAgain(at moment: Instant?) {
    guard let moment else { return }
    nextReview = nextReview.map { min($0, moment) } ?? moment
  }
}

extension AppRecord {
  /// Brings logs and plans up to date with what a review found.
  mutating func take(_ review: WorkReview, in turn: inout Turn) {
    work.nextReview = review.nextReview
    work.planned = review.planned
    for finding in review.findings {
      let isNews: Bool
      switch finding.activity {
      case .task(let name):
        isNews = work.requests.note(finding, forRequest: name, at: turn.now)
      case .fetch:
        isNews = work.fetch.log.update(finding.blockers.map(\.reason), at: turn.now)
        work.fetch.planned = finding.window.map { PlannedSpan($0) }
        work.fetch.isDue = false
      case .job, .transfer: continue
      }
      guard isNews, !finding.blockers.isEmpty else { continue }
      workOwner.record(
        .run(finding.activity),
        in: &turn,
        verdict: .waiting,
        because: finding.blockers
      )
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
    pending[index].planned = finding.window.map { PlannedSpan($0) }
    pending[index].isDue = false
    return pending[index].log.update(finding.blockers.map(\.reason), at: now)
  }
}

/// The span in which a piece of work is planned to run.
package struct PlannedSpan: Hashable, Sendable, Saved {
  package let earliest: Instant
  package let latest: Instant

  init(_ window: WakeWindow) {
    earliest = window.earliest
    latest = window.latest
  }

  /// Whether it has opened: then it stays as it is, for a plan that is made anew at every look is
  /// put off at every look.
  func isOpen(at now: Instant) -> Bool { earliest <= now && now <= latest }
}
