import TorporModel

// Actions of the user.

extension Device {
  mutating func handle(
    _ action: UserAction,
    _ id: RequestIdentifier?,
    in turn: inout Turn
  ) {
    let reply = perform(action, in: &turn)
    if let id { turn.order(.reply(id, reply)) }
    if action.isAtTheDevice {
      conditions.lastUserAction = turn.now
      conditionsChanged(in: &turn)
      announce(.work(.coalesce(.processor)), in: &turn)
    }
  }

  private mutating func perform(_ action: UserAction, in turn: inout Turn) -> Reply {
    if let app = action.appToBeOwned, apps[app]?.manifest.isAdopted == true {
      return .refused(.isAdopted(app))
    }
    switch action {
    case .install(let manifest, let settings, let replaces, let undecided):
      return install(manifest, settings, replaces: replaces, undecided: undecided, in: &turn)
    case .run(let manifest):
      let reply = install(manifest, AppSettings(), replaces: false, in: &turn)
      if case .refused = reply { return reply }
      return open(manifest.identifier, in: &turn)
    case .uninstall(let app): return onApp(app, in: &turn) { $0.uninstall(in: &$1) }
    case .update(let app):
      return onApp(app, in: &turn) {
        $0.kill(.update, in: &$1, because: [Condition(.userAction)])
      }
    case .open(let app): return open(app, in: &turn)
    case .home(let app): return home(app, in: &turn)
    case .lock: return lock(in: &turn)
    case .unlock:
      let unheard = unlock(returning: true, in: &turn)
      announceRegainedData(to: unheard, in: &turn)
      return .done
    case .interrupt: return interrupt(true, in: &turn)
    case .endInterrupt: return interrupt(false, in: &turn)
    case .forceQuit(let app):
      screen.remove(app)
      let reply = onApp(app, in: &turn) { $0.forceQuit(in: &$1) }
      announce(.app(.forceQuit(app)), in: &turn)
      return reply
    case .exempt(let app, let length):
      let reply = onApp(app, in: &turn) { $0.exempt(lasting: length, in: &$1) }
      _ = ask(in: &turn) { $0.storage.leaveAlone(app, $1, &$2) }
      return reply
    case .endExemption(let app): return onApp(app, in: &turn) { $0.endExemption(in: &$1) }
    case .change(let setting):
      if let refusal = restriction(against: setting) { return .refused(refusal) }
      return change(setting, in: &turn)
    case .decide(let app, let permissions, let settings):
      if let refusal = restriction(against: settings, of: app) { return .refused(refusal) }
      return decide(permissions, of: app, settings, in: &turn)
    case .simulateLaunch(let app, let task):
      return ask(in: &turn) { $0.scheduler.simulateLaunch(of: task, app: app, $1, &$2) }
    case .simulateExpiration(let app, let task):
      return ask(in: &turn) { $0.scheduler.simulateExpiration(of: task, app: app, $1, &$2) }
    case .cancelTask(let app, let task):
      return ask(in: &turn) { $0.scheduler.cancelTask(task, app: app, $1, &$2) }
    case .forgetUsage(let app):
      if let app, apps.slot(of: app) == nil { return .refused(state.unknown(app)) }
      if let app { usage.clear(app) } else { usage.clear() }
      announce(.work(.historyChanged), in: &turn)
      return .done
    case .submitJob(let request, let owner, let zone):
      return ask(in: &turn) { $0.jobs.submit(request, owner: owner, zone: zone, $1, &$2) }
    case .cancelJob(let job): return ask(in: &turn) { $0.jobs.cancel(job, $1, &$2) }
    case .runJobNow(let job): return ask(in: &turn) { $0.jobs.runNow(job, $1, &$2) }
    case .removeJob(let job): return ask(in: &turn) { $0.jobs.remove(job, $1, &$2) }
    case .transfer(let action):
      return ask(in: &turn) { $0.transfers.perform(action, $1, &$2) }
    case .respond(let app, let response): return respond(response, of: app, in: &turn)
    case .endCall(let app):
      let hadCall = services.push[app].call != nil
      announce(.push(.endCall(app)), in: &turn)
      return .service(.callEnded(hadCall: hadCall))
    case .connectAccessory(let accessory):
      return ask(in: &turn) { $0.accessories.connect(simulated: accessory, $1, &$2) }
    case .disconnectAccessory(let accessory):
      return ask(in: &turn) { $0.accessories.disconnect(simulated: accessory, $1, &$2) }
    case .pageOut(let app): return ask(in: &turn) { $0.paging.pageOut(app, $1, &$2) }
    case .purgeCaches(let app): return ask(in: &turn) { $0.storage.purge(app, $1, &$2) }
    case .offload(let app): return offload(app, in: &turn)
    case .restoreProgram(let app): return restoreProgram(of: app, in: &turn)
    }
  }

