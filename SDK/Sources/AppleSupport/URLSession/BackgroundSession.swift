internal import Foundation
internal import FoundationNetworking
internal import Synchronization
internal import Torpor

/// A background session: the system's transfers under Apple's names.
///
/// It is there until it is invalid, as Apple's sessions hold themselves and their delegates.
///
/// Map: `state` is everything that changes, guarded by its mutex, which is held over no call. `opening` has one thread
/// at a time open the session, `numbering` one start a transfer; calls of the system wait, and events are read by one
/// task.
final class BackgroundSession: Sendable {
  // Shape: one method for each call of a session and each event of its transfers; a task is a BackgroundWork.
  private struct State {
    /// Who is told: the session that the app has made last.
    var owner: URLSession?
    /// The system's session; `nil` where it has refused, or there is no system.
    var transfers: TransferSession?
    /// Why there is none.
    var failure: TransferFailure?
    var tasks: [TransferIdentifier: URLSessionTask] = [:]
    var isInvalidating = false
    /// Whether everything was told, the end too.
    var isOver = false
    /// Whether the process that has made it has ended, in one that outlives it.
    var isOfEarlierLife = false
    /// The session of this name that was made while this one ended, and begins behind it.
    var next: BackgroundSession?
    /// What waits until the session before this one has ended; `nil`: nothing does.
    var waiting: Waiting?
  }

  /// A session that another one of its name still stands in the way of.
  private struct Waiting {
    var configuration: SessionConfiguration?
    var tasks: [(task: URLSessionTask, work: BackgroundWork)] = []
    /// Whether the app has invalidated it, and cancels.
    var cancels: Bool?
  }

  let identifier: String
  private let state: Mutex<State>
  private let opening = NSLock()
  /// Held while a transfer gets its number and its task: an event of it finds both.
  private let numbering = NSLock()

  init(_ identifier: String, waits: Bool = false) {
    self.identifier = identifier
    var state = State()
    state.waiting = waits ? Waiting() : nil
    self.state = Mutex(state)
  }

  /// Another session of this name, where this one is about to end; `nil`: this one is the session.
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

  /// Connects with the system's session, whose tasks are there from then on.
  func open(_ owner: URLSession, _ configuration: URLSessionConfiguration) {
    let hasDelegate = owner.delegate != nil
    let asked = SessionConfiguration(configuration, named: identifier)
    // An extension ends before its transfers, whose files only its app could take then.
    let isRefused =
      Bundle.main.object(forInfoDictionaryKey: "NSExtension") != nil
      && configuration.sharedContainerIdentifier == nil
    // The session before may end with it, outside of the lock.
    let (before, waits) = state.withLock { state -> (URLSession?, Bool) in
      let before = state.owner
      // One that nobody listens to takes nothing from one that has a delegate.
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

  /// The session of this name before has ended: what was made since begins.
  private func openBehindAnother() {
    if let configuration = state.withLock({ $0.waiting?.configuration }) { open(configuration) }
    while true {
      // Until none has come meanwhile; from then on tasks begin when they are made.
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

  /// What Apple's systems say, too.
  static func complaint(about identifier: String) -> String {
    "A background URLSession with identifier \(identifier) already exists! The one that was made last with a delegate "
      + "is told what happens; keep one for each identifier.\n"
  }

  private func connect(_ configuration: SessionConfiguration) throws(TorporError) {
    let transfers = try AppleSystem.application().transferSession(configuration)
    // Its events are read in any case: they say what a task was that is not in the list.
    var pending: [SessionTransfer] = []
    do throws(TorporError) { pending = try transfers.transfers() } catch {
      AppleSystem.report(error)
    }
    state.withLock { state in
      state.transfers = transfers
      state.failure = nil
      for row in pending { state.tasks[row.taskIdentifier] = restored(row) }
    }
    // Events wait until they are read, so that none comes before the tasks are there.
    Task.detached { [self] in
      for await event in transfers.events { await take(event, transfers) }
      // The system has heard of the end before it is asked for another session of the name.
      beginNext()
    }
  }

  private func beginNext() {
    let next = state.withLock { state in
      state.isOver = true
      return state.next.take()
    }
    guard let next else { return }
    // On a thread of its own: the calls of a session wait.
    Thread { next.openBehindAnother() }.start()
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

  /// Has the system know the task, which waits until the app lets it begin.
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
    // Without a session of the system's nobody else says so.
    guard transfers == nil else { return }
    Task.detached { [self] in
      await end()
      beginNext()
    }
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
    // Behind the call that numbers it, where that is under way.
    numbering.lock()
    defer { numbering.unlock() }
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

  /// Whether the process that has made it has ended.
  var isOfEarlierLife: Bool { state.withLock { $0.isOfEarlierLife } }

  /// The process has ended: nobody is told of what is still under way.
  func endLife() {
    state.withLock { state in
      (state.isOfEarlierLife, state.next, state.transfers) = (true, nil, nil)
    }
    forgetAll()
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
