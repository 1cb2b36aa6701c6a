import TorporCore
import TorporModel

/// One process of a simulated app: its threads, its tokens, and the steps that it runs.
///
/// Callbacks run in order on the main thread, branches beside it. While the process is frozen all
/// stand still: time does not pass for them. It asks the system through its machine, as a real app
/// asks through its socket, and goes on when the reply is there.
package final class SimulatedProcess {
  // Shape: one method for each thing that an app does in a scenario.
  let launch: LaunchIdentifier
  let app: AppDefinition
  let environment: ProcessEnvironment
  var threads = Threads()
  var inbox = Inbox()
  var resources = Resources()
  private(set) var isFrozen = false
  private(set) var isEnded = false
  /// Whether SIGKILL is on its way: no code of it runs any more, however long the kernel takes.
  var isKilled = false
  /// Whether the daemon has not dealt yet with what the process did, which may be its end.
  private var awaitsDaemon = false

  /// What runs and what waits to run.
  struct Threads {
    /// Strands that are not finished.
    var workItems: [WorkItem] = []
    /// What occupies the main thread.
    var main: WorkItem?
    /// What wants the main thread next, in order: callbacks, and strands that have waited.
    var mainQueue: [WorkItem] = []
    /// Processor time that finished stretches of work took.
    var processorTime = Duration.zero
  }

  /// What the process has been sent and has asked.
  struct Inbox {
    var isAttached = false
    var needsToAttach = false
    var callbacks: [CallbackToken: RunningCallback] = [:]
    /// Requests without a reply, in the order in which they were made.
    var requests: [Asked] = []
    /// Replies that came while the process was frozen.
    var held: [(RequestIdentifier, Reply)] = []
    var keyCount = 0
    /// The steps of activities that were asked for and not begun, in order.
    var activities: [(reason: String, steps: [Step])] = []
  }

  /// A request without a reply.
  struct Asked {
    let id: RequestIdentifier
    let request: AppRequest
    /// What goes on when the reply is there.
    let workItem: WorkItem?
    /// Under which name the app keeps what the reply gives.
    let name: String?
    /// What the transfers carry that it asks for.
    let contents: [TransferContent]
  }

  /// What the process holds.
  struct Resources {
    var tokens: [String: BackgroundTaskIdentifier] = [:]
    /// The background sessions that the process has, by their names.
    var sessions: [String: SessionConfiguration] = [:]
    var submissionCount = 0
    var lockedFiles: [String] = []
    var isPlaying = false
    /// What its session is for; `nil` where it has had none.
    var soundCategory: AudioCategory?
    /// Whether its sound is of a kind that goes on off screen (AU2).
    var continuesInBackground: Bool { soundCategory?.continuesInBackground ?? true }
    var mixesWithOthers = false
    var isShrunk = false
    var extraBytes: Int64 = 0
  }

  init(launch: LaunchIdentifier, app: AppDefinition, environment: ProcessEnvironment) {
    self.launch = launch
    self.app = app
    self.environment = environment
  }

  // MARK: Life

  /// The process runs its executable: it listens from now on.
  func start() {
    guard !isEnded else { return }
    reportFootprint()
    attach()
  }

  /// The daemon is another one: whatever was not answered is asked again.
  func reconnect() {
    inbox.isAttached = false
    inbox.needsToAttach = true
    guard !isFrozen else { return }
    attach()
  }

  private func attach() {
    inbox.needsToAttach = false
    inbox.isAttached = true
    let unanswered = inbox.requests
    inbox.requests.removeAll()
    ask(.attach)
    for request in unanswered where request.request != .attach {
      ask(
        request.request,
        for: request.workItem,
        name: request.name,
        carrying: request.contents
      )
    }
  }

  /// Everything stands still.
  func freeze() {
    isFrozen = true
    for workItem in threads.workItems {
      guard case .busy(let since, let length, let isWorking) = workItem.state else { continue }
      workItem.wakeup?.cancel()
      let passed = environment.clock.now() - since
      if isWorking { threads.processorTime += passed }
      workItem.state = .held(left: length - passed, isWorking: isWorking)
    }
  }

  /// Everything goes on from where it stood.
  func thaw() {
    isFrozen = false
    if inbox.needsToAttach { attach() }
    for workItem in threads.workItems {
      guard case .held(let left, let isWorking) = workItem.state else { continue }
      keepBusy(workItem, for: left, isWorking: isWorking)
    }
    let replies = inbox.held
    inbox.held.removeAll()
    for (id, reply) in replies { receive(reply, to: id) }
    // What became ready in the instant of the freeze continues too.
    runWhatIsReady()
  }

  private func runWhatIsReady() {
    for workItem in threads.workItems where workItem.isReady && !workItem.isOnMainThread {
      run(workItem)
    }
    if let main = threads.main, main.isReady { run(main) }
    runMainThread()
  }

  /// Runs nothing more until the daemon has dealt with what was reported at this instant; it may have
  /// ordered a kill for it.
  func pauseUntilDealtWith() {
    awaitsDaemon = true
    // What is scheduled now comes after the turn in which the daemon takes the report.
    environment.clock.schedule(at: environment.clock.now()) { [weak self] in
      guard let self else { return }
      awaitsDaemon = false
      if canRun { runWhatIsReady() }
    }
  }

  /// Nothing of it runs any more.
  func end() {
    isEnded = true
    for workItem in threads.workItems { workItem.wakeup?.cancel() }
    threads.workItems.removeAll()
    threads.mainQueue.removeAll()
    threads.main = nil
  }

  /// Processor time of the process since its start.
  var processorTime: Duration {
    threads.workItems.reduce(threads.processorTime) { total, workItem in
      guard case .busy(let since, _, true) = workItem.state else { return total }
      return total + (environment.clock.now() - since)
    }
  }

  /// Whether code of the process can run now.
  var canRun: Bool { !isFrozen && !isEnded && !isKilled && !awaitsDaemon }

  // MARK: Threads

  /// Gives the main thread to what wants it next, until something keeps it.
  func runMainThread() {
    while canRun, threads.main == nil, !threads.mainQueue.isEmpty {
      let workItem = threads.mainQueue.removeFirst()
      threads.main = workItem
      run(workItem)
    }
  }

  /// Blocks a strand for a time, or lets others run meanwhile.
  func keepBusy(_ workItem: WorkItem, for length: Duration, isWorking: Bool) {
    let now = environment.clock.now()
    workItem.state = .busy(since: now, length: length, isWorking: isWorking)
    workItem.wakeup = environment.clock.schedule(at: now + length) { [weak self, weak workItem] in
      guard let self, let workItem else { return }
      if isWorking { threads.processorTime += length }
      workItem.state = .ready
      goOn(workItem)
    }
  }

  /// Lets a strand that is ready run: now, or when the main thread is free.
  func goOn(_ workItem: WorkItem) {
    if !workItem.isOnMainThread || threads.main === workItem {
      // Frozen: it goes on with the thaw.
      guard canRun else { return }
      run(workItem)
      runMainThread()
    } else {
      threads.mainQueue.append(workItem)
      runMainThread()
    }
  }

  /// Runs steps until something takes time, an answer is needed, or none is left.
  func run(_ workItem: WorkItem) {
    while canRun, workItem.isReady {
      guard let step = workItem.steps.popFirst() else {
        finish(workItem)
        return
      }
      perform(step, on: workItem)
    }
  }

  /// The strand gives up the main thread, if it has it.
  func leaveMainThread(_ workItem: WorkItem) {
    if threads.main === workItem { threads.main = nil }
  }

  private func finish(_ workItem: WorkItem) {
    workItem.state = .finished
    threads.workItems.removeAll { $0 === workItem }
    leaveMainThread(workItem)
    if let callback = workItem.callback, workItem.isFirst { didReturn(callback) }
  }

  // MARK: Memory

  /// Tells the machine what the process takes now.
  func reportFootprint() {
    environment.setFootprint(footprintBytes, launch)
  }

  /// What the process takes now, in bytes.
  var footprintBytes: Int64 {
    let memory = app.memory
    let bytes = resources.isShrunk ? memory.backgroundBytes : memory.foregroundBytes
    return max(0, bytes + resources.extraBytes)
  }
}

extension WorkItem {
  var isReady: Bool { if case .ready = state { true } else { false } }
  /// Whether it is the callback itself and not a branch of it.
  var isFirst: Bool { kind == .callback }
}

/// What a simulated process can reach of the machine around it.
struct ProcessEnvironment {
  let clock: VirtualClock
  let recorder: TimelineRecorder
  /// Puts a request on the way to the daemon, with what its transfers carry; the answer comes back
  /// through `receive`.
  let ask: (LaunchIdentifier, AppRequest, [TransferContent]) -> RequestIdentifier
  let setFootprint: (Int64, LaunchIdentifier) -> Void
  let report: (ProcessEvent, LaunchIdentifier) -> Void
  /// The device knows that the app was told how a transfer ended.
  let wasTold: (TransferIdentifier) -> Void
  /// The app has read the socket of that name.
  let didRead: (String) -> Void
  /// The app begins to read from its sockets, or to leave what lies in them.
  let reads: (Bool) -> Void
  /// The process ended by itself.
  let didEnd: (LaunchIdentifier, ExitStatus) -> Void
  let storage: AppStorage
}
