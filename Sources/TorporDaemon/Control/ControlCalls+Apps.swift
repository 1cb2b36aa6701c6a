import TorporCore
import TorporModel
import TorporWire

// Starting apps, bringing them to the front, and ending them.

extension ControlCalls {
  func list(_ call: Incoming<Control.List>) -> [Submission] {
    ask(call) {
      Control.List.Reply(
        apps: driver.device.statuses(at: driver.now()).filter { permission.covers($0.app) }
          .map(measured)
      )
    }
  }

  func watch(_ call: Incoming<Control.Watch>) -> [Submission] {
    let waiting = waiting(call)
    table.ask(waiting) { [table] () throws(WireError) in
      let seen = watched
      guard call.call.follows else { return table.answer(measured(seen), waiting) }
      table.watchers.append(
        SessionTable.Watcher(calls: self, call: call.id, seen: seen.withoutMeasures)
      )
      table.proceed(measured(seen), waiting)
    }
    return []
  }

  /// The apps that the caller may see and the device, without what only the kernel knows.
  var watched: Control.Watch.Reply {
    let apps = driver.device.statuses(at: driver.now()).filter { permission.covers($0.app) }
    return Control.Watch.Reply(apps: apps, device: deviceStatus)
  }

  func measured(_ reply: Control.Watch.Reply) -> Control.Watch.Reply {
    var reply = reply
    reply.apps = reply.apps.map(measured)
    return reply
  }

  func status(_ call: Incoming<Control.Status>) -> [Submission] {
    ask(call) { Control.Status.Reply(device: deviceStatus) }
  }

  /// Whether a command of another user has ended that was called so: its hours keep their name.
  private func isOfOther(_ app: AppIdentifier) -> Bool {
    guard let departed = driver.device.services.consumption[app].departed else { return false }
    return departed.ownerUserID != peer.userID
  }

  func run(_ call: Incoming<Control.Run>) throws(WireError) -> [Submission] {
    let app =
      call.identifier
      ?? RunIdentifier.make(for: call.executable) { app in
        driver.device.apps[app] == nil && table.namesOfTurn[app] == nil && !isOfOther(app)
      }
    var manifest = AppManifest(
      identifier: app,
      name: call.name ?? RunIdentifier.name(of: call.executable),
      isCooperative: false,
      isTransient: true
    )
    manifest.ownerUserID = peer.userID
    let recipe = LaunchRecipe(
      executable: call.executable,
      arguments: call.arguments,
      environment: call.environment,
      workingDirectory: call.workingDirectory,
      userID: peer.userID,
      groupID: peer.groupID,
      context: facts.launchContext(peer)
    )
    try checkRoom(for: manifest, recipe)
    let id = request(call) { (reply) throws(WireError) in try reply.launched(app) }
    return [
      Submission(
        .user(action: .run(manifest: manifest), id: id),
        recipe: recipe,
        streams: descriptors
      )
    ]
  }

  func launch(_ call: Incoming<Control.Launch>) throws(WireError) -> [Submission] {
    let app = try resolve(call.app)
    let id = request(call) { (reply) throws(WireError) in try reply.launched(app) }
    return [Submission(.user(action: .open(app: app), id: id))]
  }

  func home(_ call: Incoming<Control.Home>) throws(WireError) -> [Submission] {
    act(.home(app: try resolve(call.app)), call)
  }

  func quit(_ call: Incoming<Control.Quit>) throws(WireError) -> [Submission] {
    act(.forceQuit(app: try resolve(call.app)), call)
  }

  func lock(_ call: Incoming<Control.Lock>) -> [Submission] { act(.lock, call) }

  func unlock(_ call: Incoming<Control.Unlock>) -> [Submission] { act(.unlock, call) }

  func install(_ call: Incoming<Control.Install>) throws(WireError) -> [Submission] {
    var manifest = call.call.manifest
    manifest.ownerUserID = peer.userID
    let app = manifest.identifier
    let container = facts.container(of: app, ofUser: peer.userID)
    let recipe = LaunchRecipe(
      executable: call.executable,
      arguments: call.arguments,
      environment: call.environment,
      workingDirectory: call.workingDirectory,
      userID: peer.userID,
      groupID: peer.groupID,
      container: container
    )
    // A stranger's app is not replaced, whatever the caller says.
    let owner = driver.recipe(of: app)?.userID ?? table.namesOfTurn[app]
    let mayReplace = owner == nil || owner == peer.userID || peer.userID == 0
    try checkRoom(for: manifest, recipe)
    let action = UserAction.install(
      manifest: manifest,
      settings: AppSettings(),
      replaces: (call.replaces || isBack(app, call.executable)) && mayReplace,
      undecided: driver.device.profile.permissionsToDecide(about: manifest)
    )
    return [Submission(.user(action: action, id: request(call) { _ in NoReply() }), recipe: recipe)]
  }

  /// Whether it is an offloaded app whose bundle is in its place again.
  private func isBack(_ app: AppIdentifier, _ executable: String) -> Bool {
    driver.device.apps[app]?.persistentState.offloadedSince != nil
      && driver.recipe(of: app)?.executable == executable
  }

  func uninstall(_ call: Incoming<Control.Uninstall>) throws(WireError) -> [Submission] {
    act(.uninstall(app: try resolve(call.app)), call)
  }

  /// No user may fill the device, and no app may be larger than its limits.
  private func checkRoom(
    for manifest: AppManifest,
    _ recipe: LaunchRecipe
  ) throws(WireError) {
    let texts = [manifest.name] + manifest.permittedTaskIdentifiers + manifest.entitlements
    for text in texts where text.utf8.count > Self.nameBytesMax {
      throw .refused(
        .textTooLong(bytes: text.utf8.count, bytesMax: Self.nameBytesMax)
      )
    }
    try checkLength(of: recipe, and: manifest.permittedTaskIdentifiers + manifest.entitlements)
    let ofTurn = table.namesOfTurn.values.count { $0 == recipe.userID }
    guard driver.appCount(ofUser: recipe.userID) + ofTurn < Self.appsOfUserMax else {
      throw .refused(.tooManyApps(limit: Self.appsOfUserMax))
    }
    table.namesOfTurn[manifest.identifier] = recipe.userID
  }

  func checkLength(of recipe: LaunchRecipe, and others: [String] = []) throws(WireError) {
    let lists = recipe.arguments + recipe.environment + others
    let bytes = lists.reduce(recipe.executable.utf8.count) { $0 + $1.utf8.count + 1 }
    guard bytes <= Self.recipeBytesMax else {
      throw .refused(.textTooLong(bytes: bytes, bytesMax: Self.recipeBytesMax))
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

  /// With what only the kernel knows, read on request.
  func measured(_ status: AppStatus) -> AppStatus {
    guard let launch = status.launch else { return status }
    var status = status
    status.processID = driver.mainProcessID(of: launch)
    status.footprintBytes = driver.footprintBytes(of: launch) ?? status.footprintBytes
    status.processorTime = driver.processorTime(of: launch)
    return status
  }
}

extension Reply {
  /// The reply to a call that launches the app.
  ///
  /// - Throws: `WireError.refused` where it has ended at once.
  fileprivate func launched(_ app: AppIdentifier) throws(WireError) -> Control.Launch.Reply {
    guard case .launched(let launch) = self else { throw .refused(.notRunning(app)) }
    return Control.Launch.Reply(app: app, launch: launch)
  }
}
