import TorporModel

// Pushes as they reach the device (§6): who sees them, whom they run, and what waits.

extension Device {
  /// A push has come in.
  mutating func deliver(_ push: Push, in turn: inout Turn) {
    guard apps.slot(of: push.app) != nil else { return }
    if let tooLarge = size(of: push) {
      return turn.record(
        .wake(push.kind.wakeReason(isVisible: push.isVisible)),
        of: push.app,
        verdict: .denied,
        because: [tooLarge]
      )
    }
    if push.needsNetwork, conditions.network.value?.link == NetworkLink.none {
      return store(push, in: &turn)
    }
    arrive(push, in: &turn)
    setPushDeadline()
  }

  /// A push is here; `since`: when it was sent.
  private mutating func arrive(_ push: Push, in turn: inout Turn) {
    switch push.kind {
    case .voip: ring(push, in: &turn)
    case .pushToTalk: receive(onChannel: push, in: &turn)
    case .alert, .background:
      if push.isVisible { show(push, in: &turn) }
      // What waits only for others' sake goes along with what the user sees (PN4), before that takes
      // its place.
      if push.isVisible, push.priority != .low { bringAlong(in: &turn) }
      let isAnnounced = announceIssue(push, in: &turn)
      if push.hasContent, !isAnnounced { hold(push, in: &turn) }
    }
    // The radio is on for the push; whatever waits for it goes along.
    rideAlong(at: .radio, in: &turn)
  }

  /// What says that the payload is larger than the version takes (§6.1, §16); `nil`: it is not.
  private func size(of push: Push) -> Condition? {
    let bytesMax = push.kind == .voip ? profile.voIPPayloadBytesMax : profile.pushPayloadBytesMax
    let bytes = push.payload.utf8.count
    guard bytes > bytesMax else { return nil }
    return Condition(.payloadTooLarge, holds: false, subject: "\(bytes) of \(bytesMax) bytes")
  }

  // MARK: Without a connection

  /// One push is kept for each app until there is a connection, the newest (PN1).
  private mutating func store(_ push: Push, in turn: inout Turn) {
    let reason = push.kind.wakeReason(isVisible: push.isVisible)
    let network = Condition(.network, holds: false, since: conditions.network.since)
    // "Now or never" (§6.2), as what somebody says is by its kind (§6.1).
    let isKept = push.kind != .pushToTalk && push.lifetime.map { $0 > .zero } ?? true
    if isKept, let older = apps[push.app]?.pushes.stored?.push {
      drop(older, because: .replaced, in: &turn)
    }
    turn.record(
      .wake(reason),
      of: push.app,
      verdict: isKept ? .waiting : .denied,
      because: [network]
    )
    guard isKept else { return }
    changePushes(of: push.app) { $0.stored = HeldPush(push: push, since: turn.now) }
    pushes.store(push.app)
  }

  /// The connection is back.
  private mutating func takeStored(in turn: inout Turn) {
    guard conditions.network.value?.link != NetworkLink.none else { return }
    for app in pushes.takeUnconnected() {
      guard let stored = apps[app]?.pushes.stored else { continue }
      changePushes(of: app) { $0.stored = nil }
      if stored.isExpired(at: turn.now) {
        drop(stored.push, because: .timeUp, in: &turn)
      } else {
        arrive(stored.push, in: &turn)
      }
    }
  }

  // MARK: Content

  /// Runs the app for what a push brings, or keeps the newest until it may run.
  private mutating func hold(_ push: Push, in turn: inout Turn) {
    guard let slot = apps.slot(of: push.app) else { return }
    let held = HeldPush(push: push, since: turn.now)
    let asked = apps.read(slot: slot) { conditions(of: held, for: $0, at: turn.now) } ?? []
    if asked.allSatisfy(\.holds) { return run(held, in: &turn) }
    let device = surroundings(at: turn.now)
    let stays =
      !asked.contains { !$0.holds && $0.reason.forbidsPush }
      && apps.read(slot: slot, { $0.passesOver(held.reason, on: device) }) == false
    // The ledger ends with what became of this push.
    if stays { replaceHeld(by: held, in: &turn) }
    turn.record(
      .wake(held.reason),
      of: push.app,
      launch: apps.process(inSlot: slot)?.launch,
      verdict: stays ? .waiting : .denied,
      because: asked.filter { !$0.holds }
    )
    guard stays else { return }
    changePushes(of: push.app) { $0.held = held }
    pushes.wait(push.app)
  }

  /// What stands between a push and a run of its app (§13.2: all factors but use).
  private func conditions(
    of held: HeldPush,
    for record: borrowing AppRecord,
    at now: Instant
  ) -> [Condition] {
    // An app in front is told at once (PN14).
    if record.process.isOnScreen, record.manifest.isCooperative || record.facts.speaks { return [] }
    let device = surroundings(at: now)
    let push = held.push
    let reason = held.reason
    var asked = record.relaunchConditions(for: reason, on: device)
    if push.priority == .low {
      // "Power first, never wakes the device" (§6.2): it goes along when the device is awake anyway.
      asked.append(Condition(.conditions, holds: !device.isLocked, subject: "apns-priority 1"))
    }
    guard !push.isVisible else { return asked }
    asked.append(
      Condition(.notPermitted, holds: push.priority == .considerate, subject: "apns-priority 5")
    )
    let veto = held.since + AppPushes.inUseVeto
    let idle = device.isLocked ? Condition(.deviceInUse) : device.idle(for: AppPushes.inUseVeto)
    asked += [
      device.battery(),
      idle.holds || veto <= now
        ? Condition(.deviceInUse)
        : Condition(.deviceInUse, holds: false, until: min(idle.until ?? veto, veto)),
      device.energyBudget,
      record.pushes.rateLimit(on: device),
    ]
    return asked
  }

