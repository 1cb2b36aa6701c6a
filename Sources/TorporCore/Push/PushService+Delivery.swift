import TorporModel

// A push from its arrival until it is delivered, or until the ledger says why it is not.

extension PushService {
  /// Takes in a push.
  mutating func deliver(_ push: Push, _ device: DeviceState, _ out: inout Outbox) {
    guard device.apps.slot(of: push.app) != nil else { return }
    if let name = push.name {
      // A gateway that has heard no answer sends it again.
      if self[push.app].hasReceived(name.identifier) { return }
      let now = device.now
      update(push.app) { $0.noteArrival(of: push, at: now) }
    }
    if let tooLarge = device.boxedProfile.read({ size(of: push, $0) }) {
      note(.denied, of: push, because: [tooLarge], device)
      return out.record(
        .wake(push.kind.wakeReason(isVisible: push.isVisible)),
        of: push.app,
        verdict: .denied,
        because: [tooLarge] + push.source
      )
    }
    if push.needsNetwork, device.conditions.network.value?.link == NetworkLink.none {
      return store(push, device, &out)
    }
    arrive(push, device, &out)
    out.post(.push(.plan))
  }

  /// A push is here.
  private mutating func arrive(_ push: Push, _ device: DeviceState, _ out: inout Outbox) {
    switch push.kind {
    case .voip: ring(push, device, &out)
    case .pushToTalk: out.post(.channel(.push(push)))
    case .alert, .background:
      if push.isVisible {
        out.post(.notification(.push(push)))
        note(.shown, of: push, device)
      }
      // A push that waits only to save resources is delivered along with a visible one (PN4), before that replaces it.
      if push.isVisible, push.priority != .low { out.post(.push(.flushHeldPushes)) }
      out.post(.push(.received(push)))
    }
    // The radio is on for the push; work that waits for it is coalesced.
    out.coalesce(at: .radio)
  }

  /// Returns the condition that the payload is too large for the version (§6.1, §16); `nil`: it is not.
  private func size(of push: Push, _ profile: Profile) -> Condition? {
    let bytesMax = push.kind == .voip ? profile.voIPPayloadBytesMax : profile.pushPayloadBytesMax
    let bytes = push.payload.utf8.count
    guard bytes > bytesMax else { return nil }
    return Condition(.payloadTooLarge, holds: false, subject: "\(bytes) of \(bytesMax) bytes")
  }

  /// Notes the delivery state of a push from a gateway, for `torpor why`.
  mutating func note(
    _ stage: ReceivedPush.Stage,
    of push: Push,
    because conditions: [Condition] = [],
    _ device: DeviceState
  ) {
    guard push.identifier != nil else { return }
    let now = device.now
    update(push.app) { $0.note(stage, of: push, at: now, because: conditions) }
  }

  // MARK: Without a connection

  /// One push is kept for each app until there is a connection, the newest (PN1).
  private mutating func store(_ push: Push, _ device: DeviceState, _ out: inout Outbox) {
    let reason = push.kind.wakeReason(isVisible: push.isVisible)
    let network = Condition(.network, holds: false, since: device.conditions.network.since)
    // "Now or never" (§6.2), like push-to-talk pushes by their kind (§6.1).
    let isKept = push.kind != .pushToTalk && push.lifetime.map { $0 > .zero } ?? true
    if isKept, let older = apps.read(push.app, { $0.stored?.push }) ?? nil {
      deny(older, because: .replaced, device, &out)
    }
    note(isKept ? .held : .denied, of: push, because: [network], device)
    out.record(
      .wake(reason),
      of: push.app,
      verdict: isKept ? .waiting : .denied,
      because: [network] + push.source
    )
    guard isKept else { return }
    let stored = HeldPush(push: push, since: device.now)
    update(push.app) { $0.stored = stored }
    table.store(push.app)
  }

  /// Delivers stored pushes when the connection is back.
  mutating func takeStored(_ device: DeviceState, _ out: inout Outbox) {
    guard device.conditions.network.value?.link != NetworkLink.none else { return }
    for app in table.takeUnconnected() {
      guard let stored = apps.read(app, { $0.stored }) ?? nil else { continue }
      update(app) { $0.stored = nil }
      if stored.isExpired(at: device.now) {
        deny(stored.push, because: .timeUp, device, &out)
      } else {
        arrive(stored.push, device, &out)
      }
    }
  }

