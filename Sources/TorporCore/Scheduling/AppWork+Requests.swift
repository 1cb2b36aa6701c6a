import TorporModel

// Requests of an app to the task scheduler, and about the background fetch.

extension AppWork {
  /// The longest identifier, title or subtitle of a request, in bytes; our choice: a line of text.
  static let taskTextBytesMax = 256

  /// `isLaunching`: the process has not returned from `didFinishLaunching` yet.
  mutating func registerTask(
    _ identifier: String,
    key: String?,
    for type: TaskType?,
    isLaunching: Bool,
    of owner: WorkOwner,
    in turn: inout Turn
  ) -> Reply {
    for text in [identifier, key ?? ""] where text.utf8.count > Self.taskTextBytesMax {
      return .refused(.textTooLong(bytes: text.utf8.count, bytesMax: Self.taskTextBytesMax))
    }
    guard owner.manifest.permits(identifier, asPattern: true) else { return .registered(false) }
    guard requests.handlerCount < TaskRequests.handlersMax || isRepeated(identifier, key) else {
      owner.record(
        .submit(.task(identifier: identifier)),
        in: &turn,
        verdict: .denied,
        because: [Condition(.notPermitted, holds: false, subject: identifier)]
      )
      return .registered(false)
    }
    // Only continued work may be registered late (BG1): a pattern permits nothing else, and of an identifier that
    // is listed in full the app says so.
    let isContinued = type == .continued
    let isExact = owner.manifest.permittedTaskIdentifiers.contains(identifier)
    if isExact, !isContinued, !isLaunching, !isRepeated(identifier, key) {
      return misuse(.registeredTooLate(identifier: identifier), of: owner, in: &turn)
    }
    switch requests.register(identifier, key: key, isContinued: isContinued) {
    case .done, .repeated: return .registered(true)
    case .taken: return misuse(.registeredTwice(identifier: identifier), of: owner, in: &turn)
    }
  }

  private func isRepeated(_ identifier: String, _ key: String?) -> Bool {
    var copy = requests
    return copy.register(identifier, key: key) == .repeated
  }

  /// The app's process is about to end itself; the ledger says why.
  private mutating func misuse(
    _ misuse: SchedulerMisuse,
    of owner: WorkOwner,
    in turn: inout Turn
  ) -> Reply {
    let unregistered = Condition(.notRegistered, holds: false, subject: misuse.identifier)
    refused.note(misuse.identifier, type: nil, at: turn.now, because: [unregistered])
    owner.record(
      .submit(.task(identifier: misuse.identifier)),
      in: &turn,
      verdict: .denied,
      because: [Condition(.notRegistered, holds: false, subject: misuse.message)]
    )
    return .refused(.misuse(misuse))
  }

  mutating func submit(
    _ request: TaskRequest,
    of owner: WorkOwner,
    on device: ConditionContext,
    in turn: inout Turn
  ) -> Reply {
    guard let refusal = refusal(of: request, by: owner, on: device, in: turn) else {
      accept(request, of: owner, in: &turn)
      return .done
    }
    if case .scheduler(_, let conditions) = refusal {
      refused.note(
        request.identifier,
        type: request.kind.type,
        at: turn.now,
        because: conditions
      )
      let activity = Activity.task(identifier: request.identifier)
      owner.record(.submit(activity), in: &turn, verdict: .denied, because: conditions)
    }
    if case .misuse(let mistake) = refusal { return misuse(mistake, of: owner, in: &turn) }
    return .refused(refusal)
  }

  /// Returns the reason why a request cannot be accepted, regardless of other requests; `nil`: it can.
  private func refusal(
    of request: TaskRequest,
    by owner: WorkOwner,
    on device: ConditionContext,
    in turn: Turn
  ) -> Refusal? {
    for text in request.texts where text.utf8.count > Self.taskTextBytesMax {
      return .textTooLong(bytes: text.utf8.count, bytesMax: Self.taskTextBytesMax)
    }
    if let missing = turn.profile.missing(of: .multitasking, .taskScheduler, request.capability) {
      return .scheduler(.unavailable, because: [missing.condition])
    }
    if let missing = owner.missingPermission(for: request) {
      let lacks = Condition(.notPermitted, holds: false, subject: missing)
      return .scheduler(.notPermitted, because: [lacks])
    }
    guard requests.hasHandler(for: request.identifier, type: request.kind.type) else {
      return .misuse(.noHandler(identifier: request.identifier))
    }
    let refresh = device.refreshSwitch(owner.settings.backgroundRefresh)
    let isOff = [
      device.conditions.backgroundRefresh.value, owner.settings.backgroundRefresh,
    ].contains(.off)
    if request.kind.type != .continued, isOff {
      return .scheduler(.unavailable, because: [refresh])
    }
    guard requests.hasRoom(for: request) else {
      return .scheduler(
        .tooManyPendingTaskRequests,
        because: [Condition(.rateLimit, holds: false)]
      )
    }
    if case .continued(let shown) = request.kind {
      // It must follow something that the user did on screen (CP1).
      let isSeen = Condition(.onScreen, holds: owner.isOnScreen)
      let isFree = Condition(.slotTaken, holds: turn.freeContinuedSlots > 0)
      let lacking = (shown.strategy == .fail ? [isSeen, isFree] : [isSeen]).filter { !$0.holds }
      if !lacking.isEmpty { return .scheduler(.immediateRunIneligible, because: lacking) }
    }
    return nil
  }

