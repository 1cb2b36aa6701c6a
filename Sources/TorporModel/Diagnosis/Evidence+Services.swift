// Questions about pushes, transfers, location and the radio. Their rules are checked as far as the
// evidence goes; what it cannot show is reported as unseen.

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

  /// Returns the latest wake of the kind that was refused or delayed.
  private func denied(_ reasons: WakeReason...) -> Decision? {
    latest { decision in
      guard case .wake(let reason) = decision.action else { return false }
      return decision.verdict != .done && reasons.contains(reason)
    }
  }

  /// Returns the conditions that blocked the latest push, and those that would block one now.
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

  /// Returns the first transfer that waits, for the reason if one is given.
  private func waitingTransfer(for reason: Reason? = nil) -> ActivityStatus? {
    transfers.first { work in
      guard !work.isRunning else { return false }
      return reason.map { reason in
        work.conditions.contains { $0.reason == reason && !$0.holds }
      } ?? true
    }
  }

  /// Q18.
  var downloadsStop: Diagnosis {
    let limited = waitingTransfer(for: .rateLimit)
    let limit = limited?.conditions.first { $0.reason == .rateLimit && !$0.holds }
    return answer(
      .downloadsStop,
      [
        obstacle(.forceQuit, to: nil),
        limit.map { Check(.resumeLimiter, .found, since: $0.since, until: $0.until) }
          ?? Check(.resumeLimiter, .ruledOut),
      ] + otherUnmetConditions(to: waitingTransfer(), than: [.forceQuit, .rateLimit]),
      unseen: []
    )
  }

  /// Q19.
  var uploadIsSlow: Diagnosis {
    answer(
      .uploadIsSlow,
      unmetConditions([.network, .externalPower, .lowPowerMode], to: waitingTransfer()),
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
    let reasons = [Reason.forceQuit, .backgroundRefreshOff]
    let cancelled = reasons.map { reason in
      latest { $0.cancelsTransfer && $0.conditions.contains { $0.reason == reason } }
    }
    // The cause may have ended without undoing its effect: the app was opened again, but its transfers stay cancelled.
    return answer(
      .transfersCancelled,
      zip(reasons, cancelled).map { reason, decision in
        decision.map { Check(.obstacle, .found, reason: reason, since: $0.at) }
          ?? obstacle(reason, to: nil)
      },
      unseen: [.transfersLost],
      shownBy: cancelled
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

  /// The largest number of regions and beacons of an app (§8.2).
  private static let regionsMax = 20

  private var locationAllowance: [Check] {
    [
      Check(.locationNever, if: !settings.location.isGranted),
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
    let regions = (status.watched ?? []).filter { $0.thing == .region || $0.thing == .beacon }
    return answer(
      .regionIsLate,
      locationAllowance + [
        Check(.regionHysteresis, .unseen),
        Check(.tooManyRegions, if: regions.count >= Self.regionsMax),
      ],
      unseen: [.regionTooSmall, .managerNotMade]
    )
  }

  /// Q26.
  var bluetoothNotRelaunched: Diagnosis {
    let modes: [BackgroundMode] = [.bluetoothCentral, .bluetoothPeripheral]
    let isDeclared = modes.contains(where: manifest.backgroundModes.contains)
    let radio: [WatchedItem.Thing] = [.peripheral, .scan, .advertising, .services]
    let requests = (status.watched ?? []).filter { radio.contains($0.thing) }
    let unrestored = requests.first(where: \.endsWithProcess)
    return answer(
      .bluetoothNotRelaunched,
      [
        obstacle(.forceQuit, to: nil),
        Check(.modeMissing, if: !isDeclared, subject: BackgroundMode.bluetoothCentral.rawValue),
        Check(.noRestoreIdentifier, if: unrestored != nil, subject: unrestored?.name),
        Check(.bluetoothToggled, .unseen),
        Check(.noPendingConnection, if: requests.isEmpty),
      ],
      unseen: []
    )
  }
}

extension Decision {
  /// Whether it cancelled a transfer of its app.
  fileprivate var cancelsTransfer: Bool {
    if case .cancel(.transfer) = action { true } else { false }
  }
}
