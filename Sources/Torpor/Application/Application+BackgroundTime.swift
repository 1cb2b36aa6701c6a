internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

extension Application {
  /// Begins a task that needs time to finish after the app has left the screen.
  ///
  /// End the task with `endBackgroundTask(_:)` exactly once: an app that still holds one when its time has run out is
  /// killed. The handler is called on the main actor some seconds before that; it has about 1 s to clean up and to end
  /// the task. The name appears in `torpor why`; at most 1000 tasks can exist at once.
  ///
  /// - Returns: the task's token; `invalid` when no background time is left.
  /// - Throws: `TorporError`: `textTooLong` for the name, `stopped` after `stop()`.
  public func beginBackgroundTask(
    withName name: String? = nil,
    expirationHandler: (@MainActor @Sendable () -> Void)? = nil
  ) async throws(TorporError) -> BackgroundTaskIdentifier {
    let handler = expirationHandler.map { handler in
      { @MainActor @Sendable (_: BackgroundTaskIdentifier) in handler() }
    }
    return try await begin(name, handler)
  }

  /// Begins a background task, as `beginBackgroundTask(withName:expirationHandler:)` does, and passes the task to the
  /// handler.
  ///
  /// It is meant for handlers that end the task, because its token is not known where they are written.
  ///
  /// - Returns: the task's token; `invalid` when no background time is left.
  /// - Throws: `TorporError`: `textTooLong` for the name, `stopped` after `stop()`.
  public func beginBackgroundTask(
    withName name: String? = nil,
    onExpiration: @escaping @MainActor @Sendable (_ task: BackgroundTaskIdentifier) -> Void
  ) async throws(TorporError) -> BackgroundTaskIdentifier {
    try await begin(name, onExpiration)
  }

  /// Blocks the calling thread until the system answers; otherwise like the asynchronous form.
  ///
  /// It can be called on the main thread: nothing that the answer depends on runs there. If the system is being
  /// replaced, the call waits for the new one.
  ///
  /// - Returns: the task's token; `invalid` when no background time is left.
  /// - Throws: The same errors as the asynchronous form.
  @available(*, noasync)
  public func beginBackgroundTask(
    withName name: String? = nil,
    expirationHandler: (@MainActor @Sendable () -> Void)? = nil
  ) throws(TorporError) -> BackgroundTaskIdentifier {
    let handler = expirationHandler.map { handler in
      { @MainActor @Sendable (_: BackgroundTaskIdentifier) in handler() }
    }
    return try callBlocking(
      App.BeginBackgroundTask(name: name, hasExpirationHandler: handler != nil),
      subject: name ?? "a background task",
      before: keep(handler)
    ).task
  }

  private func begin(
    _ name: String?,
    _ expirationHandler: Changing.ExpirationHandler?
  ) async throws(TorporError) -> BackgroundTaskIdentifier {
    try await call(
      App.BeginBackgroundTask(name: name, hasExpirationHandler: expirationHandler != nil),
      subject: name ?? "a background task",
      before: keep(expirationHandler)
    ).task
  }

  /// Stores a handler before any later event is handled, so that no expiration can miss it.
  private func keep(
    _ expirationHandler: Changing.ExpirationHandler?
  ) -> @Sendable (App.BeginBackgroundTask.Reply) -> Void {
    { [weak self] reply in
      guard reply.task != .invalid else { return }
      // A handler stored under the same number is released outside the lock, and not by the connection's thread.
      let old = self?.changing.withLock { changing in
        let old = changing.expirationHandlers.removeValue(forKey: reply.task)
        changing.expirationHandlers[reply.task] = expirationHandler
        return old
      }
      if let old { startThread { withExtendedLifetime(old) {} } }
    }
  }

