internal import Glibc
internal import TorporCore
internal import TorporModel
internal import TorporPosix

// From the start of a command to the moment when its group is empty.
//
// The end of a keeper is the end of its command, with the status in its file. Where the keeper itself was
// killed the command is watched, and the kernel asked how it ended. When the command has ended its group
// may hold what it has started: that is told, and the group watched until nothing is in it.

extension ProcessAdapter {
  // The handlers hold nothing: a registration outlives its descriptor for as long as a process that is
  // being born has a copy of it.
  func watch(_ process: AppProcess) throws(SystemError) {
    let launch = process.launch
    if let keeper = process.keeper {
      // Once for each change: a process whose parent does not reap it stays readable for ever.
      process.tokens.append(
        try loop.register(keeper.number, for: [.readable, .edgeTriggered]) { [weak self] _ in
          self?.keeperEnded(launch)
        }
      )
    } else if process.main != nil {
      try watchCommand(of: process)
    }
    if let status = process.statusNumber {
      process.statusToken = try loop.register(status, for: .readable) { [weak self] _ in
        self?.readStatus(launch)
      }
    }
    processes[launch] = process
  }

  private func watchCommand(of process: AppProcess) throws(SystemError) {
    guard let main = process.main else { return }
    let launch = process.launch
    process.tokens.append(
      try loop.register(main.number, for: [.readable, .edgeTriggered]) { [weak self] _ in
        self?.commandEnded(launch, attempt: 1)
      }
    )
  }

  // MARK: The start

  private func readStatus(_ launch: LaunchIdentifier) {
    while let process = processes[launch], let status = process.statusNumber {
      switch ProcessStart.outcome(on: status, executable: process.executable) {
      case .notKnownYet: return
      case .born(let processID, let main?): setBorn(process, processID, main)
      case .born(let processID, nil): setBornUnseen(process, processID)
      case .running:
        process.setRunning(on: loop)
        // A keeper that was killed first has made nothing.
        guard process.main != nil else { return }
        post(launch, .started)
        if let priority = process.priority { prioritize(launch, priority) }
        if process.isToBeFrozen { freezer.freeze(launch, process.group) }
      case .failed(let error) where error.operation == ProcessStart.folderOperation:
        endStart(of: process, .notInFolder(path: process.workingDirectory, errno: error.code))
      case .failed(let error): endStart(of: process, .notStarted(errno: error.code))
      }
    }
  }

  /// Its end says no more than that it failed; it is reaped, and that is all.
  private func endStart(of process: AppProcess, _ status: ExitStatus) {
    forget(process)
    if let keeper = process.keeper { reap(keeper) }
    post(process.launch, .exited(status: status))
  }

  private func setBorn(_ process: AppProcess, _ processID: Int32, _ main: ProcessHandle) {
    let ours = process.setBorn(processID, main)
    // Orders that came before there was anything to carry them out on.
    if process.isToBeKilled { process.group.kill() }
    if process.isToBeAsked { try? main.send(signal: SIGTERM) }
    guard let ours, let recipient = recipients.removeValue(forKey: process.launch) else { return }
    // Without it the app can still connect by the socket's path.
    try? connections.adopt(
      ours,
      of: Peer(
        processID: processID,
        userID: recipient.userID,
        groupID: recipient.groupID,
        launch: process.launch
      )
    )
  }

  /// The command is there, and there was no descriptor for it: it gets one of the reserve, or ends.
  private func setBornUnseen(_ process: AppProcess, _ processID: Int32) {
    do throws(SystemError) {
      let main = try reserve.spend { () throws(SystemError) in
        let main = try ProcessHandle.open(processID)
        guard process.group.processIDs().contains(processID) else {
          throw SystemError(operation: "find", subject: "\(processID)", code: ESRCH)
        }
        return main
      }
      setBorn(process, processID, main)
    } catch {
      // It has ended already, as its keeper is about to say.
      guard error.code != ESRCH else { return }
      // Unwatched, it would run unseen.
      reserve.spend { process.group.kill() }
      forget(process)
      if let keeper = process.keeper { reap(keeper) }
      post(process.launch, .exited(status: .notStarted(errno: error.code)))
    }
  }

  func reap(_ child: ProcessHandle) {
    guard child.end() == .stillRuns else { return }
    _ = loop.schedule(after: .milliseconds(1)) { [weak self] in self?.reap(child) }
  }

  // MARK: The end of the command

  private func keeperEnded(_ launch: LaunchIdentifier) {
    // Whether it ever ran was written before its end, and must be told before it.
    readStatus(launch)
    guard let process = processes[launch], let keeper = process.keeper else { return }
    let end = keeper.end()
    guard end != .stillRuns else { return }
    process.stopWatching(on: loop)
    process.keeper = nil
    if end == .ended(.signalled(signal: SIGKILL)), bearAgain(process) { return }
    let app = appsOfEnds[launch]
    if let status = app.flatMap({ keptEnds.end(of: $0, launch) }) {
      return commandEnded(process, status)
    }
    switch end {
    // There was no room for a file; it ended as its command did.
    case .ended(let end) where app == nil: commandEnded(process, ExitStatus(end))
    // Only the kernel knows; that is asked when the command has ended.
    case _ where process.main != nil: watchOrphan(process)
    case .ended(let end): commandEnded(process, ExitStatus(end))
    case .stillRuns, .notReaped, .unknown: commandEnded(process, .unknown)
    }
  }

