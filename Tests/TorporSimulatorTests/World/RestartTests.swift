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
}
