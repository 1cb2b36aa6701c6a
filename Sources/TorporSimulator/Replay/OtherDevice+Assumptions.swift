import TorporCore
import TorporDaemon
import TorporModel

// What apps and the machine do where nothing of it was recorded.

extension OtherDevice {
  /// What is assumed of an app of which no such thing was recorded; our choices, of the order of what the benchmarks
  /// measure.
  private enum Usual {
    static let start = Duration.milliseconds(20)
    static let attachment = Duration.milliseconds(20)
    static let freeze = Duration.milliseconds(5)
    static let reading = Duration.milliseconds(2)
    static let end = Duration.milliseconds(10)
    static let call = Duration.milliseconds(100)
    static let completion = Duration.seconds(1)
    static let transfer = Duration.seconds(1)
  }

  /// Plans the usual answer to an order.
  mutating func assume(_ order: HostOrder, at now: Instant) {
    let app = order.key.app
    func later(_ usual: Duration) -> Instant { now + (habits.length(order.key) ?? usual) }
    switch order.key.kind {
    case .launch:
      assumedLaunches.insert(order.launch)
      assumedRuns.insert(order.launch)
      let start = later(Usual.start)
      plan(.event(.started), of: order.launch, at: start)
      assumeBeginning(of: order.launch, app, startedAt: start)
    case .freeze: plan(.event(.frozen), of: order.launch, at: later(Usual.freeze))
    case .kill:
      plan(.event(.exited(status: .signalled(signal: 9))), of: order.launch, at: now + Usual.end)
    case .terminate:
      plan(.event(.exited(status: .signalled(signal: 15))), of: order.launch, at: now + Usual.end)
    case .inspect: plan(.inspection, of: order.launch, at: later(Usual.reading))
    case .sample: plan(.processorTime, of: order.launch, at: later(Usual.reading))
    case .measure: plan(.measurement, of: order.launch, at: later(Usual.reading))
    case .footprint:
      guard let bytes = habits.footprints[app] else { return }
      plan(.event(.footprint(bytes: bytes)), of: order.launch, at: later(Usual.reading))
    case .pageOut:
      // How much of it would have gone is not known: nothing.
      let report = PageOutReport(freedBytes: 0, writtenBytes: 0, isComplete: true, swap: nil)
      plan(.event(.pagedOut(report)), of: order.launch, at: later(Usual.reading))
    case .readBack:
      plan(
        .event(.readBack(ReadBackReport(readBytes: 0))),
        of: order.launch,
        at: later(Usual.reading)
      )
    case .call: assumeCall(order, at: now)
    }
  }

  /// The app listens after its start, and asks for what it asked for at its last recorded start.
  private mutating func assumeBeginning(
    of launch: LaunchIdentifier,
    _ app: AppIdentifier,
    startedAt start: Instant
  ) {
    let delay = habits.attachDelay(of: app)
    let record = device.apps[app]
    // A plain command never listens.
    guard delay != nil || record?.manifest.isTransient == false else { return }
    let attachment = start + (delay ?? Usual.attachment)
    plan(.request(.attach), of: launch, at: attachment)
    plan(habits.beginnings[app] ?? [], of: launch, from: attachment, as: nil)
  }

  private mutating func assumeCall(_ order: HostOrder, at now: Instant) {
    guard let delivery = order.delivery else { return }
    let run = habits.run(order.key)
    if run == nil { tally.unknownCalls += 1 } else { tally.assumedCalls += 1 }
    plan(
      run?.requests ?? [],
      of: order.launch,
      from: now,
      as: (recorded: run?.token, own: delivery.token)
    )
    let returned = now + (run?.returnedAfter ?? Usual.call)
    plan(.request(.returned(callback: delivery.token)), of: order.launch, at: returned)
    guard delivery.callback.hasCompletionHandler else { return }
    let (after, result) = run?.completion ?? (Usual.completion, .success)
    plan(
      .request(.complete(callback: delivery.token, result: result)),
      of: order.launch,
      at: now + after
    )
  }

