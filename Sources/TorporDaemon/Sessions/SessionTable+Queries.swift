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
      case .appOutput(let query): try answer(output(query, permission), waiting)
      case .jobOutput(let query): try answer(output(query, permission), waiting)
      case .transfers(let query): try answer(transfers(query, permission), waiting)
      case .diagnose(let name, let question):
        try diagnose(name, question, permission, waiting)
      case .push(let wish): answerPush(wish, waiting)
      // The fix was handled in the turn, as were the opens.
      case .locate, .addUsage: answer(.done, waiting)
      case .export(let subject): try answer(export(subject, permission), waiting)
      case .notifications(let query): try answer(notifications(query, permission), waiting)
      case .accessories: answer(.accessories(driver.device.links.accessories), waiting)
      case .version: answer(.version(facts.version), waiting)
      case .capabilities: answer(.capabilities(capabilities(permission)), waiting)
      case .digest: try answer(digest(), waiting)
      case .run, .wait, .signal, .launch, .home, .quit, .lock, .unlock, .install, .uninstall,
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
      if let record = apps.slot(of: launch).flatMap({ apps[slot: $0] })?.facts.commandEnd {
        return answer(.ended(record), waiting)
      }
      return awaitEnd(of: launch, waiting)
    }
    if let (record, app) = recentEnds[launch], app.map(permission.covers) ?? true {
      return answer(.ended(record), waiting)
    }
    let last = apps.records.first { $0.standing.lastExit?.launch == launch }
    if let last, permission.covers(last.identifier), let record = last.standing.lastExit {
      return answer(.ended(record), waiting)
    }
    guard let record = loggedEnd(of: launch, permission) else {
      return refuseUnknown(launch, waiting)
    }
    answer(.ended(record), waiting)
  }

  /// The end of a process that an earlier daemon has seen, and perhaps told nobody of.
  private func loggedEnd(
    of launch: LaunchIdentifier,
    _ permission: Permission
  ) -> ExitRecord? {
    let countMax = SessionTable.decisionsLookedThrough
    let rows = (try? driver.decisions(about: nil, after: 0, countMax: countMax)) ?? []
    let found = rows.last { $0.decision.launch == launch && ExitRecord($0.decision) != nil }
    guard let decision = found?.decision, permission.mayRead(decision) else { return nil }
    return ExitRecord(decision)
  }

  /// How many decisions are looked through for an end that this daemon has not seen.
  ///
  /// 1000: whoever waits asks again within seconds of a restart. Our choice.
  private static let decisionsLookedThrough = 1000

  private func refuseUnknown(_ launch: LaunchIdentifier, _ waiting: Waiting) {
    refuse(waiting.call, .unknownLaunch(launch), on: waiting.connection)
  }

  private func statuses(_ permission: Permission) -> [AppStatus] {
    driver.device.statuses(at: driver.now()).filter { permission.covers($0.app) }.map(measured)
  }

  private func explain(
    _ name: String,
    _ permission: Permission,
    _ waiting: Waiting
  ) throws(WireError) {
    let status = try status(named: name, permission)
    let decisions = try page(about: status.app, after: 0, countMax: SessionTable.decisionsOfRuns)
    let launch = status.launch ?? status.lastExit?.launch
    let own = isTransient(status.app) ? SessionTable.ofRun(launch, decisions) : decisions[...]
    let history = try withSleeps(own, endsWithThem: status.launch == nil)
    answer(.explained(status, Array(history.suffix(SessionTable.decisionsOfWhy))), waiting)
  }

  /// What was decided about an app, with the sleeps of the machine while it was there.
  private func withSleeps(
    _ own: ArraySlice<LoggedDecision>,
    endsWithThem: Bool
  ) throws(WireError) -> [LoggedDecision] {
    guard let first = own.first, let last = own.last else { return [] }
    let asleep = try sleeps(after: first.sequence)
      .filter { !endsWithThem || $0.sequence < last.sequence }
    let rows = (own + asleep).sorted { $0.sequence < $1.sequence }
    return LoggedDecision.history(in: rows, \.decision) { !$0.isSleep }
  }

  /// An app as it stands, or as a command ended that had the name lately.
  private func status(
    named name: String,
    _ permission: Permission
  ) throws(WireError) -> AppStatus {
    do throws(WireError) {
      let app = try resolve(name, permission)
      guard let status = driver.device.status(of: app, at: driver.now()) else {
        throw .refused(.unknownApp(name: name, similar: []))
      }
      return measured(status)
    } catch {
      guard error.isUnknownApp, let entry = ended(named: name, permission) else { throw error }
      return entry.status
    }
  }

  /// The command that had the name and ended last; a name that fits what is there means that.
  private func ended(named name: String, _ permission: Permission) -> EndedApps.Entry? {
    driver.device.ended.latest(named: name, at: driver.now()) {
      permission.mayChangeDevice || $0.ownerUserID == permission.peer.userID
    }
  }

  /// Whether nothing that is there has the name, and a command had it that ended lately.
  func isEnded(_ name: String, _ permission: Permission) -> Bool {
    ended(named: name, permission) != nil
  }

  /// Whether the app is a command, whose identifier others had before.
  private func isTransient(_ app: AppIdentifier) -> Bool {
    driver.device.apps[app].map(\.manifest.isTransient) ?? true
  }

  /// What was decided about one run of a command: what stands between the ends of the one before and
  /// of itself.
  static func ofRun(
    _ launch: LaunchIdentifier?,
    _ decisions: [LoggedDecision]
  ) -> ArraySlice<LoggedDecision> {
    guard let launch, let first = decisions.firstIndex(where: { $0.decision.launch == launch })
    else { return decisions[...] }
    let isRemoval = { (logged: LoggedDecision) in logged.decision.action == .remove }
    let begin = decisions[..<first].lastIndex(where: isRemoval).map { $0 + 1 } ?? 0
    let end = decisions[first...].firstIndex(where: isRemoval).map { $0 + 1 } ?? decisions.count
    return decisions[begin..<end]
  }

  /// With what only the kernel knows, read when somebody asks.
  private func measured(_ status: AppStatus) -> AppStatus {
    guard let launch = status.launch else { return status }
    var status = status
    status.processID = driver.mainProcessID(of: launch)
    status.footprintBytes = driver.footprintBytes(of: launch) ?? status.footprintBytes
    return status
  }

  private func activities(
    _ name: String?,
    _ permission: Permission,
    _ waiting: Waiting
  ) throws(WireError) {
    var app: AppIdentifier?
    if let name { app = try status(named: name, permission).app }
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
    if let name = query.app { app = try status(named: name, permission).app }
    let countMax = min(query.countMax ?? SessionTable.decisionsOfLog, SessionTable.decisionsMax)
    // Whoever may not read all of it gets what they may read of the newest.
    let pageMax = permission.mayChangeDevice ? countMax : SessionTable.decisionsMax
    let told = try page(about: app, after: query.after, countMax: pageMax)
    let asleep = app == nil ? [] : try sleeps(after: query.after)
    let decisions = (told + asleep).sorted { $0.sequence < $1.sequence }
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

  /// The sleeps of the machine among the newest decisions: they are part of what happened to each app.
  private func sleeps(after sequence: UInt64) throws(WireError) -> [LoggedDecision] {
    try page(about: nil, after: sequence, countMax: SessionTable.decisionsMax)
      .filter(\.decision.isSleep)
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
  /// How far back the runs of a command are looked through for the one that is asked about.
  private static let decisionsOfRuns = 200
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
          sleepAgain: conditions.sleepsAgain ?? false,
          jobNotifications: conditions.tellsJobFailures ?? true
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
    status.memoryLevel = device.conditions.memory.map { _ in
      device.conditions.memoryLevel.value.rawValue
    }
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

extension WireError {
  /// Whether nothing has the name; not that several have it, or that the caller may not see it.
  var isUnknownApp: Bool { if case .refused(.unknownApp) = self { true } else { false } }
}
