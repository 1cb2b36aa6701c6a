internal import Synchronization
internal import TorporAppModel
internal import TorporAppWire

extension Application {
  @MainActor
  func handle(
    _ delivery: Delivery,
    _ detail: TransferDetail?,
    _ delegate: some ApplicationDelegate
  ) async {
    if let state = delivery.callback.state { changing.withLock { $0.state = state } }
    note(delivery)
    switch delivery.callback {
    case .didFinishLaunching(let destination):
      await delegate.application(
        self,
        didFinishLaunchingWithOptions: LaunchOptions(
          destination,
          terminationSave: delivery.terminationSave
        )
      )
    case .didBecomeActive: await delegate.applicationDidBecomeActive(self)
    case .willResignActive: await delegate.applicationWillResignActive(self)
    case .didEnterBackground: await delegate.applicationDidEnterBackground(self)
    case .willEnterForeground: await delegate.applicationWillEnterForeground(self)
    case .willTerminate: await delegate.applicationWillTerminate(self)
    case .willTerminateForMemory: await delegate.applicationWillTerminateForMemory(self)
    case .didReceiveMemoryWarning: await delegate.applicationDidReceiveMemoryWarning(self)
    case .protectedDataWillBecomeUnavailable:
      await delegate.applicationProtectedDataWillBecomeUnavailable(self)
    case .protectedDataDidBecomeAvailable:
      await delegate.applicationProtectedDataDidBecomeAvailable(self)
    case .backgroundTaskExpiration(let task, _):
      changing.withLock { $0.expirationHandlers.removeValue(forKey: task) }?(task)
    case .didReceiveRemoteNotification(let payload):
      return begin(delivery.token) {
        await delegate.application(self, didReceiveRemoteNotification: Payload(json: payload))
          .completion
      }
    case .performFetch:
      return begin(delivery.token) { await delegate.applicationPerformFetch(self).completion }
    // In order with the others: the handlers are registered while the app handles its launch.
    case .launchTask(let identifier, let type): launch(identifier, type, token: delivery.token)
    case .powerStateDidChange(let isLowPowerModeEnabled):
      await delegate.application(self, powerStateDidChange: isLowPowerModeEnabled)
    case .backgroundRefreshStatusDidChange(let isAvailable):
      await delegate.application(self, backgroundRefreshStatusDidChange: isAvailable)
    case .expiringActivity, .taskExpiration: break
    case .session(.handleEvents(let session)):
      begin(delivery.token) {
        await delegate.application(self, handleEventsForBackgroundURLSession: session)
        return .success
      }
      return sessions.wakes.delegateWasCalled(for: session)
    case .session(.issueDownloaded(let session, let transfer, let outcome)):
      await delegates.issues?.application(
        self,
        didDownloadIssue: transfer,
        of: session,
        outcome: outcome,
        detail: detail ?? TransferDetail()
      )
    case .issueAnnounced(let payload):
      await delegates.issues?.application(
        self,
        didReceiveIssueAnnouncement: Payload(json: payload)
      )
    case .service(.notifications(.willPresent(let notification))):
      return begin(delivery.token) { [self] in
        App.PresentNotification(callback: delivery.token, options: await options(for: notification))
      }
    case .service(.notifications(.didReceiveResponse(let response))):
      return begin(delivery.token) {
        await self.receive(response)
        return CompletionResult.success
      }
    // The others are delivered to their session, outside the main actor.
    case .session: break
    case .service(let callback): await handle(callback, delegate)
    }
    connection.returned(from: delivery.token)
  }

  /// Runs code that ends with a completion, concurrently with later callbacks.
  ///
  /// The part before its first suspension runs here, so that it keeps its place among the callbacks; the callback
  /// returns when that part has run. The completion follows the return.
  @MainActor
  private func begin(
    _ token: CallbackToken,
    _ work: @escaping @MainActor () async -> CompletionResult
  ) {
    begin(token) { App.Complete(callback: token, result: await work()) }
  }

  /// Runs code whose completion is a separate call; otherwise like the form with a result.
  @MainActor
  private func begin<Completion: KeyedCall>(
    _ token: CallbackToken,
    _ work: @escaping @MainActor () async -> Completion
  ) {
    let callbackReturn = CallbackReturn(token, connection)
    Task.immediate { @MainActor in
      let completion = await work()
      callbackReturn.send()
      connection.tell(completion)
    }
    callbackReturn.send()
  }

  /// Starts the handling of an event that does not wait for the main actor.
  func handleBesideMainActor(_ delivery: Delivery) {
    note(delivery)
    if case .taskExpiration = delivery.callback {
      expireTask(delivery)
    } else {
      runActivity(delivery)
    }
  }

  private func note(_ delivery: Delivery) {
    guard let length = delivery.suspendedFor else { return }
    changing.withLock { $0.lastSuspension = length }
  }

  /// Runs the block of an activity for an event, on a separate thread.
  private func runActivity(_ delivery: Delivery) {
    guard case .expiringActivity(let task, let reason, let expired) = delivery.callback else {
      return
    }
    let found = changing.withLock { $0.activity(task: task, reason: reason) }
    let connection = connection
    startThread { [weak self] in
      found?.block(expired)
      // The activity ends when its first call returns.
      if !expired || found?.isFirstCall == true { self?.forgetActivity(task) }
      connection.returned(from: delivery.token)
    }
  }

  private func forgetActivity(_ task: BackgroundTaskIdentifier) {
    changing.withLock { $0.activities.removeAll { $0.task == task } }
  }
}

/// The return from one callback, which is reported to the system once.
@MainActor
private final class CallbackReturn {
  private let token: CallbackToken
  private let connection: AppConnection
  private var isSent = false

  init(_ token: CallbackToken, _ connection: AppConnection) {
    self.token = token
    self.connection = connection
  }

  func send() {
    guard !isSent else { return }
    isSent = true
    connection.returned(from: token)
  }
}

extension Callback {
  /// Whether its code runs on a separate thread; an expiration must not wait for the work that it is meant to end.
  var runsBesideMainActor: Bool {
    switch self {
    case .taskExpiration: true
    case .session(let callback): callback.isOfSession
    default: !runsOnMainThread
    }
  }

  /// The app's state after this callback; `nil` if the callback does not change it.
  fileprivate var state: ApplicationState? {
    switch self {
    case .didFinishLaunching(into: .foreground), .willResignActive, .willEnterForeground: .inactive
    case .didFinishLaunching(into: .background), .didEnterBackground: .background
    case .didBecomeActive: .active
    case .willTerminate, .willTerminateForMemory, .didReceiveMemoryWarning,
      .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
      .backgroundTaskExpiration, .expiringActivity,
      .didReceiveRemoteNotification, .performFetch, .launchTask, .taskExpiration,
      .powerStateDidChange, .backgroundRefreshStatusDidChange, .session, .issueAnnounced, .service:
      nil
    }
  }
}
