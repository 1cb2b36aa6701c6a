// Why a request is not accepted.

extension Evidence {
  /// The ledger's text for a handler that was registered too late.
  static let tooLate = SchedulerMisuse.registeredTooLate(identifier: "").message

  /// Q4.
  var submitUnavailable: Diagnosis {
    let refused = refusal { $0.reason == .backgroundRefreshOff }
    let profile = refusal(where: Self.isProfile)
    return Diagnosis(
      question: .submitUnavailable,
      checks: [
        Check(.refreshOffForDevice, if: device.backgroundRefresh == .off),
        Check(.refreshOffForApp, if: settings.backgroundRefresh == .off),
        Check(
          .schedulerMissing,
          if: profile != nil || !device.hasTaskScheduler,
          subject: device.profile.rawValue
        ),
        // The switch may be on again by now.
        refused.map { Check(.obstacle, $0.condition, .found) }
          ?? Check(.obstacle, .ruledOut, reason: .backgroundRefreshOff),
        Check(.simulatorOrExtension, .ruledOut),
      ],
      shownBy: [refused?.decision, profile?.decision].compactMap { $0 }
    )
  }

  /// Q5.
  var submitRejected: Diagnosis {
    let full = refusal { $0.reason == .rateLimit }
    let mode = refusal { Self.mode(in: $0) != nil }
    let identifier = refusal(where: isIdentifier)
    let entitlement = refusal(where: Self.isEntitlement)
    let refused = [full, mode, identifier, entitlement].compactMap { $0?.decision }
    return Diagnosis(
      question: .submitRejected,
      checks: [
        Check(.tooManyPending, full), Check(.modeMissing, mode),
        Check(.identifierNotPermitted, identifier), Check(.entitlementMissing, entitlement),
      ],
      shownBy: refused.sorted { $0.at < $1.at }
    )
  }

  /// Q6.
  var handlerNotRegistered: Diagnosis {
    let misuses = decisions.filter { decision in
      guard case .submit = decision.action else { return false }
      return decision.conditions.contains { $0.reason == .notRegistered && !$0.holds }
    }
    let dropped = latest { decision in
      guard case .finish = decision.action else { return false }
      return decision.conditions.contains { $0.reason == .notRegistered && !$0.holds }
    }
    func latestMisuse(_ message: (String) -> SchedulerMisuse) -> Decision? {
      misuses.last { decision in
        guard case .submit(let activity) = decision.action else { return false }
        return decision.conditions.contains { $0.subject == message(activity.name).message }
      }
    }
    func check(_ cause: Cause, _ decision: Decision?) -> Check {
      guard let decision else { return Check(cause, .ruledOut) }
      return Check(cause, .found, subject: decision.action.activity?.name, since: decision.at)
    }
    let late = latestMisuse(SchedulerMisuse.registeredTooLate)
    let twice = latestMisuse(SchedulerMisuse.registeredTwice)
    let missing = latestMisuse(SchedulerMisuse.noHandler) ?? dropped
    let shown = [late, twice, missing].compactMap { $0 }.sorted { $0.at < $1.at }
    return Diagnosis(
      question: .handlerNotRegistered,
      checks: [
        check(.handlerMissing, missing), check(.registeredTooLate, late),
        check(.registeredTwice, twice),
      ],
      shownBy: shown
    )
  }
}

extension Decision.Action {
  /// The work that it is about.
  var activity: Activity? {
    switch self {
    case .submit(let activity), .cancel(let activity), .run(let activity), .expire(let activity),
      .finish(let activity, _):
      activity
    default: nil
    }
  }
}
