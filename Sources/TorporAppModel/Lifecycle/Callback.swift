/// What the system tells an app; the names are those of Apple's delegate methods.
///
/// Callbacks of one app arrive one after the other on its main thread, in the order in which they
/// were sent, except `expiringActivity`, which runs on a thread of its own.
///
/// What is large and seldom lies apart (`indirect`), so that the many small callbacks stay small.
@usableFromInline package enum Callback: Hashable, Sendable, Saved {
  /// The process has started; a launch into the background names what it was started for.
  case didFinishLaunching(into: LaunchDestination)
  case didBecomeActive
  case willResignActive
  /// The app is off screen; it has 5 s to return.
  case didEnterBackground
  case willEnterForeground
  /// The app is about to be ended; it has 5 s to return.
  case willTerminate
  /// The app was suspended and is about to be ended for its memory; it asked for time to save, and has 300 ms.
  ///
  /// Torpor's own: Apple's systems end a suspended app without notice.
  case willTerminateForMemory
  case didReceiveMemoryWarning
  /// Sent about 10 s after the screen was locked with a passcode.
  case protectedDataWillBecomeUnavailable
  case protectedDataDidBecomeAvailable
  /// The time of a background task is nearly over; the app ends the task now or is killed.
  case backgroundTaskExpiration(task: BackgroundTaskIdentifier, name: String?)
  /// The block of `performExpiringActivity`: first with `expired` false, again with true when the
  /// suspension is near.
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
  /// Something of a background session.
  indirect case session(SessionCallback)
  /// A push has announced an issue to a Newsstand app; `payload` is its JSON.
  case issueAnnounced(payload: String)
  // Saved: as mode, its name in earlier builds.
  /// Something of a sound, a place, a notification, a push, an accessory or a descriptor.
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

  /// Whether the callback runs on the app's main thread, in line with the others.
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

/// One callback on its way to an app.
@usableFromInline package struct Delivery: Hashable, Sendable, Saved {
  /// Names this call; the app hands it back when the callback has returned.
  @usableFromInline package let token: CallbackToken
  /// What is called.
  @usableFromInline package let callback: Callback
  /// How long the app stood still before this call, the first after a suspension; `nil` of any other.
  ///
  /// Those whom the app talks to over a network may have given up on it meanwhile.
  @usableFromInline package let suspendedFor: Duration?
  /// Of `didFinishLaunching`: what came of the time that the last process had to save; `nil`: it had none.
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

/// What an app says when it calls a completion handler (`UIBackgroundFetchResult`, `success`).
@usableFromInline package enum CompletionResult: String, Hashable, Sendable, Saved, CaseIterable {
  case newData, noData, failed, success, failure
}
