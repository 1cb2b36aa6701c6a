// Why work of the task scheduler does not run, or does not run when expected.

extension Evidence {
  /// Whether the app is still new: less than a day of use is known (§14, Q1).
  private var isLearning: Bool { (device.learnedFor ?? .zero) < .days(1) }

  /// The conditions of refreshes, in the order in which they are worth checking.
  private static let refreshConditions: [Reason] = [
    .forceQuit, .backgroundRefreshOff, .lowPowerMode, .notBefore, .usage, .budget, .rateLimit,
    .batteryLow, .energyAllowance, .dataAllowance,
  ]

  /// Q1.
  var refreshNeverRan: Diagnosis {
    let work = refresh
    let run = work.flatMap { latestRun(of: $0.activity) }
    let refused = refusal(where: isIdentifier)
    let late = refusal { $0.subject == Self.tooLate }
    let isUnlisted = work == nil && manifest.permittedTaskIdentifiers.isEmpty
    var checks = [
      Check(
        .identifierNotPermitted,
        refused != nil || isUnlisted ? .found : .ruledOut,
        subject: refused?.condition.subject,
        since: refused?.decision.at
      ),
      mode(.fetch), Check(.registeredTooLate, late),
      Check(.nothingPending, if: work == nil),
    ]
    checks += unmetConditions(Self.refreshConditions, to: work)
    checks += otherUnmetConditions(to: work, than: Self.refreshConditions + [.notPermitted])
    checks.append(planned(work))
    checks.append(Check(.stillLearning, if: isLearning))
    checks.append(Check(.hasRun, if: run != nil, since: run?.at))
    return Diagnosis(
      question: .refreshNeverRan,
      checks: checks,
      shownBy: [refused?.decision, late?.decision, run].compactMap { $0 },
      forecast: work?.forecast
    )
  }

  /// Q2: a simulated launch ignores all conditions, so the obstacles are the difference.
  var onlyWithDebugger: Diagnosis {
    let work = refresh ?? processing
    let simulated = latest { decision in
      guard case .run = decision.action, decision.verdict == .done else { return false }
      return decision.conditions.contains { $0.reason == .simulated }
    }
    let checks =
      [Check(.simulated, if: simulated != nil, since: simulated?.at)]
      + [Check(.nothingPending, if: work == nil)]
      + unmetConditions(Self.refreshConditions, to: work)
      + otherUnmetConditions(to: work, than: Self.refreshConditions) + [planned(work)]
    return Diagnosis(
      question: .onlyWithDebugger,
      checks: checks,
      shownBy: [simulated].compactMap { $0 },
      forecast: work?.forecast
    )
  }

  /// Q3.
  var ranOnce: Diagnosis {
    let run = latestRun()
    let activity = run.flatMap { if case .run(let activity) = $0.action { activity } else { nil } }
    let work = activities.first { $0.activity == activity && !$0.isRunning }
    let end = run.flatMap { self.end(of: $0) }
    let checks =
      [
        Check(.notSubmittedAgain, if: run != nil && isOver(activity), subject: activity?.name),
        Check(.notCompleted, if: isUncompleted(end), subject: activity?.name, since: end?.at),
        Check(.completedAsFailed, if: isFailure(end), subject: activity?.name, since: end?.at),
      ]
      + unmetConditions([.rateLimit] + Self.refreshConditions.filter { $0 != .rateLimit }, to: work)
      + otherUnmetConditions(to: work, than: Self.refreshConditions)
    return Diagnosis(
      question: .ranOnce,
      checks: checks,
      shownBy: [run, end].compactMap { $0 },
      forecast: work?.forecast
    )
  }

  /// Returns whether no request for the work waits or runs any more; a fetch stays requested by itself.
  private func isOver(_ activity: Activity?) -> Bool {
    activity != .fetch && !activities.contains { $0.activity == activity }
  }

  /// Returns whether a run ended without `setTaskCompleted`: asked to end, or killed.
  private func isUncompleted(_ end: Decision?) -> Bool {
    guard let end else { return false }
    if case .end = end.action { return true }
    return end.conditions.contains { $0.reason == .timeUp && !$0.holds }
  }

  private func isFailure(_ end: Decision?) -> Bool {
    guard let end, !isUncompleted(end), case .finish(_, let result) = end.action else {
      return false
    }
    return result == .failure || result == .failed
  }

  /// Q7.
  var processingOnlyAtNight: Diagnosis {
    let work = processing
    let lost = lostConditions
    let checks =
      [
        mode(.processing),
        Check(
          .conditionsLost,
          lost == nil ? .ruledOut : .found,
          reason: lost?.conditions.first { !$0.holds }?.reason,
          since: lost?.at
        ),
      ]
      + unmetConditions([.deviceInUse, .externalPower, .network], to: work).map(onlyAsked(by: work))
      + otherUnmetConditions(
        to: work,
        than: [.deviceInUse, .externalPower, .network, .notPermitted]
      )
      + [planned(work), Check(.onlyWhileIdle, .rule)]
    return Diagnosis(
      question: .processingOnlyAtNight,
      checks: checks,
      shownBy: [lost].compactMap { $0 },
      forecast: work?.forecast
    )
  }

  /// Returns a filter for conditions that the request has: one that needs no charger or network is not
  /// blocked by their absence.
  private func onlyAsked(by work: ActivityStatus?) -> (Check) -> Check {
    return { check in
      let isAsked = work?.conditions.contains { $0.reason == check.reason } ?? false
      return isAsked ? check : Check(.obstacle, .unseen, reason: check.reason)
    }
  }

  /// The latest time at which running work was asked to end because it lost a condition.
  private var lostConditions: Decision? {
    latest { decision in
      switch decision.action {
      case .expire, .finish:
        decision.conditions.contains { !$0.holds && Self.canBeLost.contains($0.reason) }
      default: false
      }
    }
  }

  private static let canBeLost: [Reason] = [.deviceInUse, .externalPower, .network, .thermal]

  /// Q9.
  var runsTooSeldom: Diagnosis {
    let work = refresh ?? waiting
    let told: [Reason] = [.notBefore, .rateLimit, .budget]
    let runs = decisions.filter { decision in
      guard case .run = decision.action, decision.verdict == .done else { return false }
      return decision.at + .days(1) > device.now
    }
    return Diagnosis(
      question: .runsTooSeldom,
      checks: [
        Check(.stillLearning, if: isLearning), obstacle(.notBefore, to: work), planned(work),
        obstacle(.rateLimit, to: work), obstacle(.budget, to: work),
      ] + otherUnmetConditions(to: work, than: told)
        + [Check(.earliestIsLowerBound, .rule), Check(.followsHabits, .rule)],
      shownBy: runs,
      forecast: work?.forecast
    )
  }

  /// Q12.
  var onlyOnTheCable: Diagnosis {
    let work = waiting
    let told: [Reason] = [.externalPower, .batteryLow, .budget, .lowPowerMode]
    let exemption = status.heldBy.first { $0.reason == .exemption }
    return Diagnosis(
      question: .onlyOnTheCable,
      checks: unmetConditions(told, to: work).map { check in
        check.reason == .externalPower ? onlyAsked(by: work)(check) : check
      }
        + [
          Check(.exempt, if: exemption != nil, since: exemption?.since),
          Check(.onBattery, if: !device.isOnExternalPower),
          Check(.chargerLiftsLimits, .rule),
        ],
      forecast: work?.forecast
    )
  }
}
