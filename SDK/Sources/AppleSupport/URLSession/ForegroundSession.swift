internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// A default session: a session of Foundation for Linux, within the process.
///
/// Map: `state` is guarded by its mutex. Foundation's session is created once, by `open`; tasks exist from their
/// creation until they have ended.
final class ForegroundSession: Sendable {
  private typealias Inner = FoundationNetworking.URLSession
  typealias DataHandler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  typealias FileHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

  /// The body of an upload.
  enum Body {
    case file(URL)
    case data(Data)
    case stream
  }

  /// A task, and the session that it keeps alive.
  private struct Entry {
    let task: URLSessionTask
    let owner: URLSession
    let bytes: ByteSink?
  }

  private struct State {
    var inner: FoundationNetworking.URLSession?
    weak var owner: URLSession?
    /// The session, if there is a delegate: it receives events until the session is invalid.
    var kept: URLSession?
    var entries: [Int: Entry] = [:]
  }

  private let state = Mutex(State())

  func open(_ owner: URLSession, _ configuration: URLSessionConfiguration) {
    let inner = Inner(
      configuration: configuration.base,
      delegate: ForegroundBridge(self),
      delegateQueue: owner.delegateQueue
    )
    let hasDelegate = owner.delegate != nil
    state.withLock { state in
      state.inner = inner
      state.owner = owner
      state.kept = hasDelegate ? owner : nil
    }
  }

  deinit {
    // Until then, Foundation's session keeps its delegate and its connections.
    state.withLock { $0.inner }?.finishTasksAndInvalidate()
  }

  private var inner: FoundationNetworking.URLSession {
    guard let inner = state.withLock({ $0.inner }) else { fatalError("the session was not opened") }
    return inner
  }

  // MARK: Creating tasks

  func dataTask(_ request: URLRequest, bytes: ByteSink? = nil) -> URLSessionDataTask {
    enter(URLSessionDataTask(ForegroundTask(inner.dataTask(with: request))), bytes: bytes)
  }

  func dataTask(_ request: URLRequest, _ handler: @escaping DataHandler) -> URLSessionDataTask {
    let end = TaskEnd(self)
    let task = inner.dataTask(with: request) { data, response, error in
      handler(data, response, end.note(error))
    }
    return enter(URLSessionDataTask(ForegroundTask(task)), end)
  }

  func downloadTask(_ request: URLRequest) -> URLSessionDownloadTask {
    enter(URLSessionDownloadTask(ForegroundTask(inner.downloadTask(with: request))))
  }

  func downloadTask(
    _ request: URLRequest,
    _ handler: @escaping FileHandler
  ) -> URLSessionDownloadTask {
    let end = TaskEnd(self)
    let task = inner.downloadTask(with: request) { file, response, error in
      handler(file, response, end.note(error))
    }
    return enter(URLSessionDownloadTask(ForegroundTask(task)), end)
  }

  func downloadTask(_ resumeData: Data) -> URLSessionDownloadTask {
    enter(
      URLSessionDownloadTask(ForegroundTask(inner.downloadTask(withResumeData: resumeData)))
    )
  }

  func downloadTask(
    _ resumeData: Data,
    _ handler: @escaping FileHandler
  ) -> URLSessionDownloadTask {
    let end = TaskEnd(self)
    let task = inner.downloadTask(withResumeData: resumeData) { file, response, error in
      handler(file, response, end.note(error))
    }
    return enter(URLSessionDownloadTask(ForegroundTask(task)), end)
  }

  func uploadTask(_ request: URLRequest, _ body: Body) -> URLSessionUploadTask {
    let task =
      switch body {
      case .file(let file): inner.uploadTask(with: request, fromFile: file)
      case .data(let data): inner.uploadTask(with: request, from: data)
      case .stream: inner.uploadTask(withStreamedRequest: request)
      }
    return enter(URLSessionUploadTask(ForegroundTask(task)))
  }

  func uploadTask(
    _ request: URLRequest,
    _ body: Body,
    _ handler: @escaping DataHandler
  ) -> URLSessionUploadTask {
    let end = TaskEnd(self)
    let note: DataHandler = { data, response, error in
      handler(data, response, end.note(error))
    }
    let task =
      switch body {
      case .file(let file):
        inner.uploadTask(with: request, fromFile: file, completionHandler: note)
      case .data(let data): inner.uploadTask(with: request, from: data, completionHandler: note)
      case .stream: inner.uploadTask(withStreamedRequest: request)
      }
    return enter(URLSessionUploadTask(ForegroundTask(task)), end)
  }

  func webSocketTask(
    _ make: (FoundationNetworking.URLSession) -> FoundationNetworking.URLSessionWebSocketTask
  ) -> URLSessionWebSocketTask {
    enter(URLSessionWebSocketTask(ForegroundTask(make(inner))))
  }

