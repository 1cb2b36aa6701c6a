import Testing
import TorporCore
import TorporModel

@testable import TorporSimulator

@Suite("A machine that starts again")
struct RestartTests {
  @Test("keeps the process that its start launched for an event that waited")
  func launchedByStart() throws {
    let identifier = try #require(AppIdentifier("com.example.chat"))
    var definition = DeviceDefinition()
    definition.hasPasscode = false
    var latencies = SimulatedProcesses.Latencies()
    latencies.message = .milliseconds(1)
    latencies.kill = .milliseconds(50)
    let app = AppDefinition(
      alias: "chat",
      manifest: AppManifest(identifier: identifier, backgroundModes: [.remoteNotification])
    )
    let machine = SimulatedMachine(
      device: definition,
      profile: .ios26,
      apps: [app],
      wallNanoseconds: 0,
      latencies: latencies
    )
    machine.start()
    machine.daemon.user(.open(app: identifier))
    machine.run(until: .at(.seconds(1)))
    // Its process dies for an update while a push comes, and before it is gone the power is.
    machine.daemon.user(.update(app: identifier))
    let push = Push(app: identifier, payload: "{}", isVisible: true, hasContent: true)
    machine.daemon.device(.push(push))
    machine.daemon.user(.change(setting: .lowPowerMode(true)))
    machine.settle()
    machine.reboot()
    machine.settle()
    let living = try #require(machine.processes.process(of: identifier))
    #expect(machine.daemon.device?.apps[identifier]?.process.launch == living.launch)
    machine.run(until: .at(.minutes(5)))
    #expect(machine.recorder.violations.isEmpty)
  }

  /// A charging machine nobody uses, with an app that has submitted such a task and whose process is gone.
  private func machineWithTask(earliest: Duration) throws -> SimulatedMachine {
    let identifier = try #require(AppIdentifier("com.example.mail"))
    var definition = DeviceDefinition()
    definition.hasPasscode = false
    definition.isCharging = true
    var latencies = SimulatedProcesses.Latencies()
    latencies.message = .milliseconds(1)
    latencies.start = .milliseconds(200)
    let submission = TaskSubmission(
      identifier: Self.task,
      kind: .processing(needsNetwork: false, needsPower: false),
      earliest: earliest
    )
    let app = AppDefinition(
      alias: "mail",
      manifest: AppManifest(
        identifier: identifier,
        backgroundModes: [.processing],
        permittedTaskIdentifiers: [Self.task]
      ),
      callbacks: [
        .plain(.didFinishLaunching): [Step(.register(identifier: Self.task))],
        .plain(.didBecomeActive): [Step(.submit(submission))],
      ]
    )
    let machine = SimulatedMachine(
      device: definition,
      profile: .ios26,
      apps: [app],
      wallNanoseconds: 0,
      latencies: latencies
    )
    machine.start()
    machine.daemon.user(.open(app: identifier))
    machine.settle()
    machine.run(until: .at(.seconds(1)))
    let process = try #require(machine.processes.process(of: identifier))
    machine.processes.end(process.launch, .signalled(signal: 11))
    machine.daemon.user(.lock)
    machine.settle()
    machine.run(until: .at(.seconds(2)))
    return machine
  }

  private static let task = "com.example.mail.index"

  private func begins(of machine: SimulatedMachine) -> [Instant] {
    machine.recorder.entries.filter { $0.event == .called(name: "task:\(Self.task)") }.map(\.at)
  }

  @Test("runs the task again whose launch it interrupted, and which has waited long enough")
  func interruptedRun() throws {
    let machine = try machineWithTask(earliest: .hours(8))
    while machine.processes.living.isEmpty, machine.clock.now() < .at(.hours(60)) {
      machine.run(until: machine.clock.now() + .milliseconds(100))
    }
    let interrupted = machine.clock.now()
    try #require(!machine.processes.living.isEmpty)
    #expect(begins(of: machine) == [])
    machine.reboot()
    machine.daemon.user(.lock)
    machine.settle()
    machine.run(until: interrupted + .hours(6))
    #expect(begins(of: machine).count == 1)
    #expect(machine.recorder.violations.isEmpty)
  }

  @Test("runs no task before its begin date because a developer's run of it was interrupted")
  func interruptedSimulatedRun() throws {
    let machine = try machineWithTask(earliest: .hours(1))
    machine.daemon.user(.simulateLaunch(app: nil, task: Self.task))
    machine.settle()
    try #require(!machine.processes.living.isEmpty)
    machine.reboot()
    machine.daemon.user(.lock)
    machine.settle()
    machine.run(until: .at(.hours(60)))
    let begin = try #require(begins(of: machine).first)
    #expect(begin >= .at(.hours(1)))
    #expect(machine.recorder.violations.isEmpty)
  }
}

@Suite("A daemon that dies")
struct DyingDaemonTests {
  @Test(
    "has decided what it has saved, and no more: the next one decides the rest",
    arguments: DeathPoint.allCases
  )
  func decisions(point: DeathPoint) throws {
    let identifier = try #require(AppIdentifier("com.example.chat"))
    var latencies = SimulatedProcesses.Latencies()
    latencies.message = .milliseconds(1)
    let app = AppDefinition(
      alias: "chat",
      manifest: AppManifest(identifier: identifier, backgroundModes: [.remoteNotification])
    )
    let machine = SimulatedMachine(
      device: DeviceDefinition(),
      profile: .ios26,
      apps: [app],
      wallNanoseconds: 0,
      latencies: latencies
    )
    machine.start()
    machine.daemon.user(.open(app: identifier))
    machine.settle()
    machine.run(until: .at(.seconds(1)))
    machine.daemon.user(.home(app: nil))
    machine.settle()
    machine.run(until: .at(.minutes(20)))
    let push = Push(app: identifier, payload: "{}", isVisible: false, hasContent: true)
    machine.send(push)
    machine.crashDaemon(at: point)
    machine.settle()
    machine.run(until: .at(.minutes(21)))
    let noted = machine.recorder.entries.compactMap { entry in
      if case .decided(let decision) = entry.event { decision } else { nil }
    }
    let saved = try machine.daemon.journal.decisions(about: nil, after: 0, countMax: .max)
    #expect(noted.map(\.at) == saved.map(\.at))
    #expect(noted.map(\.app) == saved.map(\.app))
    // Nobody has heard of a push that came in a turn that was not saved.
    let wakes = noted.filter { $0.action == .wake(.silentPush) && $0.verdict == .done }
    #expect(wakes.count == (point == .afterSaving ? 1 : 0))
    #expect(machine.recorder.violations.isEmpty)
  }
}
