internal import Glibc
package import TorporCore
internal import TorporModel
internal import TorporPosix

// What outlived the daemon: found, watched, and told to the policy.

extension ProcessAdapter {
  /// Finds the groups that outlived the daemon, watches them, and removes the empty ones; finds the
  /// ends that were written down meanwhile.
  package func adopt() -> [Survivor] {
    let found: [(app: AppIdentifier, launch: LaunchIdentifier, path: String)]
    do throws(SystemError) {
      found = try reserve.spend { () throws(SystemError) in try tree.listing() }
    } catch {
      // To go on would be to tell the policy that every app has ended, which would be untrue; the
      // dead man thaws them, and the next daemon may do better.
      fatalError("\(error)")
    }
    let ended = keptEnds.listing()
    for (app, launch) in ended { appsOfEnds[launch] = app }
    var survivors: [Survivor] = []
    var readings: [LaunchIdentifier: ResourceUsage] = [:]
    for (app, launch, path) in found where processes[launch] == nil {
      do throws(SystemError) {
        let group = try tree.open(path)
        if let survivor = try adopt(app, launch, group, &readings) { survivors.append(survivor) }
      } catch {
        if error.code != ENOENT && error.code != ENODEV { abandon(path) }
      }
    }
    let unwritten = found.filter { group in
      readings[group.launch] != nil && !ended.contains { $0.launch == group.launch }
    }
    // How one ended that was written down nowhere is unknown; what it used is not.
    survivors += unwritten.map { app, launch, _ in
      Survivor(app: app, launch: launch, isFrozen: false, end: .unknown, usage: readings[launch])
    }
    for (app, launch) in ended where processes[launch] == nil {
      // One without a line was killed with its keeper, by an unknown process.
      let end = keptEnds.end(of: app, launch) ?? .unknown
      survivors.append(
        Survivor(app: app, launch: launch, isFrozen: false, end: end, usage: readings[launch])
      )
    }
    return survivors.sorted { $0.launch < $1.launch }
  }

  private func adopt(
    _ app: AppIdentifier,
    _ launch: LaunchIdentifier,
    _ group: ControlGroup,
    _ readings: inout [LaunchIdentifier: ResourceUsage]
  ) throws(SystemError) -> Survivor? {
    let (line, isHeld) = settledLine(of: app, launch)
    let found = found(line, isHeld: isHeld, in: group)
    let events = try group.events()
    // An empty group whose keeper is there yet has an end that is about to be written down.
    guard events.isPopulated || found.keeper != nil else {
      readings[launch] = lastReading(of: group)
      remover.remove(group)
      return nil
    }
    let process = AppProcess(
      launch: launch,
      group: group,
      keeper: found.keeper,
      executable: app.text,
      container: places.containers[app],
      main: found.main
    )
    process.output = output(of: app, group)
    process.niceness = found.main.map { shares.base(ofAdopted: $0.processID) } ?? 0
    var commandEnd: CommandEnd?
    if found.keeper == nil, found.main == nil {
      if case .ended(let status) = line {
        process.commandEnd = status
      } else if case .running = line {
        // Its keeper was killed, and the command has ended since: its exit status is unknown.
        process.commandEnd = .unknown
      } else {
        throw SystemError(operation: "watch", subject: group.path, code: EMFILE)
      }
      commandEnd = process.commandEnd.map {
        CommandEnd(status: $0, remaining: group.processIDs().count)
      }
    }
    try watch(process)
    if commandEnd != nil, !watchUntilEmpty(process) {
      readings[launch] = lastReading(of: group)
      forget(process)
      return nil
    }
    // A freeze that was ordered and never seen through is undone: the policy decides anew.
    if events.isFrozen { freezer.watch(launch, group) } else { freezer.thaw(launch, group) }
    return Survivor(
      app: app,
      launch: launch,
      isFrozen: events.isFrozen,
      commandEnd: commandEnd
    )
  }

  /// What the file of a command says, and whether its keeper lives; waits for a keeper that was made just
  /// before its daemon died and has not made the command yet.
  private func settledLine(
    of app: AppIdentifier,
    _ launch: LaunchIdentifier
  ) -> (line: KeptEnds.Line?, isHeld: Bool) {
    for _ in 0..<ProcessAdapter.settlingAttemptsMax {
      let isHeld = keptEnds.isHeld(app, launch)
      let line = keptEnds.line(of: app, launch)
      guard isHeld, line == .unwritten else { return (line, isHeld) }
      usleep(ProcessAdapter.settlingIntervalMicroseconds)
    }
    return (keptEnds.line(of: app, launch), false)
  }

  // 2000 × 1 ms: it needs less than one, and on a machine that is busy beyond measure some hundred. A
  // keeper that has not made its command by then finds its group removed. Our choice.
  private static let settlingAttemptsMax = 2000
  private static let settlingIntervalMicroseconds: UInt32 = 1000

  /// What is there of a command: its keeper, and itself.
  ///
  /// Without a line that names them the oldest process of the group is taken for the command.
  private func found(
    _ line: KeptEnds.Line?,
    isHeld: Bool,
    in group: ControlGroup
  ) -> (keeper: ProcessHandle?, main: (processID: Int32, process: ProcessHandle)?) {
    switch line {
    case .ended: return (nil, nil)
    case .running(let command, let keeperID):
      // Of a keeper that is gone the number may be another's; so may that of its command.
      let keeper = isHeld ? try? ProcessHandle.open(keeperID) : nil
      let main = (try? ProcessHandle.open(command)).map { (processID: command, process: $0) }
      return (keeper, group.processIDs().contains(command) ? main : nil)
    case .unwritten, nil: return (nil, oldestProcess(of: group))
    }
  }

  /// Where a job prints whose run outlived the daemon: its file is that of whom its command runs as.
  private func output(
    of app: AppIdentifier,
    _ group: ControlGroup
  ) -> (run: JobRunNumber, userID: UInt32)? {
    guard let job = JobRecord.job(ofApp: app) else { return nil }
    let owners = group.processIDs().compactMap { processID in
      try? Files.facts(of: "\(places.procRoot)/\(processID)").st_uid
    }
    // The keeper of the run may be the daemon's own; the highest number is not.
    return owners.max().map { (JobRunNumber(job: job, run: 1), $0) }
  }

  /// Ends an app that cannot be watched, as when no descriptor is left.
  ///
  /// The policy takes it for ended, so it must be: left alone it would run, or stay frozen, unseen.
  private func abandon(_ path: String) {
    try? reserve.spend { () throws(SystemError) in
      let group = try tree.open(path)
      group.kill()
      remover.remove(group)
    }
  }

  /// What an empty group has used; the kernel's programs forget it after that.
  private func lastReading(of group: ControlGroup) -> ResourceUsage? {
    let usage = group.usage(network)
    network.forget(group: group.inode)
    return usage
  }

  private func oldestProcess(
    of group: ControlGroup
  ) -> (processID: Int32, process: ProcessHandle)? {
    let byAge = group.processIDs()
      .compactMap { ProcessStat(of: $0, procRoot: places.procRoot) }
      .sorted { ($0.startTicks, $0.processID) < ($1.startTicks, $1.processID) }
    for stat in byAge {
      guard let handle = try? ProcessHandle.open(stat.processID) else { continue }
      // The number may have gone to another process between the list and the handle.
      if group.processIDs().contains(stat.processID) { return (stat.processID, handle) }
    }
    return nil
  }
}
