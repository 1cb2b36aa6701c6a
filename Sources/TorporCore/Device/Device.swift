package import TorporModel

/// The whole policy, as one value.
///
/// It owns every machine and their order. A host feeds it what happened, one input at a time, and
/// does what it answers; nothing decides anywhere else. Everything that is due at the time of an
/// input happens before the input, so that it makes no difference when the host's timer fires.
package struct Device: Hashable, Sendable {
  package internal(set) var profile: Profile
  package internal(set) var screen: Screen
  package internal(set) var apps = AppTable()
  package internal(set) var conditions: DeviceConditions
  package internal(set) var energy: EnergyBudget
  package internal(set) var clock = WallClock()
  package internal(set) var planner = WakePlanner()
  package internal(set) var usage = UsageModel()
  package internal(set) var processingWindow = ProcessingWindow()
  /// Results that follow from the usage model.
  var plans = RefreshPlans()
  package internal(set) var jobs = JobTable()
  package internal(set) var transfers = TransferTable()
  package internal(set) var places = LocationTable()
  package internal(set) var notices = NotificationTable()
  package internal(set) var sounds = AudioTable()
  package internal(set) var links = LinkTable()
  package internal(set) var pushes = PushTable()
  /// The channel of push to talk that the device has joined.
  package internal(set) var channel: TalkChannel?
  package internal(set) var paging = PagingTable()
  /// Commands that have ended.
  package internal(set) var ended = EndedApps()
  /// Why the machine is awake, while nobody but the device has asked for that.
  package internal(set) var alarmWake: AlarmWake?
  package internal(set) var counters = Counters()
  /// The time of the last input.
  package private(set) var now: Instant
  private var deadlines = DeadlineQueue()

  package init(_ configuration: DeviceConfiguration, at now: Instant) {
    profile = .named(configuration.profile)
    screen = Screen(configuration)
    conditions = DeviceConditions(configuration)
    // Full, whenever the device was made: a replay makes it at the time of its first input.
    energy = EnergyBudget(at: .zero)
    self.now = now
  }

  /// The moment at which the host must call again; `nil`: nothing is waiting for time to pass.
  package var nextWakeup: Instant? { deadlines.first?.at }

  /// Applies one input and returns what the host must do, in order.
  package mutating func handle(_ input: Input, at moment: Instant) -> [Effect] {
    // Time never runs backwards here, whatever a host's clock does.
    now = max(now, moment)
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

  /// Changes one app, brings it to rest, and keeps its deadline and its place on screen true.
  mutating func update(
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
    if apps.process(inSlot: slot)?.applicationState != before?.applicationState {
      pagingFollows(slot: slot, in: turn)
    }
    if phase != phaseBefore {
      modesFollow(slot: slot, from: phaseBefore, to: phase, in: &turn)
    }
    if hadProcess, process.launch == nil { linksEnded(slot: slot, in: &turn) }
    if !transfers.isEmpty { lookAtTransfers(ofAppInSlot: slot, in: turn) }
    if apps.takeReviewNeed(inSlot: slot) { setDeadline(turn.now, for: .work(slot: slot)) }
    if screen.front.isEmpty, !wasScreenEmpty {
      // What was in front went by itself: the user had the device in hand until now.
      conditions.lastUserAction = turn.now
      conditionsChanged(in: &turn)
    }
    if turn.freesSlot {
      turn.freesSlot = false
      for other in apps.slotRange where apps.hasWork(inSlot: other) {
        setDeadline(turn.now, for: .work(slot: other))
      }
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
      removeModes(of: app, in: &turn)
      apps.remove(slot: slot)
      setDeadline(nil, for: .work(slot: slot))
      if let hold = record.job, let exit = record.standing.lastExit {
        // The job stays, and with it how it is started.
        return jobEnded(hold.job, exit.reason, in: &turn)
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
      forgivePlaces(at: turn.now)
      // Before anything that is due starts a process that the survivors cannot name.
      adopt(survivors, in: &turn)
      restartTransfers(in: turn)
      modesRestarted(in: &turn)
      restartPaging(in: turn)
    case .device(.booted):
      conditions.isStopping = nil
      conditions.reportedIdleSince = nil
      forgivePlaces(at: turn.now)
      boot(in: &turn)
      restartTransfers(in: turn)
      modesBooted(in: &turn)
      restartPaging(in: turn)
    // Before anything that only the sleep makes due.
    case .device(.slept(let from, let until)):
      recordSleep(of: until - from, in: &turn)
      noteWaking(from: from, until: until)
      slept(for: until - from)
    case .app, .user, .process, .device, .timerFired, .transfers: break
    }
  }

  private mutating func passDeadlines(in turn: inout Turn) {
    while let due = deadlines.first, due.at <= turn.now {
      switch DeadlineKey(index: due.key) {
      case .screen:
        screen.endProtectedData()
        announceProtectedData(isAvailable: false, in: &turn)
        screenChanged()
        conditionsChanged(in: &turn)
      case .app(let slot): update(slot: slot, in: &turn) { $0.deadlinePassed(in: &$1) }
      case .work(let slot): reviewWork(inSlot: slot, in: &turn)
      case .planner: serveWindows(in: &turn)
      case .jobs: reviewJobs(in: &turn)
      case .transfers: reviewTransfers(in: &turn)
      case .places: reviewPlaces(in: &turn)
      case .notices: reviewNotices(in: &turn)
      case .links: reviewLinks(in: &turn)
      case .pushes: reviewPushes(in: &turn)
      case .paging: reviewPaging(in: &turn)
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
  /// Two devices are equal when their state is; the queue of deadlines follows from it.
  package static func == (left: Device, right: Device) -> Bool {
    left.profile == right.profile && left.screen == right.screen && left.apps == right.apps
      && left.conditions == right.conditions && left.counters == right.counters
      && left.energy == right.energy && left.clock == right.clock
      && left.planner == right.planner && left.usage == right.usage
      && left.processingWindow == right.processingWindow && left.jobs == right.jobs
      && left.transfers == right.transfers && left.places == right.places
      && left.notices == right.notices && left.sounds == right.sounds
      && left.links == right.links && left.pushes == right.pushes
      && left.channel == right.channel && left.paging == right.paging
      && left.alarmWake == right.alarmWake && left.ended == right.ended
      && left.now == right.now
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(screen)
    hasher.combine(counters)
    hasher.combine(now)
  }
}

extension Device: Codable {
  private enum CodingKeys: String, CodingKey {
    case profile, screen, apps, conditions, energy, clock, planner, usage, processingWindow,
      jobs, transfers, places, notices, sounds, links, pushes, channel, paging, counters, now,
      ended, alarmWake
  }

  /// Reads the device; its deadlines follow from the rest.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    profile = try container.decode(Profile.self, forKey: .profile)
    screen = try container.decode(Screen.self, forKey: .screen)
    apps = try container.decode(AppTable.self, forKey: .apps)
    conditions = try container.decode(DeviceConditions.self, forKey: .conditions)
    energy = try container.decode(EnergyBudget.self, forKey: .energy)
    clock = try container.decode(WallClock.self, forKey: .clock)
    planner = try container.decode(WakePlanner.self, forKey: .planner)
    usage = try container.decode(UsageModel.self, forKey: .usage)
    processingWindow = try container.decode(ProcessingWindow.self, forKey: .processingWindow)
    jobs = try container.decode(JobTable.self, forKey: .jobs)
    transfers = try container.decode(TransferTable.self, forKey: .transfers)
    places = try container.decode(LocationTable.self, forKey: .places)
    notices = try container.decode(NotificationTable.self, forKey: .notices)
    sounds = try container.decode(AudioTable.self, forKey: .sounds)
    links = try container.decode(LinkTable.self, forKey: .links)
    pushes = try container.decode(PushTable.self, forKey: .pushes)
    channel = try container.decodeIfPresent(TalkChannel.self, forKey: .channel)
    paging = try container.decode(PagingTable.self, forKey: .paging)
    alarmWake = try container.decodeIfPresent(AlarmWake.self, forKey: .alarmWake)
    counters = try container.decode(Counters.self, forKey: .counters)
    now = try container.decode(Instant.self, forKey: .now)
    ended = try container.decodeIfPresent(EndedApps.self, forKey: .ended) ?? EndedApps()
    jobs.enterAlarms(by: clock)
    screenChanged()
    setDeadline(planner.nextWake, for: .planner)
    setDeadline(jobs.nextLook, for: .jobs)
    setDeadline(transfers.nextLook, for: .transfers)
    setDeadline(places.nextLook, for: .places)
    setDeadline(notices.nextLook, for: .notices)
    setDeadline(links.nextLook, for: .links)
    setDeadline(pushes.nextLook, for: .pushes)
    setDeadline(paging.nextLook, for: .paging)
    setDeadline(alarmWake?.nextLook, for: .alarmWake)
    for slot in apps.slotRange {
      setDeadline(apps.deadline(ofSlot: slot), for: .app(slot: slot))
      let look = apps.read(slot: slot) { $0.work.nextLook } ?? nil
      setDeadline(look, for: .work(slot: slot))
    }
  }

  /// Writes everything but the deadlines, which follow from the rest.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(profile, forKey: .profile)
    try container.encode(screen, forKey: .screen)
    try container.encode(apps, forKey: .apps)
    try container.encode(conditions, forKey: .conditions)
    try container.encode(energy, forKey: .energy)
    try container.encode(clock, forKey: .clock)
    try container.encode(planner, forKey: .planner)
    try container.encode(usage, forKey: .usage)
    try container.encode(processingWindow, forKey: .processingWindow)
    try container.encode(jobs, forKey: .jobs)
    try container.encode(transfers, forKey: .transfers)
    try container.encode(places, forKey: .places)
    try container.encode(notices, forKey: .notices)
    try container.encode(sounds, forKey: .sounds)
    try container.encode(links, forKey: .links)
    try container.encode(pushes, forKey: .pushes)
    try container.encodeIfPresent(channel, forKey: .channel)
    try container.encode(paging, forKey: .paging)
    try container.encodeIfPresent(alarmWake, forKey: .alarmWake)
    try container.encode(counters, forKey: .counters)
    try container.encode(now, forKey: .now)
    if !ended.isEmpty { try container.encode(ended, forKey: .ended) }
  }
}
