import TorporCore
import TorporModel

/// One process of a simulated app: its threads, its tokens, and the steps that it runs.
///
/// Callbacks run in order on the main thread, branches beside it. While the process is frozen all
/// stand still: time does not pass for them. It asks the system through its machine, as a real app
/// asks through its socket, and goes on when the reply is there.
package final class SimulatedProcess {
  let launch: LaunchIdentifier
  let app: AppDefinition
  let surroundings: ProcessSurroundings
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
    var strands: [Strand] = []
    /// What occupies the main thread.
    var main: Strand?
    /// What wants the main thread next, in order: callbacks, and strands that have waited.
    var mainQueue: [Strand] = []
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
    let strand: Strand?
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

  init(launch: LaunchIdentifier, app: AppDefinition, surroundings: ProcessSurroundings) {
    self.launch = launch
    self.app = app
    self.surroundings = surroundings
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
        for: request.strand,
        name: request.name,
        carrying: request.contents
      )
    }
  }

  /// Everything stands still.
  func freeze() {
    isFrozen = true
    for strand in threads.strands {
      guard case .busy(let since, let length, let isWorking) = strand.state else { continue }
      strand.wakeup?.cancel()
      let passed = surroundings.clock.now() - since
      if isWorking { threads.processorTime += passed }
      strand.state = .held(left: length - passed, isWorking: isWorking)
    }
  }

  /// Everything goes on from where it stood.
  func thaw() {
    isFrozen = false
    if inbox.needsToAttach { attach() }
    for strand in threads.strands {
      guard case .held(let left, let isWorking) = strand.state else { continue }
      keepBusy(strand, for: left, isWorking: isWorking)
    }
    let replies = inbox.held
    inbox.held.removeAll()
    for (id, reply) in replies { receive(reply, to: id) }
    // What became ready in the instant of the freeze continues too.
    runWhatIsReady()
  }

  private func runWhatIsReady() {
    for strand in threads.strands where strand.isReady && !strand.isOnMainThread { run(strand) }
    if let main = threads.main, main.isReady { run(main) }
    runMainThread()
  }

  /// Runs nothing more until the daemon has dealt with what was reported at this instant; it may have
  /// ordered a kill for it.
  func pauseUntilDealtWith() {
    awaitsDaemon = true
    // What is scheduled now comes after the turn in which the daemon takes the report.
    surroundings.clock.schedule(at: surroundings.clock.now()) { [weak self] in
      guard let self else { return }
      awaitsDaemon = false
      if canRun { runWhatIsReady() }
    }
  }

  /// Nothing of it runs any more.
  func end() {
    isEnded = true
    for strand in threads.strands { strand.wakeup?.cancel() }
    threads.strands.removeAll()
    threads.mainQueue.removeAll()
    threads.main = nil
  }

  /// Processor time of the process since its start.
  var processorTime: Duration {
    threads.strands.reduce(threads.processorTime) { total, strand in
      guard case .busy(let since, _, true) = strand.state else { return total }
      return total + (surroundings.clock.now() - since)
    }
  }

  /// Whether code of the process can run now.
  var canRun: Bool { !isFrozen && !isEnded && !isKilled && !awaitsDaemon }

  // MARK: Threads

  /// Gives the main thread to what wants it next, until something keeps it.
  func runMainThread() {
    while canRun, threads.main == nil, !threads.mainQueue.isEmpty {
      let strand = threads.mainQueue.removeFirst()
      threads.main = strand
      run(strand)
    }
  }

  /// Blocks a strand for a time, or lets others run meanwhile.
  func keepBusy(_ strand: Strand, for length: Duration, isWorking: Bool) {
    let now = surroundings.clock.now()
    strand.state = .busy(since: now, length: length, isWorking: isWorking)
    strand.wakeup = surroundings.clock.schedule(at: now + length) { [weak self, weak strand] in
      guard let self, let strand else { return }
      if isWorking { threads.processorTime += length }
      strand.state = .ready
      goOn(strand)
    }
  }

  /// Lets a strand that is ready run: now, or when the main thread is free.
  func goOn(_ strand: Strand) {
    if !strand.isOnMainThread || threads.main === strand {
      // Frozen: it goes on with the thaw.
      guard canRun else { return }
      run(strand)
      runMainThread()
    } else {
      threads.mainQueue.append(strand)
      runMainThread()
    }
  }

  /// Runs steps until something takes time, an answer is needed, or none is left.
  func run(_ strand: Strand) {
    while canRun, strand.isReady {
      guard let step = strand.steps.popFirst() else {
        finish(strand)
        return
      }
      perform(step, on: strand)
    }
  }

  /// The strand gives up the main thread, if it has it.
  func leaveMainThread(_ strand: Strand) {
    if threads.main === strand { threads.main = nil }
  }

  private func finish(_ strand: Strand) {
    strand.state = .finished
    threads.strands.removeAll { $0 === strand }
    leaveMainThread(strand)
    if let callback = strand.callback, strand.isFirst { didReturn(callback) }
  }

  // MARK: Memory

  /// Tells the machine what the process takes now.
  func reportFootprint() {
    surroundings.setFootprint(footprintBytes, launch)
  }

  /// What the process takes now, in bytes.
  var footprintBytes: Int64 {
    let memory = app.memory
    let bytes = resources.isShrunk ? memory.backgroundBytes : memory.foregroundBytes
    return max(0, bytes + resources.extraBytes)
  }
}

extension Strand {
  var isReady: Bool { if case .ready = state { true } else { false } }
  /// Whether it is the callback itself and not a branch of it.
  var isFirst: Bool { kind == .callback }
}

/// What a simulated process can reach of the machine around it.
struct ProcessSurroundings {
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
