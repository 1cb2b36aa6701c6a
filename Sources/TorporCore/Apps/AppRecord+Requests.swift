package import TorporModel

// Requests of an app for itself.

extension AppRecord {
  /// Answers a request; submitting a task and returning from a callback are handled elsewhere, because
  /// they read the device.
  mutating func handle(_ request: AppRequest, in turn: inout Turn) -> Reply {
    switch request {
    case .attach: attach(in: &turn)
    // Answered by `Device.returned`, which counts calls that were not reported; never reached here.
    case .returned(let callback): returned(callback, nil, in: &turn)
    case .complete(let callback, let result): complete(callback, result, in: &turn)
    case .beginBackgroundTask(let name, let hasHandler, let key):
      begin(.task(name: name, hasExpirationHandler: hasHandler), key: key, in: &turn)
    case .performExpiringActivity(let reason, let key):
      begin(.activity(reason: reason), key: key, in: &turn)
    case .endBackgroundTask(let task): endTask(task, in: &turn)
    case .backgroundTimeRemaining: .timeRemaining(timeRemaining(at: turn.now))
    case .isMultitaskingSupported: .multitasking(isSupported: turn.profile.hasMultitasking)
    case .registerTask(let identifier, let key, let type):
      work.registerTask(
        identifier,
        key: key,
        for: type,
        isLaunching: callbacks.contains { callback in
          if case .didFinishLaunching = callback { true } else { false }
        },
        of: workOwner,
        in: &turn
      )
    // Answered by `Device.submit`; never reached here.
    case .submitTask(let request): .refused(.noSuchTask(identifier: request.identifier))
    case .cancelTaskRequest(let identifier):
      work.cancelRequest(identifier, of: workOwner, in: &turn)
    case .pendingTaskRequests: .pendingTasks(work.requests.pending.map(\.pendingTask))
    case .setExpirationHandler(let callback, let isSet):
      work.running.setHandler(callback, isSet)
    case .reportProgress(let callback, let permille, let title, let subtitle):
      work.running.reportProgress(
        callback,
        permille: permille,
        title: title,
        subtitle: subtitle,
        of: workOwner,
        in: &turn
      )
    case .setFetchInterval(let interval):
      work.setFetchInterval(interval, of: workOwner, in: &turn)
    // Answered by `Device.handle(_: SessionRequest …)`; never reached here.
    case .session: .refused(.notRunning(identifier))
    // Answered by `Device.handle(_: ServiceRequest …)`; never reached here.
    case .service: .refused(.notRunning(identifier))
    }
  }

  /// Returns the time that the app can still rely on; inside a wake without a task, the wake's own time.
  package func timeRemaining(at now: Instant) -> Duration? {
    guard persistentState.exemption == nil else { return nil }
    if time.tasks.isEmpty, let end = wakes.compactMap(\.deadline).max() {
      return max(.zero, end - now)
    }
    return time.timeRemaining(at: now)
  }

  private mutating func attach(in turn: inout Turn) -> Reply {
    guard let launch = process.launch else { return .refused(.notRunning(identifier)) }
    if facts.speaks {
      for delivery in callbacks.deliveries { turn.order(.deliver(launch, delivery)) }
    } else {
      // A plain command turned out to be Torpor-aware: from now on it is an app like any other.
      facts.speaks = true
      suspension.graceEnd = nil
      call(.didFinishLaunching(into: .foreground), in: &turn)
      // A covered app is notified when it is uncovered; an app that was never on screen has not left it.
      switch process.applicationState {
      case .active: call(.didBecomeActive, in: &turn)
      case .inactive, .notRunning: break
      case .background, .suspended:
        if turn.profile.announcesWakes || usage.lastOnScreen != nil {
          call(.didEnterBackground, in: &turn)
        }
      }
    }
    return .done
  }

  /// Handles the app's return from a callback.
  ///
  /// `unreportedCalls`: the number of consecutive calls that the app has not reported, if it returns
  /// from the push of another one without a report.
  mutating func returned(
    _ token: CallbackToken,
    _ unreportedCalls: Int?,
    in turn: inout Turn
  ) -> Reply {
    guard let callback = callbacks.remove(token, at: turn.now) else {
      return .refused(.unknownCallback(token))
    }
    switch callback {
    case .didFinishLaunching:
      apply(.finishedLaunching, in: &turn, because: [Condition(.userAction)])
      dropTasksWithoutHandler(in: &turn)
    case .willTerminate:
      apply(.willTerminateReturned, in: &turn, because: [])
    case .willTerminateForMemory:
      facts.savingTime?.finish(at: turn.now)
      apply(.willTerminateReturned, in: &turn, because: [])
    case .expiringActivity(let task, _, let expired):
      // The activity lasts as long as its first call; the warning does not end it.
      if !expired { _ = endTask(task, in: &turn) }
    case .service(.didReceiveIncomingPush):
      // It must have reported a call, or it is ended (PK2).
      guard let unreportedCalls, persistentState.exemption == nil else { break }
      kill(
        .code(.unreportedCall),
        in: &turn,
        because: [Condition(.callsNotReported, holds: false, subject: "\(unreportedCalls)")]
      )
    case .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground,
      .didReceiveMemoryWarning, .protectedDataWillBecomeUnavailable,
      .protectedDataDidBecomeAvailable, .backgroundTaskExpiration,
      .didReceiveRemoteNotification, .performFetch, .launchTask, .taskExpiration,
      .powerStateDidChange, .backgroundRefreshStatusDidChange, .session, .issueAnnounced, .service:
      break
    }
    let goesOn = wakes.contains {
      $0.token == token && $0.reason.isFixedDuration && $0.deadline != nil
    }
    if !callback.hasCompletionHandler, !goesOn || persistentState.exemption != nil {
      endWake(token)
    }
    return .done
  }

