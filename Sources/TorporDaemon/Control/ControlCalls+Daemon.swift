import TorporCore
import TorporModel
import TorporWire

// What the daemon says of itself, and what moves to another machine as the calls that make it there again.

extension ControlCalls {
  func getVersion(_ call: Incoming<Control.GetVersion>) -> [Submission] {
    ask(call) { facts.version }
  }

  func getCapabilities(_ call: Incoming<Control.GetCapabilities>) -> [Submission] {
    ask(call) {
      Control.GetCapabilities.Reply(
        capabilities: table.capabilities(permission) + adoptionCapabilities
      )
    }
  }

  func getDigest(_ call: Incoming<Control.GetDigest>) -> [Submission] {
    ask(call) { () throws(WireError) in
      do throws(JournalFailure) {
        return Control.GetDigest.Reply(
          digest: try driver.device.stateDigest(),
          sequence: driver.journalSequence
        )
      } catch {
        throw WireError(error)
      }
    }
  }

  func export(_ call: Incoming<Control.Export>) -> [Submission] {
    ask(call) { () throws(WireError) in
      if let app = try resolve(call.app) { return try export(app: app) }
      if let name = call.job {
        let record = try resolveJob(name)
        return Control.Export.Reply(ownerUserID: record.ownerUserID, calls: calls(for: record))
      }
      guard permission.mayChangeDevice else { throw .permissionDenied }
      let settings = driver.device.ownSettings
      return Control.Export.Reply(
        ownerUserID: peer.userID,
        calls: [.changeSetting(Control.ChangeSetting(settings.held, settings.kept))]
      )
    }
  }

  /// Installed, with the same settings, and opened when it was opened here.
  private func export(app: AppIdentifier) throws(WireError) -> Control.Export.Reply {
    let device = driver.device
    guard let record = device.apps[app], let recipe = driver.recipe(of: app) else {
      throw .refused(.unknownApp(name: app.text, similar: []))
    }
    // What was started by `torpor run` ends here.
    guard !record.manifest.isTransient else {
      return Control.Export.Reply(ownerUserID: recipe.userID, calls: [])
    }
    let opens = device.usage.history(of: app)?.opens(before: LocalSecond(.max)) ?? []
    // What an administrator has fixed here is no wish of the user's.
    var settings = Control.ChangeSetting(app: app.text, record.ownSettings)
    // What the user has not decided here is decided on the other machine.
    let undecided = record.ownUndecided
    if undecided.contains(.microphone) { settings.allowsMicrophone = nil }
    if undecided.contains(.notifications) { settings.allowsNotifications = nil }
    if undecided.contains(.bluetooth) { settings.allowsBluetooth = nil }
    if undecided.contains(.accessories) { settings.allowsAccessories = nil }
    var calls: [ControlCall] = [
      .install(
        Control.Install(
          manifest: record.manifest,
          executable: recipe.executable,
          arguments: recipe.arguments,
          environment: recipe.environment,
          workingDirectory: recipe.workingDirectory
        )
      ),
      .changeSetting(settings),
    ]
    if !opens.isEmpty {
      let moments = opens.map { device.clock.instant(localSecond: $0.rawValue) }
      calls.append(
        .addUsage(
          Control.AddUsage(
            app: app.text,
            openedWallMicroseconds: moments.map { device.clock.unixNanoseconds(at: $0) / 1000 }
          )
        )
      )
    }
    return Control.Export.Reply(ownerUserID: recipe.userID, calls: calls)
  }

  /// Submitted again, to wait from then on; what has finished does not move.
  private func calls(for record: JobRecord) -> [ControlCall] {
    guard !record.isFinished, let recipe = driver.recipe(of: record.app) else { return [] }
    let jobs = driver.device.jobs
    var request = record.request
    request.name = record.name
    request.conflict = .refuse
    // Those that have finished well are not asked for again.
    let schedule = request.schedule
    request.schedule.after = []
    request.schedule.afterAny = []
    func names(_ asked: [JobIdentifier]) -> [String] {
      asked.filter(record.unmet.contains).compactMap { jobs[$0]?.name }
    }
    return [
      .submitJob(
        Control.SubmitJob(
          JobSubmission(
            request: request,
            after: names(schedule.after),
            afterAny: names(schedule.afterAny),
            executable: recipe.executable,
            arguments: recipe.arguments,
            environment: recipe.environment,
            workingDirectory: recipe.workingDirectory
          )
        )
      )
    ]
  }

  /// Takes the opens of another device, as this one counts them.
  func addUsage(_ call: Incoming<Control.AddUsage>) throws(WireError) -> [Submission] {
    let app = try resolve(call.app)
    let now = driver.wallNanoseconds() / 1000
    // What a clock that ran ahead has seen is to come.
    let ago = call.openedWallMicroseconds.sorted().filter { $0 <= now }.map {
      Duration(wireMicroseconds: now - $0)
    }
    // The opens are handled in the turn.
    return ask(call) { NoReply() }
      + [Submission(.device(event: .usageHistory(app: app, openedAgo: ago)))]
  }

  /// The device as it stands now, and how many apps the caller has on it.
  var deviceStatus: DeviceStatus {
    let device = driver.device
    // That another user's app begins to run is not for others to see.
    let records = device.apps.records.filter { permission.covers($0.identifier) }
    var status = DeviceStatus(
      at: driver.now(),
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
    let level = device.conditions.memory.map { _ in device.conditions.memoryLevel.value.rawValue }
    status.memoryLevel = level.flatMap(Control.MemoryLevel.init(rawValue:))
    status.memoryAvailableBytes = device.conditions.memory?.availableBytes
    status.memoryTotalBytes = device.conditions.memory?.totalBytes
    status.isOnExternalPower = device.conditions.power.value?.isOnExternalPower
    status.batteryPercent = device.conditions.power.value?.batteryPercent
    let link = device.conditions.network.value?.link.rawValue
    status.network = link.flatMap(Control.NetworkLink.init(rawValue:))
    status.thermal = Control.ThermalState(rawValue: device.conditions.thermal.value.rawValue)
    return status
  }
}
