// Why time ran out, and why a process was ended.

extension Evidence {
  /// Q8.
  var killedAfterThirtySeconds: Diagnosis {
    let kill = latestKill(.fetchOverrun, .backgroundTaskOverrun, .watchdog).flatMap { decision in
      decision.conditions.contains { Self.assertions.contains($0.reason) } ? decision : nil
    }
    let silent = latest { decision in
      guard case .finish(_, .failure) = decision.action else { return false }
      return decision.conditions.contains { $0.reason == .timeUp && !$0.holds }
    }
    let warning = kill.flatMap(warning(before:))
    let stuck = kill.map { _ in warning != nil } ?? false
    let busy = latestEnd { $0 == .code(.watchdog) }.flatMap { decision in
      decision.conditions.first { Self.watchdogs.contains($0.reason) }
    }
    return Diagnosis(
      question: .killedAfterThirtySeconds,
      checks: [
        Check(
          .timeSpent,
          kill != nil || silent != nil ? .found : .ruledOut,
          subject: kill?.conditions.first { Self.assertions.contains($0.reason) }?.subject
            ?? silent?.action.activity?.name,
          until: (kill ?? silent)?.conditions.first { !$0.holds }?.until
        ),
        Check(.expirationHandlerMissing, if: silent != nil || isUnwarned(kill)),
        Check(.expirationHandlerTooSlow, if: stuck, since: warning?.at),
        Check(.mainThreadBusy, if: busy != nil, subject: busy?.subject),
      ],
      shownBy: [silent, warning, kill].compactMap { $0 }.sorted { $0.at < $1.at }
    )
  }

  /// Q14.
  var killedForAssertions: Diagnosis {
    let kill = latestKill(
      .watchdog,
      .backgroundTaskOverrun,
      .transferEventsOverrun,
      .fetchOverrun,
      .tooManyTasks,
      .excessiveResources
    )
    let warning = kill.flatMap(warning(before:))
    var checks: [Check] = []
    for condition in kill?.conditions ?? [] where !condition.holds {
      var check = Check(.breach, condition, .found)
      if condition.reason == .backgroundTask || condition.reason == .expiringActivity {
        check.length = device.backgroundTaskBudget
      }
      checks.append(check)
    }
    if kill == nil {
      checks = Self.assertions.map { Check(.breach, .ruledOut, reason: $0) }
    }
    checks.append(Check(.notWarned, if: isUnwarned(kill)))
    checks.append(Check(.expirationHandlerTooSlow, if: warning != nil, since: warning?.at))
    return Diagnosis(
      question: .killedForAssertions,
      checks: checks,
      shownBy: begins(before: kill) + [warning, kill].compactMap { $0 }
    )
  }

  /// Q17.
  var killedForFileLock: Diagnosis {
    let kill = latestKill(.fileLock)
    let lock = kill?.conditions.first { $0.reason == .fileLock && !$0.holds }
    let held = status.heldBy.first { $0.reason == .fileLock }
    return Diagnosis(
      question: .killedForFileLock,
      checks: [
        Check(
          .breach,
          lock == nil ? .ruledOut : .found,
          reason: .fileLock,
          subject: lock?.subject,
          since: lock?.since,
          until: kill?.at
        ),
        held.map { Check(.hold, $0, .found) } ?? Check(.hold, .ruledOut, reason: .fileLock),
      ],
      shownBy: [kill].compactMap { $0 }
    )
  }

  /// Q30.
  var continuedTaskExpired: Diagnosis {
    let work = activities.first { $0.type == .continued }
    func over(for reason: Reason) -> Decision? {
      latest { decision in
        switch decision.action {
        case .expire, .finish: decision.conditions.contains { $0.reason == reason && !$0.holds }
        default: false
        }
      }
    }
    let stalled = over(for: .noProgress)
    let hot = over(for: .thermal) ?? over(for: .memoryPressure)
    let cancelled = latest { decision in
      switch decision.action {
      case .expire, .finish: decision.conditions.contains { $0.reason == .simulated }
      default: false
      }
    }
    let removed = latest { decision in
      guard case .cancel = decision.action else { return false }
      return decision.conditions.contains { $0.reason == .forceQuit }
    }
    return Diagnosis(
      question: .continuedTaskExpired,
      checks: [
        Check(.stalled, if: stalled != nil, since: stalled?.conditions.first?.since),
        Check(
          .conditionsLost,
          hot == nil ? .ruledOut : .found,
          reason: hot?.conditions.first { !$0.holds }?.reason,
          since: hot?.at
        ),
        Check(.simulated, if: cancelled != nil, since: cancelled?.at),
        Check(
          .obstacle,
          removed == nil ? .ruledOut : .found,
          reason: .forceQuit,
          since: removed?.at
        ),
        obstacle(.slotTaken, to: work),
      ],
      shownBy: [stalled, hot, cancelled, removed].compactMap { $0 }.sorted { $0.at < $1.at },
      forecast: work?.forecast
    )
  }

  // MARK: Kills

  /// The assertions that an app can hold too long.
  static let assertions: [Reason] = [.backgroundTask, .expiringActivity, .runningTask, .wake]

  /// The time limits of callbacks on the main thread.
  static let watchdogs: [Reason] = [
    .launchWatchdog, .transitionWatchdog, .enterBackgroundWatchdog, .terminateWatchdog,
  ]

  /// Returns the last time before a kill at which that process was asked to end something.
  private func warning(before kill: Decision) -> Decision? {
    latest { decision in
      guard decision.at <= kill.at, decision.launch == kill.launch else { return false }
      switch decision.action {
      case .expire, .expireTask: return true
      default: return false
      }
    }
  }

  /// Returns whether a process was ended for an assertion without a warning.
  private func isUnwarned(_ kill: Decision?) -> Bool {
    guard let kill, kill.conditions.contains(where: { Self.assertions.contains($0.reason) }) else {
      return false
    }
    return warning(before: kill) == nil
  }

  /// Returns the beginnings of the tasks for which a process was ended.
  private func begins(before kill: Decision?) -> [Decision] {
    guard let kill else { return [] }
    let names = kill.conditions.filter { $0.reason == .backgroundTask }.map(\.subject)
    return decisions.filter { decision in
      guard case .beginTask(_, let name) = decision.action, decision.launch == kill.launch else {
        return false
      }
      return names.contains(name)
    }
  }
}
