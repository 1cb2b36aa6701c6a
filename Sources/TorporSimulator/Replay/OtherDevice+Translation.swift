import TorporCore
import TorporModel

// What a recorded input is for the other device; `nil`: it has no counterpart there.

extension OtherDevice {
  mutating func translate(_ input: Input, frozen: Set<LaunchIdentifier>) -> Input? {
    let wasFrozen = input.launch.map(frozen.contains) ?? false
    return switch input {
    case .timerFired: input
    case .user(let action, let id): translate(action).map { .user(action: $0, id: id) }
    case .device(let event): translate(event, frozen: frozen).map { .device(event: $0) }
    case .transfers(let reports):
      {
        let translated = reports.compactMap(numbers.report)
        return translated.isEmpty ? nil : .transfers(translated)
      }()
    case .app(let launch, let request, let id):
      translate(request, of: launch, id, wasFrozen: wasFrozen)
    case .process(let launch, let event): translate(event, of: launch, wasFrozen: wasFrozen)
    }
  }

  // MARK: The user and the device

  private func translate(_ action: UserAction) -> UserAction? {
    if let app = action.app, changes.removed.contains(app) { return nil }
    switch action {
    case .change(.appSettings(let app, let settings)):
      let changed = changes.applied(to: settings, of: app)
      return .change(setting: .appSettings(app: app, settings: changed))
    case .change(let setting) where changes.device.contains(where: { $0.name == setting.name }):
      return nil
    case .decide(let app, let permissions, let settings):
      let changed = changes.applied(to: settings, of: app)
      return .decide(app: app, permissions: permissions, settings: changed)
    case .install(let manifest, let settings, let replaces, let undecided):
      return .install(
        manifest: manifest,
        settings: changes.applied(to: settings, of: manifest.identifier),
        replaces: replaces,
        undecided: undecided
      )
    case .transfer(.pause(let transfer)):
      return numbers.transfer(transfer).map { .transfer(.pause($0)) }
    case .transfer(.resume(let transfer)):
      return numbers.transfer(transfer).map { .transfer(.resume($0)) }
    case .transfer(.cancel(let transfer)):
      return numbers.transfer(transfer).map { .transfer(.cancel($0)) }
    case .transfer(.retry(let transfer)):
      return numbers.transfer(transfer).map { .transfer(.retry($0)) }
    case .transfer(.remove(let transfer)):
      return numbers.transfer(transfer).map { .transfer(.remove($0)) }
    default: return action
    }
  }

  private mutating func translate(
    _ event: DeviceEvent,
    frozen: Set<LaunchIdentifier>
  ) -> DeviceEvent? {
    switch event {
    case .push(let push) where changes.removed.contains(push.app): return nil
    case .notificationWaits(let app, _), .notificationShown(let app, _), .usageHistory(let app, _),
      .descriptor(let app, _, _, _), .descriptorLost(let app, _), .pushToken(let app, _, _):
      return changes.removed.contains(app) ? nil : event
    case .adopted(let manifest) where changes.removed.contains(manifest.identifier): return nil
    case .loggedOut(let apps):
      return .loggedOut(apps: apps.filter { !changes.removed.contains($0) })
    case .windows(let windows):
      return .windows(
        windows.compactMap { window in
          guard let app = recordedLaunches[window.launch], let process = self.process(of: app)
          else {
            return nil
          }
          return LaunchWindows(launch: process.launch, visibility: window.visibility)
        }
      )
    case .booted:
      planned.removeAll { $0.launch != nil }
      stalled.removeAll()
      return event
    case .daemonRestarted(let survivors):
      return .daemonRestarted(survivors: own(survivors, frozen: frozen))
    default: return event
    }
  }

