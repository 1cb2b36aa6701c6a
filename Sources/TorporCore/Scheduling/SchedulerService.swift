package import TorporModel

/// The service for background work of apps: reviewed when something that it waits for may have
/// changed, planned, and run when its conditions are met.
///
/// It owns the wakes of the machine for such work, and the times of reviews. The requests and running
/// work of an app are in the app's record, because they end with its process; the scheduler changes
/// them by `WorkOrder`.
package struct SchedulerService: Service {
  // Shape: one method for each step of a look at background work; the chooser and the planner are values of their own.
  /// How many continued tasks run at once on the device; their number is unpublished (CP6).
  ///
  /// 3: our choice, what a user can follow on one screen.
  package static let continuedTasksMax = 3

  /// How many processing tasks run at once on the device; our choice: one for each of two cores, so
  /// that a night has room for all and none takes the machine for itself.
  package static let processingTasksMax = 2

  package internal(set) var planner: WakePlanner
  package internal(set) var processingWindow: ProcessingWindow
  /// Results that follow from the usage model.
  @Derived var plans = RefreshPlans()
  /// When the work of each app is looked at, by slot; as the records say, and earlier where something has changed.
  @Derived var looks = IndexedHeap<Instant>()

  package init() {
    planner = WakePlanner()
    processingWindow = ProcessingWindow()
  }

  /// The scheduler as a journal has it; when it looks at whose work, the records of the apps say.
  init(_ planner: WakePlanner, _ processingWindow: ProcessingWindow, lookingAt apps: AppTable) {
    self.planner = planner
    self.processingWindow = processingWindow
    for slot in apps.slotRange {
      looks.set(apps.read(slot: slot) { $0.work.nextReview } ?? nil, for: slot)
    }
  }

  /// A planned wake: before the looks that it sets off.
  package var nextDeadline: Instant? { planner.nextWake }

  /// Whose work is looked at next; the device tells it `.work(.due)` then, after the deadlines of all services and
  /// that of the app.
  var nextReview: (at: Instant, slot: Int)? { looks.first.map { ($0.priority, $0.key) } }

  /// The system chooses the moment of background work, and chooses one at which the machine is awake.
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  /// What apps ask of it is between them and their records.
  package mutating func handle(
    _ request: Never,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {}

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .work(let event): handle(event, device, &out)
    case .app(.removed(let app)): withdraw(app, device)
    case .app(.phaseChanged), .app(.stateChanged), .app(.changed), .app(.processEnded),
      .app(.forceQuit):
      break
    case .device(.surroundingsChanged):
      updateProcessingWindow(device)
      lookAtAll(device)
    // Habits lie at other moments now.
    case .device(.clockChanged): plans.removeAll()
    // Dates of requests, spacings, quiet periods and windows are times of the day, and of the user.
    case .device(.slept): break
    case .device(.booted), .device(.daemonRestarted), .device(.watchedAgain), .device(.unlocked),
      .device(.displayLit), .device(.conditionsChanged), .device(.conditionsActedOn):
      break
    // The machine is awake as planned: what the planner chose is looked at once more, and run.
    case .deadline: serve(planner.wake(at: device.now), device, &out)
    case .call, .sound, .channel, .push, .notification, .memory, .location, .accessory, .bluetooth,
      .descriptor, .job, .transfer, .consumption:
      break
    }
  }

  private mutating func handle(
    _ event: SystemEvent.WorkEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .changed(let slot): looks.set(device.now, for: slot)
    case .slotFreed: lookAtAll(device)
    case .due(let slot): review(slot: slot, device, &out)
    case .coalesce(let level): coalesce(at: level, device, &out)
    case .historyChanged: plans.removeAll()
    case .step(.review(let slot, let conditionContext)):
      review(slot: slot, on: conditionContext, device, &out)
    case .step(.start(let due, let slot, let conditionContext)):
      start(due[...], slot: slot, on: conditionContext, device, &out)
    }
  }

  /// Has whatever waits or runs looked at in this turn.
  private mutating func lookAtAll(_ device: DeviceState) {
    for slot in device.apps.slotRange where device.apps.hasWork(inSlot: slot) {
      looks.set(device.now, for: slot)
    }
  }

  package func brokenInvariants(on device: DeviceState) -> [String] {
    planner.windows.compactMap { window in
      let (number, slot) = WorkReview.numberAndSlot(ofKey: window.key)
      let isPlanned = device.apps.read(slot: slot) { $0.work.planned.contains(number) }
      return isPlanned == true
        ? nil : "a wake is planned for work \(number) of slot \(slot), which has planned none"
    }
  }
}