  private mutating func plan(
    _ requests: [Habits.HabitualRequest],
    of launch: LaunchIdentifier,
    from begin: Instant,
    as token: (recorded: CallbackToken?, own: CallbackToken)?
  ) {
    for habitual in requests {
      let moment = begin + habitual.after
      if let task = habitual.task {
        plan(.beginTask(habitual.request, recorded: task), of: launch, at: moment)
      } else if case .endBackgroundTask(let task) = habitual.request {
        plan(.endTask(recorded: task), of: launch, at: moment)
      } else if let request = habitual.request.with(token) {
        plan(.request(request), of: launch, at: moment)
      }
    }
  }

  /// Begins an attempt of a transfer, with the recorded one where that is under way.
  mutating func begin(_ order: TransferOrder, at now: Instant) {
    if numbers.match(order) { return }
    let recorded = numbers.recordedTransfer(order.transfer)
    let habit = recorded.flatMap { habits.transfers[$0] }
    let report = TransferReport(
      transfer: order.transfer,
      attempt: order.attempt,
      event: .finished(status: 200),
      bytes: habit?.report.bytes ?? 0,
      movedBytes: habit?.report.movedBytes ?? 0
    )
    plan(.report(report), of: nil, at: now + (habit?.length ?? Usual.transfer))
  }

  // MARK: Giving answers

  mutating func give(_ answer: PlannedAnswer) {
    if case .report(let report) = answer.what {
      guard !numbers.isMatched(report) else { return }
      numbers.endWaiting(report.transfer)
    }
    if let launch = answer.launch {
      guard let app = launches[launch], let process = self.process(of: app),
        process.launch == launch
      else { return }
      if answer.what.isDoneByProcess, process.isFrozen {
        return stalled[launch, default: []].append(answer)
      }
      if case .event(.frozen) = answer.what, !process.isFrozen { return }
    }
    guard let input = input(for: answer) else { return }
    let begun: BackgroundTaskIdentifier? = {
      if case .beginTask(_, let task) = answer.what { task } else { nil }
    }()
    if let begun { numbers.recordedTasks.insert(begun) }
    let orders = handle(input, at: answer.at, answers: input.request)
    if let begun, case .task(let own) = numbers.ownReply { numbers.tasks[begun] = own }
    numbers.ownReply = nil
    for order in orders { match(order, at: answer.at) }
  }

  private mutating func input(for answer: PlannedAnswer) -> Input? {
    if case .report(let report) = answer.what { return .transfers([report]) }
    guard let launch = answer.launch, let app = launches[launch] else { return nil }
    switch answer.what {
    case .event(let event): return .process(launch: launch, event: event)
    case .inspection:
      var inspection = habits.inspections[app] ?? Inspection()
      addAssumedUse(of: app, launch)
      inspection.usage = meters.own(launch)
      return .process(launch: launch, event: .inspected(inspection))
    case .measurement:
      addAssumedUse(of: app, launch)
      return .process(launch: launch, event: .measured(meters.own(launch) ?? ResourceUsage()))
    case .processorTime:
      return .process(
        launch: launch,
        event: .usedProcessor(total: meters.own(launch)?.processor ?? .zero)
      )
    case .request(let request), .beginTask(let request, _):
      if case .attach = request {
        guard !attached.contains(launch) else { return nil }
        attached.insert(launch)
      }
      return .app(launch: launch, request: request, id: numbers.makeRequest())
    case .endTask(let recorded):
      guard let task = numbers.tasks[recorded] else { return nil }
      return .app(launch: launch, request: .endBackgroundTask(task: task), id: nil)
    case .report: return nil
    }
  }

  /// A run that was not recorded has used what runs of the app usually do.
  private mutating func addAssumedUse(of app: AppIdentifier, _ launch: LaunchIdentifier) {
    guard assumedRuns.remove(launch) != nil else { return }
    tally.assumedRuns += 1
    if let use = habits.use(of: app) { meters.add(use, to: launch) }
  }
}

extension AppRequest {
  /// The same about another call; `nil`: it is about a call that is not there.
  fileprivate func with(_ token: (recorded: CallbackToken?, own: CallbackToken)?) -> AppRequest? {
    switch self {
    case .setExpirationHandler(let callback, let isSet):
      guard let token, token.recorded == callback else { return nil }
      return .setExpirationHandler(callback: token.own, isSet: isSet)
    case .reportProgress(let callback, let permille, let title, let subtitle):
      guard let token, token.recorded == callback else { return nil }
      return .reportProgress(
        callback: token.own,
        permille: permille,
        title: title,
        subtitle: subtitle
      )
    default: return self
    }
  }
}
