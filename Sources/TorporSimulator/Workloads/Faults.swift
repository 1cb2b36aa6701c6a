import TorporCore
import TorporModel

/// The daemon dies: between turns, before it has saved, or before it has done what it saved.
struct DaemonDeaths: Workload {
  let name = "daemon deaths"
  let isFault = true
  let meanPause = Duration.seconds(120)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    // Two faults at once may cost what was accepted; each alone must not.
    guard machine.daemon.journalOutage == nil else { return }
    let point = random.pick(DeathPoint.allCases)
    machine.note("the daemon dies \(point.rawValue)")
    machine.crashDaemon(at: point)
  }
}

/// Commits fail, one or several in a row.
struct JournalFailures: Workload {
  let name = "journal failures"
  let isFault = true
  let meanPause = Duration.seconds(150)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    let first = machine.daemon.journal.commitCount + random.number(1...5)
    let count = random.number(1...3)
    machine.note("\(count) commits will fail")
    machine.daemon.journal.failingCommits.formUnion(first..<(first + count))
  }

  func stop(_ machine: SimulatedMachine) { machine.daemon.journal.failingCommits.removeAll() }
}

/// The kernel cannot freeze a group in time.
struct FreezeFailures: Workload {
  let name = "freeze failures"
  let isFault = true
  let meanPause = Duration.seconds(100)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    machine.note("a freeze will fail")
    machine.processes.failNextFreezes(random.number(1...3))
  }

  func stop(_ machine: SimulatedMachine) { machine.processes.failNextFreezes(0) }
}

/// Processes are killed from outside the system.
struct ProcessDeaths: Workload {
  let name = "process deaths"
  let isFault = true
  let meanPause = Duration.seconds(100)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    let living = machine.processes.living
    guard !living.isEmpty else { return }
    let victim = random.pick(living)
    machine.note("\(victim.app.alias) is killed from outside")
    // SIGKILL and SIGSEGV on every Linux.
    machine.processes.end(victim.launch, .signalled(signal: random.pick([9, 11])))
  }
}

/// The machine loses its power and starts again.
struct PowerLosses: Workload {
  let name = "power losses"
  let isFault = true
  let meanPause = Duration.minutes(12)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    guard machine.daemon.journalOutage == nil else { return }
    machine.note("the machine loses power")
    machine.reboot()
  }
}

/// The wall clock is set, forwards and backwards, and its user travels from zone to zone.
struct ClockJumps: Workload {
  let name = "clock jumps"
  let isFault = true
  let meanPause = Duration.minutes(4)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    if random.chance(30) {
      let hours = random.number(-12...14)
      machine.note("the device is \(hours) h ahead of UTC")
      let offset = ZoneRules.Offset(seconds: hours * 3600)
      guard let zone = ZoneRules(initial: offset, transitions: []) else { return }
      machine.daemon.device(.timeZone(zone))
    } else {
      // Mostly a correction; now and then somebody plays with it.
      let furthest = random.pick([Duration.seconds(5), .minutes(90), .hours(30)])
      machine.jumpWallClock(by: random.duration(.zero - furthest, furthest))
    }
  }
}

/// The machine sleeps, for seconds or for a night.
struct Sleeps: Workload {
  let name = "sleeps"
  let isFault = true
  let meanPause = Duration.minutes(6)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    let longest = random.pick([Duration.seconds(5), .minutes(5), .hours(8)])
    let length = random.duration(.milliseconds(10), longest)
    machine.note("the machine sleeps for \(length)")
    machine.sleep(for: length)
  }
}

/// The process that moves the bytes of transfers dies.
struct ServiceDeaths: Workload {
  let name = "service deaths"
  let isFault = true
  let meanPause = Duration.minutes(3)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    // Mostly of nobody; now and then of one transfer, again and again.
    guard let victim = machine.transfers.running.last, random.chance(40) else {
      machine.note("the transfer service dies")
      return machine.transfers.die()
    }
    let count = random.number(1...4)
    machine.note("the transfer service dies of transfer \(victim), \(count + 1) times")
    machine.transfers.poison(victim, deathCount: count)
  }

  func stop(_ machine: SimulatedMachine) { machine.transfers.endPoison() }
}
