// Questions about pushes, transfers, places and the radio. What their rules say is looked at as far as the
// evidence goes; what it cannot show is told as unseen.

extension Evidence {
  private func answer(
    _ question: Question,
    _ checks: [Check],
    unseen: [Cause],
    shownBy: [Decision?] = []
  ) -> Diagnosis {
    Diagnosis(
      question: question,
      checks: checks + unseen.map { Check($0, .unseen) },
      shownBy: shownBy.compactMap { $0 }
    )
  }

  /// The latest wake of the kind that was not made, or not at once.
  private func denied(_ reasons: WakeReason...) -> Decision? {
    latest { decision in
      guard case .wake(let reason) = decision.action else { return false }
      return decision.verdict != .done && reasons.contains(reason)
    }
  }

  /// What stood in the way of the latest push, and what would stand in the way of one now.
  private func unmetPushConditions(_ denied: Decision?, _ reasons: [Reason]) -> [Check] {
    reasons.map { reason in
      let now = obstacle(reason, to: nil)
      guard now.finding != .found,
        let then = denied?.conditions.first(where: { $0.reason == reason && !$0.holds })
      else { return now }
      return Check(.obstacle, then, .found)
    }
  }

  // MARK: Pushes

  /// Q10.
  var pushLostAfterForceQuit: Diagnosis {
    let denied = denied(.silentPush, .visiblePush)
    return answer(
      .pushLostAfterForceQuit,
      unmetPushConditions(denied, [.forceQuit]) + [mode(.remoteNotification)]
        + unmetPushConditions(denied, [.backgroundRefreshOff, .beforeFirstUnlock]),
      unseen: [],
      shownBy: [denied]
    )
  }

  /// Q11.
  var onlySomePushes: Diagnosis {
    let denied = denied(.silentPush, .visiblePush)
    return answer(
      .onlySomePushes,
      [mode(.remoteNotification)]
        + unmetPushConditions(
          denied,
          [.rateLimit, .lowPowerMode, .backgroundRefreshOff, .forceQuit]
        ),
      unseen: [.pushRate, .pushNewestKept, .pushWrongHeaders],
      shownBy: [denied]
    )
  }

  /// Q13.
  var pushComesLate: Diagnosis {
    answer(
      .pushComesLate,
      unmetPushConditions(nil, [.lowPowerMode]),
      unseen: [.pushBatched, .pushRate]
    )
  }

  /// Q27.
  var voipPushStopped: Diagnosis {
    let kill = latestKill(.unreportedCall, .voipResumedTooOften)
    return answer(
      .voipPushStopped,
      [
        mode(.voip),
        kill == nil
          ? Check(.callsNotReported, .unseen) : Check(.callsNotReported, .found, since: kill?.at),
      ],
      unseen: [],
      shownBy: [kill]
    )
  }

  // MARK: Transfers

  /// Q18.
  var downloadsStop: Diagnosis {
    answer(
      .downloadsStop,
      [obstacle(.forceQuit, to: nil)],
      unseen: [.resumeLimiter]
    )
  }

  /// Q19.
  var uploadIsSlow: Diagnosis {
    answer(
      .uploadIsSlow,
      unmetConditions([.network, .externalPower, .lowPowerMode], to: nil),
      unseen: [.startedInBackground, .sessionFlags]
    )
  }

  /// Q20.
  var transferDelegateNotCalled: Diagnosis {
    answer(
      .transferDelegateNotCalled,
      [obstacle(.forceQuit, to: nil)],
      unseen: [.sessionNotRecreated, .completionNotCalled, .launchEventsOff]
    )
  }

  /// Q21.
  var transfersCancelled: Diagnosis {
    answer(
      .transfersCancelled,
      [obstacle(.forceQuit, to: nil), obstacle(.backgroundRefreshOff, to: nil)],
      unseen: [.transfersLost]
    )
  }

  /// Q22.
  var downloadedFileGone: Diagnosis {
    let update = latestEnd { $0 == .update }
    return answer(
      .downloadedFileGone,
      [],
      unseen: [.fileMovedTooLate, .containerMoved],
      shownBy: [update]
    )
  }

  // MARK: Location and radio

  private var locationAllowance: [Check] {
    [
      Check(.locationNever, if: settings.location == .never),
      Check(.locationNotAlways, if: settings.location == .whenInUse),
    ]
  }

  /// Q24.
  var locationStops: Diagnosis {
    answer(
      .locationStops,
      [mode(.location)] + locationAllowance,
      unseen: [.startedInBackground, .locationNotInBackground, .locationPaused]
    )
  }

  /// Q25.
  var regionIsLate: Diagnosis {
    answer(
      .regionIsLate,
      locationAllowance,
      unseen: [.regionHysteresis, .tooManyRegions, .regionTooSmall, .managerNotMade]
    )
  }

  /// Q26.
  var bluetoothNotRelaunched: Diagnosis {
    let modes: [BackgroundMode] = [.bluetoothCentral, .bluetoothPeripheral]
    let isDeclared = modes.contains(where: manifest.backgroundModes.contains)
    return answer(
      .bluetoothNotRelaunched,
      [
        obstacle(.forceQuit, to: nil),
        Check(.modeMissing, if: !isDeclared, subject: BackgroundMode.bluetoothCentral.rawValue),
      ],
      unseen: [.noRestoreIdentifier, .bluetoothToggled, .noPendingConnection]
    )
  }
}
