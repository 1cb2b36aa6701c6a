// Why an app runs, or does not, off screen.

extension Evidence {
  /// Q15.
  var remainingTimeIsHuge: Diagnosis {
    let isOnScreen = status.state.isForeground
    let exemption = status.heldBy.first { $0.reason == .exemption }
    let isUnlimited = status.timeRemaining == nil
    return Diagnosis(
      question: .remainingTimeIsHuge,
      checks: [
        Check(.onScreen, if: isOnScreen, since: status.since),
        Check(.exempt, if: exemption != nil, since: exemption?.since),
        Check(
          .nothingHeld,
          if: isUnlimited && !isOnScreen && exemption == nil && status.tasks.isEmpty
        ),
      ]
    )
  }

  /// Q16.
  var lessTimeThanBefore: Diagnosis {
    let wake = status.heldBy.first { $0.reason == .wake || $0.reason == .runningTask }
    return Diagnosis(
      question: .lessTimeThanBefore,
      checks: [
        Check(.insideWake, if: wake != nil, since: wake?.since),
        Check(
          .budgetOfProfile,
          .rule,
          subject: device.profile.rawValue,
          length: device.backgroundTaskBudget
        ),
      ]
    )
  }

  /// Q23.
  var startedByItself: Diagnosis {
    let start = latest(where: isStart)
    let shown = decisions.filter { decision in
      guard let start, decision.at >= start.at, decision.launch == start.launch else {
        return false
      }
      return Self.isOfRun(decision.action)
    }
    let run = shown.first { if case .run = $0.action { true } else { false } }
    let isSimulated = run?.conditions.contains { $0.reason == .simulated } ?? false
    return Diagnosis(
      question: .startedByItself,
      checks: [
        Check(.simulated, if: isSimulated, since: run?.at),
        start.map { Check(.woken, .found, subject: $0.action.eventPhrase, since: $0.at) }
          ?? Check(.noBackgroundLaunch, .found),
      ],
      shownBy: Array(shown.prefix(Self.shownMax))
    )
  }

  /// Returns whether the decision made the app run off screen: started or thawed for an event.
  private func isStart(_ decision: Decision) -> Bool {
    guard decision.verdict == .done else { return false }
    switch decision.action {
    case .launch(.background), .wake: return true
    case .run:
      return decisions.contains { $0.at == decision.at && $0.action == .thaw }
    default: return false
    }
  }

  /// Returns whether the action belongs to such a run: its beginning, the decisions about its time, and its end.
  private static func isOfRun(_ action: Decision.Action) -> Bool {
    switch action {
    case .launch, .thaw, .run, .wake, .expire, .finish, .end, .freeze: true
    default: false
    }
  }

  /// How many decisions of one launch are shown; our choice: a screen has room for them.
  private static let shownMax = 8

  /// Q28.
  var timersStop: Diagnosis {
    let freeze = latest { $0.action == .freeze && $0.verdict == .done }
    let isSuspended = status.state == .suspended
    return Diagnosis(
      question: .timersStop,
      checks: [
        Check(
          .suspended,
          isSuspended || freeze != nil ? .found : .ruledOut,
          since: isSuspended ? status.since : freeze?.at
        ),
        Check(.notHeld, if: isSuspended && status.tasks.isEmpty),
      ],
      shownBy: [freeze].compactMap { $0 }
    )
  }

  /// Q31.
  var runEveryFewMinutes: Diagnosis {
    Diagnosis(
      question: .runEveryFewMinutes,
      checks: [
        obstacle(.forceQuit, to: nil), Check(.noFixedIntervals, .rule),
        Check(.noEndlessRuns, .rule),
      ],
      forecast: waiting?.forecast
    )
  }

  /// Q32.
  var neverSleeps: Diagnosis {
    let held = status.state == .background ? status.heldBy : []
    let exemptions = status.heldBy.filter { $0.reason == .exemption && !held.contains($0) }
    let holds = (held + exemptions).map { Check(.hold, $0, .found) }
    let isOnScreen = status.state.isForeground
    let onScreen = isOnScreen ? [Check(.onScreen, .found, since: status.since)] : []
    let isAtRest = !isOnScreen && status.state != .background
    return Diagnosis(
      question: .neverSleeps,
      checks: holds.isEmpty && !isOnScreen
        ? [Check(.nothingHeld, isAtRest ? .found : .ruledOut)] : onScreen + holds,
      shownBy: decisions.filter { $0.action == .freeze && $0.verdict == .denied }.suffix(1)
    )
  }
}

extension Decision.Action {
  /// The event that an app was run for, as a phrase after "for".
  fileprivate var eventPhrase: String? {
    switch self {
    case .launch(.background(let reason)), .wake(let reason): reason.phrase
    case .run(let activity): activity.phrase
    default: nil
    }
  }
}
