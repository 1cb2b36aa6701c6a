import TorporModel

// Background work of apps: looked at when something that it waits for may have changed, and run when
// nothing stands in its way.

extension Device {
  /// How many continued tasks run at once on the device; their number is unpublished (CP6).
  ///
  /// 3: our choice, what a user can follow on one screen.
  package static let continuedTasksMax = 3

  /// The conditions of the device have changed: whatever waits or runs is looked at anew.
  mutating func conditionsChanged(in turn: inout Turn) {
    lookAtWork(in: &turn)
    reviewServices(in: &turn)
  }

  /// Has the services look at what they wait for.
  mutating func reviewServices(in turn: inout Turn) {
    announce(.device(.conditionsChanged), in: &turn)
    announce(.device(.conditionsActedOn), in: &turn)
  }

  /// Has whatever waits or runs looked at in this turn.
  mutating func lookAtWork(in turn: inout Turn) {
    updateProcessingWindow()
    for slot in apps.slotRange where apps.hasWork(inSlot: slot) {
      setDeadline(turn.now, for: .work(slot: slot))
    }
    announce(.device(.surroundingsChanged), in: &turn)
    if !transfers.isEmpty { transferConditionsChanged(in: turn) }
  }

  /// Looks at everything of one app that waits or runs.
  mutating func reviewWork(inSlot slot: Int, in turn: inout Turn) {
    setDeadline(nil, for: .work(slot: slot))
    guard apps.read(slot: slot, { $0.work.isAtRest }) == false else { return }
    let device = surroundings(at: turn.now)
    if apps.read(slot: slot, { $0.work.running.isEmpty }) == false {
      update(slot: slot, in: &turn) { $0.expireWhatLostItsConditions(on: device, in: &$1) }
    }
    guard let record = apps[slot: slot], conditions.isStopping != true else { return }
    // What a dying process leaves waiting is looked at when it has ended.
    let review = record.process.isEnding ? WorkReview() : look(at: record, on: device)
    plan(review, of: record, slot: slot)
    apps.update(slot: slot) { $0.take(review, in: &turn) }
    setDeadline(review.nextLook, for: .work(slot: slot))
    for (index, activity) in review.due.enumerated() {
      // Those before it may have taken the last slot, or been the app's refresh for now.
      guard index == 0 || mayStart(activity, inSlot: slot, on: device) else {
        setDeadline(turn.now, for: .work(slot: slot))
        continue
      }
      start(activity, inSlot: slot, on: device, in: &turn)
    }
  }

  /// Whether work that was found free to run still is, after other work of the app was started.
  private func mayStart(
    _ activity: Activity,
    inSlot slot: Int,
    on device: Surroundings
  ) -> Bool {
    guard let record = apps[slot: slot], !record.process.isEnding else { return false }
    switch activity {
    case .task(let identifier):
      // One launch may bring several tasks (BX2): their spacing is not asked again.
      let request = record.work.requests.pending.first { $0.identifier == identifier }
      return request.map(hasSlot) ?? false
    case .fetch: return fetchConditions(of: record, on: device).allSatisfy(\.holds)
    case .job, .transfer: return true
    }
  }

  /// What stands in the way of each piece of work of the app; changes nothing.
  private mutating func look(at record: AppRecord, on device: Surroundings) -> WorkReview {
    var review = WorkReview()
    for request in record.work.requests.pending {
      review.note(
        request.activity,
        number: request.number,
        conditions: conditions(of: request, of: record, on: device),
        isDue: request.isDue,
        now: device.now
      ) { window(for: request, of: record, on: device) }
    }
    let fetch = record.work.fetch
    if fetch.isWanted, record.mayFetch(profile) {
      review.note(
        .fetch,
        number: fetch.number,
        conditions: fetchConditions(of: record, on: device),
        isDue: fetch.isDue,
        now: device.now
      ) {
        let earliest = fetch.earliest(lastOnScreen: record.usage.lastOnScreen)
        return refreshWindow(
          of: record,
          earliest: earliest,
          planned: fetch.planned,
          fallback: earliest + .days(1),
          on: device
        )
      }
    }
    return review
  }

