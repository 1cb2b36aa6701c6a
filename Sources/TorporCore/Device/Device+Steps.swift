import TorporModel

/// A step that remains to be done in a turn.
///
/// The turn keeps these in one stack, the next on top. A step may push more steps, which are done
/// before those already there: each step is therefore done with all its consequences before the next,
/// in the order of nested calls, without recursion.
enum Step: Hashable, Sendable {
  /// Notify the services that have not been notified yet: those from that place in their order on.
  case tell(SystemEvent, from: Int)
  /// Carry out a request of a service.
  case perform(Outbox.Item)
  /// Update the rest of the device after a change of an app that the services have followed.
  case finishUpdate(slot: Int, hadProcess: Bool, wasScreenEmpty: Bool)
  /// Answer a request.
  indirect case reply(RequestIdentifier, Reply)
  /// Make every app on screen active or inactive, by its interruptions.
  case followCover
  /// Settle an app that lost something that may have been the last reason to keep it running.
  case settle(slot: Int)
}

extension Device {
  /// Notifies every service, and carries out all their requests.
  mutating func announce(_ event: SystemEvent, in turn: inout Turn) {
    let base = turn.steps.count
    tell(event, from: 0, in: &turn)
    run(downTo: base, in: &turn)
  }

  /// Notifies one service that its deadline has passed, and carries out all its requests.
  mutating func passDeadline(ofServiceAt place: Int, in turn: inout Turn) {
    let base = turn.steps.count
    state.counters = turn.counters
    Self.tell(&services, .deadline, at: place, &state, &turn.requests)
    turn.pushRequests()
    run(downTo: base, in: &turn)
  }

  /// Carries out steps until the stack has its earlier height.
  @inline(__always)
  mutating func run(downTo base: Int, in turn: inout Turn) {
    if turn.steps.count > base { work(downTo: base, in: &turn) }
  }

  private mutating func work(downTo base: Int, in turn: inout Turn) {
    while turn.steps.count > base, let step = turn.steps.popLast() {
      switch step {
      case .tell(let event, let place): tell(event, from: place, in: &turn)
      case .perform(let item): perform(item, in: &turn)
      case .finishUpdate(let slot, let hadProcess, let wasScreenEmpty):
        finishUpdate(slot, hadProcess, wasScreenEmpty, in: &turn)
      case .reply(let request, let reply): turn.order(.reply(request, reply))
      case .followCover: coverOrUncover(in: &turn)
      case .settle(let slot): change(slot: slot, in: &turn) { _, _ in }
      }
    }
  }

  /// Notifies the services one after the other; a request of one is carried out before the next is notified.
  private mutating func tell(_ event: SystemEvent, from place: Int, in turn: inout Turn) {
    state.counters = turn.counters
    var listeners = Listeners.to(event).from(place)
    while let place = listeners.next() {
      Self.tell(&services, event, at: place, &state, &turn.requests)
      guard !turn.requests.isEmpty else { continue }
      if !listeners.isEmpty { turn.steps.append(.tell(event, from: place + 1)) }
      return turn.pushRequests()
    }
  }

  /// Notifies one service; the state is not changed.
  ///
  /// It is `inout` because the compiler lends values with exclusive access, but copies a member of the
  /// device while another member is changed.
  private static func tell(
    _ services: inout Services,
    _ event: SystemEvent,
    at place: Int,
    _ state: inout DeviceState,
    _ out: inout Outbox
  ) {
    services.tell(event, at: place, state, &out)
  }