  private mutating func run(_ held: HeldPush, in turn: inout Turn) {
    let push = held.push
    let device = surroundings(at: turn.now)
    replaceHeld(by: held, in: &turn)
    pushes.drop(waiting: push.app)
    update(push.app, in: &turn) { record, turn in
      record.pushes.held = nil
      if !push.isVisible, !record.process.isOnScreen {
        record.pushes.noteSilentWake(at: turn.now)
      }
      let event = PendingEvent(
        reason: held.reason,
        callback: .didReceiveRemoteNotification(payload: push.payload)
      )
      record.wake(for: event, on: device, in: &turn)
    }
    if hasCall(push.app) { pushes.wait(push.app) }
  }

  /// Runs the apps whose pushes wait only so that the radio stays off, the user undisturbed, or the
  /// budget whole: it is on anyway (PN4, PN7).
  mutating func bringAlong(in turn: inout Turn) {
    for app in pushes.waiting {
      guard let record = apps[app], let held = record.pushes.held else { continue }
      let asked = conditions(of: held, for: record, at: turn.now)
      guard asked.allSatisfy({ $0.holds || $0.reason.yieldsToTraffic }) else { continue }
      run(held, in: &turn)
    }
    setPushDeadline()
  }

  /// The time of `pushes.nextLook` has come, or something that held pushes depend on has changed.
  mutating func reviewPushes(in turn: inout Turn) {
    takeStored(in: &turn)
    for app in pushes.waiting {
      endCallIfOver(of: app, in: &turn)
      guard let record = apps[app], let held = record.pushes.held else { continue }
      if held.isExpired(at: turn.now) {
        dropHeld(of: app, because: .timeUp, in: &turn)
      } else if conditions(of: held, for: record, at: turn.now).allSatisfy(\.holds) {
        run(held, in: &turn)
      }
    }
    setPushDeadline()
  }

  /// When something of the app's pushes changes by itself.
  private func pushDeadline(of record: AppRecord) -> Instant? {
    var next = record.pushes.call.map(\.ringsUntil).flatMap { $0 > now ? $0 : nil }
    if let held = record.pushes.held {
      let failing = conditions(of: held, for: record, at: now).filter { !$0.holds }
      // All that fail must hold; those that only somebody's doing ends are reviewed when it is done.
      if let last = failing.compactMap(\.until).max() { next = min(next ?? last, last) }
      if let lifetime = held.push.lifetime {
        next = min(next ?? held.since + lifetime, held.since + lifetime)
      }
    }
    return next
  }

  mutating func setPushDeadline() {
    let next = pushes.waiting.compactMap { apps[$0].flatMap(pushDeadline) }.min()
    guard next != pushes.nextLook else { return }
    pushes.nextLook = next
    setDeadline(next, for: .pushes)
  }

  mutating func changePushes(of app: AppIdentifier, _ change: (inout AppPushes) -> Void) {
    guard let slot = apps.slot(of: app) else { return }
    apps.update(slot: slot) { change(&$0.pushes) }
  }

  // MARK: What happens to apps

  mutating func pushesFollow(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    in turn: inout Turn
  ) {
    let concerned = apps.read(slot: slot) { $0.pushes.followsProcess }
    guard concerned == true, let record = apps[slot: slot] else { return }
    let app = record.identifier
    switch after {
    case .onScreen:
      if record.pushes.unreportedCalls > 0 { changePushes(of: app) { $0.unreportedCalls = 0 } }
      // "Delivered immediately when the user opens the app" (PN7).
      if let held = record.pushes.held { run(held, in: &turn) }
    case .dead:
      // Whoever gave way to the call may sound again.
      if record.pushes.call != nil { _ = endCall(of: app, in: &turn) }
      guard record.pushes.held != nil else { return }
      // "Discarded if something kills the app" (PN7); a crash is nobody's wish.
      let reason = record.process.reasonOfEnd ?? record.standing.lastExit?.reason
      guard let reason, reason.isSomebodysWish else { return }
      if reason == .forceQuit { return dropHeld(of: app, because: .forceQuit, in: &turn) }
      dropHeld(of: app, because: .processEnded, reason.label, in: &turn)
    case .background, .suspended: break
    }
  }

  mutating func bootPushes(in turn: inout Turn) { setPushDeadline() }

  mutating func removePushes(of app: AppIdentifier, in turn: inout Turn) {
    pushes.forget(app)
    setPushDeadline()
  }

  mutating func forceQuitPushes(of app: AppIdentifier, in turn: inout Turn) {
    guard let record = apps[app], let held = record.pushes.held,
      record.passesOver(held.reason, on: surroundings(at: turn.now))
    else { return }
    dropHeld(of: app, because: .forceQuit, in: &turn)
    setPushDeadline()
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

extension Reason {
  /// Whether a push that meets it is dropped: waiting would not help (PN9, §6.1).
  fileprivate var forbidsPush: Bool {
    switch self {
    case .notPermitted, .notLaunchedForThis: true
    default: false
    }
  }

  /// Whether it spares the radio, the user's attention or the budget, which other traffic has spent
  /// already.
  fileprivate var yieldsToTraffic: Bool {
    switch self {
    case .rateLimit, .deviceInUse, .budget, .conditions: true
    default: false
    }
  }
}
