import TorporCore
import TorporModel
import TorporWire

// What people's programs ask for: the calls that change something become submissions.

extension SessionTable {
  func run(
    _ method: ControlMethod,
    _ call: WireSession.Call,
    of peer: Peer,
    on connection: ConnectionIdentifier
  ) -> [Submission] {
    let permission = permission(of: peer)
    if let denial = permission.denial(of: method, isLocked: driver.device.screen.isLocked) {
      driver.discard(call.descriptors)
      refuse(call.id, denial, on: connection)
      return []
    }
    do throws(WireError) {
      return try submissions(for: method, call, permission, on: connection)
    } catch {
      driver.discard(call.descriptors)
      refuse(call.id, error, on: connection)
      return []
    }
  }

  func permission(of peer: Peer) -> Permission {
    Permission(peer: peer, daemonUserID: facts.userID) { [driver] app in
      driver.owner(of: app)
    }
  }

  private func submissions(
    for method: ControlMethod,
    _ call: WireSession.Call,
    _ permission: Permission,
    on connection: ConnectionIdentifier
  ) throws(WireError) -> [Submission] {
    func request(_ shape: Pending.Shape = .done) -> RequestIdentifier {
      makeRequest(shape, for: call.id, on: connection)
    }
    func change(_ action: UserAction) -> [Submission] {
      [Submission(.user(action: action, id: request()))]
    }
    switch method {
    case .run(let wish):
      return try run(wish, call, permission.peer) { app in request(.launch(app)) }
    case .install(let wish):
      return try install(wish, permission.peer) { request() }
    case .launch(let name):
      let app = try resolve(name, permission)
      return [Submission(.user(action: .open(app: app), id: request(.launch(app))))]
    case .home(let name?): return change(.home(app: try resolve(name, permission)))
    case .home(nil): return change(.home(app: nil))
    case .quit(let name): return change(.forceQuit(app: try resolve(name, permission)))
    case .lock: return change(.lock)
    case .unlock: return change(.unlock)
    case .uninstall(let name): return change(.uninstall(app: try resolve(name, permission)))
    case .exempt(let name, let length):
      return change(.exempt(app: try resolve(name, permission), lasting: length))
    case .endExemption(let name):
      return change(.endExemption(app: try resolve(name, permission)))
    case .changeSetting(.app(let name, let wish)):
      let app = try resolve(name, permission)
      let settings = wish.applied(to: driver.device.apps[app]?.settings ?? AppSettings())
      return change(.change(setting: .appSettings(app: app, settings: settings)))
    case .changeSetting(.device(let wish)):
      return settings(wish, Waiting(connection: connection, call: call.id)) { request() }
    case .simulateLaunch(let name, let task):
      let app = try developed(name, task: task, permission)
      return change(.simulateLaunch(app: app, task: task))
    case .simulateExpiration(let name, let task):
      let app = try developed(name, task: task, permission)
      return change(.simulateExpiration(app: app, task: task))
    case .forgetUsage(let name?): return change(.forgetUsage(app: try resolve(name, permission)))
    case .forgetUsage(nil): return change(.forgetUsage(app: nil))
    case .wait(let launch):
      wait(for: launch, permission, Waiting(connection: connection, call: call.id))
      return []
    case .signal(let launch, let number):
      return try signal(
        number,
        launch,
        permission,
        Waiting(connection: connection, call: call.id)
      ) { request() }
    case .submitJob(let wish): return try submit(wish, permission) { request(.job) }
    case .cancelJob(let name): return change(.cancelJob(try resolveJob(name, permission).job))
    case .runJobNow(let name): return change(.runJobNow(try resolveJob(name, permission).job))
    case .removeJob(let name): return change(.removeJob(try resolveJob(name, permission).job))
    case .submitTransfers(let wish): return try submit(wish, permission) { request(.transfers) }
    case .steerTransfers(let transfers, let steering):
      return try steer(transfers, steering, permission) { request(.steering($0)) }
    case .push(let wish):
      return try push(wish, permission, Waiting(connection: connection, call: call.id))
    case .respond(let wish):
      let app = try resolve(wish.app, permission)
      return [Submission(.user(action: .respond(app: app, wish.response), id: request()))]
    case .endCall(let name): return change(.endCall(app: try resolve(name, permission)))
    case .plugAccessory(let accessory): return change(.plug(accessory))
    case .unplugAccessory(let name): return change(.unplug(accessory: name))
    case .locate(let fix):
      ask(method, Waiting(connection: connection, call: call.id))
      return [locate(fix)]
    case .addUsage(let usage):
      let submission = try add(usage, permission)
      ask(method, Waiting(connection: connection, call: call.id))
      return [submission]
    case .list, .status, .why, .log, .getSettings, .activities, .diagnose, .usage, .version,
      .capabilities,
      .digest, .jobs, .jobOutput, .appOutput, .transfers, .notifications, .accessories,
      .export:
      ask(method, Waiting(connection: connection, call: call.id))
      return []
    }
  }

