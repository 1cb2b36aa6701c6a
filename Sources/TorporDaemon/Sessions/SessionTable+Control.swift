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
    if let denial = permission.denial(of: method) {
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
      driver.recipe(of: app)?.userID
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
      try checkRoom(for: permission.peer)
      return run(wish, call, permission.peer, on: connection)
    case .install(let wish):
      try checkRoom(for: permission.peer)
      return install(wish, permission.peer, id: request())
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
    case .changeSetting(.device(let wish)): return settings(wish) { request() }
    case .wait(let launch):
      wait(for: launch, Waiting(connection: connection, call: call.id))
      return []
    case .list, .status, .why, .log, .getSettings, .version, .capabilities, .digest:
      ask(method, Waiting(connection: connection, call: call.id))
      return []
    }
  }

  // MARK: Apps

  private func run(
    _ wish: RunRequest,
    _ call: WireSession.Call,
    _ peer: Peer,
    on connection: ConnectionIdentifier
  ) -> [Submission] {
    let app =
      wish.identifier
      ?? RunIdentifier.make(for: wish.executable) { [driver] in
        driver.device.apps[$0] == nil
      }
    let manifest = AppManifest(
      identifier: app,
      name: wish.name ?? RunIdentifier.name(of: wish.executable),
      isCooperative: false,
      isTransient: true
    )
    let recipe = LaunchRecipe(
      executable: wish.executable,
      arguments: wish.arguments,
      environment: wish.environment,
      workingDirectory: wish.workingDirectory,
      userID: peer.userID,
      groupID: peer.groupID
    )
    let open = makeRequest(.launch(app), for: call.id, on: connection)
    let install = makeRequest(.runInstall(next: open), for: call.id, on: connection)
    return [
      Submission(
        .user(
          action: .install(manifest: manifest, settings: AppSettings(), replaces: false),
          id: install
        ),
        recipe: recipe
      ),
      Submission(.user(action: .open(app: app), id: open), streams: call.descriptors),
    ]
  }

  private func install(
    _ wish: InstallRequest,
    _ peer: Peer,
    id: RequestIdentifier
  ) -> [Submission] {
    let recipe = LaunchRecipe(
      executable: wish.executable,
      arguments: wish.arguments,
      environment: wish.environment,
      workingDirectory: wish.workingDirectory,
      userID: peer.userID,
      groupID: peer.groupID,
      container: facts.containerFolder + "/" + wish.manifest.identifier.text
    )
    // A stranger's app is not replaced, whatever the caller says.
    let owner = driver.recipe(of: wish.manifest.identifier)?.userID
    let mayReplace = owner == nil || owner == peer.userID || peer.userID == 0
    return [
      Submission(
        .user(
          action: .install(
            manifest: wish.manifest,
            settings: AppSettings(),
            replaces: wish.replaces && mayReplace
          ),
          id: id
        ),
        recipe: recipe
      )
    ]
  }

  private func settings(
    _ wish: DeviceSettingsChange,
    id: () -> RequestIdentifier
  ) -> [Submission] {
    var settings: [Setting] = []
    if let value = wish.backgroundRefresh { settings.append(.backgroundRefresh(value)) }
    if let value = wish.lowPowerMode { settings.append(.lowPowerMode(value)) }
    if let value = wish.profile { settings.append(.profile(value)) }
    if let value = wish.memoryVictims { settings.append(.memoryVictims(value)) }
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

  /// No user may fill the device: 1024 apps of one user, our choice; a quarter of what it holds.
  private static let appsOfUserMax = 1024

  private func checkRoom(for peer: Peer) throws(WireError) {
    guard driver.appCount(ofUser: peer.userID) < SessionTable.appsOfUserMax else {
      throw .refused(.tooManyApps(limit: SessionTable.appsOfUserMax))
    }
  }

  // MARK: Names

  /// The app that a person means, among those the peer may ask for.
  func resolve(_ name: String, _ permission: Permission) throws(WireError) -> AppIdentifier {
    switch driver.device.apps.match(name, among: permission.covers) {
    case .found(let app): return app
    case .unknown(let similar): throw .refused(.unknownApp(name: name, similar: similar))
    }
  }
}
