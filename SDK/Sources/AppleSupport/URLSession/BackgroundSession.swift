internal import Foundation
internal import FoundationNetworking
internal import Synchronization
internal import Torpor

/// A background session: the system's transfers under Apple's names.
///
/// It is there until it is invalid, as Apple's sessions hold themselves and their delegates.
///
/// Map: `state` is everything that changes, guarded by its mutex, which is held over no call. `opening` has one thread
/// at a time open the session; calls of the system wait, and events are read by one task.
final class BackgroundSession: Sendable {
  private struct State {
    /// Who is told: the session that the app has made last.
    var owner: URLSession?
    /// The system's session; `nil` where it has refused, or there is no system.
    var transfers: TransferSession?
    /// Why there is none.
    var failure: TransferFailure?
    var tasks: [TransferIdentifier: URLSessionTask] = [:]
    var isInvalidating = false
  }

  let identifier: String
  private let state = Mutex(State())
  private let opening = NSLock()

  init(_ identifier: String) { self.identifier = identifier }

  // MARK: Opening

  /// Connects with the system's session, whose tasks are there from then on.
  func open(_ owner: URLSession, _ configuration: URLSessionConfiguration) {
    // The session before may end with it, outside of the lock.
    let before = state.withLock { state -> URLSession? in
      defer { if !state.isInvalidating { state.owner = owner } }
      return state.owner
    }
    if before != nil { ErrorStream.write(Self.complaint(about: identifier)) }
    opening.withLock {
      guard state.withLock({ $0.transfers }) == nil else { return }
      do throws(TorporError) {
        try connect(owner, SessionConfiguration(configuration, named: identifier))
      } catch {
        AppleSystem.report(error)
        state.withLock { $0.failure = TransferFailure(error) }
      }
    }
  }

  /// What Apple's systems say, too.
  static func complaint(about identifier: String) -> String {
    "A background URLSession with identifier \(identifier) already exists! The one that was made last is told what "
      + "happens; keep one for each identifier.\n"
  }

  private func connect(
    _ owner: URLSession,
    _ configuration: SessionConfiguration
  ) throws(TorporError) {
    let transfers = try AppleSystem.application().transferSession(configuration)
    let pending = try transfers.transfers()
    state.withLock { state in
      state.transfers = transfers
      state.failure = nil
      for row in pending { state.tasks[row.taskIdentifier] = restored(row) }
    }
    // Events wait until they are read, so that none comes before the tasks are there.
    Task.detached { [self] in
      for await event in transfers.events { await take(event, transfers) }
    }
  }

  /// A task of an earlier process.
  private func restored(_ row: SessionTransfer) -> URLSessionTask {
    task(BackgroundWork(self, row), file: row.file, taskDescription: row.taskDescription)
  }

  private func task(
    _ work: BackgroundWork,
    file: String?,
    taskDescription: String?
  ) -> URLSessionTask {
    var settings = TaskSettings()
    settings.taskDescription = taskDescription
    return file == nil
      ? URLSessionDownloadTask(work, settings) : URLSessionUploadTask(work, settings)
  }

  // MARK: Making tasks

  func dataTask(_ request: URLRequest, of owner: URLSession) -> URLSessionDataTask {
    let work = BackgroundWork(self, request)
    work.fail(.dataTask)
    let task = URLSessionDataTask(work)
    work.belong(to: task, of: owner)
    return task
  }

  func downloadTask(_ request: URLRequest, of owner: URLSession) -> URLSessionDownloadTask {
    let work = BackgroundWork(self, request)
    if request.httpBody != nil || request.httpBodyStream != nil { work.fail(.downloadWithBody) }
    return started(URLSessionDownloadTask(work), work, owner)
  }

