internal import Synchronization
internal import TorporAppModel
internal import TorporAppWire

/// The handlers that a process has registered for tasks, and the tasks that want a call when they expire.
///
/// It decides which code is called; the time is up to the system.
struct TaskTable: Sendable {
  private struct Registration: Sendable {
    let handler: TaskScheduler.LaunchHandler
    let queue: SerialQueue
  }

  private var registrations: [String: Registration] = [:]
  private var expecting: [CallbackToken: ScheduledTask] = [:]
  private var shown: [String: TorporAppModel.TaskRequest.ContinuedProcessing] = [:]

  mutating func keep(_ handler: @escaping TaskScheduler.LaunchHandler, for identifier: String) {
    registrations[identifier] = Registration(handler: handler, queue: SerialQueue())
  }

  /// Stores the text of submitted work for the user, until the task is launched.
  mutating func note(_ shown: TorporAppModel.TaskRequest.ContinuedProcessing, of identifier: String)
  {
    self.shown[identifier] = shown
  }

  /// Removes and returns the text that the user sees for a task that is being launched.
  mutating func takeShown(of identifier: String) -> ScheduledTask.Shown {
    guard let submitted = shown.removeValue(forKey: identifier) else {
      return ScheduledTask.Shown()
    }
    return ScheduledTask.Shown(title: submitted.title, subtitle: submitted.subtitle)
  }

  /// Returns the handler of an identifier, with the queue on which it runs.
  func handler(for identifier: String) -> (run: TaskScheduler.LaunchHandler, queue: SerialQueue)? {
    registrations[identifier].map { ($0.handler, $0.queue) }
  }

  /// Keeps the task for as long as it has a handler to call.
  mutating func expects(_ task: ScheduledTask, isExpected: Bool) {
    expecting[task.token] = isExpected ? task : nil
  }

  /// Returns the task that a callback launched, if it has an expiration handler.
  func expecting(_ token: CallbackToken) -> ScheduledTask? { expecting[token] }
}

extension Application {
  /// Reads or changes the process's registrations for tasks.
  func tasks<Value: Sendable>(_ body: (inout TaskTable) -> Value) -> Value {
    changing.withLock { body(&$0.tasks) }
  }

  /// Passes a task to its handler; a task without one is completed as unsuccessful.
  func launch(_ identifier: String, _ type: TaskType, token: CallbackToken) {
    let (found, shown) = tasks { ($0.handler(for: identifier), $0.takeShown(of: identifier)) }
    guard let found else {
      connection.tell(App.Complete(callback: token, result: .failure))
      return
    }
    let task = ScheduledTask(
      token,
      identifier: identifier,
      type: type,
      shown: shown,
      of: self
    )
    found.queue.run { found.run(task) }
  }

  /// Expires a task on a separate thread: the handler that launched it may still block its queue, and the main actor
  /// may be busy.
  func expireTask(_ delivery: Delivery) {
    guard case .taskExpiration(let token, _) = delivery.callback else { return }
    let connection = connection
    // A task that was completed in the meantime is no longer in the table.
    guard let task = tasks({ $0.expecting(token) }) else {
      return connection.returned(from: delivery.token)
    }
    startThread(stackBytes: SerialQueue.stackBytes) {
      task.expire()
      connection.returned(from: delivery.token)
    }
  }
}
