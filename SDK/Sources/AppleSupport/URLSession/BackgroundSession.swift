internal import Foundation
internal import FoundationNetworking
internal import Synchronization
internal import Torpor

/// A background session: the system's transfers under Apple's names.
///
/// It exists until it is invalid, because Apple's sessions hold themselves and their delegates.
///
/// Map: `state` holds all mutable state, guarded by its mutex, which is not held during any call. `opening` lets one
/// thread at a time open the session, `numbering` one thread start a transfer; calls to the system wait, and events are
/// read by one task.
final class BackgroundSession: Sendable {
  // Shape: one method for each call of a session and each event of its transfers; a task is a BackgroundWork.
  private struct State {
    /// The session that receives events: the one that the app created last.
    var owner: URLSession?
    /// The system's session; `nil` if the system refused it or is not available.
    var transfers: TransferSession?
    /// Why there is no session.
    var failure: TransferFailure?
    var tasks: [TransferIdentifier: URLSessionTask] = [:]
    var isInvalidating = false
    /// Whether all events, including the end, have been delivered.
    var isOver = false
    /// Whether the app's process that created it has ended, within a process that outlives it.
    var isOfEarlierLife = false
    /// The session with this name that was created while this one ended, and begins after it.
    var next: BackgroundSession?
    /// The work that waits until the previous session has ended; `nil`: none.
    var waiting: Waiting?
  }

  /// A session that waits for another one with its name to end.
  private struct Waiting {
    var configuration: SessionConfiguration?
    var tasks: [(task: URLSessionTask, work: BackgroundWork)] = []
    /// Whether the app has invalidated it; true if it also cancels.
    var cancels: Bool?
  }

  let identifier: String
  private let state: Mutex<State>
  private let opening = NSLock()
  /// Held while a transfer receives its number and its task, so that its events find both.
  private let numbering = NSLock()

  init(_ identifier: String, waits: Bool = false) {
    self.identifier = identifier
    var state = State()
    state.waiting = waits ? Waiting() : nil
    self.state = Mutex(state)
  }

  /// Returns another session with this name if this one is about to end; `nil`: this one is the session.
  func successor() -> BackgroundSession? {
    state.withLock { state in
      guard state.isInvalidating else { return nil }
      if let next = state.next { return next }
      let next = BackgroundSession(identifier, waits: !state.isOver)
      state.next = state.isOver ? nil : next
      return next
    }
  }

  // MARK: Opening

  /// Connects to the system's session; its tasks exist from then on.
  func open(_ owner: URLSession, _ configuration: URLSessionConfiguration) {
    let hasDelegate = owner.delegate != nil
    let asked = SessionConfiguration(configuration, named: identifier)
    // An extension ends before its transfers, and then only its app could take their files.
    let isRefused =
      Bundle.main.object(forInfoDictionaryKey: "NSExtension") != nil
      && configuration.sharedContainerIdentifier == nil
    // The previous session may be deallocated with it, outside the lock.
    let (before, waits) = state.withLock { state -> (URLSession?, Bool) in
      let before = state.owner
      // A session without a delegate does not take over from one that has one.
      if before == nil || hasDelegate || before?.delegate == nil { state.owner = owner }
      if isRefused {
        state.failure = .sharedContainer
      } else if state.waiting?.configuration == nil {
        state.waiting?.configuration = asked
      }
      return (before, state.waiting != nil)
    }
    if before != nil { ErrorStream.write(Self.complaint(about: identifier)) }
    if !waits, !isRefused { open(asked) }
  }

  private func open(_ configuration: SessionConfiguration) {
    opening.withLock {
      guard state.withLock({ $0.transfers }) == nil else { return }
      do throws(TorporError) {
        try connect(configuration)
      } catch {
        AppleSystem.report(error)
        state.withLock { $0.failure = TransferFailure(error) }
      }
    }
  }

  /// Starts the tasks that were created while the previous session with this name ended.
  private func openBehindAnother() {
    if let configuration = state.withLock({ $0.waiting?.configuration }) { open(configuration) }
    while true {
      // Repeated until no more have been added in the meantime; from then on, tasks begin when they are created.
      let (waiting, isLast) = state.withLock { state -> (Waiting?, Bool) in
        let waiting = state.waiting
        let isLast = waiting?.tasks.isEmpty != false
        if isLast { state.waiting = nil } else { state.waiting?.tasks = [] }
        return (waiting, isLast)
      }
      for (task, work) in waiting?.tasks ?? [] where task.state != .completed {
        start(task, work)
        work.beginIfWanted()
      }
      guard isLast else { continue }
      if let cancels = waiting?.cancels { invalidate(cancels: cancels) }
      return
    }
  }

  /// Returns the message that Apple's systems also print.
  static func complaint(about identifier: String) -> String {
    "A background URLSession with identifier \(identifier) already exists! The one that was made last with a delegate "
      + "is told what happens; keep one for each identifier.\n"
  }

