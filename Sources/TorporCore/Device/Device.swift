package import TorporModel

/// The whole policy, as one value.
///
/// It owns all state machines and their order. A host passes it events, one input at a time, and
/// carries out its effects; decisions are made nowhere else. Everything that is due at the time of an
/// input happens before the input, so that the time at which the host's timer fires makes no
/// difference.
package struct Device: Hashable, Sendable {
  // Shape: at most 120 methods: one for each input and step; it decides order and owns nothing but its parts.
  /// The state that services may read.
  package internal(set) var state: DeviceState
  package internal(set) var services = Services()
  /// Commands that have ended.
  package internal(set) var ended = EndedApps()
  /// The reason why the machine is awake, if only the device requested it.
  package internal(set) var alarmWake: AlarmWake?
  /// Those of the device and of its apps' processes, by the index of their keys.
  @Derived private var deadlines = IndexedHeap<Instant>()
  /// The next deadline, computed at the end of each turn and stale within one; `nil`: there is none.
  @Derived private var next: Due?
  /// The storage of the steps and requests of turns, empty between them.
  @Derived private var lists = Turn.Lists()

  /// A deadline and its owner.
  private struct Due: Equatable, Sendable {
    let at: Instant
    let key: DeadlineKey
  }

  package init(_ configuration: DeviceConfiguration, at now: Instant) {
    state = DeviceState(configuration, at: now)
    findNextDue()
  }

  /// When the host must call again, as of the last turn; `nil`: there is no deadline.
  package var nextWakeup: Instant? { next?.at }

  /// Finds the next deadline; of equal ones, the one with the lowest index of its key.
  ///
  /// Every service is queried: once for each input, and for each deadline that passes.
  mutating func findNextDue() {
    var next: (at: Instant, index: Int)?
    func take(_ moment: Instant, _ index: Int) {
      if next.map({ (moment, index) < ($0.at, $0.index) }) ?? true { next = (moment, index) }
    }
    if let first = deadlines.first { take(first.priority, first.key) }
    if let service = services.nextDeadline {
      take(service.at, DeadlineKey.service(service.place).index)
    }
    if let look = services.scheduler.nextReview {
      take(look.at, DeadlineKey.work(slot: look.slot).index)
    }
    self.next = next.map { Due(at: $0.at, key: DeadlineKey(index: $0.index)) }
  }

  /// Leftovers of a turn that would never be handled, as sentences.
  var brokenRemains: [String] {
    var broken: [String] = []
    if !lists.isEmpty { broken.append("steps of a turn that has ended are left") }
    var asked = self
    asked.findNextDue()
    if asked.next != next {
      let moments = [next, asked.next].map { $0?.at.text ?? "nothing" }
      broken.append("\(moments[0]) is waited for, and \(moments[1]) is due")
    }
    let found = withDeadlinesAnew.deadlines
    for key in DeadlineKey.all(slots: apps.slotRange)
    where found[key.index] != deadlines[key.index] {
      let moments = [found, deadlines].map { $0[key.index]?.text ?? "nothing" }
      broken.append("the deadline of \(key) is \(moments[0]), and \(moments[1]) is kept")
    }
    return broken
  }

  /// Applies one input and returns what the host must do, in order.
  package mutating func handle(_ input: Input, at moment: Instant) -> [Effect] {
    var effects: [Effect] = []
    handle(input, at: moment, into: &effects)
    return effects
  }

  /// Applies one input and adds what the host must do, in order, to the end of the list.
  ///
  /// A host that empties its list and passes it again avoids a new list for each input.
  package mutating func handle(_ input: Input, at moment: Instant, into effects: inout [Effect]) {
    // Time never runs backwards here, whatever a host's clock does.
    state.now = max(now, moment)
    var turn = Turn(on: state)
    turn.exchange(&effects, &lists)
    if case .device(let event) = input { prepare(for: event, in: &turn) }
    passDeadlines(in: &turn)
    switch input {
    case .app(let launch, let request, let id): handle(request, from: launch, id, in: &turn)
    case .user(let action, let id): handle(action, id, in: &turn)
    case .process(let launch, let event): handle(event, of: launch, in: &turn)
    case .device(let event): handle(event, in: &turn)
    case .timerFired: break
    case .transfers(let reports): announce(.transfer(.reported(reports)), in: &turn)
    }
    // The input may have made something due at once, such as the handler of a task that was begun too late.
    findNextDue()
    passDeadlines(in: &turn)
    apps.endTurn()
    counters = turn.counters
    turn.exchange(&effects, &lists)
  }

  // MARK: One app at a time

  /// Changes one app, with all consequences.
  mutating func update(
    slot: Int,
    in turn: inout Turn,
    _ change: (inout AppRecord, inout Turn) -> Void
  ) {
    let before = AppSnapshot(slot: slot, of: apps)
    let wasScreenEmpty = screen.front.isEmpty
    apps.change(slot: slot, isCovered: Self.isCovered(slot, on: state), in: &turn, change)
    follow(before, wasScreenEmpty, in: &turn)
  }

  /// Does at once what `pushConsequences` puts on the stack.
  ///
  /// Usually no service makes a request, and nothing is pushed onto the stack.
  private mutating func follow(
    _ before: AppSnapshot,
    _ wasScreenEmpty: Bool,
    in turn: inout Turn
  ) {
    guard let after = keepTrue(before, in: &turn) else { return }
    let slot = before.slot
    if after.isNews(since: before) { announce(.app(.stateChanged(slot: slot)), in: &turn) }
    if after.phase != before.phase { announce(.app(after.moved(since: before)), in: &turn) }
    let base = turn.steps.count
    finishUpdate(slot, before.hasProcess, wasScreenEmpty, in: &turn)
    run(downTo: base, in: &turn)
  }

  /// Changes one app, settles it, and updates its deadline and its place on screen; the consequences
  /// are then on the stack.
  mutating func change(
    slot: Int,
    in turn: inout Turn,
    _ change: (inout AppRecord, inout Turn) -> Void
  ) {
    let before = AppSnapshot(slot: slot, of: apps)
    let wasScreenEmpty = screen.front.isEmpty
    apps.change(slot: slot, isCovered: Self.isCovered(slot, on: state), in: &turn, change)
    pushConsequences(of: before, wasScreenEmpty, in: &turn)
  }

  /// Returns whether the app in the slot gets no input although it may be on screen; static, because a
  /// method would get a copy of the device.
  private static func isCovered(_ slot: Int, on state: DeviceState) -> Bool {
    guard state.screen.mayCover, let app = state.apps.identifier(inSlot: slot) else { return false }
    return state.screen.isCovered(app, hasSingleScreen: state.profile.hasSingleScreen)
  }

  private mutating func pushConsequences(
    of before: AppSnapshot,
    _ wasScreenEmpty: Bool,
    in turn: inout Turn
  ) {
    guard let after = keepTrue(before, in: &turn) else { return }
    let slot = before.slot
    turn.steps.append(
      .finishUpdate(slot: slot, hadProcess: before.hasProcess, wasScreenEmpty: wasScreenEmpty)
    )
    if after.phase != before.phase {
      turn.steps.append(.tell(.app(after.moved(since: before)), from: 0))
    }
    if after.isNews(since: before) {
      turn.steps.append(.tell(.app(.stateChanged(slot: slot)), from: 0))
    }
  }

  /// Updates the deadline and the place on screen of a changed app, and returns its visible state;
  /// `nil`: the slot is empty.
  private mutating func keepTrue(_ before: AppSnapshot, in turn: inout Turn) -> AppSnapshot? {
    let slot = before.slot
    var seen = AppSnapshot(slot: slot, of: apps)
    guard seen.applicationState != nil else { return nil }
    if seen.isEnding {
      let app = apps.identifier(inSlot: slot)
      if let app, !screen.reopening.contains(app) { screen.remove(app) }
    } else if !seen.hasProcess {
      if !screen.windows.isEmpty, let app = apps.identifier(inSlot: slot) {
        screen.windows.remove(app)
        screenChanged()
      }
      afterEnd(inSlot: slot, endedNow: before.hasProcess, in: &turn)
      seen = AppSnapshot(slot: slot, of: apps)
    }
    setDeadline(AppTable.deadline(ofSlot: slot, in: &apps), for: .app(slot: slot))
    return seen
  }

  /// Handles the consequences of a change of an app after its services have followed.
  mutating func finishUpdate(
    _ slot: Int,
    _ hadProcess: Bool,
    _ wasScreenEmpty: Bool,
    in turn: inout Turn
  ) {
    if hadProcess, apps.process(inSlot: slot)?.launch == nil {
      turn.steps.append(
        .finishUpdate(slot: slot, hadProcess: false, wasScreenEmpty: wasScreenEmpty)
      )
      return turn.steps.append(.tell(.app(.processEnded(slot: slot)), from: 0))
    }
    let needsReview = apps.takeReviewNeed(inSlot: slot)
    let freesSlot = turn.freesSlot
    turn.freesSlot = false
    if screen.front.isEmpty, !wasScreenEmpty {
      // The app in the foreground ended by itself: as far as is known, the user was using the device until now.
      conditions.noteUseByScreen(at: turn.now)
      scheduleWorkReview(in: &turn)
      turn.steps.append(.tell(.device(.conditionsActedOn), from: 0))
      turn.steps.append(.tell(.device(.conditionsChanged), from: 0))
    }
    if freesSlot { turn.steps.append(.tell(.work(.slotFreed), from: 0)) }
    if needsReview { turn.steps.append(.tell(.work(.changed(slot: slot)), from: 0)) }
    if services.transfers.isInUse { turn.steps.append(.tell(.app(.changed(slot: slot)), from: 0)) }
  }

  mutating func update(
    _ app: AppIdentifier,
    in turn: inout Turn,
    _ change: (inout AppRecord, inout Turn) -> Void
  ) {
    guard let slot = apps.slot(of: app) else { return }
    update(slot: slot, in: &turn, change)
  }

  /// Handles that the app in the slot has no process: it is removed, opened again, or off screen.
  private mutating func afterEnd(inSlot slot: Int, endedNow: Bool, in turn: inout Turn) {
    guard let record = apps[slot: slot] else { return }
    let app = record.identifier
    if record.persistentState.isUninstalled || (record.manifest.isTransient && endedNow) {
      screen.remove(app)
      announce(.app(.removed(app)), in: &turn)
      apps.remove(slot: slot)
      if let hold = record.job, let exit = record.persistentState.lastExit {
        // The job stays, and with it its recipe.
        return announce(.job(.processEnded(of: hold.job, exit.reason)), in: &turn)
      }
      if record.manifest.isTransient { ended.add(record, at: turn.now) }
      let isReleased = record.persistentState.lastExit?.reason == .released
      turn.record(
        .remove,
        of: app,
        because: [Condition(isReleased ? .userAction : .endedByItself)]
      )
      turn.order(.remove(app))
      return
    }
    let isReopened = screen.takeReopening(app)
    if !isReopened { screen.remove(app) }
    let events = record.persistentState.pendingEvents
    guard isReopened || !events.isEmpty, conditions.isStopping != true else { return }
    let conditions = conditionContext(at: turn.now)
    apps.update(slot: slot) { record in
      record.persistentState.pendingEvents = []
      if isReopened { record.open(in: &turn) }
      for event in events { record.wake(for: event, on: conditions, in: &turn) }
      record.settle(in: &turn)
    }
  }

  // MARK: Time

  /// Handles unwatched time, for which apps are not to blame, before deadlines.
  private mutating func prepare(for event: DeviceEvent, in turn: inout Turn) {
    switch event {
    case .daemonRestarted(let survivors):
      conditions.isStopping = nil
      // The bridge that reported the device as idle has ended; the next one reports it again. Until
      // then, the machine counts as hearing input.
      conditions.reportedIdleSince = nil
      screen.windows.lose(allBut: [], at: turn.now)
      screenChanged()
      endMachineInterruptions(in: &turn)
      for slot in apps.slotRange {
        update(slot: slot, in: &turn) { $0.forgive(at: $1.now) }
      }
      announce(.device(.watchedAgain), in: &turn)
      // Before anything that is due starts a process that the survivors cannot name.
      adopt(survivors, in: &turn)
      announce(.device(.daemonRestarted), in: &turn)
    case .booted:
      conditions.isStopping = nil
      conditions.reportedIdleSince = nil
      conditions.hearsInput = nil
      announce(.device(.watchedAgain), in: &turn)
      boot(in: &turn)
      announce(.device(.booted), in: &turn)
    // Before anything that only the sleep makes due.
    case .slept(let from, let until):
      turn.recordSleep(of: until - from)
      noteWaking(from: from, until: until)
      slept(for: until - from, in: &turn)
    default: return
    }
    findNextDue()
  }

  private mutating func passDeadlines(in turn: inout Turn) {
    while let due = next, due.at <= turn.now {
      switch due.key {
      case .screen: screenIsDue(in: &turn)
      case .app(let slot): update(slot: slot, in: &turn) { $0.deadlinePassed(in: &$1) }
      case .work(let slot): announce(.work(.due(slot: slot)), in: &turn)
      case .service(let place): passDeadline(ofServiceAt: place, in: &turn)
      case .alarmWake: reviewAlarmWake(in: &turn)
      }
      findNextDue()
    }
  }

  private mutating func screenIsDue(in turn: inout Turn) {
    withdrawLostWindows(in: &turn)
    hideClosed(in: &turn)
    screen.endInterruptions(dueAt: turn.now)
    followCover(in: &turn)
    if let end = screen.protectedDataEnd, end <= turn.now {
      screen.endProtectedData()
      announceProtectedData(isAvailable: false, in: &turn)
    }
    screenChanged()
    conditionsChanged(in: &turn)
  }

  /// The screen's own deadline has changed.
  mutating func screenChanged() {
    setDeadline(screen.deadline, for: .screen)
  }

  /// The device with its deadlines as they follow from the rest.
  var withDeadlinesAnew: Device {
    var device = self
    device.deadlines = IndexedHeap()
    device.screenChanged()
    device.setDeadline(alarmWake?.nextReview, for: .alarmWake)
    for slot in apps.slotRange {
      let deadline = AppTable.deadline(ofSlot: slot, in: &device.state.apps)
      device.setDeadline(deadline, for: .app(slot: slot))
    }
    return device
  }

  mutating func setDeadline(_ moment: Instant?, for key: DeadlineKey) {
    deadlines.set(moment, for: key.index)
  }
}

extension Device {
  /// Hashes enough to distinguish devices: hashing everything would take longer than comparing two.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(screen)
    hasher.combine(counters)
    hasher.combine(now)
  }
}

extension Instant {
  /// As broken rules name it.
  fileprivate var text: String { "\(nanoseconds) ns" }
}
