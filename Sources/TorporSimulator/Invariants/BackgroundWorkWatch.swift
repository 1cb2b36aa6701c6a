import TorporCore
import TorporModel

/// Follows the background work of all apps from look to look, and says which rule a change breaks.
final class BackgroundWorkWatch: Watch {
  /// What was seen of one app.
  private struct Seen {
    var pending: [PendingRequest] = []
    var runningTokens: Set<CallbackToken> = []
    var lastFetchAt: Instant?
    var lastOnScreen: Instant?
    var interval = FetchInterval.never
    var launch: LaunchIdentifier?
  }

  /// How work of an app began, with what is known of it.
  struct Begun {
    let record: AppRecord
    let name: String
    /// Before when it must not begin; `nil`: at once.
    let earliest: Instant?
    /// The last run that counts for the spacing.
    let lastRefreshAt: Instant?
  }

  /// A request as its app submitted it.
  private struct Submission {
    let request: TaskRequest
    let at: Instant
  }

  private var seen: [AppIdentifier: Seen] = [:]
  /// The latest submission of each task; it stays the same when the device takes back a run that nobody
  /// saw begin.
  private var submissions: [AppIdentifier: [String: Submission]] = [:]
  /// When an app was last begun for a refresh or a fetch, by a developer or not.
  private var lastRefreshAt: [AppIdentifier: Instant] = [:]
  /// Since when a task runs that has lost its conditions.
  private var lostSince: [CallbackToken: Instant] = [:]
  /// Which requests an app has replaced or taken back since the last look; `nil` means all of them.
  private var touched: [AppIdentifier: [String?]] = [:]
  /// The device that was looked at last.
  private var revision: Int?
  /// When a daemon last began to watch the clocks.
  private var watchedSince = Instant.zero

  /// An app has asked for something that changes what waits.
  func asked(_ request: AppRequest, by app: AppIdentifier) {
    switch request {
    case .submitTask(let request): touched[app, default: []].append(request.identifier)
    case .cancelTaskRequest(let identifier): touched[app, default: []].append(identifier)
    default: break
    }
  }

  /// A daemon has taken over; after a loss of power it may have forgotten the last runs.
  func daemonStarted(_ machine: SimulatedMachine, machineWasRestarted: Bool) {
    let now = machine.clock.now()
    watchedSince = now
    guard machineWasRestarted, let device = machine.daemon.device else { return }
    // A device that forgot its last steps with the power hands their numbers out again.
    lostSince.removeAll()
    for record in device.apps.records {
      let (app, last) = (record.identifier, record.work.lastRefreshAt)
      // What the start itself has run is looked at next.
      lastRefreshAt[app] = last == now ? nil : last
      seen[app]?.runningTokens.removeAll()
      seen[app]?.lastFetchAt = record.work.fetch.lastFetchAt
    }
  }

  func slept(for length: Duration) {
    lostSince = lostSince.mapValues { $0 + length }
    watchedSince = watchedSince + length
  }

