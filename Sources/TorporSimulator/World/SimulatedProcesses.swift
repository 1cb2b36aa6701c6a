package import TorporCore
package import TorporModel

/// The processes of the simulated machine, as the daemon reaches them.
///
/// It judges what it is told: an order that no real kernel would accept, or that would hurt an app,
/// is a failure of the run. Orders take as long as `Latencies` says; their outcomes are posted.
package final class SimulatedProcesses: ProcessPort {
  // Shape: one method for each requirement of ProcessPort, and one property for each way in which the kernel can
  // surprise.
  private let clock: VirtualClock
  private let recorder: TimelineRecorder
  /// Owned by the machine, as this is: the daemon holds its ports.
  private unowned let sink: any HostEventSink
  /// Makes the process of an order; `nil` for an app that is not there.
  var makeProcess: (LaunchOrder, LaunchRecipe) -> SimulatedProcess? = { _, _ in nil }
  private var groups: [LaunchIdentifier: Group] = [:] { didSet { inOrder = nil } }
  /// The processes that live, in order, until one starts or ends.
  private var inOrder: [SimulatedProcess]?
  /// Ends that were posted in this turn, and ends that the daemon has been told of.
  private var ends: (posted: [LaunchIdentifier], known: Set<LaunchIdentifier>) = ([], [])
  /// Ends that the daemon has not saved yet.
  private var keptEnds: [LaunchIdentifier: Survivor] = [:]
  /// Every process that ever was, and the numbers that must not be given again.
  private var used: Set<LaunchIdentifier> = []
  private var taken: Set<LaunchIdentifier> = []
  private var connectionCount: UInt64 = 0
  /// Counts daemons; the outcome of an earlier daemon's order is not reported.
  private var daemonCount = 0
  package var latencies = Latencies()
  var swap = SimulatedSwap()
  /// How many freezes from now on fail.
  private var failingFreezeCount = 0
  /// Whether the daemon is dead in the middle of its turn: its orders are not carried out.
  var isCutOff = false
  /// Told when a process has ended, with everything that it held.
  package var didEnd: (LaunchIdentifier) -> Void = { _ in }
  /// Notified when a process is asked to end, at once or after applicationWillTerminate.
  var didOrderEnd: (LaunchIdentifier) -> Void = { _ in }
  /// Told how much of a process stands in swap from now on, in bytes.
  var didPage: (LaunchIdentifier, Int64) -> Void = { _, _ in }

  package init(
    clock: VirtualClock,
    recorder: TimelineRecorder,
    sink: any HostEventSink
  ) {
    self.clock = clock
    self.recorder = recorder
    self.sink = sink
  }

  // MARK: What the machine asks

  /// Every process that lives, in the order in which they were started.
  package var living: [SimulatedProcess] {
    if let inOrder { return inOrder }
    let living = groups.sorted { $0.key < $1.key }.map(\.value.process)
    inOrder = living
    return living
  }

  /// The process of a launch, while it lives.
  package func process(_ launch: LaunchIdentifier) -> SimulatedProcess? { groups[launch]?.process }

  /// The process of an app, while it lives.
  package func process(of app: AppIdentifier) -> SimulatedProcess? {
    groups.filter { $0.value.app == app }.max { $0.key < $1.key }?.value.process
  }

  /// Whether the process of the launch is still there.
  func isAlive(_ launch: LaunchIdentifier) -> Bool { groups[launch] != nil }

  /// Whether the group is frozen, or will be as soon as the kernel gets to it.
  package func isFrozenOrFreezing(_ launch: LaunchIdentifier) -> Bool {
    groups[launch].map { $0.freezer != .running } ?? false
  }

  /// Whether code of any app can run.
  package var runsAnything: Bool { groups.values.contains { $0.process.canRun } }

  /// The kernel cannot freeze in time, that often from now on.
  package func failNextFreezes(_ count: Int) { failingFreezeCount = count }

  /// The daemon has dealt with everything that was posted so far.
  package func turnEnded() {
    ends.known.formUnion(ends.posted)
    ends.posted.removeAll()
  }

  /// The daemon died; what it had ordered continues, and is not reported.
  package func daemonDied() {
    daemonCount += 1
    ends.posted.removeAll()
    // The threads that wrote ended with the daemon.
    for group in groups.values { group.isPagingOut = false }
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) where group.freezer == .freezing {
      group.freezerOrder += 1
      setFrozen(group, to: true)
    }
  }

  /// The machine lost its power: no process is left, and none could say so.
  package func losePower() {
    for (launch, group) in groups.sorted(by: { $0.key < $1.key }) {
      group.process.end()
      recorder.record(
        .exited(.unknown),
        of: group.process.app.alias,
        launch: launch
      )
    }
    groups.removeAll()
    swap.replace(totalBytes: swap.totalBytes)
    keptEnds.removeAll()
    ends = ([], [])
    // A device that forgot its last launches with the power hands their numbers out again.
    taken.removeAll()
    daemonCount += 1
  }

  /// A process ends, by itself or by a kill from outside the system.
  package func end(_ launch: LaunchIdentifier, _ status: ExitStatus) {
    guard let group = groups.removeValue(forKey: launch) else { return }
    let status = group.commandEnd?.status ?? status
    let usage = group.usage
    group.process.end()
    recorder.record(.exited(status), of: group.process.app.alias, launch: launch)
    keptEnds[launch] = Survivor(
      app: group.app,
      launch: launch,
      isFrozen: false,
      end: status,
      usage: usage
    )
    post(launch, .measured(usage))
    post(launch, .exited(status: status))
    sink.post(.closed(group.connection))
    ends.posted.append(launch)
    giveBack(launch)
    didEnd(launch)
  }

  /// The command of a process ends, and leaves others behind that run on until they are ended.
  package func endCommand(_ launch: LaunchIdentifier, _ status: ExitStatus, leaving count: Int) {
    guard count > 0, let group = groups[launch] else { return end(launch, status) }
    let end = CommandEnd(status: status, remaining: count)
    group.commandEnd = end
    group.process.end()
    post(launch, .commandExited(end))
    sink.post(.closed(group.connection))
  }

  func post(_ launch: LaunchIdentifier, _ event: ProcessEvent) {
    sink.post(.input(.process(launch: launch, event: event)))
  }
}

