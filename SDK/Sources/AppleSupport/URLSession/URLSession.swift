public import Foundation
public import FoundationNetworking
internal import Synchronization

/// Tasks with common settings, carried out by Foundation within the process or, in a background session, by the system.
///
/// Like Apple's sessions, it holds its delegate until it is invalidated.
open class URLSession: NSObject, @unchecked Sendable {
  // Shape: one method for each method of Apple's class; its engine does the work.
  /// The implementation of the tasks.
  enum Engine {
    case foreground(ForegroundSession)
    case background(BackgroundSession)
  }

  private struct State {
    var engine: Engine
    var delegate: (any URLSessionDelegate)?
    /// The delegate of a session whose process has ended, while another object holds it.
    weak var formerDelegate: (any URLSessionDelegate)?
    var description: String?
    var isInvalid = false
  }

  private let ownConfiguration: URLSessionConfiguration
  private let ownState: Mutex<State>
  /// Held while a session of an earlier life is opened again.
  private let reopening = NSLock()
  /// The queue on which the delegate is called, one call after the other.
  public let delegateQueue: OperationQueue

  /// A session for requests that need no settings.
  open class var shared: URLSession { theShared }
  private static let theShared = URLSession(configuration: .default)

  /// Makes a default session, for the tests of an app.
  public override convenience init() { self.init(configuration: .default) }

  /// Makes a session without a delegate.
  public convenience init(configuration: URLSessionConfiguration) {
    self.init(configuration: configuration, delegate: nil, delegateQueue: nil)
  }

  /// Makes a session; one with the identifier of a background session continues with its tasks.
  public init(
    configuration: URLSessionConfiguration,
    delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) {
    // The configuration's own copy is of its class.
    let configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
    ownConfiguration = configuration
    delegateQueue = queue ?? Self.serialQueue()
    let engine: Engine =
      if let identifier = configuration.identifier {
        .background(BackgroundSessions.session(identifier))
      } else {
        .foreground(ForegroundSession())
      }
    ownState = Mutex(State(engine: engine, delegate: delegate))
    super.init()
    switch engine {
    case .foreground(let session): session.open(self, configuration)
    case .background(let session): session.open(self, configuration)
    }
  }

  private static func serialQueue() -> OperationQueue {
    let queue = OperationQueue()
    queue.name = "delegate of a URLSession"
    queue.maxConcurrentOperationCount = 1
    return queue
  }

  /// A copy of the settings for its tasks.
  open var configuration: URLSessionConfiguration {
    ownConfiguration.copy() as? URLSessionConfiguration ?? ownConfiguration
  }
  /// The receiver of the session's events; `nil` once the session has ended.
  open var delegate: (any URLSessionDelegate)? { ownState.withLock { $0.delegate } }
  /// The app's own text.
  open var sessionDescription: String? {
    get { ownState.withLock { $0.description } }
    set { ownState.withLock { $0.description = newValue } }
  }

  // MARK: Lives of an app in one process, as in a test

  private var engine: Engine {
    let engine = ownState.withLock { $0.engine }
    guard case .background(let session) = engine, session.isOfEarlierLife else { return engine }
    reopen()
    return ownState.withLock { $0.engine }
  }

  /// Opens a session of an earlier life again, as the app's code would create it again in a new process.
  func reopen() {
    reopening.withLock {
      guard BackgroundSessions.isLiving,
        case .background(let former) = ownState.withLock({ $0.engine }), former.isOfEarlierLife
      else { return }
      let session = BackgroundSessions.session(former.identifier)
      ownState.withLock { state in
        state.engine = .background(session)
        state.delegate = state.formerDelegate
        state.isInvalid = false
      }
      session.open(self, ownConfiguration)
    }
  }

  /// Ends the life of the app's process, and with it everything that only the session holds.
  func endLife() {
    let held = ownState.withLock { state in
      if let delegate = state.delegate { state.formerDelegate = delegate }
      return state.delegate.take()
    }
    withExtendedLifetime(held) {}
  }

  /// Whether there is still a delegate to call.
  var hasFormerDelegate: Bool { ownState.withLock { $0.formerDelegate != nil } }

  /// Releases the delegate after all events have been delivered.
  func forgetDelegate() {
    let delegate = ownState.withLock { $0.delegate.take() }
    withExtendedLifetime(delegate) {}
  }

  // MARK: Creating tasks

