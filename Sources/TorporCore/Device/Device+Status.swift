package import TorporModel

// What the outside may ask at any time; nothing here changes anything.

extension DeviceReading {
  /// Every app as it stands, in the order of identifiers.
  package func statuses(at moment: Instant) -> [AppStatus] {
    apps.records.map { status(of: $0, at: max(now, moment)) }
  }

  /// One app as it stands.
  package func status(of app: AppIdentifier, at moment: Instant) -> AppStatus? {
    apps[app].map { status(of: $0, at: max(now, moment)) }
  }

  private func status(of record: AppRecord, at moment: Instant) -> AppStatus {
    var status = record.status(at: moment, on: conditionContext(at: moment))
    status.watched = services.watched(for: record.identifier, in: profile)
    status.badge = notifications[record.identifier].flatMap { $0.badge > 0 ? $0.badge : nil }
    let undecided = Permission.allCases.filter(record.isUndecided)
    status.undecided = undecided.isEmpty ? nil : undecided
    return status
  }

  /// One job as it stands.
  package func jobStatus(of job: JobIdentifier, at moment: Instant) -> JobStatus? {
    services.jobs.status(of: job, on: state, at: moment)
  }

  /// All that is known of a transfer; `nil` for one that is not there.
  package func transferStatus(
    of transfer: TransferIdentifier,
    at moment: Instant
  ) -> TransferStatus? {
    services.transfers.status(of: transfer, on: state, at: moment)
  }

  /// What the push that waits for an app has not got, as the device stood after the last turn; `nil` where none waits.
  package func conditionsOfWaitingPush(to app: AppIdentifier) -> [Condition]? {
    services.push.conditionsOfWaiting(for: app, state)
  }

  /// Whether what starts the app is still needed: it is there, or is the process of a job that is.
  package func keepsRecipe(of app: AppIdentifier) -> Bool {
    apps[app] != nil || JobRecord.job(ofApp: app).map { jobs[$0] != nil } ?? false
  }
}

extension AppRecord {
  func status(at now: Instant, on device: ConditionContext) -> AppStatus {
    AppStatus(
      app: identifier,
      name: manifest.name,
      state: process.applicationState,
      since: usage.since,
      launch: process.launch,
      heldBy: shownHolds(at: now),
      tasks: time.tasks.map {
        BackgroundTaskStatus(
          task: $0.identifier,
          name: $0.name,
          begunAt: $0.begunAt,
          isExpiring: $0.isExpiring
        )
      },
      timeRemaining: timeRemaining(at: now),
      blockedBy: unmetGeneralConditions(on: device),
      footprintBytes: facts.footprintBytes,
      foregroundTime: usage.foregroundTime(at: now),
      backgroundTime: usage.backgroundTime(at: now),
      lastExit: persistentState.lastExit,
      isCooperative: process.launch == nil ? manifest.isCooperative : facts.speaks,
      ignored: manifest.ignoredKeys(in: device.profile),
      isAdopted: manifest.isAdopted
    )
  }

  /// What holds the app, and an exemption also where it keeps nothing up now (the app is on screen, or
  /// has no process): people must see it all the same.
  private func shownHolds(at now: Instant) -> [Condition] {
    let held = heldBy(at: now)
    guard let exemption = persistentState.exemption,
      !held.contains(where: { $0.reason == .exemption })
    else { return held }
    return held + [Condition(.exemption, since: exemption.since, until: exemption.until)]
  }

  /// What stands in the way of any launch into the background: what a push would meet, without the
  /// question whether the app declares pushes.
  ///
  /// That an event starts no app does not concern one that runs already. An allowance that is used up stands in the way of
  /// what can wait; it says until when.
  private func unmetGeneralConditions(on device: ConditionContext) -> [Condition] {
    if let missing = device.profile.missing(of: .multitasking) { return [missing.condition] }
    let unmet = relaunchConditions(byTableFor: .visiblePush, on: device).filter {
      !$0.holds && $0.reason != .notPermitted
        && ($0.reason != .notLaunchedForThis || process.launch == nil)
    }
    let usedUp = device.allowances(of: identifier, settings, usesNetwork: true).filter {
      !$0.holds && $0.allowance != nil
    }
    return unmet + usedUp
  }
}