  // MARK: Content

  /// Runs the app for the content of a push, or keeps the newest until it may run.
  mutating func hold(_ push: Push, _ device: DeviceState, _ out: inout Outbox) {
    guard let slot = device.apps.slot(of: push.app) else { return }
    if !push.isVisible { table.noteSilentPush(at: device.now) }
    let held = HeldPush(push: push, since: device.now)
    let failing = unmetConditions(to: held, inSlot: slot, device)
    if failing.isEmpty { return run(held, device, &out) }
    let conditionContext = device.conditionContext
    let stays =
      !failing.contains(where: \.reason.forbidsPush)
      && device.apps.read(slot: slot) { $0.passesOver(held.reason, on: conditionContext) } == false
    // The ledger's last entry is the outcome of this push.
    if stays { replaceHeld(by: held, device, &out) }
    note(stays ? .held : .denied, of: push, because: failing, device)
    out.record(
      .wake(held.reason),
      of: push.app,
      launch: device.apps.process(inSlot: slot)?.launch,
      verdict: stays ? .waiting : .denied,
      because: failing + push.source
    )
    guard stays else { return }
    update(push.app) { $0.held = held }
    table.wait(push.app)
  }

  /// Returns the unmet conditions of the push that waits for the app: a connection, or those that
  /// prevent running the app for its content.
  func conditionsOfWaiting(for app: AppIdentifier, _ device: DeviceState) -> [Condition]? {
    if self[app].stored != nil {
      return [Condition(.network, holds: false, since: device.conditions.network.since)]
    }
    guard let held = held(for: app), let slot = device.apps.slot(of: app) else { return nil }
    return unmetConditions(to: held, inSlot: slot, device)
  }

  /// Returns the conditions for a push to run its app (§13.2: all factors except use).
  func unmetConditions(to held: HeldPush, inSlot slot: Int, _ device: DeviceState) -> [Condition] {
    let conditionContext = device.conditionContext
    let asked = device.apps.read(slot: slot) { record in
      conditions(of: held, for: record, on: conditionContext)
    }
    return (asked ?? []).filter { !$0.holds }
  }

  /// Returns the checked conditions; for a visible push, only unmet ones.
  private func conditions(
    of held: HeldPush,
    for record: borrowing AppRecord,
    on device: ConditionContext
  ) -> [Condition] {
    // An app in the foreground is notified at once (PN14).
    if record.process.isOnScreen, record.manifest.isCooperative || record.facts.speaks { return [] }
    let push = held.push
    let reason = held.reason
    if push.isVisible, push.priority != .low {
      return record.unmetConditions(to: reason, on: device)
    }
    var asked = record.relaunchConditions(for: reason, on: device)
    if push.priority == .low {
      // "Power first, never wakes the device" (§6.2): it is delivered when the device is awake anyway.
      asked.append(Condition(.conditions, holds: !device.isLocked, subject: "apns-priority 1"))
    }
    guard !push.isVisible else { return asked }
    asked.append(
      Condition(.notPermitted, holds: push.priority == .considerate, subject: "apns-priority 5")
    )
    asked += [
      device.battery(), notInUseAfterBurst(on: device), device.energyBudget,
      rateLimit(of: push.app, on: device),
    ]
    if reason.allowanceRule == .waits {
      asked += device.allowances(of: push.app, record.settings, usesNetwork: true)
    }
    return asked
  }

  private func rateLimit(of app: AppIdentifier, on device: ConditionContext) -> Condition {
    apps.read(app) { $0.rateLimit(on: device) } ?? AppPushes().rateLimit(on: device)
  }

  /// Use of the device blocks a silent push only after a burst of them (PN14).
  private func notInUseAfterBurst(on device: ConditionContext) -> Condition {
    guard let end = table.burst?.vetoEnd(at: device.now), !device.isLocked else {
      return Condition(.deviceInUse)
    }
    let idle = device.idle(for: PushBurst.vetoLength)
    if idle.holds { return idle }
    return Condition(.deviceInUse, holds: false, until: min(idle.until ?? end, end))
  }

