import Testing
package import TorporCore
package import TorporModel

/// A machine that the contract drives: the real one on its loop, or a simulated one.
package protocol ProcessWorld: AnyObject {
  var port: any ProcessPort { get }
  /// Everything posted since the world began, in order.
  var events: [HostEvent] { get }
  /// How a program that behaves so is started here.
  func recipe(for program: ContractProgram) -> LaunchRecipe
  /// Lets time pass until the condition holds, or for that long.
  func advance(upTo limit: Duration, until condition: () -> Bool)
  /// The daemon dies, and a new one comes up on the same machine; `port` is the new one's.
  func restartDaemon()
}

/// Programs that the contract needs.
package enum ContractProgram: Hashable, Sendable {
  case sleeps
  /// Uses all the processor time it gets.
  case spins
  case exits(status: Int32)
  case diesOf(signal: Int32)
  /// There is no such executable.
  case isMissing
  /// Ends with status 0 and leaves a child that sleeps in its group.
  case leavesChild
}

/// What every `ProcessPort` does, real or simulated; each rule is one sentence.
package enum ProcessContract: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case connectsThenStarts = "a launch connects the app, then reports that it has started"
  case reportsStatus = "a process that exits is reported with its status"
  case reportsSignal = "a process that dies of a signal is reported with the signal"
  case reportsMissing = "a missing executable is reported with ENOENT and never as started"
  case closesConnection = "the inherited connection closes when the process ends"
  case freezes = "a frozen group is reported as frozen"
  case freezesStarting = "a group that is frozen at birth starts first, and freezes then"
  case freezesSpinning = "a group that spins freezes too"
  case standsStill = "a frozen group uses no processor time"
  case runsAgain = "a thawed group uses processor time again"
  case dropsFrozen = "after a thaw no frozen of an earlier order is reported"
  case killsFrozen = "a frozen group is killed without being thawed"
  case endsGroup = "what a command leaves behind is told, to the next daemon too, and runs on"
  case reportsOnce = "the end of a process is reported once"
  case inspects = "an inspection is answered"
  case measures = "what a group takes of memory is told"
  case ignoresUnknown = "orders for a process that is gone do nothing"
  case adoptsRunning = "a new daemon adopts a running process, and sees it end"
  case adoptsFrozen = "a new daemon adopts a frozen process as frozen, and can thaw and kill it"
  case tellsEndOfJob =
    "how a command ended while no daemon lived is told to the next ones, until it is forgotten"
  case adoptsNothing = "a new daemon finds nothing where nothing runs"

  /// The rule as the name of its test.
  package var testDescription: String { rawValue }

  /// Checks the rule in a fresh world.
  package func check(in world: some ProcessWorld) {
    let play = Play(world: world)
    switch self {
    case .connectsThenStarts: play.connectsThenStarts()
    case .reportsStatus: play.ends(.exits(status: 7), with: .exited(status: 7))
    case .reportsSignal: play.ends(.diesOf(signal: 15), with: .signalled(signal: 15))
    case .reportsMissing: play.reportsMissing()
    case .closesConnection: play.closesConnection()
    case .freezes: play.freezes(.sleeps)
    case .freezesStarting: play.freezesStarting()
    case .freezesSpinning: play.freezes(.spins)
    case .standsStill: play.standsStill()
    case .runsAgain: play.runsAgain()
    case .dropsFrozen: play.dropsFrozen()
    case .killsFrozen: play.killsFrozen()
    case .endsGroup: play.endsGroup()
    case .reportsOnce: play.reportsOnce()
    case .inspects: play.inspects()
    case .measures: play.measures()
    case .ignoresUnknown: play.ignoresUnknown()
    case .adoptsRunning: play.adoptsRunning()
    case .adoptsFrozen: play.adoptsFrozen()
    case .tellsEndOfJob: play.tellsEndOfJob()
    case .adoptsNothing: play.adoptsNothing()
    }
  }
}