// MARK: Orders

extension SimulatedProcesses {
  package func launch(_ order: LaunchOrder, recipe: LaunchRecipe, streams: [Int32]) {
    guard !isCutOff else { return }
    judge(!taken.contains(order.launch), "launch \(order.launch) was ordered twice")
    let running = groups.values.first { $0.app == order.app }
    judge(running == nil, "\(order.app) was launched although a process of it lives")
    used.insert(order.launch)
    taken.insert(order.launch)
    guard let process = makeProcess(order, recipe) else {
      // ENOENT, 2 on every Linux.
      post(order.launch, .exited(status: .notStarted(errno: 2)))
      return
    }
    connectionCount += 1
    let group = Group(process, order, connection: connectionCount)
    groups[order.launch] = group
    recorder.record(.launched(order.destination), of: process.app.alias, launch: order.launch)
    later(latencies.start, order.launch) { group, isNews in
      group.hasStarted = true
      if isNews {
        self.sink.post(.connected(group.connection, Self.peer(order.launch)))
        self.post(order.launch, .started)
      }
      group.process.start()
    }
  }

  package func freeze(_ launch: LaunchIdentifier) {
    guard let group = living(launch, for: "freeze") else { return }
    judge(group.freezer == .running, "\(name(launch)) was frozen twice")
    guard group.freezer == .running else { return }
    let fails = failingFreezeCount > 0
    if fails { failingFreezeCount -= 1 }
    group.freezer = .freezing
    group.freezerOrder += 1
    let order = group.freezerOrder
    // A group that is frozen at birth starts first.
    let latency = group.hasStarted ? latencies.freeze : latencies.start + latencies.freeze
    later(latency, launch) { group, isNews in
      guard group.freezerOrder == order else { return }
      if fails {
        group.freezer = .running
        // One that a dying daemon had thawed and the next could not freeze again.
        if group.process.isFrozen { group.process.thaw() }
        // EBUSY, 16 on every Linux.
        if isNews { self.post(launch, .freezeFailed(errno: 16)) }
      } else {
        self.setFrozen(group, to: true)
        if isNews { self.post(launch, .frozen) }
      }
    }
  }

  package func thaw(_ launch: LaunchIdentifier) {
    guard let group = living(launch, for: "thaw") else { return }
    group.freezerOrder += 1
    let wasFrozen = group.freezer == .frozen
    group.freezer = .running
    if wasFrozen {
      setFrozen(group, to: false)
      pageIn(launch)
    }
  }

  package func prioritize(_ launch: LaunchIdentifier, _ priority: ProcessPriority) {
    living(launch, for: "prioritize")?.priority = priority
  }

  /// What the process gets of the processor; `nil` for one that is gone.
  package func priority(of launch: LaunchIdentifier) -> ProcessPriority? {
    groups[launch]?.priority
  }

  package func kill(_ launch: LaunchIdentifier) {
    guard let group = living(launch, for: "kill") else { return }
    group.process.isKilled = true
    didOrderEnd(launch)
    // SIGKILL, 9 on every Linux.
    later(latencies.kill, launch) { _, _ in self.end(launch, .signalled(signal: 9)) }
  }