  // MARK: Apps

  private func run(
    _ wish: RunRequest,
    _ call: WireSession.Call,
    _ peer: Peer,
    id: (AppIdentifier) -> RequestIdentifier
  ) throws(WireError) -> [Submission] {
    let app =
      wish.identifier
      ?? RunIdentifier.make(for: wish.executable) { [driver, namesOfTurn] in
        driver.device.apps[$0] == nil && namesOfTurn[$0] == nil
      }
    var manifest = AppManifest(
      identifier: app,
      name: wish.name ?? RunIdentifier.name(of: wish.executable),
      isCooperative: false,
      isTransient: true
    )
    manifest.ownerUserID = peer.userID
    let recipe = LaunchRecipe(
      executable: wish.executable,
      arguments: wish.arguments,
      environment: wish.environment,
      workingDirectory: wish.workingDirectory,
      userID: peer.userID,
      groupID: peer.groupID,
      context: facts.launchContext(peer)
    )
    try checkRoom(for: manifest, recipe)
    return [
      Submission(
        .user(action: .run(manifest: manifest), id: id(app)),
        recipe: recipe,
        streams: call.descriptors
      )
    ]
  }

  /// Sends a signal to a plain command, as its shell would.
  ///
  /// One that asks it to end would not be heard while it is frozen, so that is a quit.
  private func signal(
    _ number: Int32,
    _ launch: LaunchIdentifier,
    _ permission: Permission,
    _ waiting: Waiting,
    id: () -> RequestIdentifier
  ) throws(WireError) -> [Submission] {
    let apps = driver.device.apps
    guard let slot = apps.slot(of: launch), let app = apps[slot: slot]?.identifier,
      permission.covers(app)
    else { throw .unknownLaunch(launch) }
    let isFrozen = apps.process(inSlot: slot)?.isFrozenOrFreezing == true
    if isFrozen, SessionTable.endingSignals.contains(number) {
      return [Submission(.user(action: .forceQuit(app: app), id: id()))]
    }
    processes.send(signal: number, to: launch)
    answer(.done, waiting)
    return []
  }

  /// SIGHUP, SIGINT, SIGQUIT and SIGTERM of signal(7): what asks a program to end.
  private static let endingSignals: Set<Int32> = [1, 2, 3, 15]

  private func install(
    _ wish: InstallRequest,
    _ peer: Peer,
    id: () -> RequestIdentifier
  ) throws(WireError) -> [Submission] {
    let app = wish.manifest.identifier
    // By user first, so that whoever installs an identifier next never meets another user's data.
    let container = "\(facts.containerFolder)/\(peer.userID)/\(app)"
    let recipe = LaunchRecipe(
      executable: wish.executable,
      arguments: wish.arguments,
      environment: wish.environment,
      workingDirectory: wish.workingDirectory,
      userID: peer.userID,
      groupID: peer.groupID,
      container: container
    )
    // A stranger's app is not replaced, whatever the caller says.
    let owner = driver.recipe(of: app)?.userID ?? namesOfTurn[app]
    let mayReplace = owner == nil || owner == peer.userID || peer.userID == 0
    try checkRoom(for: wish.manifest, recipe)
    return [
      Submission(
        .user(
          action: .install(
            manifest: wish.manifest,
            settings: AppSettings(),
            replaces: wish.replaces && mayReplace
          ),
          id: id()
        ),
        recipe: recipe
      )
    ]
  }

