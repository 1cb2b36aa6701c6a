/// What an app asks of the system; an app can ask only for itself.
///
/// What is large and seldom lies apart (`indirect`), so that the many small requests stay small.
@usableFromInline package enum AppRequest: Hashable, Sendable, Saved {
  /// The app listens for callbacks from now on. Callbacks that it has not returned from are sent
  /// again, with the tokens they had.
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
  /// `BGTaskScheduler.register`: the process has a handler for the identifier; `key` as above. `type`: the
  /// only kind of task that it is for.
  case registerTask(identifier: String, key: String?, type: TaskType? = nil)
  /// `BGTaskScheduler.submit`.
  indirect case submitTask(TaskRequest)
  /// `cancel(taskRequestWithIdentifier:)`; `nil`: `cancelAllTaskRequests`.
  case cancelTaskRequest(identifier: String?)
  /// `getPendingTaskRequests`.
  case pendingTaskRequests
  /// `BGTask.expirationHandler` of the task that the callback started was set, or set to nil.
  case setExpirationHandler(callback: CallbackToken, isSet: Bool)
  /// `BGContinuedProcessingTask.progress`, in thousandths, and what the user sees of it; `nil`
  /// texts stay as they are.
  indirect case reportProgress(
    callback: CallbackToken,
    permille: Int,
    title: String?,
    subtitle: String?
  )
  /// `setMinimumBackgroundFetchInterval`.
  case setFetchInterval(FetchInterval)
  /// Something about a background session of the app.
  indirect case session(SessionRequest)
  // Saved: as mode, its name in earlier builds.
  /// Something about sounds, places, notifications, pushes, accessories or descriptors.
  indirect case service(ServiceRequest)
}

/// The answer to a request.
@usableFromInline package enum Reply: Hashable, Sendable {
  case done
  /// The token of a task that was begun; `invalid` when background running is not possible.
  case task(BackgroundTaskIdentifier)
  /// What is left of the app's time; `nil` is unlimited (`Double.greatestFiniteMagnitude` there).
  case timeRemaining(Duration?)
  /// Whether apps run off screen.
  case multitasking(isSupported: Bool)
  case launched(LaunchIdentifier)
  /// Whether the identifier may be registered (BG3: false when the manifest does not list it).
  case registered(Bool)
  /// The requests that have not run, in the order of their submission.
  case pendingTasks([PendingTask])
  /// The job that was submitted, or the one of its name that stays as it is (`isNew` false).
  case job(JobIdentifier, isNew: Bool)
  /// Transfers were accepted; their numbers follow each other.
  case transfersAccepted(first: TransferIdentifier, count: Int)
  /// A page of transfers, and whether there are more.
  case transfers([TransferStatus], hasMore: Bool)
  /// The answer to a `ServiceRequest`.
  case service(ServiceReply)
  case refused(Refusal)
}
