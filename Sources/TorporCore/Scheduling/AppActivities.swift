package import TorporModel

// Waiting work, as shown by `torpor jobs` and `torpor why`; this code is read-only.

extension DeviceReading {
  /// Everything of apps that waits or runs, in the order of apps, then of submission.
  package func activities(at moment: Instant) -> [ActivityStatus] {
    let context = conditionContext(at: max(now, moment))
    return apps.records.flatMap { AppActivities(of: $0, on: state, context).all }
  }

  /// The work of an app that has that name, pending or running.
  package func activity(
    named name: String,
    of app: AppIdentifier,
    at moment: Instant
  ) -> ActivityStatus? {
    let context = conditionContext(at: max(now, moment))
    return apps[app].flatMap { record in
      let activities = AppActivities(of: record, on: state, context)
      return activities.all.first { $0.activity.name == name }
        ?? services.transfers.activity(named: name, of: app, on: context, state)
        ?? activities.refused(name)
    }
  }
}

/// The background work of one app: what runs, and what each of the rest waits for.
struct AppActivities {
  private let record: AppRecord
  private let device: DeviceState
  private let context: ConditionContext

  init(of record: AppRecord, on device: DeviceState, _ context: ConditionContext) {
    self.record = record
    self.device = device
    self.context = context
  }

  /// What runs, then what is pending, then the fetch.
  var all: [ActivityStatus] {
    record.work.running.tasks.map(status(of:)) + record.work.requests.pending.map(status(of:))
      + (fetch.map { [$0] } ?? [])
  }

  /// A request that was not accepted, and so will never run.
  func refused(_ name: String) -> ActivityStatus? {
    record.work.refused.refused(name).map { refused in
      ActivityStatus(
        app: record.identifier,
        activity: .task(identifier: name),
        type: refused.type,
        submittedAt: refused.at,
        earliest: nil,
        latest: nil,
        isRunning: false,
        conditions: refused.conditions,
        blocked: [],
        forecast: Forecast(at: nil, needs: refused.conditions.map(\.reason))
      )
    }
  }

  private func status(of task: RunningTask) -> ActivityStatus {
    ActivityStatus(
      app: record.identifier,
      activity: task.activity,
      type: task.type,
      submittedAt: task.startedAt,
      earliest: nil,
      latest: task.end,
      isRunning: true,
      conditions: [Condition(.runningTask, since: task.startedAt, until: task.end)],
      blocked: [],
      forecast: Forecast(at: nil, needs: []),
      display: task.progress.map {
        .init(title: $0.title, subtitle: $0.subtitle, permille: $0.permille)
      }
    )
  }

  private func status(of request: PendingRequest) -> ActivityStatus {
    let asked = device.conditions(of: request, of: record, on: context)
    return ActivityStatus(
      app: record.identifier,
      activity: request.activity,
      type: request.type,
      submittedAt: request.submittedAt,
      earliest: request.earliest,
      latest: request.latest,
      isRunning: false,
      conditions: asked.planned(at: request.planned?.latest, now: context.now),
      blocked: request.log.totals(at: context.now),
      forecast: Forecast(conditions: asked, plannedAt: request.planned?.latest, now: context.now)
    )
  }

  /// The fetch; `nil`: the app wants none.
  private var fetch: ActivityStatus? {
    let fetch = record.work.fetch
    guard fetch.interval != .never, let wantedSince = fetch.wantedSince else { return nil }
    var asked = device.fetchConditions(of: record, on: context)
    if let missing = context.profile.missing(for: .backgroundFetch) {
      asked = [missing.condition]
    } else if !record.manifest.mayFetch(under: context.profile) {
      let lacks = Condition(.notPermitted, holds: false, subject: "performFetch")
      asked.insert(lacks, at: 0)
    }
    return ActivityStatus(
      app: record.identifier,
      activity: .fetch,
      type: nil,
      submittedAt: wantedSince,
      earliest: fetch.earliest(lastOnScreen: record.usage.lastOnScreen),
      latest: nil,
      isRunning: fetch.runningSince != nil,
      conditions: asked.planned(at: fetch.planned?.latest, now: context.now),
      blocked: fetch.log.totals(at: context.now),
      forecast: Forecast(conditions: asked, plannedAt: fetch.planned?.latest, now: context.now)
    )
  }
}

extension [Condition] {
  /// The conditions, with the moment that is planned where nothing else stands in the way.
  fileprivate func planned(at plannedAt: Instant?, now: Instant) -> [Condition] {
    guard let plannedAt, plannedAt > now, allSatisfy(\.holds) else { return self }
    return self + [Condition(.plannedMoment, holds: false, until: plannedAt)]
  }
}

extension Forecast {
  /// Returns the forecast for work that waits for these conditions: when the passing of time meets the
  /// last of them, and what else must change.
  init(conditions: [Condition], plannedAt: Instant?, now: Instant) {
    let blockers = conditions.filter { !$0.holds }
    let needs = blockers.filter { $0.until == nil }.map(\.reason)
    let ready = blockers.compactMap(\.until).max()
    // If something other than time is needed, and no time condition is unmet, the time is unknown.
    let moment =
      plannedAt.map { Swift.max($0, ready ?? $0) } ?? ready ?? (needs.isEmpty ? now : nil)
    self.init(at: moment, needs: needs)
  }
}
