/// A request of an app to the system; an app can make requests only for itself.
///
/// Large and rare cases are stored apart (`indirect`), so that the many small requests stay small.
@usableFromInline package enum AppRequest: Hashable, Sendable, Saved {
  /// The app listens for callbacks from now on. Callbacks from which it has not returned are sent
  /// again, with the same tokens.
  case attach
  /// The callback has returned.
  case returned(callback: CallbackToken)
  /// The completion handler of the callback was called.
  case complete(callback: CallbackToken, result: CompletionResult)
  /// `beginBackgroundTask(withName:expirationHandler:)`. A second request with the same `key` from
  /// the same process gets the same token, so that a request may be repeated after a lost reply.
  case beginBackgroundTask(name: String?, hasExpirationHandler: Bool, key: String?)
  /// `endBackgroundTask`.
  case endBackgroundTask(task: BackgroundTaskIdentifier)
  /// `performExpiringActivity(withReason:using:)`; `key` as above. The activity lasts until the
  /// callback with `expired` false has returned.
  case performExpiringActivity(reason: String, key: String?)
  /// `backgroundTimeRemaining`.
  case backgroundTimeRemaining
  /// `UIDevice.isMultitaskingSupported`.
  case isMultitaskingSupported
  /// `BGTaskScheduler.register`: the process has a handler for the identifier; `key` as above. `type`:
  /// the only kind of task that the handler is for.
  case registerTask(identifier: String, key: String?, type: TaskType? = nil)
  /// `BGTaskScheduler.submit`.
  indirect case submitTask(TaskRequest)
  /// `cancel(taskRequestWithIdentifier:)`; `nil`: `cancelAllTaskRequests`.
  case cancelTaskRequest(identifier: String?)
  /// `getPendingTaskRequests`.
  case pendingTaskRequests
  /// `BGTask.expirationHandler` of the task that the callback started was set, or set to nil.
  case setExpirationHandler(callback: CallbackToken, isSet: Bool)
  /// `BGContinuedProcessingTask.progress`, in thousandths, and the texts that the user sees; a `nil`
  /// text leaves the present one.
  indirect case reportProgress(
    callback: CallbackToken,
    permille: Int,
    title: String?,
    subtitle: String?
  )
  /// `setMinimumBackgroundFetchInterval`.
  case setFetchInterval(FetchInterval)
  /// A request about a background session of the app.
  indirect case session(SessionRequest)
  // Saved: as mode, its name in earlier builds.
  /// A request about audio, location, notifications, pushes, accessories or descriptors.
  indirect case service(ServiceRequest)
}

/// The answer to a request.
@usableFromInline package enum Reply: Hashable, Sendable {
  case done
  /// The token of a task that was begun; `invalid` when background running is not possible.
  case task(BackgroundTaskIdentifier)
  /// The app's remaining time; `nil` is unlimited (Apple's `Double.greatestFiniteMagnitude`).
  case timeRemaining(Duration?)
  /// Whether apps run off screen.
  case multitasking(isSupported: Bool)
  case launched(LaunchIdentifier)
  /// Whether the identifier may be registered (BG3: false when the manifest does not list it).
  case registered(Bool)
  /// The requests that have not run, in the order of their submission.
  case pendingTasks([PendingTask])
  /// The job that was submitted, or the unchanged existing one of its name (`isNew` false).
  case job(JobIdentifier, isNew: Bool)
  /// Transfers were accepted; their numbers are consecutive.
  case transfersAccepted(first: TransferIdentifier, count: Int)
  /// A page of transfers, and whether there are more.
  case transfers([TransferStatus], hasMore: Bool)
  /// The answer to a `ServiceRequest`.
  case service(ServiceReply)
  case refused(Refusal)
}
