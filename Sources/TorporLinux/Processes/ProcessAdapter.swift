internal import Glibc
package import TorporCore
package import TorporModel
package import TorporPosix

/// Processes of apps, each in a control group of its own from birth.
///
/// Starting does not wait for the executable: the child reports over a pipe whether it runs. The end
/// of a process is a readable pidfd. Nothing here blocks for longer than the freezer's 200 µs.
package final class ProcessAdapter: ProcessPort {
  private let loop: EventLoop
  private let sink: any HostEventSink
  let tree: GroupTree
  private let connections: ConnectionAdapter
  let places: Places
  let freezer: Freezer
  let pager: Pager
  let remover: GroupRemover
  let keptEnds: KeptEnds
  // Four: the three of an open group, and one to write its `cgroup.kill`.
  let reserve = DescriptorReserve(count: 4)
  var processes: [LaunchIdentifier: AppProcess] = [:]
  /// The apps of the launches whose ends are written down.
  var appsOfEnds: [LaunchIdentifier: AppIdentifier] = [:]

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
    freezer = Freezer(on: loop) { launch, event in
      sink.post(.input(.process(launch: launch, event: event)))
    }
    pager = Pager(on: loop, procRoot: places.procRoot) { launch, event in
      sink.post(.input(.process(launch: launch, event: event)))
    }
    remover = GroupRemover(on: loop)
    pager.faults = { [unowned self] launch in
      processes[launch]?.group.majorFaults(procRoot: places.procRoot)
    }
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
    freezer.thaw(launch, process.group)
  }

  /// Ends every process of the group; `.exited` follows.
  package func kill(_ launch: LaunchIdentifier) {
    guard let process = processes[launch] else { return }
    process.group.kill()
    // Something may have moved the main process to another group; it is the app all the same.
    try? process.main.send(signal: SIGKILL)
  }

  /// Asks the main process to end.
  package func requestTermination(_ launch: LaunchIdentifier) { send(signal: SIGTERM, to: launch) }

  /// Sends the main process a signal.
  package func send(signal: Int32, to launch: LaunchIdentifier) {
    guard let process = processes[launch] else { return }
    // A process that is gone already needs no telling; its end is reported by its pidfd.
    try? process.main.send(signal: signal)
  }

  /// Writes memory of a frozen group away; `.pagedOut` follows.
  package func pageOut(_ order: PageOutOrder) {
    guard let process = processes[order.launch] else { return }
    // Who runs would only touch it again; perhaps somebody else has thawed it.
    let isFrozen = (try? process.group.isToBeFrozen()) ?? false
    if isFrozen { pager.pageOut(order, process.group) } else { pager.decline(order.launch) }
  }

  /// Closes descriptors that no process will get.
  package func discard(_ streams: [Int32]) { Descriptor.close(streams) }

  /// Looks for hazards, and what the group takes of memory.
  package func inspect(_ launch: LaunchIdentifier) {
    guard let process = processes[launch] else { return }
    let scan = HazardScan(procRoot: places.procRoot, container: process.container)
    let inspection = Inspection(
      hazards: scan.hazards { process.group.processIDs() },
      footprintBytes: process.group.footprintBytes()
    )
    post(launch, .inspected(inspection))
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

  /// Reads the group's processor time.
  package func sampleProcessorTime(_ launch: LaunchIdentifier) {
    guard let process = processes[launch],
      let microseconds = try? process.group.processorMicroseconds()
    else { return }
    post(launch, .usedProcessor(total: .microseconds(microseconds)))
  }

  /// Forgets how the run of a job ended, whose process is gone.
  package func forgetEnd(of launch: LaunchIdentifier) {
    guard processes[launch] == nil, let app = appsOfEnds.removeValue(forKey: launch) else { return }
    keptEnds.remove(app, launch)
  }

  // MARK: Starting

  private func start(
    _ order: LaunchOrder,
    _ recipe: LaunchRecipe,
    _ streams: [Int32],
    in group: ControlGroup
  ) throws(SystemError) {
    let sockets = try DescriptorPair.sockets().take()
    let ours = Descriptor(owning: sockets.first)
    let theirs = Descriptor(owning: sockets.second)
    let nothing = try Files.open("/dev/null", O_RDWR)
    let log =
      streams.count < 3
      ? try openLog(of: order, recipe)
      : OutputWriter.Inlet(try nothing.duplicate())
    func stream(_ number: Int, or fallback: Int32) -> Int32 {
      number < streams.count ? streams[number] : fallback
    }
    var start = processStart(order, recipe)
    let end = openEnd(of: order)
    defer { Descriptor.close(end.map { [$0] } ?? []) }
    start.keptEnd = end.map { .init(file: $0, keeper: places.keeper) }
    if streams.count == 5 {
      start.terminal = .init(
        descriptor: streams[3],
        control: streams[4],
        leader: places.terminalLeader
      )
    }
    let started = try start.start(
      standardDescriptors: (
        stream(0, or: nothing.rawValue), stream(1, or: log.output.rawValue),
        stream(2, or: log.errorNumber)
      ),
      inheritedDescriptor: theirs.rawValue,
      groupDirectory: group.directoryNumber
    ).take()

    let process = AppProcess(
      launch: order.launch,
      group: group,
      main: started.process,
      processID: started.processID,
      executable: recipe.executable,
      container: recipe.container,
      status: Descriptor(owning: started.status)
    )
    process.output = order.jobRun.map { (run: $0, userID: recipe.userID) }
    do throws(SystemError) {
      try watch(process)
    } catch {
      group.kill()
      reap(started.process)
      throw error
    }
    // Without it the app can still connect by the socket's path.
    try? connections.adopt(
      ours,
      of: Peer(
        processID: started.processID,
        userID: recipe.userID,
        groupID: recipe.groupID,
        launch: order.launch
      )
    )
  }

  /// Where the end of a job's run is to be written; nowhere for an app, and where there is no room.
  private func openEnd(of order: LaunchOrder) -> Int32? {
    guard order.jobRun != nil else { return nil }
    do throws(SystemError) {
      let file = try keptEnds.open(order.app, order.launch)
      appsOfEnds[order.launch] = order.app
      return file.release()
    } catch {
      // It runs all the same; its end is lost only if this daemon's comes before.
      return nil
    }
  }

  /// Where the output goes: a log of the app, or what a job has printed, with a line for the run.
  private func openLog(
    of order: LaunchOrder,
    _ recipe: LaunchRecipe
  ) throws(SystemError) -> OutputWriter.Inlet {
    guard let run = order.jobRun else {
      return try AppLog.open(
        order.app,
        recipe,
        in: places.logFolder,
        program: places.outputWriter
      )
    }
    _ = try JobOutputFile.open(
      run,
      in: places.jobFolder,
      userID: recipe.userID,
      groupID: recipe.groupID
    )
    return try JobOutputFile.startWriter(
      of: run.job.description,
      in: places.jobFolder,
      as: .init(userID: recipe.userID, groupID: recipe.groupID),
      copyPath: recipe.environment.first { $0.hasPrefix(ProcessAdapter.copyVariable) }
        .map { String($0.dropFirst(ProcessAdapter.copyVariable.count)) },
      program: places.outputWriter
    )
  }

  // By which `torpor when --wait` asks for a copy of what each run prints; the command does not see it.
  private static let copyVariable = "TORPOR_OUTPUT_COPY="

  private func processStart(_ order: LaunchOrder, _ recipe: LaunchRecipe) -> ProcessStart {
    var added = [
      "TORPOR_SOCKET_FD=3", "TORPOR_SOCKET=\(places.socketPath)", "TORPOR_APP_ID=\(order.app)",
    ]
    if let container = recipe.container { added.append("TORPOR_CONTAINER=\(container)") }
    let names = [
      ProcessAdapter.copyVariable, "TORPOR_SOCKET_FD=", "TORPOR_SOCKET=", "TORPOR_APP_ID=",
      "TORPOR_CONTAINER=",
    ]
    let kept = recipe.environment.filter { entry in !names.contains { entry.hasPrefix($0) } }
    let isOwnUser =
      recipe.userID == CurrentProcess.userID && recipe.groupID == CurrentProcess.groupID
    return ProcessStart(
      executable: recipe.executable,
      arguments: recipe.arguments.isEmpty ? [recipe.executable] : recipe.arguments,
      environment: kept + added,
      workingDirectory: recipe.workingDirectory,
      user: isOwnUser
        ? nil : ProcessStart.User(userID: recipe.userID, groupID: recipe.groupID)
    )
  }

  // MARK: Watching

  func watch(_ process: AppProcess) throws(SystemError) {
    let launch = process.launch
    // Once for each change: a process whose parent does not reap it stays readable for ever.
    process.tokens.append(
      try loop.register(process.main.number, for: [.readable, .edgeTriggered]) {
        [unowned self] _ in
        ended(launch, attempt: 1)
      }
    )
    if let status = process.statusNumber {
      process.tokens.append(
        try loop.register(status, for: .readable) { [unowned self] _ in
          readStatus(launch)
        }
      )
    }
    processes[launch] = process
  }

  private func readStatus(_ launch: LaunchIdentifier) {
    guard let process = processes[launch], let status = process.statusNumber else { return }
    switch ProcessStart.outcome(on: status, executable: process.executable) {
    case .notKnownYet: break
    case .running:
      process.setRunning(on: loop)
      post(launch, .started)
      if process.isToBeFrozen { freezer.freeze(launch, process.group) }
    case .failed(let error):
      forget(process)
      // Its end says no more than that it failed; reap it and be done.
      reap(process.main)
      post(launch, .exited(status: .notStarted(errno: error.code)))
    }
  }

  private func reap(_ main: ProcessHandle) {
    guard main.end() == .stillRuns else { return }
    _ = loop.schedule(after: .milliseconds(1)) { [weak self] in self?.reap(main) }
  }

  private func ended(_ launch: LaunchIdentifier, attempt: Int) {
    // Whether it ever ran was written before its end, and must be told before it.
    readStatus(launch)
    guard let process = processes[launch] else { return }
    let status: ExitStatus
    switch process.main.end() {
    case .stillRuns: return
    case .ended(.exited(let code)): status = .exited(status: code)
    case .ended(.signalled(let signal)): status = .signalled(signal: signal)
    case .unknown where appsOfEnds[launch] == nil: status = .unknown
    case .unknown, .notReaped:
      let kept = appsOfEnds[launch].flatMap { keptEnds.end(of: $0, launch) }
      guard kept != nil || attempt >= ProcessAdapter.reapAttemptsMax else {
        _ = loop.schedule(after: ProcessAdapter.reapInterval) { [weak self] in
          self?.ended(launch, attempt: attempt + 1)
        }
        return
      }
      status = kept ?? .unknown
    }
    forget(process)
    post(launch, .exited(status: status))
  }

  // How long to wait for whoever is the parent of an adopted process to reap it: 10 × 10 ms. The
  // first process of a system does so at once; a parent that has not by then never will. Our choice.
  private static let reapAttemptsMax = 10
  private static let reapInterval = Duration.milliseconds(10)

  /// Ends what is left of the group and removes it.
  private func forget(_ process: AppProcess) {
    freezer.cancel(process.launch)
    pager.forget(process.launch)
    process.stopWatching(on: loop)
    processes[process.launch] = nil
    process.group.kill()
    remover.remove(process.group)
    if let (run, userID) = process.output {
      JobOutputFile.trim(run, in: places.jobFolder, userID: userID)
    }
  }

  private func post(_ launch: LaunchIdentifier, _ event: ProcessEvent) {
    sink.post(.input(.process(launch: launch, event: event)))
  }
}
