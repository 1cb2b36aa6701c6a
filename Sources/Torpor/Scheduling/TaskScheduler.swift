public import TorporModel

/// The app's side of the task scheduler (`BGTaskScheduler`): work for a moment that suits the device.
///
/// ```swift
/// func application(_ application: Application, didFinishLaunchingInto: LaunchDestination) async {
///   let scheduler = application.taskScheduler
///   _ = try? await scheduler.registerAction("com.example.feed.refresh") { _ in
///     try await scheduler.submit(TaskRequest(identifier: "com.example.feed.refresh", kind: .appRefresh))
///     try await loadNews()
///   }
/// }
/// ```
///
/// A process registers what it can do, each time it is launched; a request says that it is wanted,
/// once. The system keeps requests over the end of the app, of the daemon and of the machine, and
/// starts the app for them. Identifiers are those of `BGTaskSchedulerPermittedIdentifiers` in the
/// `Info.plist`.
///
/// Each method has two forms: one suspends the task that calls it, the other, for code that is not
/// asynchronous, blocks the thread until the system has answered, which takes it a save to its journal.
/// Using the scheduler in a way that is a mistake in the code ends the process with Apple's message, as
/// on iOS.
public struct TaskScheduler: Sendable {
  /// Runs when the task is launched; see `register(_:launchHandler:)`.
  public typealias LaunchHandler = @Sendable (_ task: ScheduledTask) -> Void
  /// The whole work of a task; see `registerAction(_:action:)`.
  public typealias Action = @Sendable (_ task: ScheduledTask) async throws -> Void

  let application: Application

  // MARK: Registering

  /// Says what is to run when a task of the identifier is launched.
  ///
  /// Register before `didFinishLaunching` returns, in every launch of the app, each identifier once;
  /// only handlers of continued work may come later. Anything else ends the process. The handler runs
  /// on a thread of the identifier's own, so it may block; tasks of different identifiers run at the
  /// same time. It must see to it that `setCompleted(success:)` is called, by itself or later.
  ///
  /// - Returns: whether the `Info.plist` permits the identifier; a handler is kept only if it does.
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  @discardableResult
  public func register(
    _ identifier: String,
    launchHandler: @escaping LaunchHandler
  ) async throws(TorporError) -> Bool {
    let reply = try await application.reply(
      to: .registerTask(identifier: identifier, key: nil),
      before: keep(launchHandler, for: identifier)
    )
    return try isRegistered(identifier, reply)
  }

  /// As the asynchronous form, but the calling thread waits.
  @available(*, noasync)
  @discardableResult
  public func register(
    _ identifier: String,
    launchHandler: @escaping LaunchHandler
  ) throws(TorporError) -> Bool {
    let reply = try application.replyBlocking(
      to: .registerTask(identifier: identifier, key: nil),
      before: keep(launchHandler, for: identifier)
    )
    return try isRegistered(identifier, reply)
  }

  /// Says what the whole work of a task is: the task is completed when the action returns.
  ///
  /// It is completed as unsuccessful if the action throws or its time was over before. When the time is
  /// nearly over the action is cancelled and should return at once. For the rest as
  /// `register(_:launchHandler:)`.
  ///
  /// - Returns: whether the `Info.plist` permits the identifier.
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  @discardableResult
  public func registerAction(
    _ identifier: String,
    action: @escaping Action
  ) async throws(TorporError) -> Bool {
    try await register(identifier, launchHandler: Self.launchHandler(running: action))
  }

  /// As the asynchronous form, but the calling thread waits.
  @available(*, noasync)
  @discardableResult
  public func registerAction(
    _ identifier: String,
    action: @escaping Action
  ) throws(TorporError) -> Bool {
    try register(identifier, launchHandler: Self.launchHandler(running: action))
  }

  // MARK: Submitting

  /// Asks for a task to be launched once, when it suits the device.
  ///
  /// A request takes the place of one with the same identifier that waits. To go on for ever, submit
  /// the next one in the handler. Submitting an identifier that has no handler ends the process.
  ///
  /// - Throws: `TaskSchedulerFailure` with Apple's code, why, and what to do about it.
  public func submit(_ request: TaskRequest) async throws(TaskSchedulerFailure) {
    let result: Result<Reply, TorporError>
    do throws(TorporError) {
      result = .success(
        try await application.reply(to: .submitTask(request), before: note(request))
      )
    } catch {
      result = .failure(error)
    }
    try check(result, request)
  }

  /// As the asynchronous form, but the calling thread waits.
  @available(*, noasync)
  public func submit(_ request: TaskRequest) throws(TaskSchedulerFailure) {
    let result: Result<Reply, TorporError>
    do throws(TorporError) {
      result = .success(
        try application.replyBlocking(to: .submitTask(request), before: note(request))
      )
    } catch {
      result = .failure(error)
    }
    try check(result, request)
  }

  /// Takes back the request of an identifier; a task that runs goes on.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func cancel(_ identifier: String) async throws(TorporError) {
    _ = try await application.ask(
      .cancelTaskRequest(identifier: identifier),
      subject: identifier
    )
  }

  /// As the asynchronous form, but the calling thread waits.
  @available(*, noasync)
  public func cancel(_ identifier: String) throws(TorporError) {
    _ = try application.askBlocking(
      .cancelTaskRequest(identifier: identifier),
      subject: identifier
    )
  }

  /// Takes back all requests; tasks that run go on.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func cancelAll() async throws(TorporError) {
    _ = try await application.ask(.cancelTaskRequest(identifier: nil), subject: "all requests")
  }

  /// As the asynchronous form, but the calling thread waits.
  @available(*, noasync)
  public func cancelAll() throws(TorporError) {
    _ = try application.askBlocking(.cancelTaskRequest(identifier: nil), subject: "all requests")
  }

  /// The requests that have not run, as they were submitted, in the order of their submission.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func pendingRequests() async throws(TorporError) -> [PendingTask] {
    let reply = try await application.ask(.pendingTaskRequests, subject: "the pending requests")
    guard case .pendingTasks(let tasks) = reply else { return [] }
    return tasks
  }

  /// As the asynchronous form, but the calling thread waits.
  @available(*, noasync)
  public func pendingRequests() throws(TorporError) -> [PendingTask] {
    let reply = try application.askBlocking(.pendingTaskRequests, subject: "the pending requests")
    guard case .pendingTasks(let tasks) = reply else { return [] }
    return tasks
  }
}

extension Application {
  /// Work for a moment that suits the device.
  public var taskScheduler: TaskScheduler { TaskScheduler(application: self) }
}
