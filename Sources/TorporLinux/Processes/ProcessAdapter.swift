internal import Glibc
package import TorporCore
package import TorporModel
package import TorporPosix

/// Processes of apps, each in a control group of its own from birth.
///
/// Each command has a keeper, its parent, which is in no app's group and outlives the daemon (decision
/// 0020). Starting does not wait for the executable: keeper and child report over a socket. The end of
/// a process is a readable pidfd. Nothing here blocks for longer than the freezer's 200 µs.
package final class ProcessAdapter: ProcessPort {
  // Shape: one method for each order and report about a group; a process is a value of its own (AppProcess).
  let loop: EventLoop
  private let sink: any HostEventSink
  let tree: GroupTree
  let connections: ConnectionAdapter
  let places: Places
  let freezer: Freezer
  let pager: Pager
  let swapReader: SwapReader
  let sockets: SocketWatch
  let remover: GroupRemover
  let shares: ProcessorShares
  let keptEnds: KeptEnds
  let network: NetworkCounters
  // Four: the three of an open group, and one to write its `cgroup.kill`.
  let reserve = DescriptorReserve(count: 4)
  var processes: [LaunchIdentifier: AppProcess] = [:]
  /// The apps of the launches whose ends are written down.
  var appsOfEnds: [LaunchIdentifier: AppIdentifier] = [:]
  /// Whose the processes are that are not made yet.
  var recipients: [LaunchIdentifier: RecipeOwner] = [:]

  /// Makes an adapter that knows no process; call `adopt` before the first order.
  package init(
    on loop: EventLoop,
    sink: any HostEventSink,
    tree: GroupTree,
    connections: ConnectionAdapter,
    places: Places
  ) {
    self.loop = loop
    self.sink = sink
    self.tree = tree
    self.connections = connections
    self.places = places
    keptEnds = KeptEnds(folder: places.jobFolder + "/ends")
    let sockets = SocketWatch(on: loop, procRoot: places.procRoot) { launch, event in
      sink.post(.input(.process(launch: launch, event: event)))
    }
    self.sockets = sockets
    freezer = Freezer(on: loop) { launch, event in
      // It runs, although no thaw was ordered here.
      if event != .frozen { sockets.end(launch) }
      sink.post(.input(.process(launch: launch, event: event)))
    }
    pager = Pager(on: loop, procRoot: places.procRoot) { launch, event in
      sink.post(.input(.process(launch: launch, event: event)))
    }
    swapReader = SwapReader(on: loop, procRoot: places.procRoot) { launch, event in
      sink.post(.input(.process(launch: launch, event: event)))
    }
    remover = GroupRemover(on: loop)
    network = NetworkCounters(below: tree.folder)
    shares = ProcessorShares(tree.features, procRoot: places.procRoot)
    pager.faults = { [unowned self] launch in
      processes[launch]?.group.majorFaults(procRoot: places.procRoot)
    }
  }

  deinit {
    for process in processes.values { process.stopWatching(on: loop) }
  }

  // MARK: Orders

  /// Starts the app's process in a fresh group; `.started` or `.exited(.notStarted)` follows.
  package func launch(_ order: LaunchOrder, recipe: LaunchRecipe, streams: [Int32]) {
    defer { Descriptor.close(streams) }
    do throws(SystemError) {
      let group = try tree.makeGroup(order.app, order.launch)
      do throws(SystemError) {
        try start(order, recipe, streams, in: group)
      } catch {
        remover.remove(group)
        throw error
      }
    } catch {
      post(order.launch, .exited(status: .notStarted(errno: error.code)))
    }
  }

  /// Freezes the group; `.frozen` or `.freezeFailed` follows.
  ///
  /// A process that does not run its executable yet is frozen when it does: until then it has copies
  /// of the daemon's descriptors, and frozen with them it would keep the daemon's locks for ever.
  package func freeze(_ launch: LaunchIdentifier) {
    guard let process = processes[launch] else { return }
    guard process.statusNumber == nil else {
      process.isToBeFrozen = true
      return
    }
    freezer.freeze(launch, process.group)
  }

  /// Lets the group run.
  package func thaw(_ launch: LaunchIdentifier) {
    guard let process = processes[launch] else { return }
    process.isToBeFrozen = false
    pager.stop(launch)
    swapReader.stop(launch)
    sockets.end(launch)
    freezer.thaw(launch, process.group)
  }

  /// Gives the group its share of the processor.
  ///
  /// A weight is the group's from now on; everything else is a process's, which may have to be made first.
  package func prioritize(_ launch: LaunchIdentifier, _ priority: ProcessPriority) {
    guard let process = processes[launch] else { return }
    process.priority = priority
    guard process.statusNumber == nil || shares.way == .weight else { return }
    shares.set(priority, of: process.group, base: process.niceness)
  }

  /// Ends every process of the group; `.exited` follows.
  package func kill(_ launch: LaunchIdentifier) {
    guard let process = processes[launch] else { return }
    // A port that it serves is free as soon as it has ended.
    sockets.end(launch)
    process.isToBeKilled = true
    process.group.kill()
    // Something may have moved the main process to another group; it is the app all the same.
    try? process.main?.send(signal: SIGKILL)
  }

  /// Asks the command to end, or what it has left behind.
  package func requestTermination(_ launch: LaunchIdentifier) {
    guard let process = processes[launch] else { return }
    guard process.commandEnd == nil else {
      let handles = process.group.processIDs().compactMap { processID in
        (try? ProcessHandle.open(processID)).map { (processID: processID, process: $0) }
      }
      // A number may have gone to another process between the list and its handle.
      let members = Set(process.group.processIDs())
      for handle in handles where members.contains(handle.processID) {
        try? handle.process.send(signal: SIGTERM)
      }
      return
    }
    process.isToBeAsked = true
    // A process that is gone already needs no asking; its end is reported by its pidfd.
    try? process.main?.send(signal: SIGTERM)
  }

  /// Sends the main process a signal.
  package func send(signal: Int32, to launch: LaunchIdentifier) {
    guard let process = processes[launch] else { return }
    // A process that is gone already needs no telling; its end is reported by its pidfd.
    try? process.main?.send(signal: signal)
  }

  /// Writes memory of a frozen group away; `.pagedOut` follows.
  package func pageOut(_ order: PageOutOrder) {
    guard let process = processes[order.launch] else { return }
    // Who runs would only touch it again; perhaps another process has thawed it.
    let isFrozen = (try? process.group.isToBeFrozen()) ?? false
    if isFrozen { pager.pageOut(order, process.group) } else { pager.decline(order.launch) }
  }

  /// Reads memory of a frozen group back from swap; `.readBack` follows.
  package func readBack(_ order: ReadBackOrder) {
    guard let process = processes[order.launch] else { return }
    // A group that runs reads what it touches by itself.
    let isFrozen = (try? process.group.isToBeFrozen()) ?? false
    if isFrozen { swapReader.read(order, process.group) }
  }

  /// Closes descriptors that no process will get.
  package func discard(_ streams: [Int32]) { Descriptor.close(streams) }

  /// Looks for hazards, and what the group takes of memory.
  package func inspect(_ launch: LaunchIdentifier) {
    guard let process = processes[launch] else { return }
    let scan = HazardScan(procRoot: places.procRoot, container: process.container)
    // What cannot be read looks like nothing; a group without processes has no hazards.
    let looked = reserve.spend {
      (hazards: scan.hazards { process.group.processIDs() }, members: process.group.processIDs())
    }
    let inspection = Inspection(
      // Without the reserve: what can be watched only with it cannot be watched.
      hazards: looked.hazards + sockets.hazards(of: launch, in: looked.members),
      footprintBytes: process.group.footprintBytes(),
      usage: process.group.usage(network)
    )
    post(launch, .inspected(inspection))
  }

  /// Watches the sockets that the group serves.
  package func watchSockets(_ launch: LaunchIdentifier) {
    guard let process = processes[launch] else { return }
    sockets.begin(launch, in: reserve.spend { process.group.processIDs() })
  }

  /// Whose group the process is in that has the number now.
  package func launch(ofProcess processID: Int32) -> LaunchIdentifier? {
    guard case .launch(let launch) = tree.membership(ofProcess: processID) else { return nil }
    return processes[launch] == nil ? nil : launch
  }

  /// The processes in the group of a launch.
  package func processIDs(of launch: LaunchIdentifier) -> [Int32] {
    processes[launch]?.group.processIDs() ?? []
  }

  /// The process that was started first in the group of a launch.
  ///
  /// The number of a process that its keeper has yet to start is not known.
  package func mainProcessID(of launch: LaunchIdentifier) -> Int32? {
    processes[launch].flatMap { $0.processID > 0 ? $0.processID : nil }
  }

  /// What the group of a launch takes of memory now.
  package func footprintBytes(of launch: LaunchIdentifier) -> Int64? {
    processes[launch]?.group.footprintBytes()
  }

  /// The processor time that the group of a launch has used until now.
  package func processorTime(of launch: LaunchIdentifier) -> Duration? {
    guard let process = processes[launch] else { return nil }
    return (try? process.group.processorMicroseconds()).map { .microseconds($0) }
  }

  /// Reads the group's processor time.
  package func sampleProcessorTime(_ launch: LaunchIdentifier) {
    guard let total = processorTime(of: launch) else { return }
    post(launch, .usedProcessor(total: total))
  }

  /// All that the kernel counts of the processes of a launch.
  package func usage(of launch: LaunchIdentifier) -> ResourceUsage? {
    processes[launch]?.group.usage(network)
  }

  /// Why the bytes of apps' sockets are not counted; `nil` where they are.
  package var networkUnavailableReason: String? { network.unavailableReason }

  /// Why the bytes that apps read from disks and write to them are not counted; `nil` where they are.
  package var diskUnavailableReason: String? {
    tree.features.controllers.contains("io")
      ? nil : "the controller 'io' of control groups is not on for apps"
  }

  /// Reads what the processes of the group have used; silent where nothing counts it.
  package func measureUsage(_ launch: LaunchIdentifier) {
    guard let usage = usage(of: launch) else { return }
    post(launch, .measured(usage))
  }

  /// Reads what the group takes of memory; silent where nothing counts it.
  package func measureFootprint(_ launch: LaunchIdentifier) {
    guard let bytes = footprintBytes(of: launch) else { return }
    post(launch, .footprint(bytes: bytes))
  }

  /// Forgets how a command ended, whose group is gone.
  package func forgetEnd(of launch: LaunchIdentifier) {
    guard processes[launch] == nil, let app = appsOfEnds.removeValue(forKey: launch) else { return }
    keptEnds.remove(app, launch)
  }

  // MARK: The output of jobs

  func outputEnded(of process: AppProcess) {
    guard let (run, userID) = process.output else { return }
    JobOutputFile.trim(run, in: places.jobFolder, userID: userID)
  }

  func post(_ launch: LaunchIdentifier, _ event: ProcessEvent) {
    sink.post(.input(.process(launch: launch, event: event)))
  }
}
