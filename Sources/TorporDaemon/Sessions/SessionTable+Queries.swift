import TorporCore
import TorporModel
import TorporWire

// What people's programs ask about: answered after the turn in which they asked, from what is saved.

extension SessionTable {
  func answer(_ method: ControlMethod, _ waiting: Waiting) {
    guard let peer = clients[waiting.connection]?.peer else { return }
    let permission = permission(of: peer)
    do throws(WireError) {
      switch method {
      case .list: answer(.apps(statuses(permission)), waiting)
      case .status: answer(.device(deviceStatus()), waiting)
      case .why(let name): try explain(name, permission, waiting)
      case .log(let query): try log(query, permission, waiting)
      case .getSettings(let name): try answer(settings(of: name, permission), waiting)
      case .activities(let name): try activities(name, permission, waiting)
      case .usage(let name):
        let app = try resolve(name, permission)
        answer(.usage(driver.device.usageStatus(of: app, at: driver.now())), waiting)
      case .jobs(let query): try answer(jobs(query, permission), waiting)
      case .jobOutput(let query): try answer(output(query, permission), waiting)
      case .transfers(let query): try answer(transfers(query, permission), waiting)
      case .diagnose(let name, let question):
        try diagnose(name, question, permission, waiting)
      case .push(let wish): answerPush(wish, waiting)
      // The fix was handled in the turn.
      case .locate: answer(.done, waiting)
      case .notifications(let query): try answer(notifications(query, permission), waiting)
      case .accessories: answer(.accessories(driver.device.links.accessories), waiting)
      case .version: answer(.version(facts.version), waiting)
      case .capabilities: answer(.capabilities(capabilities(permission)), waiting)
      case .digest: try answer(digest(), waiting)
      case .run, .wait, .launch, .home, .quit, .lock, .unlock, .install, .uninstall,
        .changeSetting, .exempt, .endExemption, .simulateLaunch, .simulateExpiration,
        .forgetUsage, .submitJob, .cancelJob, .runJobNow, .removeJob, .submitTransfers,
        .steerTransfers, .respond, .endCall, .plugAccessory, .unplugAccessory:
        preconditionFailure("\(method) changes something and is no query")
      }
    } catch {
      refuse(waiting.call, error, on: waiting.connection)
    }
  }

  func wait(for launch: LaunchIdentifier, _ permission: Permission, _ waiting: Waiting) {
    let apps = driver.device.apps
    if let app = apps.slot(of: launch).flatMap({ apps[slot: $0] })?.identifier {
      guard permission.covers(app) else { return refuseUnknown(launch, waiting) }
      return awaitEnd(of: launch, waiting)
    }
    if let (record, app) = recentEnds[launch], app.map(permission.covers) ?? true {
      return answer(.ended(record), waiting)
    }
    let last = apps.records.first { $0.standing.lastExit?.launch == launch }
    guard let last, permission.covers(last.identifier), let record = last.standing.lastExit else {
      return refuseUnknown(launch, waiting)
    }
    answer(.ended(record), waiting)
  }

  private func refuseUnknown(_ launch: LaunchIdentifier, _ waiting: Waiting) {
    refuse(waiting.call, .unknownLaunch(launch), on: waiting.connection)
  }

  private func statuses(_ permission: Permission) -> [AppStatus] {
    driver.device.statuses(at: driver.now()).filter { permission.covers($0.app) }
  }

  private func explain(
    _ name: String,
    _ permission: Permission,
    _ waiting: Waiting
  ) throws(WireError) {
    let app = try resolve(name, permission)
    guard let status = driver.device.status(of: app, at: driver.now()) else {
      throw .refused(.unknownApp(name: name, similar: []))
    }
    let decisions = try page(about: app, after: 0, countMax: SessionTable.decisionsOfWhy)
    answer(.explained(status, decisions), waiting)
  }

  private func activities(
    _ name: String?,
    _ permission: Permission,
    _ waiting: Waiting
  ) throws(WireError) {
    var app: AppIdentifier?
    if let name { app = try resolve(name, permission) }
    let activities = driver.device.activities(at: driver.now()).filter { status in
      (app == nil || status.app == app) && permission.mayRead(status)
    }
    answer(.activities(activities), waiting)
  }