  mutating func run(_ held: HeldPush, _ device: DeviceState, _ out: inout Outbox) {
    let push = held.push
    replaceHeld(by: held, device, &out)
    note(.delivered, of: push, device)
    table.drop(waiting: push.app)
    let isSilentWake =
      !push.isVisible && device.apps.process(of: push.app)?.isOnScreen != true
    // Usually there is no state of the app, and none is needed.
    if isSilentWake || apps[has: push.app] {
      // Only what the change needs, which would copy the device with it.
      let now = device.now
      update(push.app) { own in
        own.held = nil
        if isSilentWake { own.noteSilentWake(at: now) }
      }
    }
    let event = PendingEvent(
      reason: held.reason,
      callback: .didReceiveRemoteNotification(payload: push.payload)
    )
    out.wake(push.app, for: event, from: push.source)
    if hasCall(push.app) { table.wait(push.app) }
  }

  /// Runs the apps with pushes that wait only to keep the radio off, the user undisturbed, or the
  /// budget unused: the radio is on anyway (PN4, PN7).
  mutating func flushHeldPushes(_ device: DeviceState, _ out: inout Outbox) {
    for app in table.waiting {
      guard let held = held(for: app), let slot = device.apps.slot(of: app) else { continue }
      let failing = unmetConditions(to: held, inSlot: slot, device)
      guard failing.allSatisfy(\.reason.yieldsToTraffic) else { continue }
      run(held, device, &out)
    }
    planAfterwards(device, &out)
  }

  // MARK: What is not delivered

  /// Drops a waiting push; the ledger says why.
  private mutating func deny(
    _ push: Push,
    because reason: Reason,
    subject: String? = nil,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let condition = Condition(reason, holds: false, subject: subject)
    note(.denied, of: push, because: [condition], device)
    out.record(
      .wake(push.kind.wakeReason(isVisible: push.isVisible)),
      of: push.app,
      verdict: .denied,
      // One that is not registered for pushes is not subscribed to a channel, either.
      because: reason == .notRegistered ? [condition] : [condition] + push.source
    )
  }

  /// Drops the push for which the app should be run.
  mutating func dropHeld(
    of app: AppIdentifier,
    because reason: Reason,
    subject: String? = nil,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let own = self[app]
    guard let held = own.held else { return }
    deny(held.push, because: reason, subject: subject, device, &out)
    update(app) { $0.held = nil }
    if own.call == nil { table.drop(waiting: app) }
  }

  /// The newest replaces the older (PN7), whether it waits or runs the app at once.
  private mutating func replaceHeld(
    by newer: HeldPush,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let older = held(for: newer.push.app), older != newer else { return }
    deny(older.push, because: .replaced, device, &out)
  }

  /// Ends the registration: senders no longer reach the app, and earlier pushes are dropped.
  mutating func unregister(
    _ kind: PushTokenKind,
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    update(app) { own in
      own.setToken(nil, kind)
      own.setGatewayToken(nil, kind)
    }
    guard kind == .remote else { return }
    dropHeld(of: app, because: .notRegistered, device, &out)
    setDeadline(device)
  }
}

extension PushKind {
  func wakeReason(isVisible: Bool) -> WakeReason {
    switch self {
    case .voip: .voipPush
    case .pushToTalk: .pushToTalk
    case .alert, .background: isVisible ? .visiblePush : .silentPush
    }
  }
}

extension Callback {
  /// Whether an app is told of a push by it.
  var isPush: Bool {
    switch self {
    case .didReceiveRemoteNotification, .service(.didReceiveIncomingPush): true
    default: false
    }
  }
}

extension Reason {
  /// Whether a push that meets it is dropped: waiting would not help (PN9, §6.1).
  fileprivate var forbidsPush: Bool {
    self == .notPermitted || self == .notInProfile || self == .notLaunchedForThis
  }

  /// Whether it saves only the radio, the user's attention or the budget, which other traffic has already used.
  fileprivate var yieldsToTraffic: Bool {
    self == .rateLimit || self == .deviceInUse || self == .budget || self == .conditions
  }
}

extension ExitReason {
  /// Whether the user or the system ended the process, not the process itself.
  var isSomebodysWish: Bool {
    switch self {
    case .forceQuit, .jetsam, .outOfMemory, .killedExternally, .code: true
    case .crash, .exit, .jobEnded, .exitsOnSuspend, .uninstall, .update, .reboot, .logout,
      .released,
      .notStarted, .notInFolder,
      .unseen:
      false
    }
  }
}
