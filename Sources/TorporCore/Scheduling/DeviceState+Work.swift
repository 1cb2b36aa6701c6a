import TorporModel

// The conditions of requests and fetches, according to the state of the device.

extension DeviceState {
  /// Every condition of a request, as it stands now.
  func conditions(
    of request: PendingRequest,
    of record: AppRecord,
    on device: ConditionContext
  ) -> [Condition] {
    let handler = Condition(
      .notRegistered,
      holds: !record.process.hasFinishedLaunching
        || record.work.requests.hasHandler(for: request.identifier, type: request.type),
      subject: request.identifier
    )
    guard let policy = WorkPolicy.policy(for: request.request.kind) else {
      let isFree = Condition(.slotTaken, holds: hasSlot(for: request))
      return record.relaunchConditions(for: .continuedProcessing, on: device)
        + [handler, isFree] + record.stillRunning(request.identifier)
    }
    var asked = record.conditions(
      of: policy,
      notBefore: request.earliest,
      lastRunAt: record.work.lastRun(of: request.type),
      on: device
    )
    asked.append(handler)
    if request.type == .appRefresh { asked.append(dailyBudget(of: record, on: device)) }
    if request.type.isHeavy {
      asked.append(Condition(.slotTaken, holds: hasSlot(for: request)))
    }
    return asked + record.stillRunning(request.identifier)
  }

  /// Every condition of the app's fetch, as it stands now.
  func fetchConditions(of record: AppRecord, on device: ConditionContext) -> [Condition] {
    record.conditions(
      of: .fetch,
      notBefore: record.work.fetch.earliest(lastOnScreen: record.usage.lastOnScreen),
      lastRunAt: record.work.lastRefreshAt,
      on: device
    ) + [dailyBudget(of: record, on: device)]
  }

  /// Whether the app has refreshes left on the user's day.
  private func dailyBudget(of record: AppRecord, on device: ConditionContext) -> Condition {
    let local = LocalSecond(clock.localSecond(at: device.now))
    let budget = dailyBudget(of: record, day: local.day)
    guard record.work.dailyRuns.left(of: budget, day: local.day) == 0 else {
      return Condition(.budget)
    }
    let midnight = clock.instant(localSecond: (local.day + 1) * LocalSecond.secondsEachDay)
    return Condition(.budget, holds: false, until: max(midnight, device.now + .seconds(1)))
  }

  /// How many refreshes of the app the user's day has.
  ///
  /// The number earned by its use, divided by the cost factor of its runs (BF9); at least one.
  func dailyBudget(of record: AppRecord, day: Int64) -> Int {
    var budget = DailyRuns.budget(opens: 0, days: 1)
    if let history = usage.history(of: record.identifier), let first = history.firstDayKept {
      budget = DailyRuns.budget(opens: history.count, days: max(1, day - first))
    }
    return max(1, budget / record.work.cooperation.spacingFactor)
  }

  // MARK: Slots

  /// Whether the request may run beside those that do; continued ones in the order of their numbers
  /// (CP5), across all apps.
  func hasSlot(for request: PendingRequest) -> Bool {
    switch request.type {
    case .appRefresh: return true
    case .processing, .healthResearch:
      return runningTasks { $0.isHeavy } < SchedulerService.processingTasksMax
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
    max(0, SchedulerService.continuedTasksMax - runningTasks { $0 == .continued })
  }

  private func runningTasks(_ isCounted: (TaskType) -> Bool) -> Int {
    apps.slotRange.reduce(0) { $0 + apps.runningTasks(inSlot: $1, isCounted) }
  }
}

extension AppRecord {
  /// A task of that identifier that is not complete, which the next one waits for.
  fileprivate func stillRunning(_ identifier: String) -> [Condition] {
    work.running.task(named: identifier).map {
      [Condition(.runningTask, holds: false, since: $0.startedAt, subject: identifier)]
    } ?? []
  }
}
