import Testing
import TorporCore
import TorporModel
import TorporTestSupport

@testable import TorporSimulator

@Suite("The simulated kernel")
struct SimulatedProcessesTests {
  @Test("keeps the contract of every process port", arguments: ProcessContract.allCases)
  func contract(rule: ProcessContract) { rule.check(in: SimulatedContractWorld()) }
}

@Suite("The journal in memory")
struct MemoryJournalTests {
  @Test("keeps the contract of every journal", arguments: JournalContract.allCases)
  func contract(rule: JournalContract) throws {
    let journal = MemoryJournal()
    try rule.check { journal }
  }

  @Test("fails the commits that it is told to fail, and leaves nothing of them")
  func failingCommits() throws {
    let journal = MemoryJournal()
    journal.failingCommits = [2]
    try journal.commit(turn(1))
    #expect(throws: JournalFailure.self) { try journal.commit(turn(2)) }
    #expect(journal.entryCount == 1)
    try journal.commit(turn(2))
    #expect(journal.entryCount == 2)
  }

  @Test("loses with the power what was not synced, and nothing else")
  func powerLoss() throws {
    let journal = MemoryJournal()
    try journal.commit(turn(1, isDurable: true))
    try journal.commit(turn(2))
    journal.losePower()
    #expect(try journal.load().entries.map(\.sequence) == [1])
  }

  private func turn(_ sequence: UInt64, isDurable: Bool = false) -> TurnRecord {
    var turn = TurnRecord()
    turn.entries = [JournalEntry(sequence: sequence, at: .zero, bytes: [])]
    turn.isDurable = isDurable
    return turn
  }
}

/// A simulated machine that runs the programs of the contract.
private final class SimulatedContractWorld: ProcessWorld {
  private let clock = VirtualClock()
  private let recorder = EventRecorder()
  private let processes: SimulatedProcesses

  init() {
    let timeline = TimelineRecorder(clock: clock)
    processes = SimulatedProcesses(clock: clock, recorder: timeline, sink: recorder)
    processes.makeProcess = { [unowned self] order, recipe in
      guard recipe.executable != "missing" else { return nil }
      return process(order, doing: recipe.arguments, timeline)
    }
  }

  var port: any ProcessPort { processes }
  var events: [HostEvent] { recorder.events }

  func recipe(for program: ContractProgram) -> LaunchRecipe {
    let arguments: [String] =
      switch program {
      case .sleeps, .isMissing: []
      case .spins: ["spin"]
      case .exits(let status): ["exit", "\(status)"]
      case .diesOf(let signal): ["die", "\(signal)"]
      case .leavesChild: ["leave", "0"]
      }
    return LaunchRecipe(
      executable: program == .isMissing ? "missing" : "program",
      arguments: arguments,
      environment: [],
      workingDirectory: "/",
      userID: 1000,
      groupID: 1000
    )
  }

  func advance(upTo limit: Duration, until condition: () -> Bool) {
    let end = clock.now() + limit
    while !condition(), clock.now() < end {
      let next = min(end, clock.now() + .milliseconds(1))
      while clock.runNext(upTo: next) {}
      clock.advance(to: next)
    }
  }

  func restartDaemon() { processes.daemonDied() }

  private func process(
    _ order: LaunchOrder,
    doing arguments: [String],
    _ timeline: TimelineRecorder
  ) -> SimulatedProcess {
    var app = AppDefinition(alias: "program", manifest: AppManifest(identifier: order.app))
    if arguments.first == "spin" {
      app.callbacks[.plain(.didFinishLaunching)] = [Step(.work(.hours(1)))]
    }
    let process = SimulatedProcess(
      launch: order.launch,
      app: app,
      environment: ProcessEnvironment(
        clock: clock,
        recorder: timeline,
        ask: { _, _, _ in RequestIdentifier(rawValue: 1) },
        setFootprint: { _, _ in },
        report: { _, _ in },
        wasTold: { _ in },
        didRead: { _ in },
        reads: { _ in },
        didEnd: { [unowned self] in processes.end($0, $1) },
        storage: AppStorage()
      )
    )
    // The program begins when it has started, which is scheduled after this.
    clock.schedule(at: clock.now() + .milliseconds(1)) { [unowned self] in
      begin(process, arguments)
    }
    return process
  }

  private func begin(_ process: SimulatedProcess, _ arguments: [String]) {
    let number = arguments.last.flatMap { Int32($0) } ?? 0
    switch arguments.first {
    case "exit": processes.end(process.launch, .exited(status: number))
    case "leave": processes.endCommand(process.launch, .exited(status: number), leaving: 1)
    case "die": processes.end(process.launch, .signalled(signal: number))
    default:
      process.receive(
        Delivery(
          token: CallbackToken(rawValue: 1),
          callback: .didFinishLaunching(into: .foreground)
        )
      )
    }
  }
}
