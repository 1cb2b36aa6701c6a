import TorporCore
import TorporModel
import TorporWire

// What moves to another machine, as the calls that make it there again.

extension SessionTable {
  func export(
    _ subject: ExportSubject,
    _ permission: Permission
  ) throws(WireError) -> ControlResult {
    switch subject {
    case .device:
      guard permission.mayChangeDevice else { throw .permissionDenied }
      return .exported(
        Exported(
          ownerUserID: permission.peer.userID,
          calls: [.changeSetting(.device(deviceSettingsToExport))]
        )
      )
    case .app(let name): return .exported(try export(app: try resolve(name, permission)))
    case .job(let name):
      let record = try resolveJob(name, permission)
      return .exported(Exported(ownerUserID: record.ownerUserID, calls: calls(for: record)))
    }
  }

  private var deviceSettingsToExport: DeviceSettingsChange {
    let conditions = driver.device.conditions
    return DeviceSettingsChange(
      backgroundRefresh: conditions.backgroundRefresh.value,
      lowPowerMode: conditions.lowPowerMode.value,
      profile: driver.device.profile.name,
      memoryVictims: conditions.memoryVictims,
      pageOutAfter: conditions.pageOutAfter,
      sleepAgain: conditions.sleepsAgain ?? false,
      jobNotifications: conditions.tellsJobFailures ?? true
    )
  }

  /// Installed, with the same settings, and opened when it was opened here.
  private func export(app: AppIdentifier) throws(WireError) -> Exported {
    let device = driver.device
    guard let record = device.apps[app], let recipe = driver.recipe(of: app) else {
      throw .refused(.unknownApp(name: app.text, similar: []))
    }
    // What was started by `torpor run` ends here.
    guard !record.manifest.isTransient else {
      return Exported(ownerUserID: recipe.userID, calls: [])
    }
    let settings = record.settings
    let opens = device.usage.history(of: app)?.opens(before: LocalSecond(.max)) ?? []
    var calls: [ControlMethod] = [
      .install(
        InstallRequest(
          manifest: record.manifest,
          executable: recipe.executable,
          arguments: recipe.arguments,
          environment: recipe.environment,
          workingDirectory: recipe.workingDirectory
        )
      ),
      .changeSetting(
        .app(
          app.text,
          AppSettingsChange(
            backgroundRefresh: settings.backgroundRefresh,
            location: settings.location,
            locationAccuracy: settings.locationAccuracy,
            allowsNotifications: settings.allowsNotifications,
            allowsMicrophone: settings.allowsMicrophone
          )
        )
      ),
    ]
    if !opens.isEmpty {
      let moments = opens.map { device.clock.instant(localSecond: $0.rawValue) }
      calls.append(
        .addUsage(
          UsageAddition(
            app: app.text,
            openedWallMicroseconds: moments.map { device.clock.unixNanoseconds(at: $0) / 1000 }
          )
        )
      )
    }
    return Exported(ownerUserID: recipe.userID, calls: calls)
  }

  /// Submitted again, to wait from then on; what has finished does not move.
  private func calls(for record: JobRecord) -> [ControlMethod] {
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
    ]
  }

  /// The opens of another device, as this one counts them.
  func add(_ usage: UsageAddition, _ permission: Permission) throws(WireError) -> Submission {
    let app = try resolve(usage.app, permission)
    let now = driver.wallNanoseconds() / 1000
    // What a clock that ran ahead has seen is to come.
    let ago = usage.openedWallMicroseconds.sorted().filter { $0 <= now }.map {
      Duration(wireMicroseconds: now - $0)
    }
    return Submission(.device(event: .usageHistory(app: app, openedAgo: ago)))
  }
}