/// One run of one rule.
private struct Play<World: ProcessWorld> {
  let world: World
  let app = "com.example.contract"
  let launch = LaunchIdentifier(rawValue: 1)
  // Longer than anything here takes on a loaded machine; only a failure waits for it.
  let patience = Duration.seconds(10)

  func connectsThenStarts() {
    start(.sleeps)
    let connected = world.events.firstIndex {
      if case .connected(_, let peer) = $0 { peer.launch == launch } else { false }
    }
    let started = world.events.firstIndex {
      if case .input(.process(launch, .started)) = $0 { true } else { false }
    }
    #expect(connected != nil, "the inherited socket was not announced")
    if let connected, let started { #expect(connected < started) }
  }

  func ends(_ program: ContractProgram, with status: TorporModel.ExitStatus) {
    order(program)
    wait(for: "the end") { exitStatus != nil }
    #expect(exitStatus == status)
    #expect(processEvents.first == .started)
  }

  func reportsMissing() {
    order(.isMissing)
    wait(for: "the end") { exitStatus != nil }
    #expect(processEvents == [.exited(status: .notStarted(errno: 2))])
  }

  func closesConnection() {
    order(.exits(status: 0))
    wait(for: "the end") { exitStatus != nil }
    wait(for: "the connection to close") {
      world.events.contains { if case .closed = $0 { true } else { false } }
    }
  }

  func freezes(_ program: ContractProgram) {
    start(program)
    freeze()
  }

  func freezesStarting() {
    order(.sleeps)
    world.port.freeze(launch)
    wait(for: "the freeze") { processEvents.last == .frozen }
    #expect(processEvents == [.started, .frozen])
  }

  func standsStill() {
    start(.spins)
    freeze()
    let before = sampleProcessorTime()
    world.advance(upTo: .milliseconds(50)) { false }
    #expect(sampleProcessorTime() == before)
  }

  func runsAgain() {
    start(.spins)
    freeze()
    let before = sampleProcessorTime()
    world.port.thaw(launch)
    wait(for: "processor time to pass") { sampleProcessorTime() > before }
  }

  func dropsFrozen() {
    start(.spins)
    world.port.freeze(launch)
    world.port.thaw(launch)
    let before = processEvents.count
    world.advance(upTo: .milliseconds(50)) { false }
    #expect(!processEvents.dropFirst(before).contains(.frozen))
  }

  func killsFrozen() {
    start(.spins)
    freeze()
    world.port.kill(launch)
    wait(for: "the end") { exitStatus != nil }
    #expect(exitStatus == .signalled(signal: 9))
  }

  func endsGroup() {
    order(.leavesChild)
    let end = CommandEnd(status: .exited(status: 0), remaining: 1)
    wait(for: "the end of the command") { processEvents.contains(.commandExited(end)) }
    world.restartDaemon()
    let told = AppIdentifier(app).map {
      Survivor(app: $0, launch: launch, isFrozen: false, commandEnd: end)
    }
    #expect(world.port.adopt() == [told])
    #expect(exitStatus == nil)
    world.port.kill(launch)
    wait(for: "the end") { exitStatus != nil }
    // What was killed was not the command.
    #expect(exitStatus == .exited(status: 0))
  }

  func reportsOnce() {
    start(.sleeps)
    world.port.kill(launch)
    world.port.kill(launch)
    wait(for: "the end") { exitStatus != nil }
    world.advance(upTo: .milliseconds(50)) { false }
    let ends = processEvents.count { if case .exited = $0 { true } else { false } }
    #expect(ends == 1)
  }

  func inspects() {
    start(.sleeps)
    world.port.inspect(launch)
    wait(for: "the inspection") {
      processEvents.contains { if case .inspected = $0 { true } else { false } }
    }
  }

  func measures() {
    start(.sleeps)
    world.port.measureFootprint(launch)
    wait(for: "its size") {
      processEvents.contains { if case .footprint(let bytes) = $0 { bytes > 0 } else { false } }
    }
  }

  func ignoresUnknown() {
    world.port.freeze(launch)
    world.port.thaw(launch)
    world.port.kill(launch)
    world.port.inspect(launch)
    world.port.sampleProcessorTime(launch)
    world.port.measureFootprint(launch)
    world.advance(upTo: .milliseconds(20)) { false }
    #expect(processEvents.isEmpty)
  }

  func adoptsRunning() {
    start(.sleeps)
    world.restartDaemon()
    #expect(world.port.adopt() == [survivor(isFrozen: false)])
    world.port.kill(launch)
    wait(for: "the end") { exitStatus != nil }
  }

  func adoptsFrozen() {
    start(.spins)
    freeze()
    world.restartDaemon()
    #expect(world.port.adopt() == [survivor(isFrozen: true)])
    let before = sampleProcessorTime()
    world.port.thaw(launch)
    wait(for: "processor time to pass") { sampleProcessorTime() > before }
    world.port.kill(launch)
    wait(for: "the end") { exitStatus != nil }
  }

  func tellsEndOfJob() {
    let job = JobIdentifier(rawValue: 3)
    for (number, (program, status)) in [
      (ContractProgram.exits(status: 7), TorporModel.ExitStatus.exited(status: 7)),
      (.diesOf(signal: 15), .signalled(signal: 15)),
    ].enumerated() {
      let launch = LaunchIdentifier(rawValue: UInt64(number) + 1)
      order(program, launch, jobRun: number == 0 ? nil : JobRunNumber(job: job, run: number))
      let told = AppIdentifier(app).map {
        Survivor(app: $0, launch: launch, isFrozen: false, end: status)
      }
      wait(for: "the end of the command") {
        world.restartDaemon()
        return adopted() == [told]
      }
      // It was not forgotten, so it is told again.
      world.restartDaemon()
      #expect(adopted() == [told])
      world.port.forgetEnd(of: launch)
      // Who wrote it down may be about to end.
      wait(for: "nothing to be told") {
        world.restartDaemon()
        return world.port.adopt().isEmpty
      }
    }
  }

  func adoptsNothing() {
    #expect(world.port.adopt().isEmpty)
  }

  // MARK: Steps

  private func order(
    _ program: ContractProgram,
    _ launch: LaunchIdentifier = LaunchIdentifier(rawValue: 1),
    jobRun: JobRunNumber? = nil
  ) {
    guard let app = AppIdentifier(app) else { preconditionFailure("a valid name") }
    let order = LaunchOrder(
      launch: launch,
      app: app,
      destination: .foreground,
      jobRun: jobRun
    )
    world.port.launch(order, recipe: world.recipe(for: program), streams: [])
  }

  private func start(_ program: ContractProgram) {
    order(program)
    wait(for: "the start") { processEvents.contains(.started) }
  }

  private func freeze() {
    world.port.freeze(launch)
    wait(for: "the freeze") { processEvents.last == .frozen }
  }

  private func sampleProcessorTime() -> Duration {
    let before = processEvents.count
    world.port.sampleProcessorTime(launch)
    for case .usedProcessor(let total) in processEvents.dropFirst(before) { return total }
    Issue.record("processor time was not reported")
    return .zero
  }

  /// What outlived the daemon, but for what was used until the end: hosts count that differently.
  private func adopted() -> [Survivor] {
    world.port.adopt().map {
      Survivor(
        app: $0.app,
        launch: $0.launch,
        isFrozen: $0.isFrozen,
        end: $0.end,
        commandEnd: $0.commandEnd
      )
    }
  }

  private func survivor(isFrozen: Bool) -> Survivor? {
    AppIdentifier(app).map { Survivor(app: $0, launch: launch, isFrozen: isFrozen) }
  }

  private var processEvents: [ProcessEvent] {
    world.events.compactMap { event in
      if case .input(.process(launch, let event)) = event { event } else { nil }
    }
  }

  private var exitStatus: TorporModel.ExitStatus? {
    for case .exited(let status) in processEvents { return status }
    return nil
  }

  private func wait(for what: String, until condition: () -> Bool) {
    world.advance(upTo: patience, until: condition)
    if !condition() { Issue.record("waited in vain for \(what); events: \(processEvents)") }
  }
}
