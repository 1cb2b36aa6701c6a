import TorporCore
import TorporModel
import TorporWire

/// One life of a device that a number draws: apps, user, loads, faults and clock jumps.
///
/// First phase: loads and faults, in which nothing may go wrong. Second phase: quiet and healthy, in
/// which everything that is due must happen. The same seed gives the same life, on every machine.
package struct SeedRun: Sendable {
  package let seed: UInt64
  /// A short name for all that happened and for the device at the end.
  package let digest: String
  /// Rules that were broken, in order.
  package let violations: [TimelineEntry]
  package let timeline: [TimelineEntry]
  /// What acted on the device.
  package let loads: [String]
  /// How many inputs the journal took.
  package let commitCount: Int

  /// What was recorded of the life; empty: nothing.
  package let recording: [UInt8]

  /// Lives the life of a seed, and records it where that is asked for.
  package init(seed: UInt64, isRecorded: Bool = false) {
    var random = SplitMix64(seed: seed)
    var life = SeedLife(seed, using: &random, isRecorded: isRecorded)
    life.run(using: &random)
    self.seed = seed
    digest = life.digest()
    violations = life.machine.recorder.violations
    timeline = life.machine.recorder.entries
    loads = life.workloads.map(\.name)
    commitCount = life.machine.daemon.journal.commitCount
    recording = life.machine.daemon.recording?.bytes ?? []
  }

  /// The one line of the seed; for a failing one, also what broke, after the `rows` before it, and how
  /// to see it again.
  package func lines(rows: Int = SeedRun.rowsUsual) -> [String] {
    let number = TimelineText.pad("seed \(seed)", to: 14)
    guard let first = violations.first else { return ["\(number)holds  \(digest)"] }
    return ["\(number)FAILS  \(digest)"]
      + rowsBefore(first, rows).map { "  | \(TimelineText.line($0))" }
      + ["  broken rules: \(violations.count); see it again: torpor simulate --seeds \(seed)"]
  }

  /// The broken rule, and what happened last before it.
  private func rowsBefore(_ violation: TimelineEntry, _ count: Int) -> [TimelineEntry] {
    guard let index = timeline.firstIndex(of: violation) else { return [violation] }
    return timeline[...index].suffix(max(1, count))
  }

  /// How much of the past a failing seed shows unless more is asked for: a third of a screen (our
  /// choice).
  package static let rowsUsual = 16
}

/// A machine on which workloads act.
private struct SeedLife {
  let machine: SimulatedMachine
  let workloads: [any Workload]
  /// Draws when the machine sleeps, apart from all else: lives without sleep stay as they were.
  private var nights: SplitMix64
  /// How many times as long everything takes as in the busiest lives; heavy work needs hours in which
  /// nobody touches the device.
  let pace: Int

  /// How long loads and faults go on in the busiest lives.
  ///
  /// Long enough for every budget of every profile (600 s) to run out several times; our choice.
  private static let busyPhase = Duration.minutes(40)
  /// How long it is quiet after them.
  ///
  /// Longer than every budget and every retry, and not a round number: what comes every quarter of an
  /// hour does not begin just when it is looked whether all has ended; our choice.
  private static let quietPhase = Duration.minutes(31)
  /// After how many looks at the machine loads and faults end in any case.
  ///
  /// Most lives end before; one that drags on would cost as much as ten, and shows the same again and
  /// again. Our choice.
  private static let looksMax = 4000

  /// After how many looks a life is over in any case, its quiet time included.
  ///
  /// An app may do the same again and again, four times in a second; what comes every few milliseconds and
  /// has no end is a mistake. Our choice.
  private static let looksOfLifeMax = 400_000

