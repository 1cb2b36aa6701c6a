import TorporModel

// Changes of the device as a whole.

extension Device {
  mutating func handle(_ event: DeviceEvent, in turn: inout Turn) {
    switch event {
    case .configured(let configuration):
      profile = .named(configuration.profile)
      screen = Screen(configuration)
      conditions = DeviceConditions(configuration)
    // Done before anything that was due: no process is left that it could affect, or only those that were found.
    case .booted, .daemonRestarted: announce(.job(.restarted), in: &turn)
    case .slept: break
    case .machineStops: stopAll(in: &turn)
    case .loggedOut(let apps):
      for app in apps {
        update(app, in: &turn) { $0.bidGoodbye(.logout, in: &$1, because: .logout) }
      }
    case .memory(let report): relieveMemory(report, in: &turn)
    case .power(let state):
      let before = conditions.power.value
      // A percent less does not change since when there has been no external power.
      let isSameSupply = before?.isOnExternalPower == state.isOnExternalPower
      if conditions.power.update(state, at: turn.now, keepsSince: isSameSupply) {
        conditionsChanged(in: &turn)
      }
      if before?.isOnExternalPower == false, state.isOnExternalPower {
        announce(.push(.flushHeldPushes), in: &turn)
      }
      if before != state {
        announce(.consumption(.powerChanged), in: &turn)
        if !state.isOnExternalPower { measureUsage(in: &turn) }
      }
      followBattery(from: before, to: state, in: &turn)
    case .network(let state):
      if conditions.network.update(state, at: turn.now) { conditionsChanged(in: &turn) }
    case .thermal(let state):
      if conditions.thermal.update(state, at: turn.now) { conditionsChanged(in: &turn) }
    case .storage(let free, let total): followDisk(free: free, total: total, in: &turn)
    case .caches(let report):
      if let free = report.freeBytes {
        followDisk(free: free, total: conditions.storageTotalBytes, in: &turn)
      }
      _ = ask(in: &turn) { $0.storage.take(report, $1, &$2) }
    case .swap(let state): announce(.memory(.swapChanged(state)), in: &turn)
    case .push(let push): announce(.push(.arrived(push)), in: &turn)
    case .pushToken(let app, let kind, let token):
      announce(.push(.tokenGiven(PushTopicName(app: app, kind: kind), token: token)), in: &turn)
    case .notificationWaits(let app, let name):
      announce(.notification(.presented(name, of: app, isShown: false)), in: &turn)
    case .notificationShown(let app, let name):
      announce(.notification(.presented(name, of: app, isShown: true)), in: &turn)
    case .userIdle(let since):
      guard since != conditions.reportedIdleSince else { return }
      let wasIdle = conditions.reportedIdleSince != nil
      conditions.reportedIdleSince = since
      conditionsChanged(in: &turn)
      if wasIdle, since == nil { announce(.device(.displayLit), in: &turn) }
    case .hearsInput(let isHeard):
      guard isHeard != (conditions.hearsInput ?? false) else { return }
      conditions.hearsInput = isHeard ? true : nil
      conditionsChanged(in: &turn)
    case .windows(let windows): follow(windows, in: &turn)
    case .interruption(let machine, let begins): interrupt(by: machine, begins: begins, in: &turn)
    case .wallClock(let unixNanoseconds):
      clock.set(unixNanoseconds: unixNanoseconds, at: turn.now)
      clockChanged(in: &turn)
    case .timeZone(let rules):
      clock.zone = rules
      clockChanged(in: &turn)
    case .adopted(let manifest): adopt(manifest, in: &turn)
    case .restrictions(let restrictions): restrict(by: restrictions, in: &turn)
    case .usageHistory(let app, let openedAgo): importHistory(of: app, openedAgo, in: &turn)
    case .location(let fix): announce(.location(.fix(fix)), in: &turn)
    case .accessory(let event): announce(.accessory(.reported(event)), in: &turn)
    case .bluetooth(let event):
      if case .power(let isOn) = event { state.isBluetoothOn = isOn }
      announce(.bluetooth(.reported(event)), in: &turn)
      if case .power = event { announce(.location(.radioChanged), in: &turn) }
    case .beacons(let sightings): announce(.location(.beacons(sightings)), in: &turn)
    case .descriptor(let app, let name, let isHungUp, let isUnread):
      let readable = SystemEvent.DescriptorChange.readable(
        name: name,
        of: app,
        isHungUp: isHungUp,
        isUnread: isUnread
      )
      announce(.descriptor(readable), in: &turn)
    case .descriptorLost(let app, let name):
      announce(.descriptor(.lost(name: name, of: app)), in: &turn)
    }
  }

