import TorporCore
import TorporModel

/// After a long quiet time in health: what was due has happened, and nothing is stuck.
enum WhatIsDueHappened {
  /// How long a reply may take: thousands of times what the slowest message does; our choice.
  private static let replyTime = Duration.seconds(10)

  /// What is still open, as sentences; empty in health.
  ///
  /// Lets the machine run on for as long as a reply may
  /// take, for something is asked at every moment.
  static func broken(_ machine: SimulatedMachine) -> [String] {
    let asked = machine.processes.living.reduce(into: [:]) { asked, process in
      asked[process.launch] = Set(process.inbox.requests.map(\.id))
    }
    machine.run(until: machine.clock.now() + replyTime)
    var broken: [String] = []
    if let outage = machine.daemon.journalOutage {
      broken.append("the journal is still not written: \(outage.cause)")
    }
    for process in machine.processes.living {
      let unanswered = process.inbox.requests.filter {
        asked[process.launch]?.contains($0.id) == true
      }
      if process.canRun, !unanswered.isEmpty {
        broken.append("'\(process.app.alias)' still waits for \(unanswered.count) replies")
      }
      broken += open(process, machine)
    }
    broken += machine.transferWatch.untold(on: machine)
    if !machine.daemon.replaysToItself() {
      broken.append("the journal does not replay to the device that wrote it")
    }
    return broken
  }

  private static func open(_ process: SimulatedProcess, _ machine: SimulatedMachine) -> [String] {
    guard let record = machine.daemon.device?.apps[process.app.identifier] else { return [] }
    let alias = process.app.alias
    var broken: [String] = []
    let now = machine.clock.now()
    let held = record.heldBy(at: now)
    // Sound and a location session may last for ever; everything else has an end. What has begun of
    // late may still run: refreshes come in quiet times too.
    let mayRun =
      record.process.isOnScreen
      || held.contains { hold in
        [.audio, .locationUpdates].contains(hold.reason)
          || hold.since.map { $0 + longestHold > now } ?? hold.until.map { $0 > now } ?? false
      }
    if !mayRun, !process.isFrozen {
      let reasons = held.map(\.reason.rawValue).joined(separator: ", ")
      broken.append("'\(alias)' still runs off screen, held by: \(reasons)")
    }
    return broken
  }

  /// The longest that one thing but sound may hold an app off screen.
  ///
  /// 10 min of background tasks (the oldest profiles), and the six seconds of their end.
  private static let longestHold = Duration.minutes(10) + RunningTask.handlerTime
}