  func downloadTask(_ resumeData: Data, of owner: URLSession) -> URLSessionDownloadTask {
    guard let resumed = ResumeData(resumeData), let request = resumed.request else {
      let work = BackgroundWork(self, URLRequest(url: URL(fileURLWithPath: "/")))
      work.fail(.resumeData)
      return started(URLSessionDownloadTask(work), work, owner)
    }
    let work = BackgroundWork(
      self,
      request,
      resumes: TransferIdentifier(rawValue: resumed.transfer)
    )
    return started(URLSessionDownloadTask(work), work, owner)
  }

  func uploadTask(
    _ request: URLRequest,
    _ file: URL,
    of owner: URLSession
  ) -> URLSessionUploadTask {
    let work = BackgroundWork(self, request, file: file.path)
    return started(URLSessionUploadTask(work), work, owner)
  }

  /// Has the system know the task, which waits until the app lets it begin.
  private func started<Task: URLSessionTask>(
    _ task: Task,
    _ work: BackgroundWork,
    _ owner: URLSession
  ) -> Task {
    work.belong(to: task, of: owner)
    guard !work.hasFailed else { return task }
    do throws(TransferFailure) {
      let transfers = try session()
      var transfer = work.transfer(TaskSettings(), owner.configuration)
      transfer.isSuspended = true
      let number: TransferIdentifier
      do throws(TorporError) { number = try transfers.start([transfer])[0] } catch {
        throw TransferFailure(error)
      }
      work.number(number)
      state.withLock { $0.tasks[number] = task }
    } catch {
      work.fail(error)
    }
    return task
  }

  /// The system's session.
  ///
  /// - Throws: why there is none.
  func session() throws(TransferFailure) -> TransferSession {
    let (transfers, failure) = state.withLock { ($0.transfers, $0.failure) }
    guard let transfers else { throw failure ?? .noSession }
    return transfers
  }

  // MARK: Its tasks

  var unfinishedTasks: [URLSessionTask] {
    state.withLock { state in state.tasks.sorted { $0.key < $1.key }.map(\.value) }
  }

  // MARK: Its end

  func invalidate(cancels: Bool) {
    let transfers = state.withLock { state in
      state.isInvalidating = true
      return state.transfers
    }
    do throws(TorporError) {
      if cancels {
        try transfers?.invalidateAndCancel()
      } else {
        try transfers?.finishTasksAndInvalidate()
      }
    } catch {
      AppleSystem.report(error)
    }
    // Without a session of the system's nobody else says so.
    guard transfers == nil else { return }
    Task.detached { [self] in await end() }
  }

  // MARK: For events

  /// Who is told; `nil` once the session has ended.
  var owner: URLSession? { state.withLock { $0.owner } }

  /// A task that is there.
  func known(_ transfer: TransferIdentifier) -> (task: URLSessionTask, work: BackgroundWork)? {
    guard let task = state.withLock({ $0.tasks[transfer] }), let work = task.work as? BackgroundWork
    else { return nil }
    return (task, work)
  }

  /// A task that is there, or that an earlier process has made.
  func task(
    _ transfer: TransferIdentifier,
    url: String?,
    file: String?,
    taskDescription: String?
  ) -> (task: URLSessionTask, work: BackgroundWork) {
    if let known = known(transfer) { return known }
    let work = BackgroundWork(self, transfer, url: url, file: file)
    let task = task(work, file: file, taskDescription: taskDescription)
    state.withLock { $0.tasks[transfer] = task }
    return (task, work)
  }

  /// The task has ended, and its delegate was told.
  func forget(_ transfer: TransferIdentifier) {
    // What was held may end with it, outside of the lock.
    let task = state.withLock { $0.tasks.removeValue(forKey: transfer) }
    task?.delegate = nil
  }

  /// The session has ended.
  func forgetAll() {
    BackgroundSessions.forget(self)
    let held = state.withLock { state in
      defer { (state.owner, state.tasks) = (nil, [:]) }
      return (state.owner, state.tasks)
    }
    withExtendedLifetime(held) {}
  }
}
