import TorporModel

// The legacy background fetch (§4).

extension AppRecord {
  mutating func setFetchInterval(_ interval: FetchInterval, in turn: inout Turn) -> Reply {
    work.fetch.set(interval, number: turn.counters.makeActivity(), at: turn.now)
    work.needsReview = true
    if interval != .never, let lacks = missingForFetch(turn.profile) {
      // Apple takes the interval and never fetches (BF1); the developer finds the reason in the ledger.
      recordWork(.submit(.fetch), in: &turn, verdict: .denied, because: [lacks])
    }
    return .done
  }

  /// What the profile or the manifest lacks for a fetch.
  private func missingForFetch(_ profile: Profile) -> Condition? {
    if let missing = profile.missing(for: .backgroundFetch) { return missing.condition }
    guard !manifest.backgroundModes.contains(.fetch) else { return nil }
    return Condition(.notPermitted, holds: false, subject: BackgroundMode.fetch.rawValue)
  }

  /// Whether the old interface works for the app: not on iOS 13 on once the app lists identifiers
  /// for the scheduler (§3.2).
  func mayFetch(_ profile: Profile) -> Bool {
    guard profile.hasFetch else { return false }
    return !profile.hasTaskScheduler || manifest.permittedTaskIdentifiers.isEmpty
  }

  /// Has the app fetch, and says whether it was started or woken for it.
  mutating func runFetch(on device: ConditionContext, in turn: inout Turn) -> Bool {
    recordWork(.run(.fetch), in: &turn, because: [Condition(.plannedMoment)])
    wake(
      for: PendingEvent(reason: .backgroundFetch, callback: .performFetch),
      on: device,
      in: &turn
    )
    work.lastRefreshAt = turn.now
    guard wakes.last?.reason == .backgroundFetch else {
      // It holds too many events already; the rate limit says when it is tried again.
      work.needsReview = true
      return false
    }
    work.fetch.begin(at: turn.now)
    return true
  }

  /// The fetch is over, well or not.
  mutating func fetchEnded(_ result: CompletionResult, in turn: inout Turn) {
    guard let length = work.fetch.runEnded(at: turn.now) else { return }
    work.cooperation.note(Self.outcome(of: result, after: length))
    recordWork(.finish(.fetch, result), in: &turn, because: [])
    work.needsReview = true
  }

  /// What counts as quick; half of the budget, our choice.
  private static let quickFetch = Duration.seconds(15)

  private static func outcome(
    of result: CompletionResult,
    after length: Duration
  ) -> Cooperation.Outcome {
    switch result {
    case .newData, .success: length <= quickFetch ? .useful : .idle
    case .noData: length <= quickFetch ? .idle : .failed
    case .failed, .failure: .failed
    }
  }
}