  private func log(
    _ query: LogQuery,
    _ permission: Permission,
    _ waiting: Waiting
  ) throws(WireError) {
    var app: AppIdentifier?
    if let name = query.app { app = try resolve(name, permission) }
    let countMax = min(query.countMax ?? SessionTable.decisionsOfLog, SessionTable.decisionsMax)
    // Whoever may not read all of it gets what they may read of the newest.
    let pageMax = permission.mayChangeDevice ? countMax : SessionTable.decisionsMax
    let decisions = try page(about: app, after: query.after, countMax: pageMax)
      .filter { permission.mayRead($0.decision) }
      .suffix(countMax)
    guard query.follows else { return answer(.decisions(Array(decisions)), waiting) }
    followers.append(
      Follower(
        connection: waiting.connection,
        call: waiting.call,
        app: app,
        permission: permission
      )
    )
    proceed(.decisions(Array(decisions)), waiting)
  }

  func page(
    about app: AppIdentifier?,
    after sequence: UInt64,
    countMax: Int
  ) throws(WireError) -> [LoggedDecision] {
    do throws(JournalFailure) {
      return try driver.decisions(about: app, after: sequence, countMax: countMax).map {
        LoggedDecision(
          sequence: $0.entry.sequence,
          wallMicroseconds: $0.entry.wallNanoseconds / 1000,
          decision: $0.decision
        )
      }
    } catch {
      throw WireError(error)
    }
  }

  /// How many decisions `why` shows, and `log` unless asked for more, and the most that either gives.
  ///
  /// A row is some 300 bytes, so that the most stays below the 1 MiB of a message. Our choice.
  private static let decisionsOfWhy = 20
  private static let decisionsOfLog = 100
  private static let decisionsMax = 1000

  private func settings(
    of name: String?,
    _ permission: Permission
  ) throws(WireError) -> ControlResult {
    guard let name else {
      let conditions = driver.device.conditions
      return .deviceSettings(
        DeviceSettings(
          backgroundRefresh: conditions.backgroundRefresh.value,
          lowPowerMode: conditions.lowPowerMode.value,
          profile: driver.device.profile.name,
          memoryVictims: conditions.memoryVictims,
          pageOutAfter: conditions.pageOutAfter,
          sleepAgain: conditions.sleepsAgain ?? false
        )
      )
    }
    let app = try resolve(name, permission)
    return .appSettings(driver.device.apps[app]?.settings ?? AppSettings())
  }

  private func digest() throws(WireError) -> ControlResult {
    do throws(JournalFailure) {
      return .digest(
        try driver.device.stateDigest(),
        sequence: driver.journalSequence
      )
    } catch {
      throw WireError(error)
    }
  }

  private func deviceStatus() -> DeviceStatus {
    let device = driver.device
    let records = device.apps.records
    var status = DeviceStatus(
      atMicroseconds: driver.now().nanoseconds / 1000,
      wallMicroseconds: driver.wallNanoseconds() / 1000,
      profile: device.profile.name,
      isLocked: device.screen.isLocked,
      hasPasscode: device.screen.hasPasscode,
      backgroundRefresh: device.conditions.backgroundRefresh.value,
      lowPowerMode: device.conditions.lowPowerMode.value,
      appCount: records.count,
      runningCount: records.count { $0.process.launch != nil },
      suspendedCount: records.count { $0.process.applicationState == .suspended },
      sequence: driver.journalSequence
    )
    status.memoryLevel = device.conditions.memory?.level.rawValue
    status.memoryAvailableBytes = device.conditions.memory?.availableBytes
    status.memoryTotalBytes = device.conditions.memory?.totalBytes
    status.isOnExternalPower = device.conditions.power.value?.isOnExternalPower
    status.batteryPercent = device.conditions.power.value?.batteryPercent
    status.network = device.conditions.network.value?.link.rawValue
    status.thermal = device.conditions.thermal.value.rawValue
    return status
  }
}

extension WireError {
  /// What a caller is told of a journal that cannot be read.
  init(_ failure: JournalFailure) {
    self = .storageFailed(
      operation: failure.operation,
      path: failure.path,
      cause: failure.cause,
      isDiskFull: failure.isDiskFull
    )
  }
}