  // MARK: Apps come and go

  private mutating func install(
    _ manifest: AppManifest,
    _ settings: AppSettings,
    replaces: Bool,
    undecided: [Permission]? = nil,
    in turn: inout Turn
  ) -> Reply {
    let app = manifest.identifier
    // Only the processes of jobs have these names.
    guard !app.text.hasPrefix(JobRecord.appPrefix) else { return .refused(.alreadyInstalled(app)) }
    if let slot = apps.slot(of: app) {
      guard replaces else { return .refused(.alreadyInstalled(app)) }
      update(slot: slot, in: &turn) { record, turn in
        record.manifest = manifest
        record.work.dropUnpermittedRequests(of: record.workOwner, in: &turn)
        record.persistentState.isUninstalled = false
        record.restoreProgram(in: &turn)
        record.kill(.update, in: &turn, because: [Condition(.userAction)])
      }
    } else {
      guard apps.count < AppTable.countMax else {
        return .refused(.tooManyApps(limit: AppTable.countMax))
      }
      var record = AppRecord(manifest: manifest, settings: settings, at: turn.now)
      if let undecided { record.begin(undecided: undecided) }
      if let fixed = conditions.restrictions?.settings(of: app), !fixed.isEmpty {
        record.fix(fixed, refreshIsOn: conditions.backgroundRefresh.value != .off, in: &turn)
      }
      _ = apps.insert(record)
      if !record.settings.allowances.areNone { allowancesChanged() }
    }
    turn.record(.install, of: app, because: [Condition(.userAction)])
    return .done
  }

  /// Applies an action to an app that must exist.
  mutating func onApp(
    _ app: AppIdentifier,
    in turn: inout Turn,
    _ change: (inout AppRecord, inout Turn) -> Void
  ) -> Reply {
    guard let slot = apps.slot(of: app) else { return .refused(state.unknown(app)) }
    update(slot: slot, in: &turn, change)
    return .done
  }

  /// The user taps a notification, answers it, or dismisses it.
  private mutating func respond(
    _ response: NotificationResponse,
    of app: AppIdentifier,
    in turn: inout Turn
  ) -> Reply {
    if services.location.hasAsked(response, of: app) {
      announce(.location(.answer(response, of: app)), in: &turn)
      return .done
    }
    if let reply = respondToNotice(response, of: app, in: &turn) { return reply }
    if let reply = respondToConsent(response, of: app, in: &turn) { return reply }
    turn.opened = nil
    let reply = ask(in: &turn) { $0.notifications.respond(response, of: app, $1, &$2) }
    return turn.opened ?? reply
  }

  // MARK: On and off the screen

  mutating func open(_ app: AppIdentifier, in turn: inout Turn) -> Reply {
    guard let slot = apps.slot(of: app) else { return .refused(state.unknown(app)) }
    let unheard = unlock(returning: false, in: &turn)
    if profile.hasSingleScreen {
      for other in screen.front where other != app {
        screen.remove(other)
        update(other, in: &turn) { $0.leaveScreen(in: &$1) }
      }
    }
    screen.add(app)
    screen.windows.command(app, isOpen: true) { [profile] row in
      profile.hasSingleScreen ? row.isFocused : row.isShown
    }
    screenChanged()
    state.noteOpened(slot: slot, at: turn.now)
    if apps.process(inSlot: slot)?.isEnding == true { screen.reopen(app) }
    // The user is present: this answers a call, and a screen saver has ended.
    endInterruptions(by: app, in: &turn)
    endMachineInterruptions(in: &turn)
    update(slot: slot, in: &turn) { $0.open(in: &$1) }
    announceRegainedData(to: unheard, in: &turn)
    return apps.process(inSlot: slot)?.launch.map { .launched($0) } ?? .done
  }

  private mutating func home(_ app: AppIdentifier?, in turn: inout Turn) -> Reply {
    guard let app else {
      for app in screen.clear() {
        screen.windows.command(app, isOpen: false) { !$0.isShown }
        update(app, in: &turn) { $0.leaveScreen(in: &$1) }
      }
      screenChanged()
      screen.isInterrupted = false
      return .done
    }
    guard apps.slot(of: app) != nil else { return .refused(state.unknown(app)) }
    screen.windows.command(app, isOpen: false) { !$0.isShown }
    screenChanged()
    guard screen.front.contains(app) else {
      update(app, in: &turn) { record, _ in record.suspension.lookAgain() }
      return .done
    }
    screen.remove(app)
    update(app, in: &turn) { $0.leaveScreen(in: &$1) }
    return .done
  }

