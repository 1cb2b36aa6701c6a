import TorporCore
import TorporModel

/// How each app behaved while it was recorded: what is assumed of it where another policy has it run at other times.
struct Habits {
  // Shape: a list for each kind of answer, and what is under way of each.
  private var runs: [HostOrder.Key: [CallRun]] = [:]
  private var lengths: [HostOrder.Key: [Duration]] = [:]
  private var attachDelays: [AppIdentifier: [Duration]] = [:]
  /// What the app asked for from its last attachment to the return of `didFinishLaunching`.
  private(set) var beginnings: [AppIdentifier: [HabitualRequest]] = [:]
  private var uses: [AppIdentifier: [ResourceUsage]] = [:]
  private(set) var inspections: [AppIdentifier: Inspection] = [:]
  private(set) var footprints: [AppIdentifier: Int64] = [:]
  private(set) var transfers: [TransferIdentifier: TransferHabit] = [:]

  private var launches: LaunchTable?
  private var pending: [HostOrder.Key: [(launch: LaunchIdentifier, at: Instant)]] = [:]
  private var openCalls: [CallRun] = []
  private var beginning: [LaunchIdentifier: Instant] = [:]
  private var started: [LaunchIdentifier: Instant] = [:]
  private var counters: [LaunchIdentifier: ResourceUsage] = [:]
  private var attempts: [TransferIdentifier: Instant] = [:]

  /// How many runs of a kind are looked at, the last ones; our choice.
  private static let samplesMax = 64

  /// A request of an app, and how long after the beginning of its run it came.
  struct HabitualRequest {
    let after: Duration
    let request: AppRequest
    /// The background task that it began.
    var task: BackgroundTaskIdentifier?
  }

  /// A callback, from its delivery to its end.
  struct CallRun {
    let key: HostOrder.Key
    let launch: LaunchIdentifier
    let token: CallbackToken
    let at: Instant
    let hasCompletionHandler: Bool
    var requests: [HabitualRequest] = []
    var returnedAfter: Duration?
    var completion: (after: Duration, result: CompletionResult)?

    var length: Duration { completion?.after ?? returnedAfter ?? .zero }
    var hasEnded: Bool { returnedAfter != nil && (completion != nil || !hasCompletionHandler) }
  }

  /// How a transfer came to its end.
  struct TransferHabit {
    let length: Duration
    let report: TransferReport
  }

  // MARK: What is asked of it

  func run(_ key: HostOrder.Key) -> CallRun? {
    runs[key]?.sorted { $0.length < $1.length }.median
  }

  func length(_ key: HostOrder.Key) -> Duration? { lengths[key]?.sorted().median }
  func attachDelay(of app: AppIdentifier) -> Duration? { attachDelays[app]?.sorted().median }
  func use(of app: AppIdentifier) -> ResourceUsage? {
    uses[app]?.sorted { $0.processor < $1.processor }.median
  }

  // MARK: What is seen

  mutating func begin(with device: Device) {
    launches = LaunchTable(device)
    pending = [:]
    openCalls = []
    beginning = [:]
    started = [:]
    counters = [:]
    attempts = [:]
  }

  mutating func see(_ input: Input, _ effects: [Effect], at now: Instant) {
    if case .app(let launch, let request, let id) = input, let app = launches?[launch] {
      see(request, id, of: launch, app, effects, at: now)
    }
    if case .process(let launch, let event) = input, let app = launches?[launch] {
      see(event, of: launch, app, at: now)
    }
    for launch in launches?.ended(by: input) ?? [] { end(launch) }
    if case .transfers(let reports) = input { for report in reports { see(report, at: now) } }
    for order in launches?.orders(in: effects) ?? [] {
      if let delivery = order.delivery {
        openCalls.append(
          CallRun(
            key: order.key,
            launch: order.launch,
            token: delivery.token,
            at: now,
            hasCompletionHandler: delivery.callback.hasCompletionHandler
          )
        )
      } else {
        pending[order.key, default: []].append((order.launch, now))
      }
    }
    for effect in effects {
      if case .transfer(.start(let order)) = effect { attempts[order.transfer] = now }
    }
  }

