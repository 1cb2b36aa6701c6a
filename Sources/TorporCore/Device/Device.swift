package import TorporModel

/// The whole policy, as one value.
///
/// It owns every machine and their order. A host feeds it what happened, one input at a time, and
/// does what it answers; nothing decides anywhere else. Everything that is due at the time of an
/// input happens before the input, so that it makes no difference when the host's timer fires.
package struct Device: Hashable, Sendable {
  /// What services may read.
  package internal(set) var state: DeviceState
  package internal(set) var services = Services()
  package internal(set) var planner = WakePlanner()
  package internal(set) var processingWindow = ProcessingWindow()
  /// Results that follow from the usage model.
  @Derived var plans = RefreshPlans()
  package internal(set) var transfers = TransferTable()
  /// Commands that have ended.
  package internal(set) var ended = EndedApps()
  /// Why the machine is awake, while nobody but the device has asked for that.
  package internal(set) var alarmWake: AlarmWake?
  @Derived private var deadlines = DeadlineQueue()
  /// What is still to be done in the turn, the next last; empty between two turns.
  @Derived var steps: [Step] = []

  package init(_ configuration: DeviceConfiguration, at now: Instant) {
    state = DeviceState(configuration, at: now)
  }

  /// The moment at which the host must call again; `nil`: nothing is waiting for time to pass.
  package var nextWakeup: Instant? { nextDue?.at }

  /// The next thing to do, and when.
  private var nextDue: (at: Instant, key: DeadlineKey)? {
    guard let service = services.nextDeadline else {
      return deadlines.first.map { ($0.at, DeadlineKey(index: $0.key)) }
    }
    let key = DeadlineKey.service(service.place)
    guard let first = deadlines.first, (first.at, first.key) < (service.at, key.index) else {
      return (service.at, key)
    }
    return (first.at, DeadlineKey(index: first.key))
  }

  /// Applies one input and returns what the host must do, in order.
  package mutating func handle(_ input: Input, at moment: Instant) -> [Effect] {
    // Time never runs backwards here, whatever a host's clock does.
    state.now = max(now, moment)
    var turn = Turn(now: now, profile: profile, counters: counters)
    turn.isLowPower = conditions.lowPowerMode.value
    prepare(for: input, in: &turn)
    passDeadlines(in: &turn)
    switch input {
    case .app(let launch, let request, let id): handle(request, from: launch, id, in: &turn)
    case .user(let action, let id): handle(action, id, in: &turn)
    case .process(let launch, let event): handle(event, of: launch, in: &turn)
    case .device(let event): handle(event, in: &turn)
    case .timerFired: break
    case .transfers(let reports): handle(reports, in: &turn)
    }
    // What the input made due at once, such as the handler of a task that was begun too late.
    passDeadlines(in: &turn)
    counters = turn.counters
    return turn.effects
  }

  // MARK: One app at a time

  /// Changes one app and does all that follows from it.
  mutating func update(
    slot: Int,
    in turn: inout Turn,
    _ change: (inout AppRecord, inout Turn) -> Void
  ) {
    let base = steps.count
    self.change(slot: slot, in: &turn, change)
    run(downTo: base, in: &turn)
  }

  /// Changes one app, brings it to rest, and keeps its deadline and its place on screen true; what follows
  /// from it is on the stack then.
  mutating func change(
    slot: Int,
    in turn: inout Turn,
    _ change: (inout AppRecord, inout Turn) -> Void
  ) {
    let before = apps.process(inSlot: slot)
    let hadProcess = before?.launch != nil
    let phaseBefore = before?.phase ?? .dead
    let wasScreenEmpty = screen.front.isEmpty
    let isInterrupted = screen.isInterrupted
    apps.update(slot: slot) { record in
      change(&record, &turn)
      if isInterrupted, case .active = record.process.state {
        // It came to the screen under a banner that is still there.
        record.apply(.interrupted, in: &turn, because: [Condition(.userAction)])
      }
      record.settle(in: &turn)
    }
    guard let process = apps.process(inSlot: slot) else { return }
    if process.isEnding {
      let app = apps.identifier(inSlot: slot)
      if let app, !screen.reopening.contains(app) { screen.remove(app) }
    } else if process.launch == nil {
      afterEnd(inSlot: slot, endedNow: hadProcess, in: &turn)
    }
    setDeadline(apps.deadline(ofSlot: slot), for: .app(slot: slot))
    let phase = apps.process(inSlot: slot)?.phase ?? .dead
    steps.append(
      .finishUpdate(slot: slot, hadProcess: hadProcess, wasScreenEmpty: wasScreenEmpty)
    )
    if phase != phaseBefore {
      let moved = SystemEvent.AppEvent.phaseChanged(slot: slot, from: phaseBefore, to: phase)
      steps.append(.tell(.app(moved), from: 0))
    }
    if services.paging.isWatching,
      apps.process(inSlot: slot)?.applicationState != before?.applicationState
    {
      steps.append(.tell(.app(.stateChanged(slot: slot)), from: 0))
    }
  }

  /// What follows from a change of an app when its services have followed.
  mutating func finishUpdate(
    _ slot: Int,
    _ hadProcess: Bool,
    _ wasScreenEmpty: Bool,
    in turn: inout Turn
  ) {
    if hadProcess, apps.process(inSlot: slot)?.launch == nil {
      steps.append(.finishUpdate(slot: slot, hadProcess: false, wasScreenEmpty: wasScreenEmpty))
      return steps.append(.tell(.app(.processEnded(slot: slot)), from: 0))
    }
    if !transfers.isEmpty { lookAtTransfers(ofAppInSlot: slot, in: turn) }
    if apps.takeReviewNeed(inSlot: slot) { setDeadline(turn.now, for: .work(slot: slot)) }
    if turn.freesSlot {
      turn.freesSlot = false
      for other in apps.slotRange where apps.hasWork(inSlot: other) {
        setDeadline(turn.now, for: .work(slot: other))
      }
    }
    if screen.front.isEmpty, !wasScreenEmpty {
      // What was in front went by itself: the user had the device in hand until now.
      conditions.lastUserAction = turn.now
      lookAtWork(in: &turn)
      steps.append(.tell(.device(.conditionsActedOn), from: 0))
      steps.append(.tell(.device(.conditionsChanged), from: 0))
    }
  }

  mutating func update(
    _ app: AppIdentifier,
    in turn: inout Turn,
    _ change: (inout AppRecord, inout Turn) -> Void
  ) {
    guard let slot = apps.slot(of: app) else { return }
    update(slot: slot, in: &turn, change)
  }

  /// The app in the slot has no process: it goes, is opened again, or is off the screen.
  private mutating func afterEnd(inSlot slot: Int, endedNow: Bool, in turn: inout Turn) {
    guard let record = apps[slot: slot] else { return }
    let app = record.identifier
    if record.standing.isUninstalled || (record.manifest.isTransient && endedNow) {
      screen.remove(app)
      withdrawWindows(of: record, slot: slot)
      removeTransfers(of: app, in: &turn)
      announce(.app(.removed(app)), in: &turn)
      apps.remove(slot: slot)
      setDeadline(nil, for: .work(slot: slot))
      if let hold = record.job, let exit = record.standing.lastExit {
        // The job stays, and with it how it is started.
        return announce(.job(.processEnded(of: hold.job, exit.reason)), in: &turn)
      }
      if record.manifest.isTransient { ended.add(record, at: turn.now) }
      turn.record(.remove, of: app, because: [Condition(.endedByItself)])
      turn.order(.remove(app))
      return
    }
    let isReopened = screen.takeReopening(app)
    if !isReopened { screen.remove(app) }
    let events = record.standing.pendingEvents
    guard isReopened || !events.isEmpty, conditions.isStopping != true else { return }
    let conditions = surroundings(at: turn.now)
    apps.update(slot: slot) { record in
      record.standing.pendingEvents = []
      if isReopened { record.open(in: &turn) }
      for event in events { record.wake(for: event, on: conditions, in: &turn) }
      record.settle(in: &turn)
    }
  }

  // MARK: Time

  /// What passed while nobody looked is not the apps' fault: it is dealt with before time is.
  private mutating func prepare(for input: Input, in turn: inout Turn) {
    switch input {
    case .device(.daemonRestarted(let survivors)):
      conditions.isStopping = nil
      // Whoever said that nobody uses the device is gone; the next one says it anew.
      conditions.reportedIdleSince = nil
      for slot in apps.slotRange {
        update(slot: slot, in: &turn) { $0.forgive(at: $1.now) }
      }
      announce(.device(.watchedAgain), in: &turn)
      // Before anything that is due starts a process that the survivors cannot name.
      adopt(survivors, in: &turn)
      restartTransfers(in: turn)
      announce(.device(.daemonRestarted), in: &turn)
    case .device(.booted):
      conditions.isStopping = nil
      conditions.reportedIdleSince = nil
      announce(.device(.watchedAgain), in: &turn)
      boot(in: &turn)
      restartTransfers(in: turn)
      announce(.device(.booted), in: &turn)
    // Before anything that only the sleep makes due.
    case .device(.slept(let from, let until)):
      recordSleep(of: until - from, in: &turn)
      noteWaking(from: from, until: until)
      slept(for: until - from, in: &turn)
    case .app, .user, .process, .device, .timerFired, .transfers: break
    }
  }

  private mutating func passDeadlines(in turn: inout Turn) {
    while let due = nextDue, due.at <= turn.now {
      switch due.key {
      case .screen:
        screen.endProtectedData()
        announceProtectedData(isAvailable: false, in: &turn)
        screenChanged()
        conditionsChanged(in: &turn)
      case .app(let slot): update(slot: slot, in: &turn) { $0.deadlinePassed(in: &$1) }
      case .work(let slot): reviewWork(inSlot: slot, in: &turn)
      case .planner: serveWindows(in: &turn)
      case .transfers: reviewTransfers(in: &turn)
      case .service(let place): passDeadline(ofServiceAt: place, in: &turn)
      case .alarmWake: reviewAlarmWake(in: &turn)
      }
    }
  }

  /// The screen's own deadline has changed.
  mutating func screenChanged() {
    setDeadline(screen.deadline, for: .screen)
  }

  mutating func setDeadline(_ moment: Instant?, for key: DeadlineKey) {
    deadlines.set(moment, for: key.index)
  }
}

extension Device {
  /// Enough of it to tell devices apart: all of it would take longer than to compare two.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(screen)
    hasher.combine(counters)
    hasher.combine(now)
  }
}