  /// Adds an accepted request; it replaces one of the same identifier (BG5).
  private mutating func accept(
    _ request: TaskRequest,
    of owner: WorkOwner,
    in turn: inout Turn
  ) {
    let pending = PendingRequest(number: turn.counters.makeActivity(), request, at: turn.now)
    refused.forget(request.identifier)
    if requests.add(pending) != nil {
      owner.record(.cancel(pending.activity), in: &turn, because: [Condition(.replaced)])
    }
    owner.record(.submit(pending.activity), in: &turn, because: [])
    needsReview = true
  }

  mutating func cancelRequest(
    _ identifier: String?,
    of owner: WorkOwner,
    in turn: inout Turn
  ) -> Reply {
    let all = requests.pending.map(\.identifier)
    for name in identifier.map({ [$0] }) ?? all {
      guard let removed = requests.remove(identifier: name) else { continue }
      owner.record(.cancel(removed.activity), in: &turn, because: [])
    }
    needsReview = true
    return .done
  }

  /// A new version of the app no longer permits what an older one submitted.
  mutating func dropUnpermittedRequests(of owner: WorkOwner, in turn: inout Turn) {
    for request in requests.pending {
      guard let missing = owner.missingPermission(for: request.request) else { continue }
      _ = requests.remove(identifier: request.identifier)
      let lacks = Condition(.notPermitted, holds: false, subject: missing)
      owner.record(.cancel(request.activity), in: &turn, because: [lacks])
    }
  }

  /// Removes continued work that waits for a slot: with the app's card in the switcher (CP5), and with the process,
  /// which held the handler.
  mutating func dropContinuedRequests(
    of owner: WorkOwner,
    in turn: inout Turn,
    because reason: Reason
  ) {
    for request in requests.pending where request.type == .continued {
      _ = requests.remove(identifier: request.identifier)
      owner.record(.cancel(request.activity), in: &turn, because: [Condition(reason)])
    }
  }

  /// Whether the launch that was ordered for these tasks came about is unknown: they wait again.
  mutating func requeueTasks(of owner: WorkOwner, in turn: inout Turn, because reason: Reason) {
    for task in running.tasks where task.type != .continued {
      guard running.remove(task.token) != nil else { continue }
      let number = turn.counters.makeActivity()
      _ = requests.add(PendingRequest(number: number, again: task, at: turn.now))
      owner.record(.run(task.activity), in: &turn, verdict: .waiting, because: [Condition(reason)])
    }
  }

  mutating func setFetchInterval(
    _ interval: FetchInterval,
    of owner: WorkOwner,
    in turn: inout Turn
  ) -> Reply {
    fetch.set(interval, number: turn.counters.makeActivity(), at: turn.now)
    needsReview = true
    if interval != .never, let lacks = owner.missingForFetch(turn.profile) {
      // Apple takes the interval and never fetches (BF1); the developer finds the reason in the ledger.
      owner.record(.submit(.fetch), in: &turn, verdict: .denied, because: [lacks])
    }
    return .done
  }

  /// The fetch has ended, successfully or not.
  mutating func fetchEnded(
    _ result: CompletionResult,
    of owner: WorkOwner,
    in turn: inout Turn
  ) {
    guard let length = fetch.runEnded(at: turn.now) else { return }
    cooperation.note(FetchState.outcome(of: result, after: length))
    owner.record(.finish(.fetch, result), in: &turn, because: [])
    needsReview = true
  }

  mutating func noteRun(of type: TaskType, at now: Instant) {
    switch type {
    case .appRefresh: lastRefreshAt = now
    case .processing, .healthResearch: lastProcessingAt = now
    case .continued: break
    }
  }

  /// Whether the user can cancel something of that name: a running task, or queued continued work.
  func hasTask(toCancel identifier: String) -> Bool {
    running.task(named: identifier) != nil
      || requests.pending.contains { $0.identifier == identifier && $0.type == .continued }
  }
}

extension FetchState {
  /// What counts as quick; half of the budget, our choice.
  private static let quick = Duration.seconds(15)

  /// What a fetch of that result and length says about the app.
  fileprivate static func outcome(
    of result: CompletionResult,
    after length: Duration
  ) -> Cooperation.Outcome {
    switch result {
    case .newData, .success: length <= quick ? .useful : .idle
    case .noData: length <= quick ? .idle : .failed
    case .failed, .failure: .failed
    }
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
