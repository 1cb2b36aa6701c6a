internal import Glibc
internal import TorporCore
internal import TorporModel
internal import TorporPosix

// How a process of an app is started.

extension ProcessAdapter {
  func start(
    _ order: LaunchOrder,
    _ recipe: LaunchRecipe,
    _ streams: [Int32],
    in group: ControlGroup,
    isAgain: Bool = false
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
    start.keeper = .init(file: end, groupDirectory: tree.keepers.number)
    start.avoidsClone3 = tree.keepers.isEntered
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
      keeper: started.process,
      executable: recipe.executable,
      workingDirectory: recipe.workingDirectory,
      container: recipe.container,
      status: Descriptor(owning: started.status),
      connection: ours
    )
    process.output = order.jobRun.map { (run: $0, userID: recipe.userID) }
    process.niceness = recipe.context?.niceness ?? 0
    // With streams of a caller's it cannot: they are closed by then.
    if streams.isEmpty, !isAgain {
      process.startAgain = { [weak self] () throws(SystemError) in
        try self?.start(order, recipe, streams, in: group, isAgain: true)
      }
    }
    recipients[order.launch] = RecipeOwner(recipe)
    do throws(SystemError) {
      try watch(process)
    } catch {
      // Before it is there it cannot be killed, so its keeper is, which then makes nothing; what is
      // there already ends with the group, which is removed only when it is empty.
      try? started.process.send(signal: SIGKILL)
      group.kill()
      reap(started.process)
      throw error
    }
  }

  /// Where the end of the command is to be written; nowhere where there is no room.
  private func openEnd(of order: LaunchOrder) -> Int32? {
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
        groupDirectory: tree.keepers.number,
        program: places.outputWriter
      )
    }
    var heading: String?
    _ = try JobOutputFile.open(
      run,
      in: places.jobFolder,
      userID: recipe.userID,
      groupID: recipe.groupID,
      heldHeading: &heading
    )
    return try JobOutputFile.startWriter(
      of: run.job.description,
      in: places.jobFolder,
      as: .init(userID: recipe.userID, groupID: recipe.groupID),
      groupDirectory: tree.keepers.number,
      copyPath: recipe.environment.first { $0.hasPrefix(ProcessAdapter.copyVariable) }
        .map { String($0.dropFirst(ProcessAdapter.copyVariable.count)) },
      heading: heading,
      program: places.outputWriter
    )
  }

  // By which `torpor when --wait` asks for a copy of what each run prints; the command does not see it.
  private static let copyVariable = "TORPOR_OUTPUT_COPY="

  private func processStart(_ order: LaunchOrder, _ recipe: LaunchRecipe) -> ProcessStart {
    var added = [
      "TORPOR_SOCKET_FD=3", "TORPOR_SOCKET=\(places.socketPath)", "TORPOR_APP_ID=\(order.app)",
    ]
    if let container = recipe.container {
      added.append("TORPOR_CONTAINER=\(container)")
      // Where programs of Linux keep what they can make again (XDG Base Directory Specification): its own, so that it can
      // be purged.
      if !recipe.environment.contains(where: { $0.hasPrefix("XDG_CACHE_HOME=") }) {
        added.append("XDG_CACHE_HOME=\(container)/\(AppFolders.caches)")
      }
    }
    let names = [
      ProcessAdapter.copyVariable, "TORPOR_SOCKET_FD=", "TORPOR_SOCKET=", "TORPOR_APP_ID=",
      "TORPOR_CONTAINER=",
    ]
    let kept = recipe.environment.filter { entry in !names.contains { entry.hasPrefix($0) } }
    let isOwnUser =
      recipe.userID == CurrentProcess.userID && recipe.groupID == CurrentProcess.groupID
    var start = ProcessStart(
      executable: recipe.executable,
      arguments: recipe.arguments.isEmpty ? [recipe.executable] : recipe.arguments,
      environment: kept + added,
      workingDirectory: recipe.workingDirectory,
      user: isOwnUser
        ? nil : ProcessStart.User(userID: recipe.userID, groupID: recipe.groupID)
    )
    start.context = recipe.context?.processContext
    return start
  }
}
