import TorporModel

// An app is a group of processes: it lives as long as any of them does.

extension AppRecord {
  /// Handles the end of the command while processes that it started are still running.
  ///
  /// A plain program continues as the app, so that a wrapper may start the real program and end. A
  /// Torpor-aware app is its main process, and a job its command: processes that they leave behind end
  /// with them, like a service's processes (`KillMode=control-group` of systemd.kill(5)).
  mutating func commandEnded(_ end: CommandEnd, in turn: inout Turn) {
    guard let launch = process.launch, facts.commandEnd == nil else { return }
    let reason = ExitReason(end.status)
    facts.commandEnd = ExitRecord(
      launch: launch,
      at: turn.now,
      reason: reason,
      remaining: end.remaining
    )
    if process.isEnding {
      // The command ended as requested; the other processes are asked now, and have the same time.
      turn.order(process.isKilled ? .kill(launch) : .requestTermination(launch))
      return
    }
    let leftBehind = Condition(
      .leftBehind,
      subject: end.remaining == 1 ? "1 process" : "\(end.remaining) processes"
    )
    guard !facts.speaks, job == nil else {
      return facts.speaks
        ? apply(.killOrdered(reason), in: &turn, because: [leftBehind])
        : self.end(reason, in: &turn, because: [leftBehind])
    }
    turn.record(
      .endCommand(reason, remaining: end.remaining),
      of: identifier,
      launch: launch,
      because: [Condition(.endedByItself)]
    )
  }

  /// Handles that no client waits for the end of the command any more: this is recorded, and nothing is done.
  mutating func callerLeft(in turn: inout Turn) {
    guard let launch = process.launch, !process.isEnding, facts.commandEnd == nil else { return }
    turn.record(
      .endCommand(.forceQuit, remaining: 0),
      of: identifier,
      launch: launch,
      verdict: .denied,
      because: [Condition(.callerLeft, holds: false)]
    )
  }
}