  /// Handles a call of the completion handler, which can come long after the callback returned, or before.
  private mutating func complete(
    _ token: CallbackToken,
    _ result: CompletionResult,
    in turn: inout Turn
  ) -> Reply {
    if completeTask(token, result, in: &turn) { return .done }
    let isFetch = wakes.contains { $0.token == token && $0.reason == .backgroundFetch }
    if endWake(token) {
      if isFetch { work.fetchEnded(result, of: workOwner, in: &turn) }
      return .done
    }
    guard let callback = callbacks.deliveries.first(where: { $0.token == token })?.callback else {
      return .refused(.unknownCallback(token))
    }
    return callback.hasCompletionHandler ? .done : .refused(.noCompletionHandler(token))
  }

  private mutating func begin(
    _ kind: BackgroundTime.Task.Kind,
    key: String?,
    in turn: inout Turn
  ) -> Reply {
    if let refusal = BackgroundTime.refusal(of: kind, key: key) { return .refused(refusal) }
    if let task = time.task(forKey: key, kind: kind) { return .task(task.identifier) }
    if let most = turn.profile.backgroundTasksMax, time.tasks.count >= most {
      guard persistentState.exemption == nil else { return .task(.invalid) }
      kill(.code(.tooManyTasks), in: &turn, because: [Condition(.tooManyTasks, holds: false)])
      return .task(.invalid)
    }
    let missing = turn.$profile.read { $0.missing(for: kind) }
    let mayRun = persistentState.exemption != nil || time.canBegin(at: turn.now)
    guard missing == nil, mayRun, process.launch != nil, !process.isEnding else {
      turn.record(
        .beginTask(task: .invalid, name: kind.name),
        of: identifier,
        launch: process.launch,
        verdict: .denied,
        because: [missing?.condition ?? Condition(.budget, holds: false)]
      )
      if case .activity(let reason) = kind {
        call(.expiringActivity(task: .invalid, reason: reason, expired: true), in: &turn)
      }
      return .task(.invalid)
    }
    let task = turn.counters.makeTask()
    time.begin(task, kind: kind, key: key, at: turn.now)
    let begun = time.tasks.last
    let name = begun?.name
    turn.record(
      .beginTask(task: task, name: name),
      of: identifier,
      launch: process.launch,
      because: [
        Condition(process.isOnScreen ? .onScreen : .budget, until: begun.flatMap(time.end(of:)))
      ]
    )
    if case .activity(let reason) = kind {
      call(.expiringActivity(task: task, reason: reason, expired: false), in: &turn)
    }
    return .task(task)
  }

  /// Ends the event of the callback; returns whether it was in progress.
  @discardableResult
  mutating func endWake(_ token: CallbackToken) -> Bool {
    guard let index = wakes.firstIndex(where: { $0.token == token }) else { return false }
    wakes.remove(at: index)
    if wakes.isEmpty, work.running.isEmpty { time.leaveWake() }
    return true
  }

  private mutating func endTask(_ task: BackgroundTaskIdentifier, in turn: inout Turn) -> Reply {
    guard let ended = time.end(task, at: turn.now) else { return .refused(.unknownTask(task)) }
    if wakes.isEmpty, work.running.isEmpty { time.leaveWake() }
    turn.record(
      .endTask(task: task, name: ended.name),
      of: identifier,
      launch: process.launch,
      because: [Condition(.backgroundTask, since: ended.begunAt, subject: ended.name)]
    )
    return .done
  }
}

extension Profile {
  /// Returns the capability that it lacks for such a task (BT5, §2.1).
  fileprivate func missing(for kind: BackgroundTime.Task.Kind) -> MissingCapability? {
    switch kind {
    case .task: missing(of: .multitasking)
    case .activity: missing(of: .multitasking, .expiringActivities)
    }
  }
}

extension BackgroundTime {
  static func refusal(of kind: Task.Kind, key: String?) -> Refusal? {
    refusal(of: kind.name) ?? refusal(of: key)
  }

  private static func refusal(of text: String?) -> Refusal? {
    guard let bytes = text?.utf8.count, bytes > nameBytesMax else { return nil }
    return .textTooLong(bytes: bytes, bytesMax: nameBytesMax)
  }
}
