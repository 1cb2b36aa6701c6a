// Finding things in the evidence.

extension Evidence {
  // MARK: Decisions

  /// The latest decision that matches.
  func latest(where matches: (Decision) -> Bool) -> Decision? { decisions.last(where: matches) }

  /// Returns the latest end of a process of the app that matches.
  func latestEnd(where matches: (ExitReason) -> Bool) -> Decision? {
    latest { if case .end(let reason) = $0.action { matches(reason) } else { false } }
  }

  /// The latest end by one of the codes.
  func latestKill(_ codes: TerminationCode...) -> Decision? {
    latestEnd { if case .code(let code) = $0 { codes.contains(code) } else { false } }
  }

  /// Returns the latest submission that was refused for such a condition, unless a later one of the
  /// same work was accepted.
  func refusal(where matches: (Condition) -> Bool) -> Refused? {
    for index in decisions.indices.reversed() {
      guard case .submit(let activity) = decisions[index].action,
        decisions[index].verdict == .denied,
        let condition = decisions[index].conditions.first(where: matches)
      else { continue }
      let wasAccepted = decisions[index...].contains {
        $0.action == .submit(activity) && $0.verdict == .done
      }
      if !wasAccepted { return Refused(decision: decisions[index], condition: condition) }
    }
    return nil
  }

  /// A submission that was refused, and the condition.
  struct Refused {
    let decision: Decision
    let condition: Condition
  }

  /// The latest run of a piece of work, or of any task or fetch.
  func latestRun(of activity: Activity? = nil) -> Decision? {
    latest { decision in
      guard case .run(let run) = decision.action, decision.verdict == .done else { return false }
      return activity.map { $0 == run } ?? true
    }
  }

  /// Returns the latest accepted request for the work.
  func latestSubmission(of activity: Activity) -> Decision? {
    latest { $0.action == .submit(activity) && $0.verdict == .done }
  }

  /// Returns the decision that ended a run: the run finished, or the process ended.
  func end(of run: Decision) -> Decision? {
    guard case .run(let activity) = run.action else { return nil }
    return decisions.first { decision in
      guard decision.at >= run.at, decision != run else { return false }
      switch decision.action {
      case .finish(activity, _): return true
      case .end: return decision.launch == run.launch
      default: return false
      }
    }
  }

  // MARK: Work

  /// The app's refresh: a request for it, else its legacy fetch.
  var refresh: ActivityStatus? {
    activities.first { $0.type == .appRefresh } ?? activities.first { $0.activity == .fetch }
  }

  /// The processing request that waits or runs; of several, the one that has waited longest.
  var processing: ActivityStatus? {
    activities.filter { $0.type == .processing || $0.type == .healthResearch }
      .min { $0.submittedAt < $1.submittedAt }
  }

  /// The first work that waits.
  var waiting: ActivityStatus? { activities.first { !$0.isRunning } }

  // MARK: Conditions

  /// Checks whether a condition of the policy blocks a piece of work.
  ///
  /// If no waiting work needs the condition, the check is based on what is known about the app and the device.
  func obstacle(_ reason: Reason, to work: ActivityStatus?) -> Check {
    let asked = (work?.conditions ?? []).filter { $0.reason == reason }
    let known = asked.first { !$0.holds } ?? status.blockedBy.first { $0.reason == reason }
    if let known, !known.holds { return Check(.obstacle, known, .found) }
    if let condition = asked.first { return Check(.obstacle, condition, .ruledOut) }
    let finding: Check.Finding =
      switch reason {
      case .forceQuit, .beforeFirstUnlock: .ruledOut
      case .lowPowerMode: device.isInLowPowerMode ? .found : .ruledOut
      case .backgroundRefreshOff:
        [device.backgroundRefresh, settings.backgroundRefresh].contains(.off) ? .found : .ruledOut
      case .externalPower: device.isOnExternalPower ? .ruledOut : .found
      case .batteryLow: isBatteryLow ? .found : .ruledOut
      case .energyAllowance: settings.energyAllowanceJoules == 0 ? .ruledOut : .unseen
      case .dataAllowance: settings.dataAllowanceBytes == 0 ? .ruledOut : .unseen
      case .network: device.hasNetwork.map { $0 ? .ruledOut : .found } ?? .unseen
      default: .unseen
      }
    return Check(.obstacle, finding, reason: reason)
  }

  /// As in the policy (§13.2 factor 1).
  private var isBatteryLow: Bool {
    !device.isOnExternalPower && (device.batteryPercent.map { $0 < LowBattery.percent } ?? false)
  }

  /// Returns one check for each reason, in that order.
  func unmetConditions(_ reasons: [Reason], to work: ActivityStatus?) -> [Check] {
    reasons.map { obstacle($0, to: work) }
  }

  /// Returns all other conditions that block the work, for completeness.
  func otherUnmetConditions(to work: ActivityStatus?, than told: [Reason]) -> [Check] {
    (work?.conditions ?? [])
      .filter { !$0.holds && !told.contains($0.reason) && $0.reason != .plannedMoment }
      .map { Check(.obstacle, $0, .found) }
  }

  /// Checks whether the work only waits for its planned time.
  func planned(_ work: ActivityStatus?) -> Check {
    guard let moment = work?.conditions.first(where: { $0.reason == .plannedMoment && !$0.holds })
    else { return Check(.plannedLater, .ruledOut) }
    return Check(.plannedLater, .found, until: moment.until)
  }

  // MARK: The manifest

  /// Checks whether a mode is missing.
  func mode(_ mode: BackgroundMode) -> Check {
    Check(
      .modeMissing,
      manifest.backgroundModes.contains(mode) ? .ruledOut : .found,
      subject: mode.rawValue
    )
  }

  /// Returns the mode that is missing according to a condition; `nil`: it is about something else.
  static func mode(in condition: Condition) -> BackgroundMode? {
    guard condition.reason == .notPermitted else { return nil }
    return condition.subject.flatMap(BackgroundMode.init(rawValue:))
  }

  /// Whether a condition is about an identifier that the manifest does not list.
  func isIdentifier(_ condition: Condition) -> Bool {
    condition.reason == .notPermitted && Self.mode(in: condition) == nil
      && !Self.isEntitlement(condition)
  }

  /// Whether a condition is about an entitlement or a resource.
  static func isEntitlement(_ condition: Condition) -> Bool {
    condition.reason == .notPermitted
      && (condition.subject == "gpu"
        || condition.subject?.hasPrefix("com.apple.developer.") == true)
  }

  /// Whether a condition is about a profile without a task scheduler.
  static func isProfile(_ condition: Condition) -> Bool { condition.reason == .notInProfile }
}

extension Check {
  /// Makes a check of a refused submission.
  init(_ cause: Cause, _ refused: Evidence.Refused?) {
    self.init(
      cause,
      refused == nil ? .ruledOut : .found,
      subject: refused?.condition.subject,
      since: refused?.decision.at
    )
  }
}