  private mutating func start(
    _ activity: Activity,
    inSlot slot: Int,
    on device: Surroundings,
    in turn: inout Turn
  ) {
    let day = LocalSecond(clock.localSecond(at: turn.now)).day
    update(slot: slot, in: &turn) { record, turn in
      switch activity {
      case .task(let identifier):
        guard let request = record.work.requests.remove(identifier: identifier) else { return }
        if request.type == .appRefresh { record.work.dailyRuns.note(day: day) }
        record.run(request.request, isSimulated: false, in: &turn)
      case .fetch:
        if record.runFetch(on: device, in: &turn) { record.work.dailyRuns.note(day: day) }
      case .job, .transfer: break
      }
    }
  }

  /// Whether the request may run beside those that do; continued ones in the order of their numbers
  /// (CP5), whoever asked.
  func hasSlot(for request: PendingRequest) -> Bool {
    switch request.type {
    case .appRefresh: return true
    case .processing, .healthResearch: return freeProcessingSlots > 0
    case .continued:
      var ahead = 0
      for slot in apps.slotRange {
        ahead += apps.pendingContinued(inSlot: slot, before: request.number)
      }
      return ahead < freeContinuedSlots
    }
  }

  /// How many more continued tasks may run.
  var freeContinuedSlots: Int {
    var running = 0
    for slot in apps.slotRange {
      running += apps.runningTasks(inSlot: slot) { $0 == .continued }
    }
    return max(0, Self.continuedTasksMax - running)
  }

  // MARK: When

  /// When a request may run that nothing stands in the way of; `nil`: now.
  private mutating func window(
    for request: PendingRequest,
    of record: AppRecord,
    on device: Surroundings
  ) -> WakeWindow? {
    switch request.type {
    case .appRefresh:
      refreshWindow(
        of: record,
        earliest: request.earliest,
        planned: request.planned,
        fallback: request.latest,
        on: device
      )
    case .processing, .healthResearch: processingMoment(for: request, of: record, on: device)
    case .continued: nil
    }
  }

  // MARK: The planner

  /// The machine is awake as planned: what the planner chose is looked at once more, and run.
  mutating func serveWindows(in turn: inout Turn) {
    serve(planner.wake(at: turn.now), in: &turn)
  }

  /// Something else has woken the machine: work whose window is open comes along for little.
  mutating func rideAlong(at level: EnergyLevel, in turn: inout Turn) {
    guard !planner.isEmpty else { return }
    let wake = planner.wake(at: turn.now, free: level)
    if !wake.servings.isEmpty { serve(wake, in: &turn) }
  }

  private mutating func serve(_ wake: PlannedWake, in turn: inout Turn) {
    setDeadline(planner.nextWake, for: .planner)
    if !surroundings(at: turn.now).isOnExternalPower {
      energy.spend(wake.nanojoules / 1_000_000, at: turn.now)
    }
    for serving in wake.servings {
      let (number, slot) = WorkReview.numberAndSlot(ofKey: serving.key)
      apps.update(slot: slot) { record in
        record.work.markDue(number)
        record.usage.noteEnergy(nanojoules: serving.nanojoules)
      }
      setDeadline(turn.now, for: .work(slot: slot))
    }
  }

  /// Enters what a review planned, and takes out what it did not.
  private mutating func plan(_ review: WorkReview, of record: AppRecord, slot: Int) {
    for number in record.work.planned where !review.planned.contains(number) {
      planner.remove(WorkReview.key(number: number, slot: slot))
    }
    for finding in review.findings {
      guard let window = finding.window else { continue }
      planner.set(window, for: WorkReview.key(number: finding.number, slot: slot))
    }
    setDeadline(planner.nextWake, for: .planner)
  }

  /// The app goes, and its windows with it.
  mutating func withdrawWindows(of record: AppRecord, slot: Int) {
    plan(WorkReview(), of: record, slot: slot)
  }

  /// The wall clock was set, or the user has travelled: habits lie at other moments now.
  mutating func clockChanged(in turn: inout Turn) {
    plans.removeAll()
    announce(.device(.clockChanged), in: &turn)
    conditionsChanged(in: &turn)
  }
}
