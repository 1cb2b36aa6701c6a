import Testing
import TorporCore
import TorporModel

@testable import TorporSimulator

@Suite("Swap of the simulated machine")
struct SimulatedPagingTests {
  private let app: AppIdentifier
  private let machine: SimulatedMachine
  private let footprint: Int64 = 300_000_000

  init() throws {
    app = try #require(AppIdentifier("com.example.movie"))
    var device = DeviceDefinition()
    device.memoryBytes = 2_000_000_000
    device.swapBytes = 1_000_000_000
    device.hasPasscode = false
    var definition = AppDefinition(alias: "movie", manifest: AppManifest(identifier: app))
    definition.memory.foregroundBytes = footprint
    definition.memory.backgroundBytes = footprint
    machine = SimulatedMachine(
      device: device,
      profile: .linux,
      apps: [definition],
      wallNanoseconds: 0
    )
    machine.start()
    machine.daemon.user(.open(app: app))
    machine.settle()
    machine.run(until: .at(.seconds(10)))
    machine.daemon.user(.home(app: nil))
    machine.settle()
    machine.run(until: .at(.minutes(10)))
  }

  private var swap: SwapState? { machine.daemon.device?.paging.swap }

  @Test("takes the memory of a frozen app, and gives it back with the thaw")
  func toAndFro() {
    #expect(machine.memory.availableBytes == 2_000_000_000)
    #expect(swap == SwapState(freeBytes: 700_000_000, totalBytes: 1_000_000_000))
    machine.daemon.user(.open(app: app))
    machine.settle()
    machine.run(until: .at(.minutes(11)))
    #expect(machine.memory.availableBytes == 1_700_000_000)
    #expect(swap == SwapState(freeBytes: 1_000_000_000, totalBytes: 1_000_000_000))
    // 300 MB in faults of 32 KiB each: 9155, which is slow, so the next rest is twice as long.
    #expect(machine.daemon.device?.apps[app]?.paging.rest == AppPaging.restMin * 2)
    #expect(machine.recorder.violations.isEmpty)
  }

  @Test("that is switched off gives everything back, and nothing is written any more")
  func switchedOff() {
    machine.change { $0.swapBytes = 0 }
    machine.settle()
    #expect(machine.memory.availableBytes == 1_700_000_000)
    machine.run(until: .at(.minutes(60)))
    #expect(machine.memory.availableBytes == 1_700_000_000)
    #expect(machine.daemon.device?.nextWakeup == nil)
    #expect(machine.recorder.violations.isEmpty)
  }

  @Test("stands behind no app that has ended")
  func ended() {
    machine.daemon.user(.forceQuit(app: app))
    machine.settle()
    machine.run(until: .at(.minutes(11)))
    #expect(machine.memory.availableBytes == 2_000_000_000)
    #expect(machine.processes.swap.state?.freeBytes == 1_000_000_000)
    #expect(machine.recorder.violations.isEmpty)
  }
}