  private func settings(
    _ wish: DeviceSettingsChange,
    _ waiting: Waiting,
    id: () -> RequestIdentifier
  ) -> [Submission] {
    var settings: [Setting] = []
    if let value = wish.backgroundRefresh { settings.append(.backgroundRefresh(value)) }
    if let value = wish.lowPowerMode { settings.append(.lowPowerMode(value)) }
    if let value = wish.profile { settings.append(.profile(value)) }
    if let value = wish.memoryVictims { settings.append(.memoryVictims(value)) }
    if let value = wish.pageOutAfter { settings.append(.pageOutAfter(value)) }
    if let value = wish.sleepAgain { settings.append(.sleepsAgain(value)) }
    if let value = wish.jobNotifications { settings.append(.tellsJobFailures(value)) }
    if settings.isEmpty { answer(.done, waiting) }
    // One call, one reply: the last of the settings carries it.
    return settings.enumerated().map { index, setting in
      Submission(
        .user(
          action: .change(setting: setting),
          id: index == settings.count - 1 ? id() : nil
        )
      )
    }
  }

  /// No user may fill the device, and no app may be larger than its limits.
  private func checkRoom(
    for manifest: AppManifest,
    _ recipe: LaunchRecipe
  ) throws(WireError) {
    let texts = [manifest.name] + manifest.permittedTaskIdentifiers + manifest.entitlements
    for text in texts where text.utf8.count > SessionTable.nameBytesMax {
      throw .refused(
        .textTooLong(bytes: text.utf8.count, bytesMax: SessionTable.nameBytesMax)
      )
    }
    try checkLength(of: recipe, and: manifest.permittedTaskIdentifiers + manifest.entitlements)
    let ofTurn = namesOfTurn.values.count { $0 == recipe.userID }
    guard driver.appCount(ofUser: recipe.userID) + ofTurn < SessionTable.appsOfUserMax else {
      throw .refused(.tooManyApps(limit: SessionTable.appsOfUserMax))
    }
    namesOfTurn[manifest.identifier] = recipe.userID
  }

  func checkLength(of recipe: LaunchRecipe, and others: [String] = []) throws(WireError) {
    let lists = recipe.arguments + recipe.environment + others
    let bytes = lists.reduce(recipe.executable.utf8.count) { $0 + $1.utf8.count + 1 }
    guard bytes <= SessionTable.recipeBytesMax else {
      throw .refused(.textTooLong(bytes: bytes, bytesMax: SessionTable.recipeBytesMax))
    }
  }

  /// 1024 apps of one user: a quarter of what the device holds.
  ///
  /// Our choice.
  private static let appsOfUserMax = 1024

  /// 256 bytes of a name: a line of a table.
  ///
  /// Our choice.
  private static let nameBytesMax = 256

  /// 128 KiB of arguments and environment together.
  ///
  /// What Linux allows one of them to have (`MAX_ARG_STRLEN`), and ten times a desktop's environment.
  /// Our choice.
  private static let recipeBytesMax = 128 << 10

  // MARK: Names

  /// The app that a person means, among those the peer may ask for.
  func resolve(_ name: String, _ permission: Permission) throws(WireError) -> AppIdentifier {
    switch driver.device.apps.match(name, among: permission.covers) {
    case .found(let app): return app
    case .ambiguous(let apps): throw .refused(.ambiguousApp(name: name, apps: apps))
    case .unknown(let similar): throw .refused(.unknownApp(name: name, similar: similar))
    }
  }

  /// The app whose task a developer means; without a name the first of theirs that has such a task.
  ///
  /// `nil` leaves the search to the device, for whoever speaks for all of it.
  private func developed(
    _ name: String?,
    task: String,
    _ permission: Permission
  ) throws(WireError) -> AppIdentifier? {
    if let name { return try resolve(name, permission) }
    if permission.mayChangeDevice { return nil }
    let found = driver.device.activities(at: driver.now()).first { status in
      status.activity == .task(identifier: task) && status.app.map(permission.covers) ?? false
    }
    guard let app = found?.app else { throw .refused(.noSuchTask(identifier: task)) }
    return app
  }
}
