/// The reason why a request was refused: the part that is wrong, or the rule that it breaks.
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
  /// The app is running, and its resources cannot be removed.
  case isRunning(AppIdentifier)
  /// The app is exempt, and is never ended.
  case isExempt(AppIdentifier)
  /// The app belongs to the desktop, and is only frozen and thawed.
  case isAdopted(AppIdentifier)
  /// Only memory of a frozen app is written to swap.
  case notSuspended(AppIdentifier)
  /// There is no swap to write memory to, or it is full.
  case noSwap(isFull: Bool)
  /// The program of the app cannot be put into an archive; with the cause and a remedy.
  case cannotOffload(AppIdentifier, cause: String)
  /// A command that has no folder of its own.
  case noContainer(AppIdentifier)
  /// No app is launched before the first unlock after a restart.
  case beforeFirstUnlock(AppIdentifier)
  /// The name or reason is longer than the limit, in bytes.
  case textTooLong(bytes: Int, bytesMax: Int)
  /// The journal cannot be written, so no request that must be saved can be accepted.
  case notSaved(cause: String)
  /// More apps than the device keeps records of.
  case tooManyApps(limit: Int)
  /// An administrator has fixed these settings in a file.
  case settingRestricted(settings: [String], file: String)
  /// The task scheduler did not accept a request.
  case scheduler(TaskSchedulerError, because: [Condition])
  /// The app used the scheduler in a way that ends it.
  case misuse(SchedulerMisuse)
  /// No request with that identifier is pending or running.
  case noSuchTask(identifier: String)
  /// The caller has no job of that name or number; these names are similar.
  case unknownJob(name: String, similar: [String])
  /// An unfinished job of the owner has the name.
  case jobNameTaken(name: String, job: JobIdentifier)
  /// More jobs than one owner, or the device, keeps.
  case tooManyJobs(limit: Int)
  /// There is no time at which the job could begin.
  case impossibleWindow(ImpossibleWindow)
  /// The job has finished: there is nothing to cancel.
  case jobIsFinished(JobIdentifier)
  /// The job has not finished: it cannot be removed.
  case jobIsNotFinished(JobIdentifier)
  /// Another job, of that name, waits for the job to succeed: it cannot be removed.
  case jobIsAwaited(JobIdentifier, by: String)
  /// The refusal of a request about a session or a transfer.
  case transfer(TransferRefusal)
  /// The refusal of a request about audio, location, notifications, pushes, accessories or descriptors.
  case service(ServiceRefusal)
}
