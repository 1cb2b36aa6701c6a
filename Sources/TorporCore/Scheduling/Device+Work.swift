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
    for slot in apps.slotRange where apps.hasWork(inSlot: slot) {
      setDeadline(turn.now, for: .work(slot: slot))
    }
  }

  /// Looks at everything of one app that waits or runs.
  mutating func reviewWork(inSlot slot: Int, in turn: inout Turn) {
    setDeadline(nil, for: .work(slot: slot))
    guard let found = apps[slot: slot] else { return }
    let device = surroundings(at: turn.now)
    if !found.work.running.isEmpty {
      update(slot: slot, in: &turn) { $0.expireWhatLostItsConditions(on: device, in: &$1) }
    }
    guard let record = apps[slot: slot], record.work.isWaiting, !record.process.isEnding else {
      apps.update(slot: slot) { $0.work.nextLook = nil }
      return
    }
    let review = look(at: record, on: device)
    apps.update(slot: slot) { $0.take(review, in: &turn) }
    setDeadline(review.nextLook, for: .work(slot: slot))
    for activity in review.due { start(activity, inSlot: slot, on: device, in: &turn) }
  }

  /// What stands in the way of each piece of work of the app; changes nothing.
  private func look(at record: AppRecord, on device: Surroundings) -> WorkReview {
    var review = WorkReview()
    for request in record.work.requests.pending {
      note(
        request.activity,
        conditions: record.conditions(of: request, on: device, freeSlots: freeContinuedSlots),
        moment: { moment(for: request, of: record, on: device) },
        on: device,
        in: &review
      )
    }
    if record.work.fetch.isWanted, record.mayFetch(profile) {
      note(
        .fetch,
        conditions: record.fetchConditions(on: device),
        moment: { fetchMoment(of: record, on: device) },
        on: device,
        in: &review
      )
    }
    return review
  }

  private func note(
    _ activity: Activity,
    conditions: [Condition],
    moment: () -> Instant,
    on device: Surroundings,
    in review: inout WorkReview
  ) {
    let blockers = conditions.filter { !$0.holds }
    guard blockers.isEmpty else {
      review.findings.append(.init(activity: activity, blockers: blockers, plannedAt: nil))
      // Time alone lifts it only when every blocker ends by itself.
      let ends = blockers.compactMap(\.until)
      return review.lookAgain(at: ends.min())
    }
    let planned = moment()
    guard planned > device.now else {
      review.findings.append(.init(activity: activity, blockers: [], plannedAt: planned))
      review.due.append(activity)
      return
    }
    let waits = Condition(.plannedMoment, holds: false, until: planned)
    review.findings.append(.init(activity: activity, blockers: [waits], plannedAt: planned))
    review.lookAgain(at: planned)
  }

  private mutating func start(
    _ activity: Activity,
    inSlot slot: Int,
    on device: Surroundings,
    in turn: inout Turn
  ) {
    if !device.isOnExternalPower { energy.spend(WorkPolicy.costMillijoules, at: turn.now) }
    update(slot: slot, in: &turn) { record, turn in
      switch activity {
      case .task(let identifier):
        guard let request = record.work.requests.remove(identifier: identifier) else { return }
        record.run(request.request, isSimulated: false, in: &turn)
      case .fetch: record.runFetch(on: device, in: &turn)
      case .job: break
      }
    }
  }

  /// How many more continued tasks may run.
  var freeContinuedSlots: Int {
    var running = 0
    for slot in apps.slotRange {
      running += apps.continuedTasks(inSlot: slot)
    }
    return max(0, Self.continuedTasksMax - running)
  }

  // MARK: When

  /// The best moment for a request that nothing stands in the way of.
  private func moment(
    for request: PendingRequest,
    of record: AppRecord,
    on device: Surroundings
  ) -> Instant {
    switch request.type {
    case .appRefresh: refreshMoment(of: record, earliest: request.earliest, request.plannedAt)
    case .processing, .healthResearch: device.now
    case .continued: device.now
    }
  }

  private func fetchMoment(of record: AppRecord, on device: Surroundings) -> Instant {
    let earliest = record.work.fetch.earliest(lastOnScreen: record.usage.lastOnScreen)
    return refreshMoment(of: record, earliest: earliest, record.work.fetch.plannedAt)
  }

  private func refreshMoment(
    of record: AppRecord,
    earliest: Instant,
    _ planned: Instant?
  ) -> Instant {
    planned ?? max(now, earliest)
  }
}

extension WorkPolicy {
  /// What a run for a refresh costs off external power, in millijoules: a wake with the radio and its
  /// tail (benchmarks A1: 12.9 J).
  static let costMillijoules: Int64 = 12_900
}

extension AppRecord {
  /// Every condition of a request, as it stands now.
  func conditions(
    of request: PendingRequest,
    on device: Surroundings,
    freeSlots: Int
  ) -> [Condition] {
    let handler = Condition(
      .notRegistered,
      holds: !process.hasFinishedLaunching || work.requests.hasHandler(for: request.identifier),
      subject: request.identifier
    )
    guard let policy = WorkPolicy.policy(for: request.request.kind) else {
      let isFree = Condition(.slotTaken, holds: freeSlots > 0)
      return relaunchConditions(for: .continuedProcessing, on: device) + [handler, isFree]
    }
    return conditions(
      of: policy,
      notBefore: request.earliest,
      lastRunAt: work.lastRun(of: request.type),
      on: device
    ) + [handler]
  }

  /// Every condition of the app's fetch, as it stands now.
  func fetchConditions(on device: Surroundings) -> [Condition] {
    conditions(
      of: .fetch,
      notBefore: work.fetch.earliest(lastOnScreen: usage.lastOnScreen),
      lastRunAt: work.lastRefreshAt,
      on: device
    )
  }
}