  /// Takes in the present disk space.
  private mutating func followDisk(free: Int64, total: Int64?, in turn: inout Turn) {
    let isNews = free != conditions.storageFreeBytes || total != conditions.storageTotalBytes
    guard isNews else { return }
    conditions.storageFreeBytes = free
    conditions.storageTotalBytes = total
    conditionsChanged(in: &turn)
  }

  /// Reviews all waiting and running work after a change of the device's conditions.
  mutating func conditionsChanged(in turn: inout Turn) {
    scheduleWorkReview(in: &turn)
    reviewServices(in: &turn)
  }

  /// Makes the services review their waiting work.
  mutating func reviewServices(in turn: inout Turn) {
    announce(.device(.conditionsChanged), in: &turn)
    if services.descriptors.actsOnConditions { announce(.device(.conditionsActedOn), in: &turn) }
  }

  /// Schedules a review of all waiting and running work in this turn.
  mutating func scheduleWorkReview(in turn: inout Turn) {
    announce(.device(.surroundingsChanged), in: &turn)
  }

  /// Handles a change of the wall clock or the time zone.
  private mutating func clockChanged(in turn: inout Turn) {
    announce(.device(.clockChanged), in: &turn)
    // The day begins at another time.
    allowancesChanged()
    conditionsChanged(in: &turn)
  }

  /// Imports the history of the app's use before this device existed.
  private mutating func importHistory(
    of app: AppIdentifier,
    _ openedAgo: [Duration],
    in turn: inout Turn
  ) {
    for ago in openedAgo { state.noteOpened(app, at: turn.now - ago) }
    announce(.work(.historyChanged), in: &turn)
    guard let last = openedAgo.last else { return }
    update(app, in: &turn) { record, turn in
      record.usage.wasOnScreen(at: turn.now - last)
      record.work.needsReview = true
    }
  }

  /// Reads the counters of running apps at each step of the battery, so that both cover the same hours (0056).
  private mutating func measureUsage(in turn: inout Turn) {
    for slot in apps.slotRange {
      guard let process = apps.process(inSlot: slot), let launch = process.launch,
        [.active, .inactive, .background].contains(process.applicationState)
      else { continue }
      turn.order(.measureUsage(launch))
    }
  }

  /// Notifies every process that the machine is shutting down; no process is started afterwards.
  private mutating func stopAll(in turn: inout Turn) {
    conditions.isStopping = true
    for slot in apps.slotRange where apps.process(inSlot: slot)?.launch != nil {
      update(slot: slot, in: &turn) { $0.bidGoodbye(.reboot, in: &$1, because: .reboot) }
    }
  }

  /// Low Power Mode ends by itself when the battery has been charged to 80 % (§11), and begins by
  /// itself, if the user wants that, when the battery becomes low.
  private mutating func followBattery(
    from before: PowerState?,
    to now: PowerState,
    in turn: inout Turn
  ) {
    let enough = DeviceConditions.lowPowerModeEndPercent
    if wantsLowPowerMode {
      guard let last = before?.batteryPercent, let percent = now.batteryPercent else { return }
      guard last < enough, percent >= enough else { return }
      _ = change(.lowPowerMode(false), because: Condition(.batteryLow), in: &turn)
    } else if now.lowStepsPassed > before?.lowStepsPassed ?? 0 {
      saveLowBattery(in: &turn)
    }
  }

  /// Begins Low Power Mode, if the user wants that for a low battery.
  mutating func saveLowBattery(in turn: inout Turn) {
    guard conditions.settings.automaticLowPowerMode, !wantsLowPowerMode else { return }
    _ = change(.lowPowerMode(true), because: Condition(.batteryLow, holds: false), in: &turn)
  }