  /// Ends a background task; if the app holds no other, it may be suspended from then on.
  ///
  /// Ending an unknown task, or `invalid`, does nothing, as on iOS.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func endBackgroundTask(_ task: BackgroundTaskIdentifier) async throws(TorporError) {
    guard task != .invalid else { return }
    forgetExpirationHandler(of: task)
    let result = await connection.result(of: App.EndBackgroundTask(task: task))
    if case .failure(.refused(.unknownTask)) = result { return }
    _ = try result.get(task.description)
  }

  /// Ends a background task from code that cannot suspend; it does not wait for the answer.
  ///
  /// The system ends the task before it handles any later request of the app. After `stop()`, this does nothing.
  @available(*, noasync)
  public func endBackgroundTask(_ task: BackgroundTaskIdentifier) {
    guard task != .invalid else { return }
    forgetExpirationHandler(of: task)
    connection.tell(App.EndBackgroundTask(task: task))
  }

  /// Releases a handler outside the lock: an object that it holds may end a task in its `deinit`.
  private func forgetExpirationHandler(of task: BackgroundTaskIdentifier) {
    let handler = changing.withLock { $0.expirationHandlers.removeValue(forKey: task) }
    withExtendedLifetime(handler) {}
  }

  /// Runs the operation within a background task, which always ends afterwards.
  ///
  /// Shortly before the time runs out, the operation is cancelled and should return promptly.
  ///
  /// - Throws: The operation's own error, or `TorporError` as `beginBackgroundTask` does.
  public func withBackgroundTask<Value: Sendable>(
    withName name: String,
    operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (expiry, expired) = AsyncStream<Never>.makeStream()
    let task = try await beginBackgroundTask(withName: name) { expired.finish() }
    let result: Result<Value, any Error>
    do {
      result = .success(
        try await withThrowingTaskGroup(of: Value?.self) { group in
          group.addTask { try await operation() }
          group.addTask {
            for await _ in expiry {}
            return nil
          }
          // The watcher ends first when the time has almost run out, or when this task is cancelled.
          while let value = try await group.next() {
            group.cancelAll()
            if let value { return value }
          }
          throw CancellationError()
        }
      )
    } catch {
      result = .failure(error)
    }
    try await endBackgroundTask(task)
    return try result.get()
  }

  /// The time that the app has left in the background; `nil`: unlimited, as on screen or while the app is exempt.
  ///
  /// This is an estimate for display and debugging; the system may end the time earlier.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public var backgroundTimeRemaining: Duration? {
    get async throws(TorporError) {
      try await call(App.BackgroundTimeRemaining(), subject: "the remaining time").remaining
    }
  }

  /// Returns `backgroundTimeRemaining`, blocking the calling thread until the system answers.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  @available(*, noasync)
  public func currentBackgroundTimeRemaining() throws(TorporError) -> Duration? {
    try callBlocking(App.BackgroundTimeRemaining(), subject: "the remaining time").remaining
  }

  /// Whether apps can run off screen (`UIDevice.isMultitaskingSupported`).
  ///
  /// It is `false` under a profile without multitasking: an app then ends when it leaves the screen, and
  /// `beginBackgroundTask` returns `BackgroundTaskIdentifier.invalid`.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public var isMultitaskingSupported: Bool {
    get async throws(TorporError) {
      try await call(App.IsMultitaskingSupported(), subject: "multitasking").isSupported
    }
  }

  /// Runs the block on a separate thread while the system keeps the app running.
  ///
  /// The block is called with `false` and may block; the app is not frozen until it has returned or the time has run
  /// out. It is called again, possibly while the first call is still running, with `true` when the app is about to be
  /// frozen: the first call should then return. If no time is available, it is called once, with `true`.
  ///
  /// - Throws: `TorporError`: `textTooLong` for the reason, `stopped` after `stop()`.
  public func performExpiringActivity(
    withReason reason: String,
    using block: @escaping @Sendable (_ expired: Bool) -> Void
  ) async throws(TorporError) {
    changing.withLock { $0.activities.append(ExpiringActivity(reason: reason, block: block)) }
    do throws(TorporError) {
      try await call(App.PerformExpiringActivity(reason: reason), subject: reason)
    } catch {
      changing.withLock { changing in
        let index = changing.activities.firstIndex { $0.reason == reason && $0.task == nil }
        if let index { changing.activities.remove(at: index) }
      }
      throw error
    }
  }
}
