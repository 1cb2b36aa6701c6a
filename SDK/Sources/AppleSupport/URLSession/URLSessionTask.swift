public import Foundation
public import FoundationNetworking
internal import Synchronization

/// One request of a session.
///
/// Map: what it does is its work's, and what the app has set is in `settings`, guarded by its mutex.
open class URLSessionTask: NSObject, ProgressReporting, @unchecked Sendable {
  /// Where a task stands.
  public typealias State = FoundationNetworking.URLSessionTask.State

  let work: any TaskWork
  private let settings: Mutex<TaskSettings>
  private let ownDelegate = Mutex<(any URLSessionTaskDelegate)?>(nil)

  /// Makes a task that no session has and that does nothing, for the tests of an app.
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

  /// The task's number, which no other task of the session has.
  open var taskIdentifier: Int { work.taskIdentifier }
  /// The request that it was made with.
  open var originalRequest: URLRequest? { work.originalRequest }
  /// The request that it makes now, after redirects.
  open var currentRequest: URLRequest? { work.currentRequest }
  /// The server's answer.
  open var response: URLResponse? { work.response }
  /// What went wrong.
  open var error: (any Error)? { work.error }
  /// Where it stands.
  open var state: State { work.state }
  /// How far it is.
  open var progress: Progress { work.progress }
  /// Bytes of the answer that have arrived.
  open var countOfBytesReceived: Int64 { work.counts.received }
  /// Bytes of the answer in all; -1: unknown.
  open var countOfBytesExpectedToReceive: Int64 { work.counts.expectedToReceive }
  /// Bytes of the body that have been sent.
  open var countOfBytesSent: Int64 { work.counts.sent }
  /// Bytes of the body in all.
  open var countOfBytesExpectedToSend: Int64 { work.counts.expectedToSend }

  /// The app's own text; in a background session it is there after a relaunch.
  open var taskDescription: String? {
    get { settings.withLock { $0.taskDescription } }
    set { settings.withLock { $0.taskDescription = newValue } }
  }
  /// Before when a transfer of a background session does not begin.
  open var earliestBeginDate: Date? {
    get { settings.withLock { $0.earliestBeginDate } }
    set { settings.withLock { $0.earliestBeginDate = newValue } }
  }
  /// The most bytes that the app expects to send, with headers.
  open var countOfBytesClientExpectsToSend: Int64 {
    get { settings.withLock { $0.bytesToSend } }
    set { settings.withLock { $0.bytesToSend = newValue } }
  }
  /// The most bytes that the app expects to receive, with headers.
  open var countOfBytesClientExpectsToReceive: Int64 {
    get { settings.withLock { $0.bytesToReceive } }
    set { settings.withLock { $0.bytesToReceive = newValue } }
  }
  /// How urgent it is, from 0 to 1.
  open var priority: Float {
    get { settings.withLock { $0.priority } }
    set { settings.withLock { $0.priority = newValue } }
  }
  /// Who is told of this task before the session's delegate; held until the task has ended.
  open var delegate: (any URLSessionTaskDelegate)? {
    get { ownDelegate.withLock { $0 } }
    set {
      // What was there before may end with it, outside of the lock.
      let before = ownDelegate.withLock { delegate in
        defer { delegate = newValue }
        return delegate
      }
      withExtendedLifetime(before) {}
    }
  }

  /// Begins the task, or continues it.
  open func resume() { work.resume(settings.withLock { $0 }) }
  /// Pauses the task.
  open func suspend() { work.suspend() }
  /// Ends the task, whose delegate is told that with the error `cancelled`.
  open func cancel() { work.cancel() }

  /// The usual priority.
  public static let defaultPriority: Float = 0.5
  /// A low priority.
  public static let lowPriority: Float = 0.25
  /// A high priority.
  public static let highPriority: Float = 0.75
}

/// A request whose answer is kept in memory.
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

/// A request with a body.
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

/// A request whose answer is a file.
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {
  /// Ends the task and hands over what a later one continues with.
  @preconcurrency
  open func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
    work.cancel(byProducingResumeData: completionHandler)
  }

  /// As the form with a handler.
  @discardableResult
  public func cancelByProducingResumeData() async -> Data? {
    await withCheckedContinuation { continuation in
      cancel { continuation.resume(returning: $0) }
    }
  }
}