  private func connect(_ configuration: SessionConfiguration) throws(TorporError) {
    let transfers = try AppleSystem.application().transferSession(configuration)
    // Its events are read in any case: they identify a task that is not in the list.
    var pending: [SessionTransfer] = []
    do throws(TorporError) { pending = try transfers.transfers() } catch {
      AppleSystem.report(error)
    }
    state.withLock { state in
      state.transfers = transfers
      state.failure = nil
      for row in pending { state.tasks[row.taskIdentifier] = restored(row) }
    }
    // Events wait until they are read, so that none arrives before the tasks exist.
    Task.detached { [self] in
      for await event in transfers.events { await take(event, transfers) }
      // The system has been informed of the end before it is asked for another session with the name.
      beginNext()
    }
  }

  private func beginNext() {
    let next = state.withLock { state in
      state.isOver = true
      return state.next.take()
    }
    guard let next else { return }
    // On a separate thread, because the calls of a session wait.
    Thread { next.openBehindAnother() }.start()
  }

  /// Returns a task of an earlier process.
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

  // MARK: Creating tasks

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
      resumes: TransferIdentifier(rawValue: resumed.transfer),
      resumeData: resumeData
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

  /// Registers the task with the system; it waits until the app lets it begin.
  private func started<Task: URLSessionTask>(
    _ task: Task,
    _ work: BackgroundWork,
    _ owner: URLSession
  ) -> Task {
    work.belong(to: task, of: owner)
    guard !work.hasFailed else { return task }
    let waits = state.withLock { state in
      state.waiting?.tasks.append((task, work))
      return state.waiting != nil
    }
    if waits { work.waitForSession() } else { start(task, work) }
    return task
  }

  private func start(_ task: URLSessionTask, _ work: BackgroundWork) {
    do throws(TransferFailure) {
      let transfers = try session()
      var transfer = work.transfer(TaskSettings())
      transfer.isSuspended = true
      numbering.lock()
      defer { numbering.unlock() }
      do throws(TorporError) {
        let number = try transfers.start([transfer])[0]
        work.number(number)
        state.withLock { $0.tasks[number] = task }
      } catch {
        throw TransferFailure(error)
      }
    } catch {
      work.fail(error)
    }
  }

  /// Returns the system's session.
  ///
  /// - Throws: The reason why there is none.
  func session() throws(TransferFailure) -> TransferSession {
    let (transfers, failure) = state.withLock { ($0.transfers, $0.failure) }
    guard let transfers else { throw failure ?? .noSession }
    return transfers
  }

  // MARK: Its tasks

  var unfinishedTasks: [URLSessionTask] {
    state.withLock { state in
      state.tasks.sorted { $0.key < $1.key }.map(\.value)
        + (state.waiting?.tasks.map(\.task).filter { $0.state != .completed } ?? [])
    }
  }

  // MARK: Its end

  func invalidate(cancels: Bool) {
    let (transfers, waits) = state.withLock { state in
      state.isInvalidating = true
      state.waiting?.cancels = cancels
      return (state.transfers, state.waiting != nil)
    }
    guard !waits else { return }
    do throws(TorporError) {
      if cancels {
        try transfers?.invalidateAndCancel()
      } else {
        try transfers?.finishTasksAndInvalidate()
      }
    } catch {
      AppleSystem.report(error)
    }
    // Without a session of the system's, no other code reports the end.
    guard transfers == nil else { return }
    Task.detached { [self] in
      await end()
      beginNext()
    }
  }

  // MARK: For events

  /// The session that receives events; `nil` once it has ended.
  var owner: URLSession? { state.withLock { $0.owner } }

  /// Returns an existing task.
  func known(_ transfer: TransferIdentifier) -> (task: URLSessionTask, work: BackgroundWork)? {
    guard let task = state.withLock({ $0.tasks[transfer] }), let work = task.work as? BackgroundWork
    else { return nil }
    return (task, work)
  }

  /// Returns an existing task, or one that an earlier process created.
  func task(
    _ transfer: TransferIdentifier,
    url: String?,
    file: String?,
    taskDescription: String?
  ) -> (task: URLSessionTask, work: BackgroundWork) {
    // After the call that numbers it, if it is in progress.
    numbering.lock()
    defer { numbering.unlock() }
    if let known = known(transfer) { return known }
    let work = BackgroundWork(self, transfer, url: url, file: file)
    let task = task(work, file: file, taskDescription: taskDescription)
    state.withLock { $0.tasks[transfer] = task }
    return (task, work)
  }

  /// Removes a task that has ended, after its delegate was called.
  func forget(_ transfer: TransferIdentifier) {
    // Objects that it held may be deallocated with it, outside the lock.
    let task = state.withLock { $0.tasks.removeValue(forKey: transfer) }
    task?.delegate = nil
  }

  /// Whether the app's process that created it has ended.
  var isOfEarlierLife: Bool { state.withLock { $0.isOfEarlierLife } }

  /// Ends the life of the app's process: no delegate receives the remaining events.
  func endLife() {
    state.withLock { state in
      (state.isOfEarlierLife, state.next, state.transfers) = (true, nil, nil)
    }
    forgetAll()
  }

  /// Removes everything when the session has ended.
  func forgetAll() {
    BackgroundSessions.forget(self)
    let held = state.withLock { state in
      defer { (state.owner, state.tasks) = (nil, [:]) }
      return (state.owner, state.tasks)
    }
    withExtendedLifetime(held) {}
  }
}
