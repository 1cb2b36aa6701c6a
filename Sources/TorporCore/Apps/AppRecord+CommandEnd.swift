import TorporModel

// An app is a group of processes: it lives as long as any of them does.

extension AppRecord {
  /// The command has ended, and what it started has not.
  ///
  /// A plain program continues as the app, so that a wrapper may start the real program and end. An app
  /// that speaks to the system is its main process, and a job its command: what they leave behind ends
  /// with them, as a service's processes do (`KillMode=control-group` of systemd.kill(5)).
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
      // The command was asked to end and has; the others hear of it now, and have the same time.
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

  /// No client waits for the end of the command any more: what becomes of it is reported, and nothing is done.
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