  /// Looks at everything; returns the rules that were broken since the last look, as sentences.
  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    defer { touched.removeAll() }
    let records = machine.daemon.records
    // On the same device as before, time alone breaks a rule.
    let isNew = revision != machine.daemon.revision
    revision = machine.daemon.revision
    guard isNew else { return records.flatMap { overdue(of: $0, machine, device) } }
    var broken = tooMany(records)
    for record in records {
      let before = seen[record.identifier] ?? Seen()
      broken += newTasks(of: record, since: before, machine, device)
      broken += newFetch(of: record, since: before, machine, device)
      broken += lost(of: record, since: before).map { "\(record.identifier): '\($0)' was lost" }
      broken += overdue(of: record, machine, device)
      noteSubmissions(of: record)
      seen[record.identifier] = Seen(
        pending: record.work.requests.pending,
        runningTokens: Set(record.work.running.tasks.map(\.token)),
        lastFetchAt: record.work.fetch.lastFetchAt,
        lastOnScreen: record.usage.lastOnScreen,
        interval: record.work.fetch.interval,
        launch: record.process.launch
      )
    }
    return broken
  }

  // MARK: What began

  private func newTasks(
    of record: AppRecord,
    since before: Seen,
    _ machine: SimulatedMachine,
    _ device: Device
  ) -> [String] {
    var broken: [String] = []
    for task in record.work.running.tasks where !before.runningTokens.contains(task.token) {
      defer { if task.type == .appRefresh { lastRefreshAt[record.identifier] = task.startedAt } }
      guard !task.isSimulated else { continue }
      let begun = Begun(
        record: record,
        name: task.identifier,
        earliest: earliest(of: task, record.identifier),
        lastRefreshAt: lastRefreshAt[record.identifier]
      )
      switch task.type {
      case .appRefresh: broken += BackgroundWorkRules.refresh(begun, machine, device)
      case .processing, .healthResearch:
        broken += BackgroundWorkRules.processing(task.request, begun, machine, device)
      case .continued: break
      }
    }
    return broken
  }

  /// Before when a task must not have begun: its request was seen, or came in this very moment.
  private func earliest(of task: RunningTask, _ app: AppIdentifier) -> Instant? {
    guard let delay = task.request.earliestBegin else { return nil }
    let seen = submissions[app]?[task.identifier].flatMap { $0.request == task.request ? $0 : nil }
    return (seen?.at ?? task.startedAt) + delay
  }

  /// Keeps what was submitted since the last look.
  private func noteSubmissions(of record: AppRecord) {
    let app = record.identifier
    let touched = touched[app] ?? []
    for pending in record.work.requests.pending {
      let known = submissions[app]?[pending.identifier]
      // The app has said nothing new: the device has brought back what it had begun.
      let isTakenBack =
        known.map { $0.request == pending.request && $0.at < pending.submittedAt } ?? false
        && !touched.contains { $0 == nil || $0 == pending.identifier }
      guard !isTakenBack else { continue }
      submissions[app, default: [:]][pending.identifier] = Submission(
        request: pending.request,
        at: pending.submittedAt
      )
    }
  }

  private func newFetch(
    of record: AppRecord,
    since before: Seen,
    _ machine: SimulatedMachine,
    _ device: Device
  ) -> [String] {
    let fetch = record.work.fetch
    guard let last = fetch.lastFetchAt, last > before.lastFetchAt ?? .at(.zero - .seconds(1)) else {
      return []
    }
    defer { lastRefreshAt[record.identifier] = last }
    var earliest: Instant?
    if case .atLeast(let length) = before.interval {
      // The quiet time counts from the last fetch and from the last use.
      earliest = [before.lastFetchAt, before.lastOnScreen].compactMap { $0 }.max().map {
        $0 + length
      }
    }
    let begun = Begun(
      record: record,
      name: "performFetch",
      earliest: earliest,
      lastRefreshAt: lastRefreshAt[record.identifier]
    )
    return BackgroundWorkRules.refresh(begun, machine, device)
  }

  // MARK: What went

  /// Requests that waited, and do not, although nobody ran them or took them back.
  private func lost(of record: AppRecord, since before: Seen) -> [String] {
    let touched = touched[record.identifier] ?? []
    let hasEnded = record.process.launch != before.launch || record.process.isEnding
    return before.pending.filter { request in
      let waits = record.work.requests.pending.contains { $0.identifier == request.identifier }
      let began = record.work.running.tasks.contains {
        $0.identifier == request.identifier && !before.runningTokens.contains($0.token)
      }
      // Continued work goes with its process and with the app's card in the switcher (CP5).
      let went = request.type == .continued && (hasEnded || record.persistentState.isForceQuit)
      let wasTouched = touched.contains { $0 == nil || $0 == request.identifier }
      return !waits && !began && !went && !wasTouched && !record.persistentState.isUninstalled
    }
    .map(\.identifier)
  }

  // MARK: What runs too long

  /// An app has a second to listen to a new daemon before its time runs.
  private static let tolerance = Duration.seconds(1)

  private func overdue(
    of record: AppRecord,
    _ machine: SimulatedMachine,
    _ device: Device
  ) -> [String] {
    let now = machine.clock.now()
    var broken: [String] = []
    for task in record.work.running.tasks where !task.isSimulated {
      let lost = BackgroundWorkRules.lostConditions(of: task.request, machine, device)
      // Nobody ends what the user has exempted or has on screen, where the task was told to end and may
      // take its time, and a process that is being ended has its task yet.
      let isSpared =
        record.persistentState.exemption != nil || record.process.isOnScreen
        || record.process.isEnding
      guard !lost.isEmpty, !isSpared else {
        lostSince[task.token] = nil
        continue
      }
      let since = lostSince[task.token] ?? now
      lostSince[task.token] = since
      let end = max(since, watchedSince) + RunningTask.handlerTime + Self.tolerance
      guard now > end else { continue }
      broken.append("\(record.identifier): '\(task.identifier)' still runs: \(lost)")
    }
    return broken
  }

  private func tooMany(_ records: [AppRecord]) -> [String] {
    let running = records.flatMap(\.work.running.tasks).filter { !$0.isSimulated }
    let continued = running.count { $0.type == .continued }
    let processing = running.count { $0.type == .processing || $0.type == .healthResearch }
    var broken: [String] = []
    if continued > SchedulerService.continuedTasksMax {
      broken.append("\(continued) continued tasks run")
    }
    if processing > SchedulerService.processingTasksMax {
      broken.append("\(processing) processing tasks run")
    }
    return broken
  }
}