  private mutating func perform(_ item: Outbox.Item, in turn: inout Turn) {
    switch item {
    case .wake(let app, let events):
      let device = conditionContext(at: turn.now)
      change(app, in: &turn) { record, turn in
        for event in events { record.wake(for: event, on: device, in: &turn) }
      }
    case .wakeFrom(let app, let event, let source):
      let device = conditionContext(at: turn.now)
      change(app, in: &turn) { $0.wake(for: event, from: source, on: device, in: &$1) }
    case .wakeThenCall(let app, let event, let callbacks):
      let device = conditionContext(at: turn.now)
      change(app, in: &turn) { record, turn in
        record.wake(for: event, on: device, in: &turn)
        guard record.process.launch != nil, !record.process.isEnding else { return }
        for callback in callbacks { record.call(callback, in: &turn) }
      }
    case .launch(let app, let reason):
      change(app, in: &turn) { $0.launchForNothing(reason, in: &$1) }
    case .open(let app): turn.opened = open(app, in: &turn)
    case .ask(let notice): ask(notice, in: &turn)
    case .noteUse(let use, let app): note(use, of: app, in: &turn)
    case .change(let setting): _ = change(setting, in: &turn)
    case .bookEnergy(let level, let app):
      guard let slot = apps.slot(of: app) else { return }
      let nanojoules = services.scheduler.planner.costs.nanojoules(of: level)
      apps.update(slot: slot) { $0.usage.noteEnergy(nanojoules: nanojoules) }
      // Showing a notification is all that is booked this way.
      turn.steps.append(.tell(.consumption(.charged(app, for: .notifications)), from: 0))
    case .call(let app, let callbacks):
      change(app, in: &turn) { record, turn in
        guard record.isListening else { return }
        for callback in callbacks { record.call(callback, in: &turn) }
      }
    case .callLater(let app, let callbacks):
      change(app, in: &turn) { record, turn in
        for callback in callbacks { record.call(callback, in: &turn) }
      }
    case .callOrWake(let app, let event):
      let device = conditionContext(at: turn.now)
      change(app, in: &turn) { record, turn in
        if record.isListening {
          record.call(event.callback, in: &turn)
        } else {
          record.wake(for: event, on: device, in: &turn)
        }
      }
    case .hold(let app, let kind, let until):
      change(app, in: &turn) { $0.assertions.set(kind, true, at: $1.now, until: until) }
      turn.steps.append(.tell(.consumption(.holdsChanged(app)), from: 0))
    case .release(let app, let kind):
      turn.steps.append(.tell(.consumption(.holdsChanged(app)), from: 0))
      change(app, in: &turn) { $0.assertions.set(kind, false, at: $1.now) }
    case .end(let app, let reason, let conditions):
      change(app, in: &turn) { $0.kill(reason, in: &$1, because: conditions) }
    case .effect(let effect):
      turn.order(effect)
      noteInterruption(effect, in: &turn)
    case .keep(let paging, let app):
      guard let slot = apps.slot(of: app) else { return }
      apps.update(slot: slot) { $0.paging = paging }
    case .slow(let limiter, let app):
      guard let slot = apps.slot(of: app) else { return }
      apps.update(slot: slot) { $0.work.resumeLimiter = limiter }
    case .useTransferNumbers(let count): turn.counters.useTransfers(count)
    case .job(let order): perform(order, in: &turn)
    case .work(let order): perform(order, in: &turn)
    case .post(let event):
      noteInterruption(event, in: &turn)
      turn.steps.append(.tell(event, from: 0))
    case .record(let entry):
      turn.record(
        entry.action,
        of: entry.app,
        launch: entry.launch,
        verdict: entry.verdict,
        because: entry.conditions
      )
    }
  }

  /// Asks the app in the foreground how to present a notification.
  private mutating func ask(_ notice: DeliveredNotification, in turn: inout Turn) {
    let base = turn.steps.count
    let callback = NotificationCallback.willPresent(notice.notification)
    var token: CallbackToken?
    change(notice.app, in: &turn) {
      token = $0.call(.service(.notifications(callback)), in: &$1)
    }
    guard let token else { return }
    let until = turn.now + PendingPresentation.timeLimit
    let asked = PendingPresentation(token: token, notice: notice, until: until)
    // After all that follows from the call.
    turn.steps.insert(.tell(.notification(.asked(asked)), from: 0), at: base)
  }

  mutating func change(
    _ app: AppIdentifier,
    in turn: inout Turn,
    _ change: (inout AppRecord, inout Turn) -> Void
  ) {
    guard let slot = apps.slot(of: app) else { return }
    self.change(slot: slot, in: &turn, change)
  }
}
