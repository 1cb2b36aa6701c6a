package import TorporModel

/// An order of the scheduler about the background work of the app in a slot.
package enum WorkOrder: Hashable, Sendable {
  /// End running work whose conditions were lost.
  indirect case expireLost(slot: Int, on: ConditionContext)
  /// Keep what was found of the work that waits, and tell the ledger what is news of it.
  indirect case keep(WorkReview, slot: Int)
  /// Run what waits: a task or a fetch.
  indirect case run(Activity, slot: Int, on: ConditionContext)
  /// The machine is awake for work: it is due, and pays its share.
  indirect case serve(PlannedWake)
  /// Run a task that waits, or end one that runs, for a developer.
  case simulateLaunch(of: String, slot: Int)
  case simulateExpiration(of: String, slot: Int)
  /// End a task that runs or waits, for the user.
  case cancel(task: String, slot: Int)
}

/// A step with which a review continues after its orders were carried out; the conditions are those at its begin.
package enum WorkStep: Hashable, Sendable {
  /// Look at what waits.
  indirect case review(slot: Int, on: ConditionContext)
  /// Start what may run, if it still may.
  indirect case start([Activity], slot: Int, on: ConditionContext)
}

extension Device {
  /// Carries out an order of the scheduler; its consequences are then on the stack.
  mutating func perform(_ order: WorkOrder, in turn: inout Turn) {
    switch order {
    case .expireLost(let slot, let conditionContext):
      change(slot: slot, in: &turn) {
        $0.expireWhatLostItsConditions(on: conditionContext, in: &$1)
      }
    case .keep(let review, let slot): apps.update(slot: slot) { $0.take(review, in: &turn) }
    case .run(let activity, let slot, let conditionContext):
      let day = LocalSecond(clock.localSecond(at: turn.now)).day
      change(slot: slot, in: &turn) {
        $0.begin(activity, onDay: day, on: conditionContext, in: &$1)
      }
    case .serve(let wake): serve(wake, in: &turn)
    case .simulateLaunch(let task, let slot):
      change(slot: slot, in: &turn) { record, turn in
        guard let request = record.work.requests.remove(identifier: task) else { return }
        record.run(request.request, isSimulated: true, in: &turn)
      }
    case .simulateExpiration(let task, let slot):
      change(slot: slot, in: &turn) { record, turn in
        guard let running = record.work.running.task(named: task) else { return }
        record.expire(running, in: &turn, because: [Condition(.simulated)])
      }
    case .cancel(let task, let slot):
      change(slot: slot, in: &turn) { $0.cancelTask(task, in: &$1) }
    }
  }

  /// Off external power a wake is paid from the budget of the device; those that it serves share what it costs.
  private mutating func serve(_ wake: PlannedWake, in turn: inout Turn) {
    if !conditionContext.isOnExternalPower {
      energy.spend(wake.nanojoules / 1_000_000, at: turn.now)
    }
    for serving in wake.servings {
      let (number, slot) = WorkReview.numberAndSlot(ofKey: serving.key)
      apps.update(slot: slot) { record in
        record.work.markDue(number)
        record.usage.noteEnergy(nanojoules: serving.nanojoules)
      }
      guard let app = apps.identifier(inSlot: slot) else { continue }
      turn.steps.append(.tell(.consumption(.charged(app, for: .backgroundActivity)), from: 0))
    }
  }
}

extension AppRecord {
  /// Runs what waits, of which nothing stands in the way.
  fileprivate mutating func begin(
    _ activity: Activity,
    onDay day: Int64,
    on conditionContext: ConditionContext,
    in turn: inout Turn
  ) {
    switch activity {
    case .task(let identifier):
      guard let request = work.requests.remove(identifier: identifier) else { return }
      if request.type == .appRefresh { work.dailyRuns.note(day: day) }
      run(request.request, isSimulated: false, in: &turn)
    case .fetch:
      if runFetch(on: conditionContext, in: &turn) { work.dailyRuns.note(day: day) }
    case .job, .transfer: break
    }
  }
}
