import TorporCore
import TorporModel
import TorporWire

// The ends of processes, and the signals that are sent to them.

extension ControlCalls {
  func wait(_ call: Incoming<Control.Wait>) throws(WireError) -> [Submission] {
    let launch = call.launch
    guard let record = try end(of: launch) else {
      table.awaitEnd(of: launch, waiting(call))
      return []
    }
    answer(call, Control.Wait.Reply(exit: record))
    return []
  }

  /// How a process has ended; `nil` where it is there.
  private func end(of launch: LaunchIdentifier) throws(WireError) -> ExitRecord? {
    let apps = driver.device.apps
    if let app = apps.slot(of: launch).flatMap({ apps[slot: $0] })?.identifier {
      guard permission.covers(app) else { throw .unknownLaunch(launch) }
      return apps.slot(of: launch).flatMap { apps[slot: $0] }?.facts.commandEnd
    }
    if let (record, app) = table.recentEnds[launch], app.map(permission.covers) ?? true {
      return record
    }
    let last = apps.records.first { $0.persistentState.lastExit?.launch == launch }
    if let last, permission.covers(last.identifier), let record = last.persistentState.lastExit {
      return record
    }
    guard let record = loggedEnd(of: launch) else { throw .unknownLaunch(launch) }
    return record
  }

  /// The end of a process that an earlier daemon has seen, and perhaps not reported.
  private func loggedEnd(of launch: LaunchIdentifier) -> ExitRecord? {
    let countMax = Self.decisionsLookedThrough
    let rows = (try? driver.decisions(about: nil, after: 0, countMax: countMax)) ?? []
    let found = rows.last { $0.decision.launch == launch && ExitRecord($0.decision) != nil }
    guard let decision = found?.decision, permission.mayRead(decision) else { return nil }
    return ExitRecord(decision)
  }

  /// How many decisions are looked through for an end that this daemon has not seen.
  ///
  /// 1000: a client that waits asks again within seconds of a restart. Our choice.
  private static let decisionsLookedThrough = 1000

  /// Sends a signal to a plain command, as its shell would.
  ///
  /// One that asks it to end would not be heard while it is frozen, so that is a quit.
  func signal(_ call: Incoming<Control.Signal>) throws(WireError) -> [Submission] {
    let (apps, launch) = (driver.device.apps, call.launch)
    guard let slot = apps.slot(of: launch), let app = apps[slot: slot]?.identifier,
      permission.covers(app)
    else { throw .unknownLaunch(launch) }
    guard apps[slot: slot]?.isAdopted != true else { throw .refused(.isAdopted(app)) }
    let isFrozen = apps.process(inSlot: slot)?.isFrozenOrFreezing == true
    if isFrozen, Self.endingSignals.contains(call.number) {
      return act(.forceQuit(app: app), call)
    }
    table.processes.send(signal: call.number, to: launch)
    answer(call, NoReply())
    return []
  }

  /// SIGHUP, SIGINT, SIGQUIT and SIGTERM of signal(7): what asks a program to end.
  private static let endingSignals: Set<Int32> = [1, 2, 3, 15]
}
