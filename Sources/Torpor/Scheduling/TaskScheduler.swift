internal import TorporAppModel
internal import TorporAppWire

/// The app's interface to the task scheduler (`BGTaskScheduler`): work at a time that suits the device.
///
/// ```swift
/// func application(
///   _ application: Application,
///   didFinishLaunchingWithOptions launchOptions: LaunchOptions
/// ) async {
///   let scheduler = application.taskScheduler
///   let request = AppRefreshTaskRequest(identifier: "com.example.feed.refresh")
///   _ = try? await scheduler.registerAction(forTaskWithIdentifier: request.identifier) { _ in
///     try await scheduler.submit(request)
///     try await loadNews()
///   }
/// }
/// ```
///
/// A handler defines the code that runs when a task is launched; a request asks for one launch. The system keeps
/// requests beyond the end of the app and of the daemon, and across restarts of the machine, and starts the app for
/// them. The identifiers are those in `BGTaskSchedulerPermittedIdentifiers` of the `Info.plist`.
///
/// Each method has two forms: one suspends the calling task; the other, for code that is not asynchronous, blocks the
/// thread until the system has answered, which takes as long as saving its journal. A use of the scheduler that is an
/// error in the code ends the process with Apple's message, as on iOS.
public struct TaskScheduler: Sendable {
  /// The code that runs when the task is launched; see `register(forTaskWithIdentifier:type:launchHandler:)`.
  public typealias LaunchHandler = @Sendable (_ task: ScheduledTask) -> Void
  /// The complete work of a task; see `registerAction(forTaskWithIdentifier:type:action:)`.
  public typealias Action = @Sendable (_ task: ScheduledTask) async throws -> Void

  let application: Application

  // MARK: Registering

  /// Registers the handler that runs when a task with the identifier is launched.
  ///
  /// Register each identifier once in every launch of the app, before `didFinishLaunchingWithOptions` returns; only
  /// handlers of continued work may be registered later. Anything else ends the process. An identifier that the
  /// `Info.plist` lists in full can be for any kind of work: pass `type: .continued` if its handler is registered
  /// later, which restricts it to continued work. The handler runs on the identifier's own thread, so it may block;
  /// tasks with different identifiers run at the same time. `setTaskCompleted(success:)` must be called, by the handler
  /// or later.
  ///
  /// - Returns: Whether the `Info.plist` permits the identifier; a handler is kept only if it does.
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  @discardableResult
  public func register(
    forTaskWithIdentifier identifier: String,
    type: TaskType? = nil,
    launchHandler: @escaping LaunchHandler
  ) async throws(TorporError) -> Bool {
    try await application.call(
      App.RegisterTask(identifier: identifier, type: type),
      subject: identifier,
      before: keep(launchHandler, for: identifier)
    ).isPermitted
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  @discardableResult
  public func register(
    forTaskWithIdentifier identifier: String,
    type: TaskType? = nil,
    launchHandler: @escaping LaunchHandler
  ) throws(TorporError) -> Bool {
    try application.callBlocking(
      App.RegisterTask(identifier: identifier, type: type),
      subject: identifier,
      before: keep(launchHandler, for: identifier)
    ).isPermitted
  }

  /// Registers the complete work of a task: the task is completed when the action returns.
  ///
  /// It is completed as unsuccessful if the action throws or its time has run out before. Shortly before the time runs
  /// out, the action is cancelled and should return at once. Otherwise it behaves like
  /// `register(forTaskWithIdentifier:type:launchHandler:)`.
  ///
  /// - Returns: Whether the `Info.plist` permits the identifier.
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  @discardableResult
  public func registerAction(
    forTaskWithIdentifier identifier: String,
    type: TaskType? = nil,
    action: @escaping Action
  ) async throws(TorporError) -> Bool {
    try await register(
      forTaskWithIdentifier: identifier,
      type: type,
      launchHandler: Self.launchHandler(running: action)
    )
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  @discardableResult
  public func registerAction(
    forTaskWithIdentifier identifier: String,
    type: TaskType? = nil,
    action: @escaping Action
  ) throws(TorporError) -> Bool {
    try register(
      forTaskWithIdentifier: identifier,
      type: type,
      launchHandler: Self.launchHandler(running: action)
    )
  }

  // MARK: Submitting

  /// Asks for a task to be launched once, when it suits the device.
  ///
  /// A request replaces a pending one with the same identifier. For repeated work, submit the next request in the
  /// handler. Submitting an identifier that has no handler ends the process.
  ///
  /// - Throws: `TorporError`: Apple's `unavailable`, `tooManyPendingTaskRequests`, `notPermitted` or
  ///   `immediateRunIneligible`; `textTooLong`, `notSaved`, or `stopped` after `stop()`.
  public func submit(_ request: some TaskRequest) async throws(TorporError) {
    let submitted = request.submitted
    try await application.call(
      App.SubmitTask(request: submitted),
      subject: submitted.identifier,
      before: note(submitted)
    )
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func submit(_ request: some TaskRequest) throws(TorporError) {
    let submitted = request.submitted
    try application.callBlocking(
      App.SubmitTask(request: submitted),
      subject: submitted.identifier,
      before: note(submitted)
    )
  }

  /// Cancels the pending request with an identifier; a running task continues.
  ///
  /// - Throws: `TorporError` with the code `notSaved`, or `stopped` after `stop()`.
  public func cancel(taskRequestWithIdentifier identifier: String) async throws(TorporError) {
    try await application.call(
      App.CancelTaskRequest(identifier: identifier),
      subject: identifier
    )
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func cancel(taskRequestWithIdentifier identifier: String) throws(TorporError) {
    try application.callBlocking(
      App.CancelTaskRequest(identifier: identifier),
      subject: identifier
    )
  }

  /// Cancels all pending requests; running tasks continue.
  ///
  /// - Throws: `TorporError` with the code `notSaved`, or `stopped` after `stop()`.
  public func cancelAllTaskRequests() async throws(TorporError) {
    try await application.call(App.CancelTaskRequest(), subject: "all requests")
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func cancelAllTaskRequests() throws(TorporError) {
    try application.callBlocking(App.CancelTaskRequest(), subject: "all requests")
  }

  /// Returns the requests that have not run, as they were submitted, in the order of their submission.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func pendingTaskRequests() async throws(TorporError) -> [any TaskRequest] {
    let call = App.PendingTaskRequests()
    return try await application.call(call, subject: "the pending requests").requests
      .map(\.asSubmitted)
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func pendingTaskRequests() throws(TorporError) -> [any TaskRequest] {
    let call = App.PendingTaskRequests()
    return try application.callBlocking(call, subject: "the pending requests").requests
      .map(\.asSubmitted)
  }
}

extension Application {
  /// Work at a time that suits the device.
  public var taskScheduler: TaskScheduler { TaskScheduler(application: self) }
}
