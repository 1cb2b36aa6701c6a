internal import TorporAppModel
internal import TorporAppWire

/// The app's interface to the task scheduler (`BGTaskScheduler`): work for a time that suits the device.
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
/// A handler says what is to run when a task is launched; a request asks for one launch. The system keeps
/// requests beyond the end of the app, of the daemon and of the machine, and starts the app for them.
/// Identifiers are those of `BGTaskSchedulerPermittedIdentifiers` in the `Info.plist`.
///
/// Each method has two forms: one suspends the task that calls it, the other, for code that is not
/// asynchronous, blocks the thread until the system has answered, which takes as long as saving its
/// journal. A use of the scheduler that is a mistake in the code ends the process with Apple's message, as
/// on iOS.
public struct TaskScheduler: Sendable {
  /// Runs when the task is launched; see `register(forTaskWithIdentifier:type:launchHandler:)`.
  public typealias LaunchHandler = @Sendable (_ task: ScheduledTask) -> Void
  /// The whole work of a task; see `registerAction(forTaskWithIdentifier:type:action:)`.
  public typealias Action = @Sendable (_ task: ScheduledTask) async throws -> Void

  let application: Application

  // MARK: Registering

  /// Registers what runs when a task of the identifier is launched.
  ///
  /// Register before `didFinishLaunchingWithOptions` returns, in every launch of the app, each identifier
  /// once; only handlers of continued work may come later. Anything else ends the process. An identifier that the
  /// `Info.plist` lists in full may be of any work: pass `type: .continued` where its handler comes later, which is
  /// then only for continued work. The handler runs on a thread of the identifier's own, so it may block; tasks of different identifiers run at the same
  /// time. `setTaskCompleted(success:)` must be called, by the handler or later.
  ///
  /// - Returns: whether the `Info.plist` permits the identifier; a handler is kept only if it does.
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

  /// As the asynchronous form, but the calling thread waits.
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

  /// Registers the whole work of a task: the task is completed when the action returns.
  ///
  /// It is completed as unsuccessful if the action throws or its time was up before. Shortly before the
  /// time is up the action is cancelled and should return at once. For the rest as
  /// `register(forTaskWithIdentifier:type:launchHandler:)`.
  ///
  /// - Returns: whether the `Info.plist` permits the identifier.
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

  /// As the asynchronous form, but the calling thread waits.
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
  /// A request takes the place of a pending one with the same identifier. For work that repeats, submit the
  /// next request in the handler. Submitting an identifier that has no handler ends the process.
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

  /// As the asynchronous form, but the calling thread waits.
  @available(*, noasync)
  public func submit(_ request: some TaskRequest) throws(TorporError) {
    let submitted = request.submitted
    try application.callBlocking(
      App.SubmitTask(request: submitted),
      subject: submitted.identifier,
      before: note(submitted)
    )
  }

  /// Cancels the pending request of an identifier; a task that runs continues.
  ///
  /// - Throws: `TorporError` with the code `notSaved`, or `stopped` after `stop()`.
  public func cancel(taskRequestWithIdentifier identifier: String) async throws(TorporError) {
    try await application.call(
      App.CancelTaskRequest(identifier: identifier),
      subject: identifier
    )
  }

  /// As the asynchronous form, but the calling thread waits.
  @available(*, noasync)
  public func cancel(taskRequestWithIdentifier identifier: String) throws(TorporError) {
    try application.callBlocking(
      App.CancelTaskRequest(identifier: identifier),
      subject: identifier
    )
  }

  /// Cancels all pending requests; tasks that run continue.
  ///
  /// - Throws: `TorporError` with the code `notSaved`, or `stopped` after `stop()`.
  public func cancelAllTaskRequests() async throws(TorporError) {
    try await application.call(App.CancelTaskRequest(), subject: "all requests")
  }

  /// As the asynchronous form, but the calling thread waits.
  @available(*, noasync)
  public func cancelAllTaskRequests() throws(TorporError) {
    try application.callBlocking(App.CancelTaskRequest(), subject: "all requests")
  }

  /// The requests that have not run, as they were submitted, in the order of their submission.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func pendingTaskRequests() async throws(TorporError) -> [any TaskRequest] {
    let call = App.PendingTaskRequests()
    return try await application.call(call, subject: "the pending requests").requests
      .map(\.asSubmitted)
  }

  /// As the asynchronous form, but the calling thread waits.
  @available(*, noasync)
  public func pendingTaskRequests() throws(TorporError) -> [any TaskRequest] {
    let call = App.PendingTaskRequests()
    return try application.callBlocking(call, subject: "the pending requests").requests
      .map(\.asSubmitted)
  }
}

extension Application {
  /// Work for a moment that suits the device.
  public var taskScheduler: TaskScheduler { TaskScheduler(application: self) }
}
