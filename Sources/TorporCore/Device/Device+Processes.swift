import TorporModel

// Requests of apps, and reports of the kernel on their processes.

extension Device {
  mutating func handle(
    _ request: AppRequest,
    from launch: LaunchIdentifier,
    _ id: RequestIdentifier?,
    in turn: inout Turn
  ) {
    guard let slot = apps.slot(of: launch) else {
      // The process ended while its request was on its way; no one reads the reply.
      return
    }
    switch request {
    case .submitTask(let task): submit(task, inSlot: slot, id, in: &turn)
    case .session(let request):
      let reply = ask(in: &turn) { $0.transfers.handle(request, inSlot: slot, $1, &$2) }
      if let id { turn.order(.reply(id, reply)) }
    case .service(let request): handle(request, inSlot: slot, id, in: &turn)
    case .returned(let callback): returned(from: callback, inSlot: slot, id, in: &turn)
    case .attach:
      update(slot: slot, in: &turn) { record, turn in
        // A process that begins to listen gets this reply before anything else.
        if let id { turn.order(.reply(id, .done)) }
        _ = record.handle(request, in: &turn)
      }
    default:
      update(slot: slot, in: &turn) { record, turn in
        let reply = record.handle(request, in: &turn)
        // The reply is sent before the consequences of the request, such as the freeze after the end of the last task.
        if let id { turn.order(.reply(id, reply)) }
      }
    }
  }

  /// Handles the return of the app from a callback, which services may have waited for.
  private mutating func returned(
    from token: CallbackToken,
    inSlot slot: Int,
    _ id: RequestIdentifier?,
    in turn: inout Turn
  ) {
    // The callback is known only until then.
    let heard = apps.read(slot: slot) { $0.callbacks.callback(of: token) } ?? nil
    let isAnswered = heard.map { services.pushToTalk.isReturn(from: $0) } ?? false
    let unreportedCalls = heard.flatMap {
      services.push.unreportedCalls(atReturnFrom: $0, slot, state.apps)
    }
    update(slot: slot, in: &turn) { record, turn in
      let reply = record.returned(token, unreportedCalls, in: &turn)
      if let id { turn.order(.reply(id, reply)) }
    }
    if heard?.isPush == true { announce(.push(.returned(slot: slot)), in: &turn) }
    if case .session(let told) = heard {
      announce(.transfer(.heard(told, slot: slot)), in: &turn)
    }
    if isAnswered { announce(.channel(.returned), in: &turn) }
  }

  /// Submits a request to the scheduler, the only kind that reads the device.
  private mutating func submit(
    _ task: TaskRequest,
    inSlot slot: Int,
    _ id: RequestIdentifier?,
    in turn: inout Turn
  ) {
    let device = conditionContext(at: turn.now)
    turn.freeContinuedSlots = state.freeContinuedSlots
    update(slot: slot, in: &turn) { record, turn in
      let reply = record.work.submit(
        task,
        of: record.workOwner,
        on: device,
        in: &turn
      )
      if let id { turn.order(.reply(id, reply)) }
    }
  }

  mutating func handle(
    _ event: ProcessEvent,
    of launch: LaunchIdentifier,
    in turn: inout Turn
  ) {
    // A report on a process after its end was seen.
    guard let slot = apps.slot(of: launch) else { return }
    switch event {
    case .pagedOut(let report): announce(.memory(.pagedOut(report, slot: slot)), in: &turn)
    case .pagedIn(let report): announce(.memory(.pagedIn(report, slot: slot)), in: &turn)
    case .readBack(let report): announce(.memory(.readBack(report, slot: slot)), in: &turn)
    case .measured(let usage): announce(.consumption(.measured(usage, slot: slot)), in: &turn)
    case .inspected(let inspection):
      if let usage = inspection.usage {
        announce(.consumption(.measured(usage, slot: slot)), in: &turn)
      }
      update(slot: slot, in: &turn) { $0.inspected(inspection, in: &$1) }
    case .started: update(slot: slot, in: &turn) { $0.started(in: &$1) }
    case .exited(let status):
      update(slot: slot, in: &turn) { record, turn in
        record.savingExited(status, at: turn.now)
        record.apply(.exited(status), in: &turn, because: record.whyEnded)
      }
    case .commandExited(let end):
      update(slot: slot, in: &turn) { $0.commandEnded(end, in: &$1) }
    case .callerLeft: update(slot: slot, in: &turn) { $0.callerLeft(in: &$1) }
    case .frozen: update(slot: slot, in: &turn) { $0.frozen(in: &$1) }
    case .freezeFailed(let errno):
      update(slot: slot, in: &turn) { $0.freezeFailed(errno: errno, in: &$1) }
    case .thawedFromOutside: update(slot: slot, in: &turn) { $0.thawedFromOutside(in: &$1) }
    case .usedProcessor(let total):
      update(slot: slot, in: &turn) { $0.usedProcessor(total, in: &$1) }
    case .footprint(let bytes):
      update(slot: slot, in: &turn) { record, _ in record.facts.footprintBytes = bytes }
    case .audio(let isPlaying):
      update(slot: slot, in: &turn) { record, _ in record.facts.isPlayingAudio = isPlaying }
      announce(.sound(.reported(slot: slot)), in: &turn)
    case .hazard(let hazard, let isPresent):
      update(slot: slot, in: &turn) { $0.told(of: hazard, isPresent: isPresent, in: &$1) }
    case .submittedGPUWork: update(slot: slot, in: &turn) { $0.submittedGPUWork(in: &$1) }
    }
  }
}

extension AppRecord {
  /// Handles the start: a program that is not Torpor-aware has launched as soon as it runs.
  fileprivate mutating func started(in turn: inout Turn) {
    guard !facts.speaks else { return }
    apply(.finishedLaunching, in: &turn, because: [Condition(.userAction)])
  }

  /// The reasons for an end that the kernel reports.
  var whyEnded: [Condition] { process.isEnding ? causeOfEnd : [Condition(.endedByItself)] }
}
