package import TorporModel

// Queries that are allowed at any time; this code is read-only.

extension DeviceReading {
  /// Returns the status of every app, in the order of identifiers.
  package func statuses(at moment: Instant) -> [AppStatus] {
    apps.records.map { status(of: $0, at: max(now, moment)) }
  }

  /// Returns the status of one app.
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

  /// Returns the status of one job.
  package func jobStatus(of job: JobIdentifier, at moment: Instant) -> JobStatus? {
    services.jobs.status(of: job, on: state, at: moment)
  }

  /// Returns all that is known about a transfer; `nil` if it does not exist.
  package func transferStatus(
    of transfer: TransferIdentifier,
    at moment: Instant
  ) -> TransferStatus? {
    services.transfers.status(of: transfer, on: state, at: moment)
  }

  /// Returns the unmet conditions of the push that waits for an app, as of the last turn; `nil` if none waits.
  package func conditionsOfWaitingPush(to app: AppIdentifier) -> [Condition]? {
    services.push.conditionsOfWaiting(for: app, state)
  }

  /// Returns whether the app's recipe is still needed: the app, or the job of its process, exists.
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

  /// Returns the holds of the app, and an exemption even if it has no effect now (the app is on
  /// screen, or has no process): users must see it nevertheless.
  private func shownHolds(at now: Instant) -> [Condition] {
    let held = heldBy(at: now)
    guard let exemption = persistentState.exemption,
      !held.contains(where: { $0.reason == .exemption })
    else { return held }
    return held + [Condition(.exemption, since: exemption.since, until: exemption.until)]
  }

  /// Returns the conditions that block any launch into the background: those of a push, except whether
  /// the app declares pushes.
  ///
  /// Whether an event starts an app does not matter for one that is running. A used-up allowance
  /// blocks work that can wait, with the time until when.
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