  init(_ seed: UInt64, using random: inout SplitMix64, isRecorded: Bool) {
    var device = DeviceDefinition()
    device.memoryBytes = Int64(random.number(1...4)) * 1_000_000_000
    // Half of all lives have swap, and some of those too little of it.
    device.swapBytes = random.chance(50) ? random.pick([50, 500, 4000]) * 1_000_000 : 0
    device.hasPasscode = random.chance(60)
    device.isBootedLocked = device.hasPasscode && random.chance(10)
    var latencies = SimulatedProcesses.Latencies()
    latencies.message = random.duration(.milliseconds(1), .milliseconds(4))
    if random.chance(80) {
      latencies.start = random.duration(.zero, .milliseconds(300))
      latencies.freeze = random.duration(.zero, .milliseconds(90))
      latencies.kill = random.duration(.zero, .milliseconds(50))
      latencies.inspect = random.duration(.zero, .milliseconds(20))
      // Long enough for thaws to come in between.
      latencies.pageOut = random.duration(.zero, .seconds(2))
    }
    let profile = random.pick(ProfileName.allCases)
    var apps = (1...random.number(1...5)).map { RandomApp.draw($0, using: &random) }
    // Drawn apart from all else: lives in which no app saves stay as they were.
    var saves = SplitMix64(seed: seed &+ 1 << 62)
    if saves.chance(25) { RandomSaves.add(to: &apps, using: &saves) }
    machine = SimulatedMachine(
      device: device,
      profile: profile,
      apps: apps,
      wallNanoseconds: 1_772_438_400_000_000_000,
      latencies: latencies
    )
    machine.looksMax = Self.looksOfLifeMax
    if isRecorded { machine.daemon.recording = MemoryRecording() }
    var workloads: [any Workload] = [
      UserLoad(), PushLoad(), DeviceLoad(), DeveloperLoad(), ServerLoad(), TravelLoad(),
      AnswerLoad(), LinkLoad(), MemoryLoad(),
    ]
    let faults: [any Workload] = [
      DaemonDeaths(), JournalFailures(), FreezeFailures(), ProcessDeaths(), PowerLosses(),
      ClockJumps(), ServiceDeaths(),
    ]
    for fault in faults where random.chance(50) { workloads.append(fault) }
    nights = SplitMix64(seed: seed &+ 1 << 63)
    if nights.chance(50) { workloads.append(Sleeps()) }
    self.workloads = workloads
    pace = random.chance(50) ? 1 : random.number(2...Self.slowestPace)
  }

  /// 40 times 40 min is more than a day, so that a night and a new day's budget come; our choice.
  private static let slowestPace = 40

  mutating func run(using random: inout SplitMix64) {
    for workload in workloads { workload.setUp(machine, using: &random) }
    machine.start()
    var steps: [(at: Instant, workload: Int)] = []
    for (index, workload) in workloads.enumerated() {
      var at = Instant.zero
      while true {
        let pause = workload.meanPause * 2 * pace
        at =
          at
          + (workload is Sleeps
            ? nights.duration(.milliseconds(1), pause) : random.duration(.milliseconds(1), pause))
        guard at < .at(Self.busyPhase * pace) else { break }
        steps.append((at, index))
      }
    }
    for step in steps.sorted(by: { ($0.at, $0.workload) < ($1.at, $1.workload) })
    where machine.lookCount < Self.looksMax {
      // A user who comes while the machine sleeps finds it awake later.
      machine.run(until: max(step.at, machine.clock.asleepUntil))
      let workload = workloads[step.workload]
      if workload is Sleeps {
        workload.step(machine, using: &nights)
      } else {
        workload.step(machine, using: &random)
      }
      machine.settle()
    }
    machine.run(until: machine.clock.asleepUntil)
    for workload in workloads { workload.stop(machine) }
    machine.settle()
    machine.run(until: machine.clock.now() + Self.quietPhase)
    for sentence in WhatIsDueHappened.broken(machine) { machine.recorder.violation(sentence) }
  }

  func digest() -> String {
    var digest = StateDigest()
    for entry in machine.recorder.entries { digest.add(TimelineText.line(entry).utf8) }
    digest.add((machine.daemon.deviceDigest() ?? "").utf8)
    return digest.description
  }
}
