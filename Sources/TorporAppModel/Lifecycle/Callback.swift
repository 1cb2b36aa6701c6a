/// A callback from the system to an app; the names are those of Apple's delegate methods.
///
/// Callbacks of one app arrive one after the other on its main thread, in the order in which they were
/// sent, except `expiringActivity`, which runs on its own thread.
///
/// Large and rare cases are stored apart (`indirect`), so that the many small callbacks stay small.
@usableFromInline package enum Callback: Hashable, Sendable, Saved {
  /// The process has started; a launch into the background gives the reason.
  case didFinishLaunching(into: LaunchDestination)
  case didBecomeActive
  case willResignActive
  /// The app is off screen; it has 5 s to return.
  case didEnterBackground
  case willEnterForeground
  /// The app is about to be ended; it has 5 s to return.
  case willTerminate
  /// The app was suspended and is about to be ended for its memory; it requested time to save, and has 300 ms.
  ///
  /// Torpor's own: Apple's systems end a suspended app without notice.
  case willTerminateForMemory
  case didReceiveMemoryWarning
  /// Sent about 10 s after the screen was locked with a passcode.
  case protectedDataWillBecomeUnavailable
  case protectedDataDidBecomeAvailable
  /// The time of a background task has almost run out; the app must end the task now, or it is killed.
  case backgroundTaskExpiration(task: BackgroundTaskIdentifier, name: String?)
  /// The block of `performExpiringActivity`: first with `expired` false, again with true shortly before the suspension.
  case expiringActivity(task: BackgroundTaskIdentifier, reason: String, expired: Bool)
  /// A push with `content-available`; `payload` is its JSON. Has a completion handler.
  case didReceiveRemoteNotification(payload: String)
  /// `application(_:performFetchWithCompletionHandler:)`. Has a completion handler.
  case performFetch
  /// The launch handler of a task; `setTaskCompleted(success:)` is its completion handler.
  case launchTask(identifier: String, type: TaskType)
  /// `BGTask.expirationHandler` of the task that the callback `task` started.
  case taskExpiration(task: CallbackToken, identifier: String)
  /// `NSProcessInfoPowerStateDidChange`.
  case powerStateDidChange(isLowPowerModeEnabled: Bool)
  /// `backgroundRefreshStatusDidChangeNotification`.
  case backgroundRefreshStatusDidChange(isAvailable: Bool)
  /// A callback of a background session.
  indirect case session(SessionCallback)
  /// A push has announced an issue to a Newsstand app; `payload` is its JSON.
  case issueAnnounced(payload: String)
  // Saved: as mode, its name in earlier builds.
  /// A callback about audio, location, notifications, pushes, accessories or descriptors.
  indirect case service(ServiceCallback)

  /// The callback's name in scenarios, on the wire and in the ledger.
  @usableFromInline package var name: String {
    switch self {
    case .didFinishLaunching: "didFinishLaunching"
    case .didBecomeActive: "didBecomeActive"
    case .willResignActive: "willResignActive"
    case .didEnterBackground: "didEnterBackground"
    case .willEnterForeground: "willEnterForeground"
    case .willTerminate: "willTerminate"
    case .willTerminateForMemory: "willTerminateForMemory"
    case .didReceiveMemoryWarning: "didReceiveMemoryWarning"
    case .protectedDataWillBecomeUnavailable: "protectedDataWillBecomeUnavailable"
    case .protectedDataDidBecomeAvailable: "protectedDataDidBecomeAvailable"
    case .backgroundTaskExpiration(let task, let name): "expiration:\(name ?? task.description)"
    case .expiringActivity(_, let reason, _): "expiringActivity:\(reason)"
    case .didReceiveRemoteNotification: "didReceiveRemoteNotification"
    case .performFetch: "performFetch"
    case .launchTask(let identifier, _): "task:\(identifier)"
    case .taskExpiration(_, let identifier): "expiration:\(identifier)"
    case .powerStateDidChange: "powerStateDidChange"
    case .backgroundRefreshStatusDidChange: "backgroundRefreshStatusDidChange"
    case .session(let callback): callback.name
    case .issueAnnounced: "issueAnnounced"
    case .service(let callback): callback.name
    }
  }

  /// Whether the app must call a completion handler after the callback (`AppRequest.complete`).
  @inlinable package var hasCompletionHandler: Bool {
    switch self {
    case .didReceiveRemoteNotification, .performFetch, .launchTask: true
    case .session(let callback): callback.hasCompletionHandler
    case .service(let callback): callback.hasCompletionHandler
    case .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
      .willEnterForeground, .willTerminate, .willTerminateForMemory, .didReceiveMemoryWarning,
      .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
      .backgroundTaskExpiration, .expiringActivity, .taskExpiration, .powerStateDidChange,
      .backgroundRefreshStatusDidChange, .issueAnnounced:
      false
    }
  }

  /// Whether the callback runs on the app's main thread, in sequence with the others.
  @inlinable package var runsOnMainThread: Bool {
    if case .expiringActivity = self { false } else { true }
  }
}

/// Where a new process starts.
@usableFromInline package enum LaunchDestination: Hashable, Sendable, Saved {
  /// On screen, because the user opened the app.
  case foreground
  /// Off screen, for one event.
  case background(WakeReason)

  /// Whether the launch puts the app on screen.
  @inlinable package var isForeground: Bool { self == .foreground }
}

/// The delivery of one callback to an app.
@usableFromInline package struct Delivery: Hashable, Sendable, Saved {
  /// The token of this call; the app sends it when the callback has returned.
  @usableFromInline package let token: CallbackToken
  /// The callback.
  @usableFromInline package let callback: Callback
  /// How long the app was suspended, if this is the first call after a suspension; `nil` for other calls.
  ///
  /// The app's network peers may have given up on it meanwhile.
  @usableFromInline package let suspendedFor: Duration?
  /// For `didFinishLaunching`: the outcome of the time that the last process had to save; `nil`: it had none.
  @usableFromInline package let terminationSave: TerminationSave?

  /// Makes the delivery of one callback.
  @inlinable package init(
    token: CallbackToken,
    callback: Callback,
    suspendedFor: Duration? = nil,
    terminationSave: TerminationSave? = nil
  ) {
    self.token = token
    self.callback = callback
    self.suspendedFor = suspendedFor
    self.terminationSave = terminationSave
  }
}

/// The result with which an app calls a completion handler (`UIBackgroundFetchResult`, `success`).
@usableFromInline package enum CompletionResult: String, Hashable, Sendable, Saved, CaseIterable {
  case newData, noData, failed, success, failure
}