  private mutating func lock(in turn: inout Turn) -> Reply {
    if !screen.isLocked { conditions.lockedSince = turn.now }
    for app in screen.lock(at: turn.now) { update(app, in: &turn) { $0.leaveScreen(in: &$1) } }
    screenChanged()
    return .done
  }

  /// Unlocks the device; returns the slots of processes that were not notified of the regained
  /// protected data, because they were suspended.
  private mutating func unlock(returning: Bool, in turn: inout Turn) -> [Int] {
    // Opening an app on an unlocked device unlocks nothing.
    guard screen.isLocked || !screen.wasUnlockedSinceBoot else { return [] }
    let hadProtectedData = screen.isProtectedDataAvailable
    var unheard: [Int] = []
    if !hadProtectedData {
      // Often most of them: the list grows once.
      unheard.reserveCapacity(apps.count)
      for slot in apps.slotRange {
        guard let process = apps.process(inSlot: slot) else { continue }
        if process.launch != nil, !process.isListening { unheard.append(slot) }
      }
    }
    let wasLocked = screen.isLocked
    let front = screen.unlock()
    screenChanged()
    announce(.device(.unlocked), in: &turn)
    if !hadProtectedData { announceProtectedData(isAvailable: true, in: &turn) }
    reviewServices(in: &turn)
    if wasLocked { announce(.device(.displayLit), in: &turn) }
    guard returning else {
      showAgain(in: &turn)
      return unheard
    }
    for app in profile.hasSingleScreen ? front.suffix(1) : front[...] where state.isAlive(app) {
      screen.add(app)
      update(app, in: &turn) { $0.open(in: &$1) }
    }
    return unheard
  }

  private mutating func interrupt(_ begins: Bool, in turn: inout Turn) -> Reply {
    screen.isInterrupted = begins
    announce(.call(begins ? .began(by: nil) : .ended), in: &turn)
    followCover(in: &turn)
    return .done
  }

  /// Notifies every running app; a suspended one notices when it reads a file.
  mutating func announceProtectedData(isAvailable: Bool, in turn: inout Turn) {
    announce(
      isAvailable ? .protectedDataDidBecomeAvailable : .protectedDataWillBecomeUnavailable,
      in: &turn
    )
  }

  /// Notifies the apps that returned with the unlock (T7): they were suspended when it was announced.
  private mutating func announceRegainedData(to slots: [Int], in turn: inout Turn) {
    for slot in slots where apps.process(inSlot: slot)?.isListening == true {
      update(slot: slot, in: &turn) { $0.call(.protectedDataDidBecomeAvailable, in: &$1) }
    }
  }

  /// Sends the callback to every running app.
  mutating func announce(_ callback: Callback, in turn: inout Turn) {
    for slot in apps.slotRange where apps.process(inSlot: slot)?.isListening == true {
      update(slot: slot, in: &turn) { $0.call(callback, in: &$1) }
    }
  }
}

extension AppRecord {
  /// The user taps the icon: a force-quit is forgiven (RL2).
  mutating func open(in turn: inout Turn) {
    persistentState.isForceQuit = false
    apply(
      .opened(next: turn.counters.nextLaunch),
      in: &turn,
      because: [Condition(.userAction)]
    )
  }

  /// Whether a callback would be received now, without waking the app.
  var isListening: Bool { process.isListening }

  mutating func uninstall(in turn: inout Turn) {
    persistentState.isUninstalled = true
    kill(.uninstall, in: &turn, because: [Condition(.uninstall)])
  }
}

extension ProcessLifecycle {
  /// Whether the process would receive a callback now, without being woken.
  var isListening: Bool { (isOnScreen || runsInBackground) && !isFrozenOrFreezing }
}

extension UserAction {
  /// Whether the action shows that the user is at the device.
  var isAtTheDevice: Bool {
    switch self {
    case .open, .run, .home, .lock, .unlock, .interrupt, .endInterrupt, .forceQuit, .respond,
      .endCall, .cancelTask:
      true
    case .install, .uninstall, .update, .exempt, .endExemption, .change, .decide, .simulateLaunch,
      .simulateExpiration, .forgetUsage, .submitJob, .cancelJob, .runJobNow, .removeJob,
      .transfer, .connectAccessory, .disconnectAccessory, .purgeCaches,
      .pageOut, .offload, .restoreProgram:
      false
    }
  }
}
