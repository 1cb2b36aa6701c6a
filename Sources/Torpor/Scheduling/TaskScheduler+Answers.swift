internal import Glibc
internal import Synchronization
internal import TorporAppModel
internal import TorporAppWire

// The scheduler's handling of the system's answers, and the handler that runs an action.

extension TaskScheduler {
  /// Stores the handler once the identifier is accepted, before any later event is handled, so that no launch can miss
  /// it.
  func keep(
    _ handler: @escaping LaunchHandler,
    for identifier: String
  ) -> @Sendable (App.RegisterTask.Reply) -> Void {
    { [weak application] reply in
      guard reply.isPermitted else { return }
      application?.changing.withLock { $0.tasks.keep(handler, for: identifier) }
    }
  }

  /// Stores the text that the user sees for continued work, which its launch does not repeat.
  func note(_ request: TorporAppModel.TaskRequest) -> @Sendable (NoReply) -> Void {
    guard case .continued(let shown) = request.kind else { return { _ in } }
    return { [weak application] _ in
      application?.changing.withLock { $0.tasks.note(shown, of: request.identifier) }
    }
  }

  /// Returns a handler that runs the action, cancels it when its time has almost run out, and completes the task.
  static func launchHandler(running action: @escaping Action) -> LaunchHandler {
    { task in
      let work = Task {
        do {
          try await action(task)
          task.setTaskCompleted(success: !Task.isCancelled)
        } catch {
          task.setTaskCompleted(success: false)
        }
      }
      task.expirationHandler = { work.cancel() }
    }
  }
}

extension SchedulerMisuse {
  /// Reports the error in the app's code and ends the process, like the exception on iOS, which Swift code cannot
  /// catch.
  func endProcess() -> Never {
    let text = crashMessage
    _ = text.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
    abort()
  }

  /// The message printed before the process ends: Apple's line, and what to change.
  var crashMessage: String {
    "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '"
      + message + "'\n*** " + WireError.refused(.misuse(self)).sentence + "\n"
  }
}