  /// Handles a start of the machine: no process is left; a restart forgives a force-quit (RL2, our default reading).
  mutating func boot(in turn: inout Turn) {
    screen.boot()
    // A user has switched it on.
    conditions.lastUserAction = turn.now
    conditions.lockedSince = turn.now
    conditions.bootedAt = turn.now
    screenChanged()
    conditionsChanged(in: &turn)
    for slot in apps.slotRange {
      update(slot: slot, in: &turn) { record, turn in
        record.persistentState.isForceQuit = false
        record.requeueTasksOfLaunch(in: &turn, because: .reboot)
        record.savingExited(.unknown, isWatched: false, at: turn.now)
        record.process.endsWith(.reboot)
        record.apply(.exited(.unknown), in: &turn, because: [Condition(.reboot)])
      }
    }
  }

  /// Matches the groups that outlived the daemon with the journal.
  mutating func adopt(_ survivors: [Survivor], in turn: inout Turn) {
    for survivor in survivors {
      turn.counters.useLaunch(survivor.launch)
      guard apps.slot(of: survivor.launch) == nil else { continue }
      // A process without a record continues to run, unmanaged: it must never stay frozen.
      guard survivor.isFrozen else { continue }
      turn.order(.thaw(survivor.launch))
      turn.record(
        .thaw,
        of: survivor.app,
        launch: survivor.launch,
        because: [Condition(.daemonRestart)]
      )
    }
    // An end here may launch another app, which the host cannot have found: only earlier processes count.
    let known = apps.slotRange.compactMap { slot in
      apps.process(inSlot: slot)?.launch.map { (slot: slot, launch: $0) }
    }
    for (slot, launch) in known where apps.process(inSlot: slot)?.launch == launch {
      let survivor = survivors.first { $0.launch == launch }
      if let usage = survivor?.usage {
        announce(.consumption(.measured(usage, slot: slot)), in: &turn)
      }
      update(slot: slot, in: &turn) { record, turn in
        guard let survivor, survivor.end == nil else {
          let status = survivor?.end ?? .unknown
          record.requeueTasksOfLaunch(in: &turn, because: .daemonRestart)
          record.savingExited(status, isWatched: false, at: turn.now)
          record.apply(.exited(status), in: &turn, because: [Condition(.daemonRestart)])
          return
        }
        record.resume(isFrozen: survivor.isFrozen, in: &turn)
        record.repeatPriority(in: &turn)
        if let end = survivor.commandEnd { record.commandEnded(end, in: &turn) }
      }
    }
  }
}

extension AppRecord {
  /// Brings a process that ran without a daemon into the state that its record requires.
  mutating func resume(isFrozen: Bool, in turn: inout Turn) {
    guard let launch = process.launch else { return }
    if suspension.watchesSockets == true {
      // Sockets of a running program are not held: the program may close them, and open them again.
      if isFrozen || process.isFreezing {
        turn.order(.watchSockets(launch))
      } else {
        suspension.watchesSockets = nil
      }
    }
    switch process.state {
    case .suspended where !isFrozen:
      // The watchdog thawed it. It is inspected again before it is frozen.
      apply(.freezeUndone, in: &turn, because: [])
      turn.record(
        .thaw,
        of: identifier,
        launch: launch,
        because: [Condition(.daemonRestart, subject: "away")]
      )
    case .freezing where !isFrozen: turn.order(.freeze(launch))
    case .freezing: frozen(in: &turn)
    // Whether it runs its executable was reported to the previous daemon.
    case .launching where !facts.speaks:
      if isFrozen { turn.order(.thaw(launch)) }
      apply(.finishedLaunching, in: &turn, because: [Condition(.daemonRestart)])
    case .inspecting:
      if isFrozen { turn.order(.thaw(launch)) }
      turn.order(.inspect(launch))
    case .launching, .active, .inactive, .background, .terminating:
      guard isFrozen else { return }
      turn.order(.thaw(launch))
      turn.record(
        .thaw,
        of: identifier,
        launch: launch,
        because: [Condition(.daemonRestart)]
      )
    case .killed: turn.order(.kill(launch))
    case .suspended, .notRunning: break
    }
  }
}
