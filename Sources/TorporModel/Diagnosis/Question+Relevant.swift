// The questions that an app raises.

extension Diagnosis {
  /// Returns the questions that the evidence answers, about failures and surprises, in their order.
  package static func relevant(from evidence: Evidence) -> [Question] {
    Question.allCases.filter { evidence.suggests($0) }
  }
}

extension Evidence {
  /// How long an app may keep running before the question arises; our choice, longer than any usual task.
  private static let longHold = Duration.minutes(10)

  private func finds(_ question: Question, _ causes: Cause...) -> Bool {
    Diagnosis.answer(question, from: self).checks.contains {
      $0.finding == .found && causes.contains($0.cause)
    }
  }

  /// Returns whether something other than time blocks the work; that its own app is on screen raises no question.
  private func isStuck(_ work: ActivityStatus?) -> Bool {
    guard let work, !work.isRunning else { return false }
    return work.forecast.needs.contains { $0 != .deviceInUse }
  }

  private func waits(for reasons: Reason...) -> Bool {
    activities.contains { work in
      work.conditions.contains { !$0.holds && reasons.contains($0.reason) }
    }
  }

  fileprivate func suggests(_ question: Question) -> Bool {
    switch question {
    case .refreshNeverRan: isStuck(refresh)
    case .onlyWithDebugger: finds(question, .simulated)
    case .ranOnce: finds(question, .notSubmittedAgain, .notCompleted)
    case .submitUnavailable: refusal { $0.reason == .backgroundRefreshOff } != nil
    case .submitRejected:
      finds(
        question,
        .tooManyPending,
        .modeMissing,
        .identifierNotPermitted,
        .entitlementMissing
      )
    case .handlerNotRegistered:
      finds(question, .handlerMissing, .registeredTooLate, .registeredTwice)
    case .processingOnlyAtNight:
      finds(question, .conditionsLost) || processing.map(isHeldUpByUse) ?? false
    case .killedAfterThirtySeconds: finds(question, .timeSpent)
    case .runsTooSeldom: waits(for: .rateLimit, .budget)
    case .onlyOnTheCable: waits(for: .batteryLow, .externalPower)
    case .pushLostAfterForceQuit: isDenied(.silentPush, .visiblePush, for: .forceQuit)
    case .onlySomePushes:
      isDenied(.silentPush, .visiblePush, for: .rateLimit, .backgroundRefreshOff, .lowPowerMode)
    case .killedForAssertions, .killedForFileLock: finds(question, .breach)
    case .startedByItself: finds(question, .woken)
    case .locationStops:
      manifest.backgroundModes.contains(.location) && settings.location != .always
    case .voipPushStopped: finds(question, .callsNotReported)
    case .downloadsStop: finds(question, .resumeLimiter)
    case .transfersCancelled:
      Diagnosis.answer(question, from: self).shownBy.isEmpty == false
    case .continuedTaskExpired: finds(question, .stalled)
    case .neverSleeps: isHeldForLong
    // Questions that no decision suggests: users ask them by themselves.
    case .pushComesLate, .remainingTimeIsHuge, .lessTimeThanBefore, .uploadIsSlow,
      .transferDelegateNotCalled, .downloadedFileGone, .regionIsLate,
      .bluetoothNotRelaunched, .timersStop, .notificationsDropped, .runEveryFewMinutes:
      false
    }
  }

  private func isHeldUpByUse(_ work: ActivityStatus) -> Bool {
    work.conditions.contains { !$0.holds && [.deviceInUse, .externalPower].contains($0.reason) }
  }

  private func isDenied(_ one: WakeReason, _ other: WakeReason, for reasons: Reason...) -> Bool {
    decisions.contains { decision in
      guard case .wake(let reason) = decision.action, [one, other].contains(reason) else {
        return false
      }
      return decision.verdict != .done
        && decision.conditions.contains { !$0.holds && reasons.contains($0.reason) }
    }
  }

  private var isHeldForLong: Bool {
    guard status.state == .background else { return false }
    return status.heldBy.contains { hold in
      device.now - (hold.since ?? status.since) >= Self.longHold || hold.reason == .exemption
    }
  }
}
