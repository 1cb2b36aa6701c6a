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
    for (app, launch, path) in found where processes[launch] == nil {
      do throws(SystemError) {
        let group = try tree.open(path)
        if let survivor = try adopt(app, launch, group) { survivors.append(survivor) }
      } catch {
        if error.code != ENOENT && error.code != ENODEV { abandon(path) }
      }
    }
    for (app, launch) in ended where processes[launch] == nil {
      // One without a line was killed with its keeper, and nobody knows by whom.
      let end = keptEnds.end(of: app, launch) ?? .unknown
      survivors.append(Survivor(app: app, launch: launch, isFrozen: false, end: end))
    }
    return survivors.sorted { $0.launch < $1.launch }
  }

  private func adopt(
    _ app: AppIdentifier,
    _ launch: LaunchIdentifier,
    _ group: ControlGroup
  ) throws(SystemError) -> Survivor? {
    let events = try group.events()
    guard events.isPopulated else {
      remover.remove(group)
      return nil
    }
    if keptEnds.end(of: app, launch) != nil {
      // Its command has ended, and what that left behind ends with it.
      group.kill()
      remover.remove(group)
      return nil
    }
    guard let (processID, main) = oldestProcess(of: group) else {
      throw SystemError(operation: "watch", subject: group.path, code: EMFILE)
    }
    let process = AppProcess(
      launch: launch,
      group: group,
      main: main,
      processID: processID,
      executable: app.text,
      container: places.containers[app]
    )
    process.output = output(of: app, group)
    try watch(process)
    // A freeze that was ordered and never seen through is undone: the policy decides anew.
    if events.isFrozen { freezer.watch(launch, group) } else { freezer.thaw(launch, group) }
    return Survivor(app: app, launch: launch, isFrozen: events.isFrozen)
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

  private func oldestProcess(of group: ControlGroup) -> (Int32, ProcessHandle)? {
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