  /// A simulated program gets no signals.
  package func send(signal: Int32, to launch: LaunchIdentifier) {}

  package func requestTermination(_ launch: LaunchIdentifier) {
    guard living(launch, for: "requestTermination") != nil else { return }
    didOrderEnd(launch)
    // SIGTERM, 15 on every Linux: a program that does not speak has no handler for it.
    later(latencies.kill, launch) { _, _ in self.end(launch, .signalled(signal: 15)) }
  }

  /// Nothing to close: simulated processes have no descriptors.
  package func discard(_ streams: [Int32]) {}

  package func inspect(_ launch: LaunchIdentifier) {
    guard living(launch, for: "inspect") != nil else { return }
    later(latencies.inspect, launch) { group, isNews in
      guard isNews else { return }
      let hazards = group.process.resources.lockedFiles.map {
        Hazard.fileLock(path: "/var/shared/\($0)", hasWaiters: false)
      }
      let footprint = group.process.footprintBytes
      self.post(
        launch,
        .inspected(
          Inspection(hazards: hazards, footprintBytes: footprint, usage: group.usage)
        )
      )
    }
  }

  /// Simulated processes get no connections.
  package func watchSockets(_ launch: LaunchIdentifier) {
    _ = living(launch, for: "watchSockets")
  }

  package func sampleProcessorTime(_ launch: LaunchIdentifier) {
    guard let group = living(launch, for: "sampleProcessorTime") else { return }
    post(launch, .usedProcessor(total: group.process.processorTime))
  }

  package func measureUsage(_ launch: LaunchIdentifier) {
    guard let group = living(launch, for: "measureUsage") else { return }
    post(launch, .measured(group.usage))
  }

  package func usage(of launch: LaunchIdentifier) -> ResourceUsage? { groups[launch]?.usage }

  package func measureFootprint(_ launch: LaunchIdentifier) {
    guard let group = living(launch, for: "measureFootprint") else { return }
    post(launch, .footprint(bytes: group.process.footprintBytes))
  }

  package func adopt() -> [Survivor] {
    let living = groups.map { launch, group in
      Survivor(
        app: group.app,
        launch: launch,
        isFrozen: group.freezer == .frozen,
        commandEnd: group.commandEnd
      )
    }
    return (living + keptEnds.values).sorted { $0.launch < $1.launch }
  }

  // Nobody outside a simulated app knows its processes by number.
  package func launch(ofProcess processID: Int32) -> LaunchIdentifier? { nil }
  package func processIDs(of launch: LaunchIdentifier) -> [Int32] { [] }

  package func forgetEnd(of launch: LaunchIdentifier) {
    guard !isCutOff else { return }
    keptEnds[launch] = nil
  }

  /// The group of an order; an order for a process whose end the daemon knows is a failure.
  func living(_ launch: LaunchIdentifier, for order: String) -> Group? {
    guard !isCutOff else { return nil }
    if let group = groups[launch] { return group }
    judge(
      !ends.known.contains(launch),
      "\(order) was ordered for \(launch), which is known to be dead"
    )
    judge(used.contains(launch), "\(order) was ordered for \(launch), which never was")
    return nil
  }

  func later(
    _ latency: Duration,
    _ launch: LaunchIdentifier,
    _ body: @escaping (_ group: Group, _ isNews: Bool) -> Void
  ) {
    let daemon = daemonCount
    clock.schedule(at: clock.now() + latency) { [unowned self] in
      guard let group = groups[launch] else { return }
      body(group, daemon == daemonCount)
    }
  }

  /// Who is at the other end of an app's socket; the numbers mean nothing here.
  private static func peer(_ launch: LaunchIdentifier) -> Peer {
    Peer(processID: 2, userID: 1000, groupID: 1000, launch: launch)
  }

  private func setFrozen(_ group: Group, to isFrozen: Bool) {
    group.freezer = isFrozen ? .frozen : .running
    recorder.record(
      isFrozen ? .frozen : .thawed,
      of: group.process.app.alias,
      launch: group.process.launch
    )
    if isFrozen {
      group.process.freeze()
    } else {
      // The app runs when the order has been carried out, not inside it.
      let process = group.process
      clock.schedule(at: clock.now()) {
        guard group.freezer == .running, !process.isEnded else { return }
        process.thaw()
      }
    }
  }

  func judge(_ isLegal: Bool, _ complaint: @autoclosure () -> String) {
    if !isLegal { recorder.violation(complaint()) }
  }

  func name(_ launch: LaunchIdentifier) -> String {
    groups[launch].map { "'\($0.process.app.alias)' (\(launch))" } ?? "\(launch)"
  }
}
