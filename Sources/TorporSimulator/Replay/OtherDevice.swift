import TorporCore
import TorporDaemon
import TorporModel

/// A device under other settings, in a world that does to it what was recorded where that still applies, and what apps
/// usually do where it does not (docs/decisions/0055).
struct OtherDevice {
  // Shape: the device, the world's answers that are still to come, and how its numbers translate.
  var device: Device
  let habits: Habits
  let changes: DeviceChanges
  var launches: LaunchTable
  var recordedLaunches: LaunchTable
  /// Orders of the recorded device that were not answered yet.
  var open: [HostOrder.Key: [OpenOrder]] = [:]
  var numbers = TranslatedNumbers()
  var meters = Meters()
  private(set) var use: UseMeter
  /// Processes that the recorded device does not have started in the same turn.
  var assumedLaunches: Set<LaunchIdentifier> = []
  var attached: Set<LaunchIdentifier> = []
  /// Processes in a run that was not recorded, whose use is still to be assumed.
  var assumedRuns: Set<LaunchIdentifier> = []
  var planned: [PlannedAnswer] = []
  /// Answers of processes that stand still, until they run again.
  var stalled: [LaunchIdentifier: [PlannedAnswer]] = [:]
  var tally = Tally()
  /// What was decided since it was last taken.
  var decisions: [Decision] = []
  private var plannedCount: UInt64 = 0

  /// An order of the recorded device, and the order of this one that gets the same answer.
  struct OpenOrder {
    let launch: LaunchIdentifier
    let token: CallbackToken?
    var counterpart: HostOrder?
  }

  /// What had to be assumed, and what was left out.
  struct Tally: Hashable, Sendable {
    /// Runs of apps that were not recorded.
    var assumedRuns = 0
    /// Callbacks that were answered as the app usually does, and those of which no run was recorded.
    var assumedCalls = 0
    var unknownCalls = 0
    /// Recorded requests and reports for which there was no counterpart.
    var dropped = 0
  }

  /// Begins as the recorded device, and changes what is to be different.
  init(
    _ recorded: Device,
    _ changes: DeviceChanges,
    habits: Habits
  ) {
    device = recorded
    self.changes = changes
    self.habits = habits
    use = UseMeter(recorded)
    launches = LaunchTable(recorded)
    meters = Meters(existing: recorded)
    recordedLaunches = launches
    let now = recorded.now
    var orders: [HostOrder] = []
    for setting in changes.settings(on: recorded) {
      orders += handle(.user(action: .change(setting: setting), id: nil), at: now)
    }
    for app in changes.removed.sorted() where recorded.apps.slot(of: app) != nil {
      orders += handle(.user(action: .uninstall(app: app), id: nil), at: now)
    }
    for order in orders { assume(order, at: now) }
    tally = Tally()
    decisions = []
    use = UseMeter(device)
  }

  /// Adds up what its apps have used until then.
  mutating func readUse(at moment: Instant) { use.read(device, at: moment) }

  // MARK: Time

  /// Lets everything happen that happens before a recorded turn.
  ///
  /// A moment that the recorded device waits for as well comes when its host woke: with that turn.
  mutating func advance(to turn: RecordedTurn, recordedWakeup: Instant?) {
    let down = turn.downTime(after: device.now)
    while true {
      let answer = planned.min { ($0.at, $0.order) < ($1.at, $1.order) }
      var wakeup: Instant?
      if let next = device.nextWakeup, next < turn.at, recordedWakeup.map({ next < $0 }) ?? true,
        down.map({ next < $0.from || next > $0.until }) ?? true
      {
        wakeup = next
      }
      if let answer, answer.at < turn.at, wakeup.map({ answer.at <= $0 }) ?? true {
        planned.removeAll { $0.order == answer.order }
        if let down, down.isSleep, answer.at >= down.from {
          // Nothing runs while the machine sleeps.
          var later = answer
          later.at = max(turn.at, answer.at + (down.until - down.from))
          planned.append(later)
          continue
        }
        give(answer)
      } else if let wakeup {
        let orders = handle(.timerFired, at: wakeup)
        for order in orders { match(order, at: wakeup) }
      } else {
        return
      }
    }
  }

  // MARK: Recorded turns

  /// One input of a recorded turn, and what the recorded device ordered for it; returns this device's own orders.
  mutating func follow(
    _ input: Input,
    frozen: Set<LaunchIdentifier>,
    _ effects: [Effect],
    at now: Instant
  ) -> [HostOrder] {
    var own: [HostOrder] = []
    let ended = recordedLaunches.ended(by: input)
    numbers.ownReply = nil
    if let translated = translate(input, frozen: frozen) {
      own = handle(translated, at: now, answers: input.request)
    } else if input.launch != nil {
      tally.dropped += 1
    }
    if case .user(.run(let manifest), _) = input {
      own += changeSettings(ofNew: manifest.identifier, at: now)
    }
    // Before what is ordered for it: an app that has ended may be launched again at once.
    for launch in ended { recordedEnd(of: launch) }
    note(effects, request: input.request)
    return own
  }

  /// A command becomes an app with the usual settings, and those that are to be different.
  private mutating func changeSettings(ofNew app: AppIdentifier, at now: Instant) -> [HostOrder] {
    guard let settings = device.apps[app]?.settings else { return [] }
    let changed = changes.applied(to: settings, of: app)
    guard changed != settings else { return [] }
    let change = Setting.appSettings(app: app, settings: changed)
    return handle(.user(action: .change(setting: change), id: nil), at: now)
  }

  /// The orders of a turn whose inputs have all been followed.
  mutating func finish(_ orders: [HostOrder], at now: Instant) {
    for order in orders { match(order, at: now) }
  }