  private func enter<Task: URLSessionTask>(
    _ task: Task,
    _ end: TaskEnd? = nil,
    bytes: ByteSink? = nil
  ) -> Task {
    end?.identifier.withLock { $0 = task.taskIdentifier }
    state.withLock { state in
      guard let owner = state.owner else { return }
      state.entries[task.taskIdentifier] = Entry(task: task, owner: owner, bytes: bytes)
    }
    return task
  }

  // MARK: Its tasks

  var unfinishedTasks: [URLSessionTask] {
    state.withLock { state in state.entries.values.map(\.task) }
      .filter { $0.state != .completed }
      .sorted { $0.taskIdentifier < $1.taskIdentifier }
  }

  /// Returns the app's task for one of Foundation's, with its session and the destination of its bytes.
  func entry(
    of task: FoundationNetworking.URLSessionTask
  ) -> (task: URLSessionTask, session: URLSession, bytes: ByteSink?)? {
    state.withLock { $0.entries[task.taskIdentifier] }.map { ($0.task, $0.owner, $0.bytes) }
  }

  /// Returns the implementation of the app's task with a number, until that task has ended.
  fileprivate func work(of taskIdentifier: Int) -> ForegroundTask? {
    state.withLock { $0.entries[taskIdentifier] }?.task.work as? ForegroundTask
  }

  /// Removes a task that has ended, after its delegate was called.
  func forget(_ taskIdentifier: Int) {
    // Objects that it held may be deallocated with it, outside the lock.
    let entry = state.withLock { $0.entries.removeValue(forKey: taskIdentifier) }
    entry?.task.delegate = nil
  }

  // MARK: Its end

  func invalidate(cancels: Bool) {
    if cancels { inner.invalidateAndCancel() } else { inner.finishTasksAndInvalidate() }
  }

  /// Removes and returns the session that has ended, for its last event.
  func takeOwner() -> URLSession? {
    // Objects that it held may be deallocated with it, outside the lock.
    let (owner, kept, entries) = state.withLock { state in
      defer { (state.kept, state.entries) = (nil, [:]) }
      return (state.owner, state.kept, state.entries)
    }
    return withExtendedLifetime(entries) { kept ?? owner }
  }

  /// The session, for events that do not concern a task.
  var owner: URLSession? { state.withLock { $0.owner } }

  func reset(_ handler: @escaping @Sendable () -> Void) { inner.reset(completionHandler: handler) }
  func flush(_ handler: @escaping @Sendable () -> Void) { inner.flush(completionHandler: handler) }
}

/// The end of a task with a handler, which no delegate receives.
private final class TaskEnd: Sendable {
  private let session: ForegroundSession
  let identifier = Mutex<Int?>(nil)

  init(_ session: ForegroundSession) { self.session = session }

  /// - Returns: The error for the handler.
  func note(_ error: (any Error)?) -> (any Error)? {
    guard let identifier = identifier.withLock({ $0 }) else { return MissingNetwork.explain(error) }
    defer { session.forget(identifier) }
    return session.work(of: identifier)?.explained(error) ?? MissingNetwork.explain(error)
  }
}

/// A task of Foundation for Linux.
///
/// Map: `told` is guarded by its mutex.
final class ForegroundTask: TaskWork {
  let task: FoundationNetworking.URLSessionTask
  /// The error that was reported to the app; whether there is a network may have changed since.
  private let told = Mutex<(any Error)?>(nil)

  init(_ task: FoundationNetworking.URLSessionTask) { self.task = task }

  var taskIdentifier: Int { task.taskIdentifier }
  var originalRequest: URLRequest? { task.originalRequest }
  var currentRequest: URLRequest? { task.currentRequest }
  var response: URLResponse? { task.response }
  var error: (any Error)? { explained(task.error) }
  var state: URLSessionTask.State { task.state }
  var progress: Progress { task.progress }
  var counts: ByteCounts {
    ByteCounts(
      received: task.countOfBytesReceived,
      expectedToReceive: task.countOfBytesExpectedToReceive,
      sent: task.countOfBytesSent,
      expectedToSend: task.countOfBytesExpectedToSend
    )
  }

  /// Returns the error of the task's end with Apple's number, the same at each request.
  func explained(_ error: (any Error)?) -> (any Error)? {
    guard let error else { return nil }
    return told.withLock { told in
      let explained = told ?? MissingNetwork.explain(error) ?? error
      told = explained
      return explained
    }
  }

  func resume(_ settings: TaskSettings) {
    task.priority = settings.priority
    task.resume()
  }
  func suspend() { task.suspend() }
  func cancel() { task.cancel() }
  func cancel(byProducingResumeData handler: @escaping @Sendable (Data?) -> Void) {
    guard let download = task as? FoundationNetworking.URLSessionDownloadTask else {
      task.cancel()
      return handler(nil)
    }
    download.cancel(byProducingResumeData: handler)
  }
}