  /// Makes a task.
  open func dataTask(with request: URLRequest) -> URLSessionDataTask {
    switch usable() {
    case .foreground(let session): session.dataTask(request)
    case .background(let session): session.dataTask(request, of: self)
    }
  }
  /// Makes a download.
  open func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    switch usable() {
    case .foreground(let session): session.downloadTask(request)
    case .background(let session): session.downloadTask(request, of: self)
    }
  }
  /// Makes a download that continues another one.
  open func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask {
    switch usable() {
    case .foreground(let session): session.downloadTask(resumeData)
    case .background(let session): session.downloadTask(resumeData, of: self)
    }
  }
  /// Makes an upload of a file.
  open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
    switch usable() {
    case .foreground(let session): session.uploadTask(request, .file(fileURL))
    case .background(let session): session.uploadTask(request, fileURL, of: self)
    }
  }
  /// Makes an upload of data.
  open func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
    foreground(or: .uploadFromData).uploadTask(request, .data(bodyData))
  }
  /// Makes an upload of data that the delegate supplies.
  open func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
    foreground(or: .uploadFromStream).uploadTask(request, .stream)
  }

  /// Makes a task.
  open func dataTask(with url: URL) -> URLSessionDataTask { dataTask(with: URLRequest(url: url)) }
  /// Makes a download.
  open func downloadTask(with url: URL) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url))
  }

  // MARK: Creating tasks with a handler, which only default sessions have

  /// Makes a task that passes its response to the handler.
  @preconcurrency
  open func dataTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    foreground(or: .completionHandler).dataTask(request, completionHandler)
  }
  /// Makes a task that passes its response to the handler.
  @preconcurrency
  open func dataTask(
    with url: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }
  /// Makes a download that passes its file to the handler; the file exists until the handler returns.
  @preconcurrency
  open func downloadTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    foreground(or: .completionHandler).downloadTask(request, completionHandler)
  }
  /// Makes a download that passes its file to the handler; the file exists until the handler returns.
  @preconcurrency
  open func downloadTask(
    with url: URL,
    completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }
  /// Makes a download that continues another one and passes its file to the handler.
  @preconcurrency
  open func downloadTask(
    withResumeData resumeData: Data,
    completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    foreground(or: .completionHandler).downloadTask(resumeData, completionHandler)
  }
  /// Makes an upload of a file that passes its response to the handler.
  @preconcurrency
  open func uploadTask(
    with request: URLRequest,
    fromFile fileURL: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    foreground(or: .completionHandler).uploadTask(request, .file(fileURL), completionHandler)
  }
  /// Makes an upload of data that passes its response to the handler.
  @preconcurrency
  open func uploadTask(
    with request: URLRequest,
    from bodyData: Data?,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    foreground(or: .completionHandler)
      .uploadTask(request, .data(bodyData ?? Data()), completionHandler)
  }

  /// Returns the engine for a new task.
  private func usable() -> Engine {
    guard !ownState.withLock({ $0.isInvalid }) else { AppleException.invalidSession.raise() }
    return engine
  }

  /// Returns the engine for a task that background sessions do not support.
  func foreground(or exception: AppleException) -> ForegroundSession {
    guard case .foreground(let session) = usable() else { exception.raise() }
    return session
  }

  // MARK: Its tasks

  /// Passes the tasks that have not ended to the handler.
  @preconcurrency
  open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
    let tasks = unfinishedTasks
    delegateQueue.addOperation { completionHandler(tasks) }
  }
  /// Passes the tasks that have not ended to the handler, by kind.
  @preconcurrency
  open func getTasksWithCompletionHandler(
    _ completionHandler:
      @escaping @Sendable (
        [URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]
      ) -> Void
  ) {
    getAllTasks { tasks in
      let (data, uploads, downloads) = Self.kinds(tasks)
      completionHandler(data, uploads, downloads)
    }
  }
  /// The tasks that have not ended.
  public var allTasks: [URLSessionTask] { get async { unfinishedTasks } }
  /// The tasks that have not ended, by kind.
  public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
    get async { Self.kinds(unfinishedTasks) }
  }

  private static func kinds(
    _ tasks: [URLSessionTask]
  ) -> ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
    (
      tasks.compactMap { $0 is URLSessionUploadTask ? nil : $0 as? URLSessionDataTask },
      tasks.compactMap { $0 as? URLSessionUploadTask },
      tasks.compactMap { $0 as? URLSessionDownloadTask }
    )
  }

  private var unfinishedTasks: [URLSessionTask] {
    switch engine {
    case .foreground(let session): session.unfinishedTasks
    case .background(let session): session.unfinishedTasks
    }
  }

  // MARK: Its end

  /// Ends the session once its tasks have ended.
  open func finishTasksAndInvalidate() { invalidate(cancels: false) }
  /// Cancels the tasks and ends the session.
  open func invalidateAndCancel() { invalidate(cancels: true) }

  private func invalidate(cancels: Bool) {
    // Apple's shared session ignores this.
    guard self !== Self.theShared else { return }
    ownState.withLock { $0.isInvalid = true }
    switch engine {
    case .foreground(let session): session.invalidate(cancels: cancels)
    case .background(let session): session.invalidate(cancels: cancels)
    }
  }

  /// Removes cookies, cached responses and credentials of a default session.
  @preconcurrency
  open func reset(completionHandler: @escaping @Sendable () -> Void) {
    if case .foreground(let session) = engine { return session.reset(completionHandler) }
    delegateQueue.addOperation(completionHandler)
  }
  /// Writes cached data of a default session to disk.
  @preconcurrency
  open func flush(completionHandler: @escaping @Sendable () -> Void) {
    if case .foreground(let session) = engine { return session.flush(completionHandler) }
    delegateQueue.addOperation(completionHandler)
  }
  /// Does the same as the form with a handler.
  public func reset() async {
    await withCheckedContinuation { continuation in reset { continuation.resume() } }
  }
  /// Does the same as the form with a handler.
  public func flush() async {
    await withCheckedContinuation { continuation in flush { continuation.resume() } }
  }
}

extension AppleException {
  static let completionHandler = AppleException(
    name: "NSGenericException",
    reason:
      "Completion handler blocks are not supported in background sessions. Use a delegate instead.",
    hint: "Make the session with a delegate, and the task without a handler."
  )
  static let uploadFromData = AppleException(
    name: "NSGenericException",
    reason: "Upload tasks from NSData are not supported in background sessions.",
    hint: "Write the data to a file of the app's, and use uploadTask(with:fromFile:)."
  )
  static let uploadFromStream = AppleException(
    name: "NSGenericException",
    reason: "Upload tasks in background sessions must be from a file",
    hint: "Write the data to a file of the app's, and use uploadTask(with:fromFile:)."
  )
  static let invalidSession = AppleException(
    name: "NSGenericException",
    reason: "Task created in a session that has been invalidated",
    hint: "Make another session, or keep this one."
  )
}
