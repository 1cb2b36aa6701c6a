import TorporModel

// What an app asks of the task scheduler.

extension AppRecord {
  /// The longest identifier, title or subtitle of a request, in bytes; our choice: a line of text.
  package static let taskTextBytesMax = 256

  /// The entitlement that health research needs (§3.2).
  static let healthResearchEntitlement = "com.apple.developer.backgroundtasks.healthresearch"

  mutating func registerTask(
    _ identifier: String,
    key: String?,
    for type: TaskType?,
    in turn: inout Turn
  ) -> Reply {
    for text in [identifier, key ?? ""] where text.utf8.count > Self.taskTextBytesMax {
      return .refused(.textTooLong(bytes: text.utf8.count, bytesMax: Self.taskTextBytesMax))
    }
    guard manifest.permits(identifier, asPattern: true) else { return .registered(false) }
    guard work.requests.handlerCount < TaskRequests.handlersMax || isRepeated(identifier, key)
    else {
      let limit = Condition(.notPermitted, holds: false, subject: identifier)
      recordWork(
        .submit(.task(identifier: identifier)),
        in: &turn,
        verdict: .denied,
        because: [limit]
      )
      return .registered(false)
    }
    // Only continued work may be registered late (BG1): a pattern permits nothing else, and of an identifier that
    // is listed in full the app says so.
    let isContinued = type == .continued
    let isExact = manifest.permittedTaskIdentifiers.contains(identifier)
    let isLaunching = callbacks.contains { callback in
      if case .didFinishLaunching = callback { true } else { false }
    }
    if isExact, !isContinued, !isLaunching, !isRepeated(identifier, key) {
      return misuse(.registeredTooLate(identifier: identifier), in: &turn)
    }
    switch work.requests.register(identifier, key: key, isContinued: isContinued) {
    case .done, .repeated: return .registered(true)
    case .taken: return misuse(.registeredTwice(identifier: identifier), in: &turn)
    }
  }

  private func isRepeated(_ identifier: String, _ key: String?) -> Bool {
    var copy = work.requests
    return copy.register(identifier, key: key) == .repeated
  }

  /// The app's process is about to end itself; the ledger says why.
  private mutating func misuse(_ misuse: SchedulerMisuse, in turn: inout Turn) -> Reply {
    let unregistered = Condition(.notRegistered, holds: false, subject: misuse.identifier)
    work.refused.note(misuse.identifier, type: nil, at: turn.now, because: [unregistered])
    turn.record(
      .submit(.task(identifier: misuse.identifier)),
      of: identifier,
      launch: process.launch,
      verdict: .denied,
      because: [Condition(.notRegistered, holds: false, subject: misuse.message)]
    )
    return .refused(.misuse(misuse))
  }

  /// Why a request cannot be accepted, whatever else waits; `nil`: it can.
  private func refusal(
    of request: TaskRequest,
    on device: ConditionContext,
    in turn: Turn
  ) -> Refusal? {
    for text in request.texts where text.utf8.count > Self.taskTextBytesMax {
      return .textTooLong(bytes: text.utf8.count, bytesMax: Self.taskTextBytesMax)
    }
    if let missing = turn.profile.missing(of: .multitasking, .taskScheduler, request.capability) {
      return .scheduler(.unavailable, because: [missing.condition])
    }
    if let missing = missingPermission(for: request) {
      let lacks = Condition(.notPermitted, holds: false, subject: missing)
      return .scheduler(.notPermitted, because: [lacks])
    }
    guard work.requests.hasHandler(for: request.identifier, type: request.kind.type) else {
      return .misuse(.noHandler(identifier: request.identifier))
    }
    let refresh = device.refreshSwitch(settings.backgroundRefresh)
    let isOff = [device.conditions.backgroundRefresh.value, settings.backgroundRefresh]
      .contains(.off)
    if request.kind.type != .continued, isOff {
      return .scheduler(.unavailable, because: [refresh])
    }
    guard work.requests.hasRoom(for: request) else {
      return .scheduler(
        .tooManyPendingTaskRequests,
        because: [Condition(.rateLimit, holds: false)]
      )
    }
    if case .continued(let shown) = request.kind {
      // It must follow something that the user did on screen (CP1).
      let isSeen = Condition(.onScreen, holds: process.isOnScreen)
      let isFree = Condition(.slotTaken, holds: turn.freeContinuedSlots > 0)
      let lacking = (shown.strategy == .fail ? [isSeen, isFree] : [isSeen]).filter { !$0.holds }
      if !lacking.isEmpty { return .scheduler(.immediateRunIneligible, because: lacking) }
    }
    return nil
  }

