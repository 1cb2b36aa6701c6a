public import Foundation
public import FoundationNetworking
internal import Synchronization

/// A request of a session.
///
/// Map: its behaviour is implemented by its work; the settings that the app can change are in `settings`, guarded by
/// its mutex.
open class URLSessionTask: NSObject, ProgressReporting, @unchecked Sendable {
  /// The state of a task.
  public typealias State = FoundationNetworking.URLSessionTask.State

  let work: any TaskWork
  private let settings: Mutex<TaskSettings>
  private let ownDelegate = Mutex<(any URLSessionTaskDelegate)?>(nil)

  /// Makes a task that belongs to no session and does nothing, for the tests of an app.
  public override init() {
    work = NoWork()
    settings = Mutex(TaskSettings())
    super.init()
  }

  init(_ work: any TaskWork, _ settings: TaskSettings = TaskSettings()) {
    self.work = work
    self.settings = Mutex(settings)
    super.init()
  }

  /// The task's number, which is unique within the session.
  open var taskIdentifier: Int { work.taskIdentifier }
  /// The request with which it was created.
  open var originalRequest: URLRequest? { work.originalRequest }
  /// The current request, after redirects.
  open var currentRequest: URLRequest? { work.currentRequest }
  /// The server's response.
  open var response: URLResponse? { work.response }
  /// The error of the task.
  open var error: (any Error)? { work.error }
  /// The task's state.
  open var state: State { work.state }
  /// The task's progress.
  open var progress: Progress { work.progress }
  /// The number of bytes of the response that have arrived.
  open var countOfBytesReceived: Int64 { work.counts.received }
  /// The total number of bytes of the response; -1: unknown.
  open var countOfBytesExpectedToReceive: Int64 { work.counts.expectedToReceive }
  /// The number of bytes of the body that have been sent.
  open var countOfBytesSent: Int64 { work.counts.sent }
  /// The total number of bytes of the body.
  open var countOfBytesExpectedToSend: Int64 { work.counts.expectedToSend }

  /// The app's own text; in a background session it survives a relaunch.
  open var taskDescription: String? {
    get { settings.withLock { $0.taskDescription } }
    set { settings.withLock { $0.taskDescription = newValue } }
  }
  /// The date before which a transfer of a background session does not begin.
  open var earliestBeginDate: Date? {
    get { settings.withLock { $0.earliestBeginDate } }
    set { settings.withLock { $0.earliestBeginDate = newValue } }
  }
  /// The maximum number of bytes that the app expects to send, including headers.
  open var countOfBytesClientExpectsToSend: Int64 {
    get { settings.withLock { $0.bytesToSend } }
    set { settings.withLock { $0.bytesToSend = newValue } }
  }
  /// The maximum number of bytes that the app expects to receive, including headers.
  open var countOfBytesClientExpectsToReceive: Int64 {
    get { settings.withLock { $0.bytesToReceive } }
    set { settings.withLock { $0.bytesToReceive = newValue } }
  }
  /// How urgent it is, from 0 to 1.
  open var priority: Float {
    get { settings.withLock { $0.priority } }
    set { settings.withLock { $0.priority = newValue } }
  }
  /// The delegate that is called for this task before the session's delegate; held until the task has ended.
  open var delegate: (any URLSessionTaskDelegate)? {
    get { ownDelegate.withLock { $0 } }
    set {
      // The previous delegate may be deallocated with it, outside the lock.
      let before = ownDelegate.withLock { delegate in
        defer { delegate = newValue }
        return delegate
      }
      withExtendedLifetime(before) {}
    }
  }

  /// Begins or continues the task.
  open func resume() { work.resume(settings.withLock { $0 }) }
  /// Pauses the task.
  open func suspend() { work.suspend() }
  /// Ends the task; its delegate receives the error `cancelled`.
  open func cancel() { work.cancel() }

  /// The usual priority.
  public static let defaultPriority: Float = 0.5
  /// A low priority.
  public static let lowPriority: Float = 0.25
  /// A high priority.
  public static let highPriority: Float = 0.75
}

/// A request with a response that is kept in memory.
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

/// A request with a body.
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

/// A request with a response that is a file.
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {
  /// Ends the task and passes the handler the data with which a later one continues.
  @preconcurrency
  open func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
    work.cancel(byProducingResumeData: completionHandler)
  }

  /// Does the same as the form with a handler.
  @discardableResult
  public func cancelByProducingResumeData() async -> Data? {
    await withCheckedContinuation { continuation in
      cancel { continuation.resume(returning: $0) }
    }
  }
}