  /// Starts another keeper for one that was killed before it had made anything, and says whether it runs.
  ///
  /// The kernel kills it at its birth in a group that was killed once (`BirthGroup`).
  private func bearAgain(_ process: AppProcess) -> Bool {
    guard process.main == nil, !process.isToBeKilled else { return false }
    // The next app has a chance even where this one cannot be started again.
    _ = tree.keepers.replace()
    guard let startAgain = process.startAgain else { return false }
    do throws(SystemError) {
      try startAgain()
    } catch {
      return false
    }
    processes[process.launch]?.takeOrders(of: process)
    return true
  }

  private func watchOrphan(_ process: AppProcess) {
    do throws(SystemError) {
      try watchCommand(of: process)
    } catch {
      // Unwatched, it would run, or stay frozen, unseen.
      process.group.kill()
      commandEnded(process, .unknown)
    }
  }

  private func commandEnded(_ launch: LaunchIdentifier, attempt: Int) {
    guard let process = processes[launch], let main = process.main else { return }
    let status: ExitStatus
    switch main.end() {
    case .stillRuns: return
    case .ended(let end): status = ExitStatus(end)
    case .unknown where appsOfEnds[launch] == nil: status = .unknown
    case .unknown, .notReaped:
      let kept = appsOfEnds[launch].flatMap { keptEnds.end(of: $0, launch) }
      guard kept != nil || attempt >= ProcessAdapter.reapAttemptsMax else {
        _ = loop.schedule(after: ProcessAdapter.reapInterval) { [weak self] in
          self?.commandEnded(launch, attempt: attempt + 1)
        }
        return
      }
      status = kept ?? .unknown
    }
    guard process.commandEnd == nil else { return }
    process.stopWatching(on: loop)
    commandEnded(process, status)
  }

  // How long to wait for the parent of a command without a keeper to reap it: 10 × 10 ms. The
  // first process of a system does so at once; a parent that has not by then never will. Our choice.
  private static let reapAttemptsMax = 10
  private static let reapInterval = Duration.milliseconds(10)

  // MARK: The end of the group

  /// The command has ended: so has all of it, or what it has started runs on.
  private func commandEnded(_ process: AppProcess, _ status: ExitStatus) {
    let status = process.group.seen(status)
    process.commandEnd = status
    let remaining = process.group.processIDs().count
    guard watchUntilEmpty(process) else { return finish(process) }
    if remaining > 0 {
      post(process.launch, .commandExited(CommandEnd(status: status, remaining: remaining)))
    }
  }

  /// Has `finish` called when the group is empty; says whether it is not yet.
  func watchUntilEmpty(_ process: AppProcess) -> Bool {
    let launch = process.launch
    do throws(SystemError) {
      guard try process.group.events().isPopulated else { return false }
      // Another than the one by which the freezer hears of thaws.
      let number = process.watchEmptiness(on: try process.group.openEvents())
      process.tokens.append(
        try loop.register(number, for: .urgent) { [weak self] _ in
          // Read through the descriptor that is watched, which is quiet then until the next change.
          guard let self, let process = processes[launch], !ControlGroup.isPopulated(number) else {
            return
          }
          finish(process)
        }
      )
      // It may have become empty in between.
      return ControlGroup.isPopulated(number)
    } catch {
      // Unwatched, it would run, or stay frozen, unseen; `forget` ends it.
      return false
    }
  }

  private func finish(_ process: AppProcess) {
    // The kernel counts what every process of the group has used, until the group is removed.
    if let usage = process.group.usage(network) { post(process.launch, .measured(usage)) }
    network.forget(group: process.group.inode)
    forget(process)
    post(process.launch, .exited(status: process.commandEnd ?? .unknown))
  }

  /// Ends what is left of the group and removes it.
  func forget(_ process: AppProcess) {
    freezer.cancel(process.launch)
    pager.forget(process.launch)
    swapReader.forget(process.launch)
    sockets.forget(process.launch)
    process.stopWatching(on: loop)
    processes[process.launch] = nil
    recipients[process.launch] = nil
    process.group.kill()
    remover.remove(process.group)
    outputEnded(of: process)
  }
}

extension ControlGroup {
  /// The end of its command, with what the kernel's counters say of it: SIGKILL has many senders.
  func seen(_ status: ExitStatus) -> ExitStatus {
    guard status == .signalled(signal: SIGKILL), let kills = outOfMemoryKills(), kills > 0 else {
      return status
    }
    return .outOfMemory
  }
}

extension ExitStatus {
  fileprivate init(_ end: ProcessHandle.End) {
    switch end {
    case .exited(let status): self = .exited(status: status)
    case .signalled(let signal): self = .signalled(signal: signal)
    }
  }
}
