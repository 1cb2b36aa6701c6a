import TorporModel

// The review of one app's work: its unmet conditions, its plans, and what may run.

extension SchedulerService {
  /// Reviews all waiting and running work of the app.
  mutating func review(slot: Int, _ device: DeviceState, _ out: inout Outbox) {
    looks.set(nil, for: slot)
    guard device.apps.read(slot: slot, { $0.work.isAtRest }) == false else { return }
    let conditionContext = device.conditionContext
    guard device.apps.read(slot: slot, { $0.work.running.isEmpty }) == false else {
      return review(slot: slot, on: conditionContext, device, &out)
    }
    out.work(.expireLost(slot: slot, on: conditionContext))
    out.post(.work(.step(.review(slot: slot, on: conditionContext))))
  }

  /// Reviews waiting work, after running work was handled.
  mutating func review(
    slot: Int,
    on conditionContext: ConditionContext,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let record = device.apps[slot: slot], device.conditions.isStopping != true else { return }
    // What a dying process leaves waiting is looked at when it has ended.
    let review =
      record.process.isEnding ? WorkReview() : findings(of: record, on: conditionContext, device)
    plan(review, insteadOf: record.work.planned, slot: slot)
    out.work(.keep(review, slot: slot))
    looks.set(review.nextReview, for: slot)
    guard let first = review.due.first else { return }
    out.work(.run(first, slot: slot, on: conditionContext))
    goOn(with: review.due.dropFirst(), slot: slot, on: conditionContext, &out)
  }

  /// Starts the next work found free to run; work that no longer is free is reviewed again.
  ///
  /// Those before it may have taken the last slot, or been the app's refresh for now.
  mutating func start(
    _ due: ArraySlice<Activity>,
    slot: Int,
    on conditionContext: ConditionContext,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let next = due.first else { return }
    guard mayStart(next, slot: slot, on: conditionContext, device) else {
      looks.set(device.now, for: slot)
      return start(due.dropFirst(), slot: slot, on: conditionContext, device, &out)
    }
    out.work(.run(next, slot: slot, on: conditionContext))
    goOn(with: due.dropFirst(), slot: slot, on: conditionContext, &out)
  }

  private func goOn(
    with due: ArraySlice<Activity>,
    slot: Int,
    on conditionContext: ConditionContext,
    _ out: inout Outbox
  ) {
    guard !due.isEmpty else { return }
    out.post(.work(.step(.start(Array(due), slot: slot, on: conditionContext))))
  }

  /// Whether work that was found free to run still is, after other work of the app was started.
  private func mayStart(
    _ activity: Activity,
    slot: Int,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> Bool {
    guard let record = device.apps[slot: slot], !record.process.isEnding else { return false }
    switch activity {
    case .task(let identifier):
      // One launch may bring several tasks (BX2): their spacing is not asked again.
      let request = record.work.requests.pending.first { $0.identifier == identifier }
      return request.map(device.hasSlot) ?? false
    case .fetch:
      return device.fetchConditions(of: record, on: conditionContext).allSatisfy(\.holds)
    case .job, .transfer: return true
    }
  }

  /// Returns the unmet conditions of each piece of the app's work.
  private mutating func findings(
    of record: AppRecord,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> WorkReview {
    var review = WorkReview()
    for request in record.work.requests.pending {
      review.note(
        request.activity,
        number: request.number,
        conditions: device.conditions(of: request, of: record, on: conditionContext),
        isDue: request.isDue,
        now: conditionContext.now
      ) { window(for: request, of: record, on: conditionContext, device) }
    }
    let fetch = record.work.fetch
    if fetch.isWanted, record.manifest.mayFetch(under: device.profile) {
      review.note(
        .fetch,
        number: fetch.number,
        conditions: device.fetchConditions(of: record, on: conditionContext),
        isDue: fetch.isDue,
        now: conditionContext.now
      ) {
        let earliest = fetch.earliest(lastOnScreen: record.usage.lastOnScreen)
        return refreshWindow(
          of: record,
          earliest: earliest,
          planned: fetch.planned,
          fallback: earliest + .days(1),
          on: conditionContext,
          device
        )
      }
    }
    return review
  }

  /// Returns when a request without unmet conditions may run; `nil`: now.
  private mutating func window(
    for request: PendingRequest,
    of record: AppRecord,
    on conditionContext: ConditionContext,
    _ device: DeviceState
  ) -> WakeWindow? {
    switch request.type {
    case .appRefresh:
      refreshWindow(
        of: record,
        earliest: request.earliest,
        planned: request.planned,
        fallback: request.latest,
        on: conditionContext,
        device
      )
    case .processing, .healthResearch:
      processingMoment(for: request, of: record, on: conditionContext)
    case .continued: nil
    }
  }

  // MARK: The planner

  /// Something else has woken the machine: work whose window is open comes along for little.
  mutating func coalesce(
    at level: EnergyLevel,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard !planner.isEmpty else { return }
    let wake = planner.wake(at: device.now, free: level)
    if !wake.servings.isEmpty { serve(wake, device, &out) }
  }

  /// The machine is awake for work, which is looked at in this turn.
  mutating func serve(_ wake: PlannedWake, _ device: DeviceState, _ out: inout Outbox) {
    for serving in wake.servings {
      looks.set(device.now, for: WorkReview.numberAndSlot(ofKey: serving.key).slot)
    }
    out.work(.serve(wake))
  }

  /// Enters what a review planned, and takes out what it did not.
  private mutating func plan(
    _ review: WorkReview,
    insteadOf planned: [UInt64],
    slot: Int
  ) {
    for number in planned where !review.planned.contains(number) {
      planner.remove(WorkReview.key(number: number, slot: slot))
    }
    for finding in review.findings {
      guard let window = finding.window else { continue }
      planner.set(window, for: WorkReview.key(number: finding.number, slot: slot))
    }
  }

  /// The app goes, and its windows with it.
  mutating func withdraw(_ app: AppIdentifier, _ device: DeviceState) {
    guard let slot = device.apps.slot(of: app) else { return }
    let planned = device.apps.read(slot: slot) { $0.work.planned } ?? []
    plan(WorkReview(), insteadOf: planned, slot: slot)
    looks.set(nil, for: slot)
  }
}