  /// The processes that a new daemon finds: those of this device, which end as the recorded ones of their apps did.
  private mutating func own(
    _ survivors: [Survivor],
    frozen: Set<LaunchIdentifier>
  ) -> [Survivor] {
    var own: [Survivor] = []
    for survivor in survivors {
      let process = changes.removed.contains(survivor.app) ? nil : self.process(of: survivor.app)
      let wasFrozen = frozen.contains(survivor.launch)
      guard recordedLaunches[survivor.launch] == survivor.app else {
        // Neither device knows of it.
        if launches[survivor.launch] == nil, !changes.removed.contains(survivor.app) {
          own.append(survivor)
        }
        continue
      }
      var usage: ResourceUsage?
      if let read = survivor.usage {
        let counts = process.map { wasFrozen || !$0.isFrozen } ?? false
        meters.read(read, of: survivor.launch, for: process?.launch, counts: counts)
        usage = process.flatMap { meters.own($0.launch) }
      }
      guard let process else { continue }
      own.append(
        Survivor(
          app: survivor.app,
          launch: process.launch,
          // What the host found is true of what both devices had left alike.
          isFrozen: process.isFrozen == wasFrozen ? survivor.isFrozen : process.isFrozen,
          end: survivor.end,
          commandEnd: survivor.commandEnd,
          usage: usage
        )
      )
    }
    for slot in device.apps.slotRange {
      guard let process = device.apps.process(inSlot: slot), let launch = process.launch,
        let app = device.apps[slot: slot]?.identifier,
        assumedLaunches.contains(launch) || !recordedLaunches.holds(app),
        !own.contains(where: { $0.app == app })
      else { continue }
      own.append(Survivor(app: app, launch: launch, isFrozen: process.isFrozenOrFreezing))
    }
    return own
  }

  // MARK: Apps

  private mutating func translate(
    _ request: AppRequest,
    of launch: LaunchIdentifier,
    _ id: RequestIdentifier?,
    wasFrozen: Bool
  ) -> Input? {
    guard let app = recordedLaunches[launch], !changes.removed.contains(app),
      let process = self.process(of: app), wasFrozen || !process.isFrozen,
      let translated = translate(request)
    else { return nil }
    if case .attach = request {
      // One that is assumed attaches by itself.
      guard !assumedLaunches.contains(process.launch) else { return nil }
      attached.insert(process.launch)
    }
    return .app(launch: process.launch, request: translated, id: id)
  }

  private func translate(_ request: AppRequest) -> AppRequest? {
    switch request {
    case .returned(let token): numbers.token(token).map { .returned(callback: $0) }
    case .complete(let token, let result):
      numbers.token(token).map { .complete(callback: $0, result: result) }
    case .setExpirationHandler(let token, let isSet):
      numbers.token(token).map { .setExpirationHandler(callback: $0, isSet: isSet) }
    case .reportProgress(let token, let permille, let title, let subtitle):
      numbers.token(token).map {
        .reportProgress(callback: $0, permille: permille, title: title, subtitle: subtitle)
      }
    case .endBackgroundTask(let task): numbers.task(task).map { .endBackgroundTask(task: $0) }
    case .session(let request): translate(request).map { .session($0) }
    case .service(.notifications(.present(let token, let options))):
      numbers.token(token).map {
        .service(.notifications(.present(callback: $0, options)))
      }
    default: request
    }
  }

  private func translate(_ request: SessionRequest) -> SessionRequest? {
    switch request {
    case .open, .start, .invalidate: request
    case .cancel(let transfer, let keeps):
      numbers.transfer(transfer).map { .cancel($0, keepsPartial: keeps) }
    case .suspend(let transfer): numbers.transfer(transfer).map { .suspend($0) }
    case .resume(let transfer): numbers.transfer(transfer).map { .resume($0) }
    case .begin(let transfer, let request):
      numbers.transfer(transfer).map { .begin($0, request) }
    case .list(let session, let after):
      .list(session: session, after: after.flatMap(numbers.transfer))
    case .answerChallenge(let transfer, let answer):
      numbers.transfer(transfer).map { .answerChallenge($0, answer) }
    case .answerDelayedRequest(let transfer, let answer):
      numbers.transfer(transfer).map { .answerDelayedRequest($0, answer) }
    }
  }

  // MARK: Processes

