internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// A default session: one of Foundation for Linux, within the process.
///
/// Map: `state` is guarded by its mutex. Foundation's session is made once, by `open`; tasks are there from when they
/// are made until they have ended.
final class ForegroundSession: Sendable {
  private typealias Inner = FoundationNetworking.URLSession
  typealias DataHandler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  typealias FileHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

  /// What an upload sends.
  enum Body {
    case file(URL)
    case data(Data)
    case stream
  }

  /// A task, and the session that is alive as long as it.
  private struct Entry {
    let task: URLSessionTask
    let owner: URLSession
    let bytes: ByteSink?
  }

  private struct State {
    var inner: FoundationNetworking.URLSession?
    weak var owner: URLSession?
    /// Where there is a delegate: it is told until the session is invalid.
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
    // Foundation's session keeps its delegate and its connections until then.
    state.withLock { $0.inner }?.finishTasksAndInvalidate()
  }

  private var inner: FoundationNetworking.URLSession {
    guard let inner = state.withLock({ $0.inner }) else { fatalError("the session was not opened") }
    return inner
  }

  // MARK: Making tasks

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

  /// The app's task for one of Foundation's, with its session and where its bytes go.
  func entry(
    of task: FoundationNetworking.URLSessionTask
  ) -> (task: URLSessionTask, session: URLSession, bytes: ByteSink?)? {
    state.withLock { $0.entries[task.taskIdentifier] }.map { ($0.task, $0.owner, $0.bytes) }
  }

  /// What carries out the app's task of a number, until that has ended.
  fileprivate func work(of taskIdentifier: Int) -> ForegroundTask? {
    state.withLock { $0.entries[taskIdentifier] }?.task.work as? ForegroundTask
  }

  /// A task has ended, and its delegate was told.
  func forget(_ taskIdentifier: Int) {
    // What was held may end with it, outside of the lock.
    let entry = state.withLock { $0.entries.removeValue(forKey: taskIdentifier) }
    entry?.task.delegate = nil
  }

  // MARK: Its end

  func invalidate(cancels: Bool) {
    if cancels { inner.invalidateAndCancel() } else { inner.finishTasksAndInvalidate() }
  }

  /// The session has ended; it is told with this.
  func takeOwner() -> URLSession? {
    // What was held may end with it, outside of the lock.
    let (owner, kept, entries) = state.withLock { state in
      defer { (state.kept, state.entries) = (nil, [:]) }
      return (state.owner, state.kept, state.entries)
    }
    return withExtendedLifetime(entries) { kept ?? owner }
  }

  /// The session, for what concerns no task.
  var owner: URLSession? { state.withLock { $0.owner } }

  func reset(_ handler: @escaping @Sendable () -> Void) { inner.reset(completionHandler: handler) }
  func flush(_ handler: @escaping @Sendable () -> Void) { inner.flush(completionHandler: handler) }
}

/// The end of a task with a handler, of which no delegate is told.
private final class TaskEnd: Sendable {
  private let session: ForegroundSession
  let identifier = Mutex<Int?>(nil)

  init(_ session: ForegroundSession) { self.session = session }

  /// - Returns: The error that the handler is given.
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
  /// The error that the app was told; whether there is a network may be another question by now.
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

  /// The error of the task's end in Apple's number, the same whenever it is asked for.
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
