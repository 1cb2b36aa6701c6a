package import TorporModel

/// The push service (§6): showing pushes, running apps for them, waiting pushes, and the calls that
/// VoIP pushes announce (§6.5).
package struct PushService: Service {
  // Shape: one method for each step of a push and of the call that it announces; its state is a table and a value by
  // app.
  /// The apps with waiting pushes, and the times of their reviews.
  package internal(set) var table = PushTable()
  /// What is known of each app.
  package private(set) var apps = PerApp<AppPushes>()

  package init() {}

  /// Returns whether the app's process matters to the service.
  func isFollowing(_ app: AppIdentifier) -> Bool { apps.read(app) { $0.followsProcess } == true }

  package var nextDeadline: Instant? { table.nextReview }
  /// Nothing can be received.
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  package subscript(app: AppIdentifier) -> AppPushes { apps[app] ?? AppPushes() }

  /// The push that waits to run the app.
  func held(for app: AppIdentifier) -> HeldPush? { apps.read(app) { $0.held } ?? nil }

  /// Whether the app has reported a call that is not over.
  func hasCall(_ app: AppIdentifier) -> Bool { apps.read(app) { $0.call != nil } == true }

  mutating func update(_ app: AppIdentifier, _ change: (inout AppPushes) -> Void) {
    apps.change(app, change)
  }

  // MARK: What apps ask

  package mutating func handle(
    _ request: PushRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let app = device.apps.identifier(inSlot: slot) else { return .done }
    let hasVoIPMode = device.apps.read(slot: slot) { $0.manifest.backgroundModes.contains(.voip) }
    switch request {
    case .register(let kind, let candidate):
      if kind == .voIP, hasVoIPMode != true { return .refused(.service(.modeNotDeclared(.voip))) }
      let token = self[app].gatewayToken(kind) ?? self[app].token(kind) ?? candidate
      update(app) { $0.setToken(token, kind) }
      return .service(.pushToken(token))
    case .unregister(let kind): unregister(kind, of: app, device, &out)
    case .reportCall:
      guard hasVoIPMode == true else { return .refused(.service(.modeNotDeclared(.voip))) }
      // A process that is ending gets no call: the call would never end.
      guard device.apps.process(inSlot: slot)?.isEnding == false else { break }
      callReported(by: app, device, &out)
    case .endCall: endCall(of: app, &out)
    }
    return .done
  }

  // MARK: What happens

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .app(.phaseChanged(let slot, _, let after)):
      if !apps.isEmpty { follow(slot: slot, to: after, device, &out) }
    case .app(.forceQuit(let app)): forceQuit(app, device, &out)
    case .app(.removed(let app)):
      table.forget(app)
      update(app) { $0 = AppPushes() }
      setDeadline(device)
    case .app(.stateChanged), .app(.changed), .app(.processEnded): break
    case .device(.booted): setDeadline(device)
    case .device(.conditionsChanged), .deadline, .push(.review): review(device, &out)
    // A push lasts as long as its sender specifies; a call rings as long as its caller waits.
    case .device(.slept): break
    case .device(.daemonRestarted), .device(.watchedAgain), .device(.clockChanged),
      .device(.unlocked), .device(.displayLit), .device(.surroundingsChanged),
      .device(.conditionsActedOn):
      break
    case .sound(.silent(let app)): endCallIfOver(of: app, device, &out)
    case .push(.arrived(let push)): deliver(push, device, &out)
    case .push(.content(let push)): hold(push, device, &out)
    case .push(.flushHeldPushes): flushHeldPushes(device, &out)
    case .push(.reviewHeld): reviewHeld(device, &out)
    case .push(.plan): setDeadline(device)
    case .push(.received): break
    case .push(.endCall(let app)): endCall(of: app, &out)
    case .push(.tokenGiven(let topic, let token)):
      guard device.apps.slot(of: topic.app) != nil else { break }
      update(topic.app) { $0.setGatewayToken(token, topic.kind) }
    case .push(.returned(let slot)):
      guard let app = device.apps.identifier(inSlot: slot), apps[has: app] else { break }
      let now = device.now
      update(app) { $0.noteReturn(at: now) }
    case .call, .sound, .channel, .notification, .memory, .location, .accessory, .bluetooth,
      .descriptor, .job, .work, .transfer, .consumption:
      break
    }
  }

  private mutating func follow(
    slot: Int,
    to after: AppPhase,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let app = device.apps.identifier(inSlot: slot), isFollowing(app) else { return }
    let own = self[app]
    switch after {
    case .onScreen:
      if own.unreportedCalls > 0 { update(app) { $0.unreportedCalls = 0 } }
      // "Delivered immediately when the user opens the app" (PN7).
      if let held = own.held { run(held, device, &out) }
    case .dead:
      // Sessions that the call interrupted may play again.
      if own.call != nil { endCall(of: app, &out) }
      guard own.held != nil else { return }
      // "Discarded if something kills the app" (PN7); a crash is not intended.
      let reason = device.apps.read(slot: slot) { record in
        record.process.reasonOfEnd ?? record.persistentState.lastExit?.reason
      }
      guard let reason = reason ?? nil, reason.isSomebodysWish else { return }
      if reason == .forceQuit { return dropHeld(of: app, because: .forceQuit, device, &out) }
      dropHeld(of: app, because: .processEnded, subject: reason.label, device, &out)
    case .background, .suspended: break
    }
  }

  private mutating func forceQuit(
    _ app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let held = held(for: app), let slot = device.apps.slot(of: app) else { return }
    let conditionContext = device.conditionContext
    guard device.apps.read(slot: slot, { $0.passesOver(held.reason, on: conditionContext) }) == true
    else { return }
    dropHeld(of: app, because: .forceQuit, device, &out)
    setDeadline(device)
  }

  // MARK: When to look

  /// Reviews held pushes after a change of their conditions, or a deadline.
  ///
  /// Stored pushes come first; other runs are decided after they have arrived.
  private mutating func review(_ device: DeviceState, _ out: inout Outbox) {
    takeStored(device, &out)
    if out.isEmpty, table.waiting.isEmpty {
      table.nextReview = nil
    } else {
      out.post(.push(.reviewHeld))
    }
  }

  private mutating func reviewHeld(_ device: DeviceState, _ out: inout Outbox) {
    for app in table.waiting {
      endCallIfOver(of: app, device, &out)
      guard let held = held(for: app), let slot = device.apps.slot(of: app) else { continue }
      if held.isExpired(at: device.now) {
        dropHeld(of: app, because: .timeUp, device, &out)
      } else if unmetConditions(to: held, inSlot: slot, device).isEmpty {
        run(held, device, &out)
      }
    }
    planAfterwards(device, &out)
  }

  /// Sets the deadline after all requests were carried out.
  mutating func planAfterwards(_ device: DeviceState, _ out: inout Outbox) {
    if out.isEmpty { setDeadline(device) } else { out.post(.push(.plan)) }
  }

  mutating func setDeadline(_ device: DeviceState) {
    table.nextReview = table.waiting.compactMap { deadline(of: $0, device) }.min()
  }

  /// Returns the next deadline of the app's pushes.
  private func deadline(of app: AppIdentifier, _ device: DeviceState) -> Instant? {
    guard let slot = device.apps.slot(of: app) else { return nil }
    let own = self[app]
    var next = own.call.map(\.ringsUntil).flatMap { $0 > device.now ? $0 : nil }
    if let held = own.held {
      // All unmet conditions must hold; those that end only by an event are reviewed at that event.
      let failing = unmetConditions(to: held, inSlot: slot, device)
      if let last = failing.compactMap(\.until).max() { next = min(next ?? last, last) }
      if let lifetime = held.push.lifetime {
        next = min(next ?? held.since + lifetime, held.since + lifetime)
      }
    }
    return next
  }
}

// MARK: What is saved

extension PushService {
  /// The service as a journal has it: its table apart, and what it knows of each app with the app's record.
  init(_ table: PushTable, takingFrom apps: inout AppTable) {
    self.table = table
    for slot in apps.slotRange {
      guard let app = apps.identifier(inSlot: slot),
        let own = apps.read(slot: slot, { $0.savedPushes.state }) ?? nil
      else { continue }
      update(app) { $0 = own }
      apps.update(slot: slot) { $0.savedPushes = SavedApart() }
    }
  }

  /// Puts what it knows of each app into the records that are saved.
  func save(into apps: inout AppTable) {
    for slot in apps.slotRange {
      guard let app = apps.identifier(inSlot: slot) else { continue }
      apps.update(slot: slot) { $0.savedPushes = SavedApart(self[app]) }
    }
  }
}