  private mutating func see(
    _ request: AppRequest,
    _ id: RequestIdentifier?,
    of launch: LaunchIdentifier,
    _ app: AppIdentifier,
    _ effects: [Effect],
    at now: Instant
  ) {
    switch request {
    case .attach:
      if let start = started[launch] { attachDelays[app, default: []].keep(now - start) }
      beginning[launch] = now
      beginnings[app] = []
    case .returned(let token):
      change(token, of: launch) { $0.returnedAfter = now - $0.at }
      beginning[launch] = nil
    case .complete(let token, let result):
      change(token, of: launch) { $0.completion = (now - $0.at, result) }
    case .pendingTaskRequests, .backgroundTimeRemaining, .isMultitaskingSupported: break
    default:
      var task: BackgroundTaskIdentifier?
      for effect in effects {
        if case .reply(let answered, .task(let begun)) = effect, answered == id { task = begun }
      }
      if let start = beginning[launch] {
        beginnings[app]?.append(HabitualRequest(after: now - start, request: request, task: task))
      } else if let index = openCalls.lastIndex(where: { $0.launch == launch }) {
        let after = now - openCalls[index].at
        openCalls[index].requests.append(
          HabitualRequest(after: after, request: request, task: task)
        )
      }
    }
  }

  private mutating func change(
    _ token: CallbackToken,
    of launch: LaunchIdentifier,
    _ change: (inout CallRun) -> Void
  ) {
    guard let index = openCalls.firstIndex(where: { $0.token == token && $0.launch == launch })
    else { return }
    change(&openCalls[index])
    guard openCalls[index].hasEnded else { return }
    let run = openCalls.remove(at: index)
    runs[run.key, default: []].keep(run)
  }

  private mutating func see(
    _ event: ProcessEvent,
    of launch: LaunchIdentifier,
    _ app: AppIdentifier,
    at now: Instant
  ) {
    switch event {
    case .started:
      started[launch] = now
      answer(.launch, app, at: now)
    case .frozen: answer(.freeze, app, at: now)
    case .inspected(let inspection):
      answer(.inspect, app, at: now)
      inspections[app] = inspection
      if let bytes = inspection.footprintBytes { footprints[app] = bytes }
      if let usage = inspection.usage {
        uses[app, default: []].keep(usage.increase(since: counters[launch]))
        counters[launch] = usage
      }
    case .measured(let usage): counters[launch] = usage
    case .footprint(let bytes): footprints[app] = bytes
    default: break
    }
  }

  private mutating func end(_ launch: LaunchIdentifier) {
    openCalls.removeAll { $0.launch == launch }
    beginning[launch] = nil
    started[launch] = nil
    counters[launch] = nil
    launches?.end(launch)
  }

  private mutating func answer(_ kind: HostOrder.Kind, _ app: AppIdentifier, at now: Instant) {
    let key = HostOrder.Key(app: app, kind: kind)
    guard let order = pending.removeValue(forKey: key)?.last else { return }
    lengths[key, default: []].keep(now - order.at)
  }

  private mutating func see(_ report: TransferReport, at now: Instant) {
    guard report.event.isFinal, let begun = attempts.removeValue(forKey: report.transfer) else {
      return
    }
    transfers[report.transfer] = TransferHabit(length: now - begun, report: report)
  }

  fileprivate static var countMax: Int { samplesMax }
}

extension Array {
  /// The middle one of a sorted list.
  fileprivate var median: Element? { isEmpty ? nil : self[count / 2] }

  /// Adds one, in the place of the oldest where there are many.
  fileprivate mutating func keep(_ element: Element) {
    if count >= Habits.countMax { removeFirst() }
    append(element)
  }
}