  /// What the manifest lacks for the request: a mode, the identifier, an entitlement.
  private func missingPermission(for request: TaskRequest) -> String? {
    let isContinued = request.kind.type == .continued
    guard manifest.permits(request.identifier, asPattern: isContinued) else {
      return request.identifier
    }
    func missing(_ mode: BackgroundMode) -> String? {
      manifest.backgroundModes.contains(mode) ? nil : mode.rawValue
    }
    switch request.kind {
    case .appRefresh: return missing(.fetch)
    case .processing: return missing(.processing)
    case .healthResearch:
      guard manifest.entitlements.contains(Self.healthResearchEntitlement) else {
        return Self.healthResearchEntitlement
      }
      return missing(.processing)
    // No resource beyond processor and network is given in the background (CP9): error 3.
    case .continued(let shown): return shown.needsGPU ? "gpu" : nil
    }
  }

  mutating func submit(
    _ request: TaskRequest,
    on device: ConditionContext,
    in turn: inout Turn
  ) -> Reply {
    guard let refusal = refusal(of: request, on: device, in: turn) else {
      accept(request, in: &turn)
      return .done
    }
    if case .scheduler(_, let conditions) = refusal {
      work.refused.note(
        request.identifier,
        type: request.kind.type,
        at: turn.now,
        because: conditions
      )
      let activity = Activity.task(identifier: request.identifier)
      recordWork(.submit(activity), in: &turn, verdict: .denied, because: conditions)
    }
    if case .misuse(let mistake) = refusal { return misuse(mistake, in: &turn) }
    return .refused(refusal)
  }

  /// Takes in a request that nothing speaks against; it replaces one of the same identifier (BG5).
  private mutating func accept(_ request: TaskRequest, in turn: inout Turn) {
    let pending = PendingRequest(number: turn.counters.makeActivity(), request, at: turn.now)
    work.refused.forget(request.identifier)
    if work.requests.add(pending) != nil {
      recordWork(.cancel(pending.activity), in: &turn, because: [Condition(.replaced)])
    }
    recordWork(
      .submit(pending.activity),
      in: &turn,
      because: []
    )
    work.needsReview = true
  }

  mutating func cancelRequest(_ identifier: String?, in turn: inout Turn) -> Reply {
    let all = work.requests.pending.map(\.identifier)
    for name in identifier.map({ [$0] }) ?? all {
      guard let removed = work.requests.remove(identifier: name) else { continue }
      recordWork(.cancel(removed.activity), in: &turn, because: [])
    }
    work.needsReview = true
    return .done
  }

  /// A new version of the app no longer permits what an older one submitted.
  mutating func dropUnpermittedRequests(in turn: inout Turn) {
    for request in work.requests.pending {
      guard let missing = missingPermission(for: request.request) else { continue }
      _ = work.requests.remove(identifier: request.identifier)
      let lacks = Condition(.notPermitted, holds: false, subject: missing)
      recordWork(.cancel(request.activity), in: &turn, because: [lacks])
    }
  }

  mutating func setHandler(_ token: CallbackToken, _ isSet: Bool) -> Reply {
    let isKnown = work.running.change(token) { $0.hasExpirationHandler = isSet }
    return isKnown ? .done : .refused(.unknownCallback(token))
  }

  /// Tasks that a launch was for, and that the launched process has no handler for.
  mutating func dropTasksWithoutHandler(in turn: inout Turn) {
    for task in work.running.tasks
    where !work.requests.hasHandler(for: task.identifier, type: task.type) {
      let lacks = Condition(.notRegistered, holds: false, subject: task.identifier)
      drop(task, in: &turn, because: [lacks])
    }
  }

  /// Continued work that waits for a slot goes with the app's card in the switcher (CP5), and with
  /// its process, which held the handler.
  mutating func dropContinuedRequests(in turn: inout Turn, because reason: Reason) {
    for request in work.requests.pending where request.type == .continued {
      _ = work.requests.remove(identifier: request.identifier)
      recordWork(.cancel(request.activity), in: &turn, because: [Condition(reason)])
    }
  }

  /// Enters something about the app's background work into the ledger.
  func recordWork(
    _ action: Decision.Action,
    in turn: inout Turn,
    verdict: Decision.Verdict = .done,
    because conditions: [Condition]
  ) {
    turn.record(
      action,
      of: identifier,
      launch: process.launch,
      verdict: verdict,
      because: conditions
    )
  }
}

extension TaskRequest {
  /// What a system must have for a request of the kind.
  fileprivate var capability: ProfileCapability {
    switch kind {
    case .appRefresh, .processing: .taskScheduler
    case .healthResearch: .healthResearch
    case .continued: .continuedProcessing
    }
  }

  /// Every text that a peer chose.
  fileprivate var texts: [String] {
    if case .continued(let shown) = kind { return [identifier, shown.title, shown.subtitle] }
    return [identifier]
  }
}

extension SchedulerMisuse {
  /// The task that it is about.
  fileprivate var identifier: String {
    switch self {
    case .registeredTooLate(let identifier), .registeredTwice(let identifier),
      .noHandler(let identifier):
      identifier
    }
  }
}
