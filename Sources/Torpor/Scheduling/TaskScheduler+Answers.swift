internal import Glibc
internal import Synchronization
internal import TorporAppModel
internal import TorporAppWire

// What the scheduler does with the system's answers, and the handler that runs an action.

extension TaskScheduler {
  /// Keeps the handler once the identifier is accepted, before any later event is looked at, so that
  /// no launch can miss it.
  func keep(
    _ handler: @escaping LaunchHandler,
    for identifier: String
  ) -> @Sendable (App.RegisterTask.Reply) -> Void {
    { [weak application] reply in
      guard reply.isPermitted else { return }
      application?.changing.withLock { $0.tasks.keep(handler, for: identifier) }
    }
  }

  /// Remembers what the user sees of continued work, which its launch does not repeat.
  func note(_ request: TorporAppModel.TaskRequest) -> @Sendable (NoReply) -> Void {
    guard case .continued(let shown) = request.kind else { return { _ in } }
    return { [weak application] _ in
      application?.changing.withLock { $0.tasks.note(shown, of: request.identifier) }
    }
  }

  /// A handler that runs the action, cancels it when its time is nearly over, and completes the task.
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
  /// Says what is wrong with the app's code and ends the process, as the exception does on iOS that
  /// Swift code cannot catch.
  func endProcess() -> Never {
    let text = crashMessage
    _ = text.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
    abort()
  }

  /// What the process says before it ends: Apple's line, and what to change.
  var crashMessage: String {
    "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '"
      + message + "'\n*** " + WireError.refused(.misuse(self)).sentence + "\n"
  }
}
