/// Why a request was turned down: what it named wrongly, or the rule that it breaks.
@usableFromInline package enum Refusal: Hashable, Sendable, Error {
  case unknownApp(name: String, similar: [AppIdentifier])
  /// Several apps have the name.
  case ambiguousApp(name: String, apps: [AppIdentifier])
  case unknownTask(BackgroundTaskIdentifier)
  case unknownCallback(CallbackToken)
  /// The callback has no completion handler.
  case noCompletionHandler(CallbackToken)
  case notRunning(AppIdentifier)
  case alreadyInstalled(AppIdentifier)
  /// The app runs, and what it uses is not taken from it.
  case isRunning(AppIdentifier)
  /// The app is exempt, and is not ended for anything.
  case isExempt(AppIdentifier)
  /// The app is the desktop's, and only frozen and thawed.
  case isAdopted(AppIdentifier)
  /// Only memory of a frozen app is written to swap.
  case notSuspended(AppIdentifier)
  /// There is no swap to write memory to, or no room in it.
  case noSwap(isFull: Bool)
  /// The program of the app cannot go into an archive; why, and what helps.
  case cannotOffload(AppIdentifier, cause: String)
  /// A command that has no folder of its own.
  case noContainer(AppIdentifier)
  /// Nothing is launched before the first unlock after a restart.
  case beforeFirstUnlock(AppIdentifier)
  /// The name or reason is longer than the limit, in bytes.
  case textTooLong(bytes: Int, bytesMax: Int)
  /// The journal cannot be written, so nothing that must be remembered can be accepted.
  case notSaved(cause: String)
  /// More apps than the device keeps records of.
  case tooManyApps(limit: Int)
  /// An administrator has fixed these settings by a file.
  case settingRestricted(settings: [String], file: String)
  /// The task scheduler did not accept a request.
  case scheduler(TaskSchedulerError, because: [Condition])
  /// The app used the scheduler in a way that ends it.
  case misuse(SchedulerMisuse)
  /// No request with that identifier is pending or running.
  case noSuchTask(identifier: String)
  /// The caller has no job of that name or number; these come near it.
  case unknownJob(name: String, similar: [String])
  /// A job of the owner that is not finished has the name.
  case jobNameTaken(name: String, job: JobIdentifier)
  /// More jobs than one owner, or the device, keeps.
  case tooManyJobs(limit: Int)
  /// There is no moment at which the job could begin.
  case impossibleWindow(ImpossibleWindow)
  /// The job is finished: there is nothing to take back.
  case jobIsFinished(JobIdentifier)
  /// The job is not finished: it must not be forgotten.
  case jobIsNotFinished(JobIdentifier)
  /// Another job of that name waits for the job to finish well: it must not be forgotten.
  case jobIsAwaited(JobIdentifier, by: String)
  /// Something about a session or a transfer.
  case transfer(TransferRefusal)
  /// Something about sounds, places, notifications, pushes, accessories or descriptors.
  case service(ServiceRefusal)
}