  private mutating func translate(
    _ event: ProcessEvent,
    of launch: LaunchIdentifier,
    wasFrozen: Bool
  ) -> Input? {
    guard let app = recordedLaunches[launch] else { return nil }
    let process = changes.removed.contains(app) ? nil : self.process(of: app)
    func answer(_ order: HostOrder?, _ event: ProcessEvent) -> Input? {
      order.map { .process(launch: $0.launch, event: event) }
    }
    func running(_ event: ProcessEvent) -> Input? {
      guard let process, wasFrozen || !process.isFrozen else { return nil }
      return .process(launch: process.launch, event: event)
    }
    /// The answer to an order from before the recording, or one that comes late: for the same process alone.
    func unasked(_ event: ProcessEvent) -> Input? {
      process?.launch == launch ? .process(launch: launch, event: event) : nil
    }
    switch event {
    case .started:
      guard hasOpen(.launch, app) else { return unasked(event) }
      return answer(takeOpen(.launch, app), event)
    case .frozen, .freezeFailed:
      guard hasOpen(.freeze, app) else { return unasked(event) }
      return answer(takeOpen(.freeze, app), event)
    case .inspected(var inspection):
      let order = takeOpen(.inspect, app)
      if let usage = inspection.usage {
        let counts = order != nil || process.map { wasFrozen || !$0.isFrozen } ?? false
        meters.read(usage, of: launch, for: process?.launch, counts: counts)
        inspection.usage = process.flatMap { meters.own($0.launch) }
      }
      return answer(order, .inspected(inspection))
    case .usedProcessor(let total):
      guard let order = takeOpen(.sample, app) else { return nil }
      let own = meters.readProcessor(total, of: launch, for: order.launch)
      return answer(order, .usedProcessor(total: own))
    case .measured(let usage):
      let isAnswer = open[.init(app: app, kind: .measure)]?.isEmpty == false
      let order = takeOpen(.measure, app)
      let runs = process.map { wasFrozen || !$0.isFrozen } ?? false
      meters.read(usage, of: launch, for: process?.launch, counts: order != nil || runs)
      guard let other = process?.launch, let own = meters.own(other) else { return nil }
      if isAnswer { return answer(order, .measured(own)) }
      return running(.measured(own))
    case .footprint:
      guard hasOpen(.footprint, app) else { return unasked(event) }
      return answer(takeOpen(.footprint, app), event)
    case .pagedOut:
      guard hasOpen(.pageOut, app) else { return unasked(event) }
      return answer(takeOpen(.pageOut, app), event)
    case .readBack:
      guard hasOpen(.readBack, app) else { return unasked(event) }
      return answer(takeOpen(.readBack, app), event)
    case .exited:
      let wasOrdered = hasOpen(.kill, app) || hasOpen(.terminate, app)
      guard wasOrdered else { return running(event) }
      let order = takeOpen(.kill, app) ?? takeOpen(.terminate, app)
      return answer(order, event)
    case .thawedFromOutside:
      guard let process, process.isFrozen || !wasFrozen else { return nil }
      return .process(launch: process.launch, event: event)
    case .commandExited, .callerLeft, .pagedIn, .audio, .submittedGPUWork, .hazard:
      return running(event)
    }
  }

  private func hasOpen(_ kind: HostOrder.Kind, _ app: AppIdentifier) -> Bool {
    open[.init(app: app, kind: kind)]?.isEmpty == false
  }

  /// The order of this device that gets the answer to the first open one of the recorded device.
  private mutating func takeOpen(_ kind: HostOrder.Kind, _ app: AppIdentifier) -> HostOrder? {
    let key = HostOrder.Key(app: app, kind: kind)
    guard open[key]?.isEmpty == false else { return nil }
    let order = open[key]?.removeFirst()
    if open[key]?.isEmpty == true { open[key] = nil }
    guard let own = order?.counterpart, launches[own.launch] == app else { return nil }
    return own
  }
}

extension UserAction {
  /// The app that it is about.
  var app: AppIdentifier? {
    switch self {
    case .install(let manifest, _, _, _), .run(let manifest): manifest.identifier
    case .uninstall(let app), .update(let app), .open(let app), .forceQuit(let app),
      .exempt(let app, _), .endExemption(let app), .decide(let app, _, _), .respond(let app, _),
      .endCall(let app), .change(.appSettings(let app, _)), .pageOut(let app),
      .purgeCaches(let app), .offload(let app), .restoreProgram(let app):
      app
    case .home(let app), .simulateLaunch(let app, _), .simulateExpiration(let app, _),
      .cancelTask(let app, _), .forgetUsage(let app):
      app
    case .lock, .unlock, .interrupt, .endInterrupt, .change, .submitJob, .cancelJob, .runJobNow,
      .removeJob, .transfer, .connectAccessory, .disconnectAccessory:
      nil
    }
  }
}