  /// What the recorded device has ordered and answered.
  private mutating func note(_ effects: [Effect], request: RequestIdentifier?) {
    for effect in effects {
      switch effect {
      case .thaw(let launch):
        // The answer to its freeze does not come any more.
        if let app = recordedLaunches[launch] { open[.init(app: app, kind: .freeze)] = nil }
      case .reply(let id, let reply) where id == request: numbers.note(recorded: reply)
      case .transfer(.start(let order)): numbers.note(recorded: order)
      default: break
      }
    }
    for order in recordedLaunches.orders(in: effects) {
      open[order.key, default: []].append(
        OpenOrder(launch: order.launch, token: order.delivery?.token, counterpart: nil)
      )
      if let token = order.delivery?.token { numbers.recordedTokens.insert(token) }
    }
  }

  private mutating func recordedEnd(of launch: LaunchIdentifier) {
    guard let app = recordedLaunches[launch] else { return }
    for key in open.keys where key.app == app {
      open[key]?.removeAll { $0.launch == launch }
      if open[key]?.isEmpty == true { open[key] = nil }
    }
    recordedLaunches.end(launch)
    meters.recordedEnd(of: launch)
  }

  // MARK: Orders

  /// Gives the device an input, keeps what it decides, and returns what it orders.
  mutating func handle(
    _ input: Input,
    at now: Instant,
    answers request: RequestIdentifier? = nil
  ) -> [HostOrder] {
    use.begin(input, device, at: now)
    let effects = device.handle(input, at: now)
    use.end(device)
    for effect in effects {
      switch effect {
      case .record(let decision):
        // What its removal brings with it is no difference of the policy.
        if decision.app.map(changes.removed.contains) != true { decisions.append(decision) }
      case .reply(let id, let reply) where id == request: numbers.note(own: reply)
      case .thaw(let launch): thawed(launch, at: now)
      case .kill(let launch), .requestTermination(let launch): unpairFreeze(of: launch)
      case .transfer(.start(let order)): begin(order, at: now)
      default: break
      }
    }
    for launch in launches.ended(by: input) { ended(launch) }
    return launches.orders(in: effects)
  }

  private mutating func thawed(_ launch: LaunchIdentifier, at now: Instant) {
    unpairFreeze(of: launch)
    assumedRuns.insert(launch)
    for answer in stalled.removeValue(forKey: launch) ?? [] {
      plan(answer.what, of: launch, at: now + Self.resumption)
    }
  }

  /// How long after a thaw what stood still continues; our choice.
  private static let resumption = Duration.milliseconds(1)

  /// The answer to a freeze that was called off does not come.
  private mutating func unpairFreeze(of launch: LaunchIdentifier) {
    guard let app = launches[launch] else { return }
    let key = HostOrder.Key(app: app, kind: .freeze)
    for index in open[key]?.indices ?? 0..<0 { open[key]?[index].counterpart = nil }
  }

  private mutating func ended(_ launch: LaunchIdentifier) {
    launches.end(launch)
    stalled[launch] = nil
    assumedLaunches.remove(launch)
    assumedRuns.remove(launch)
    attached.remove(launch)
    meters.ownEnd(of: launch)
    planned.removeAll { $0.launch == launch }
  }

  /// Gives an order the answer of the recorded one of its kind, or the usual one.
  mutating func match(_ order: HostOrder, at now: Instant) {
    guard let index = open[order.key]?.firstIndex(where: { $0.counterpart == nil }) else {
      return assume(order, at: now)
    }
    open[order.key]?[index].counterpart = order
    if let own = order.delivery?.token, let recorded = open[order.key]?[index].token {
      numbers.tokens[recorded] = own
    }
    // The recorded device lets it run as well: what it uses was measured there.
    assumedRuns.remove(order.launch)
  }

  mutating func plan(_ what: PlannedAnswer.What, of launch: LaunchIdentifier?, at moment: Instant) {
    plannedCount += 1
    planned.append(PlannedAnswer(at: moment, order: plannedCount, launch: launch, what: what))
  }

  func process(of app: AppIdentifier) -> (launch: LaunchIdentifier, isFrozen: Bool)? {
    guard let process = device.apps.process(of: app), let launch = process.launch else {
      return nil
    }
    return (launch, process.isFrozenOrFreezing)
  }
}

/// An answer of the world that was not recorded.
struct PlannedAnswer {
  var at: Instant
  /// Which of several at one moment comes first.
  let order: UInt64
  let launch: LaunchIdentifier?
  let what: What

  enum What {
    case event(ProcessEvent)
    /// Made when it is given: it has counters in it.
    case inspection, measurement, processorTime
    case request(AppRequest)
    /// The background task that such a request began in the recording ends.
    case endTask(recorded: BackgroundTaskIdentifier)
    case beginTask(AppRequest, recorded: BackgroundTaskIdentifier)
    case report(TransferReport)

    /// Whether the process itself does it: not while it stands still.
    var isDoneByProcess: Bool {
      switch self {
      case .request, .endTask, .beginTask: true
      case .event, .inspection, .measurement, .processorTime, .report: false
      }
    }
  }
}

extension RecordedTurn {
  /// When no timer could fire before the turn: the machine slept, or no daemon was there.
  fileprivate func downTime(
    after last: Instant
  ) -> (from: Instant, until: Instant, isSleep: Bool)? {
    for input in inputs {
      switch input {
      case .device(.slept(let from, let until)): return (from, until, true)
      case .device(.booted): return (last, at, true)
      case .device(.daemonRestarted): return (last, at, false)
      default: continue
      }
    }
    return nil
  }
}
