internal import Synchronization
internal import TorporAppModel
internal import TorporAppWire

/// What a process has registered for tasks, and which of them are to be told of their end.
///
/// It owns who is called; when is the system's affair.
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

  /// Remembers what was submitted to be shown, until the task is launched.
  mutating func note(_ shown: TorporAppModel.TaskRequest.ContinuedProcessing, of identifier: String)
  {
    self.shown[identifier] = shown
  }

  /// What the user sees of a task that is being launched.
  mutating func takeShown(of identifier: String) -> ScheduledTask.Shown {
    guard let submitted = shown.removeValue(forKey: identifier) else {
      return ScheduledTask.Shown()
    }
    return ScheduledTask.Shown(title: submitted.title, subtitle: submitted.subtitle)
  }

  /// The handler of an identifier, with the queue that it runs on.
  func handler(for identifier: String) -> (run: TaskScheduler.LaunchHandler, queue: SerialQueue)? {
    registrations[identifier].map { ($0.handler, $0.queue) }
  }

  /// Keeps the task for as long as it has a handler to be called.
  mutating func expects(_ task: ScheduledTask, isExpected: Bool) {
    expecting[task.token] = isExpected ? task : nil
  }

  /// The task that a callback had launched, if it wants to be told of its end.
  func expecting(_ token: CallbackToken) -> ScheduledTask? { expecting[token] }
}

extension Application {
  /// Looks at, or changes, what the process has registered for tasks.
  func tasks<Value: Sendable>(_ body: (inout TaskTable) -> Value) -> Value {
    changing.withLock { body(&$0.tasks) }
  }

  /// Hands a task to its handler; one without a handler is completed as unsuccessful.
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

  /// Tells a task that its time is nearly over, on a thread of its own: the handler that launched it
  /// may still block its queue, and the main actor may be busy.
  func expireTask(_ delivery: Delivery) {
    guard case .taskExpiration(let token, _) = delivery.callback else { return }
    let connection = connection
    // One that was completed meanwhile is not there any more.
    guard let task = tasks({ $0.expecting(token) }) else {
      return connection.returned(from: delivery.token)
    }
    startThread(stackBytes: SerialQueue.stackBytes) {
      task.expire()
      connection.returned(from: delivery.token)
    }
  }
}
