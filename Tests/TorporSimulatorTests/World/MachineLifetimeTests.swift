import Testing
import TorporCore
import TorporModel

@testable import TorporSimulator

@Suite("A simulated machine that nothing refers to")
struct MachineLifetimeTests {
  @Test("is freed with its daemon, its ports and its processes, also in the middle of their work")
  func freed() throws {
    let identifier = try #require(AppIdentifier("com.example.mail"))
    let app = AppDefinition(
      alias: "mail",
      manifest: AppManifest(identifier: identifier, backgroundModes: [.remoteNotification])
    )
    weak var daemon: SimulatedDaemon?
    weak var processes: SimulatedProcesses?
    weak var process: SimulatedProcess?
    do {
      let machine = SimulatedMachine(
        device: DeviceDefinition(),
        profile: .ios26,
        apps: [app],
        wallNanoseconds: 0
      )
      machine.start()
      machine.daemon.user(.open(app: identifier))
      machine.run(until: .at(.seconds(1)))
      machine.daemon.user(.home(app: nil))
      machine.settle()
      daemon = machine.daemon
      processes = machine.processes
      process = machine.processes.process(of: identifier)
      #expect(process != nil)
      withExtendedLifetime(machine) {}
    }
    // Not the references themselves: a failure would describe what hangs on them.
    let daemonIsFreed = daemon == nil
    #expect(daemonIsFreed)
    let processesIsFreed = processes == nil
    #expect(processesIsFreed)
    let processIsFreed = process == nil
    #expect(processIsFreed)
  }
}
