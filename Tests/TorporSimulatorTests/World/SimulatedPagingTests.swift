import Testing
import TorporCore
import TorporModel

@testable import TorporSimulator

private let gigabyte: Int64 = 1_000_000_000

@Suite("Swap of the simulated machine")
struct SimulatedPagingTests {
  private let app: AppIdentifier
  private let machine: SimulatedMachine
  private let footprint: Int64 = 300_000_000

  init() throws {
    app = try #require(AppIdentifier("com.example.movie"))
    machine = Self.machine(swapBytes: gigabyte, app, footprint)
    machine.run(until: .at(.minutes(10)))
  }

  /// A machine of 2 GB on which an app of that size was opened and left after 10 s.
  private static func machine(
    swapBytes: Int64,
    _ app: AppIdentifier,
    _ footprint: Int64
  ) -> SimulatedMachine {
    var device = DeviceDefinition()
    device.memoryBytes = 2 * gigabyte
    device.swapBytes = swapBytes
    device.hasPasscode = false
    var definition = AppDefinition(alias: "movie", manifest: AppManifest(identifier: app))
    definition.memory.foregroundBytes = footprint
    definition.memory.backgroundBytes = footprint
    let machine = SimulatedMachine(
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
    return machine
  }

  private var swap: SwapState? { machine.daemon.device?.paging.swap }

  @Test("takes the memory of a frozen app, and gives it back with the thaw")
  func toAndFro() {
    #expect(machine.memory.availableBytes == 2 * gigabyte)
    #expect(swap == SwapState(freeBytes: gigabyte - footprint, totalBytes: gigabyte))
    machine.daemon.user(.open(app: app))
    machine.settle()
    machine.run(until: .at(.minutes(11)))
    #expect(machine.memory.availableBytes == 2 * gigabyte - footprint)
    #expect(swap == SwapState(freeBytes: gigabyte, totalBytes: gigabyte))
    // 300 MB in faults of 32 KiB each: 9155, which is slow, so the next rest is twice as long.
    #expect(machine.daemon.device?.apps[app]?.paging.slowReturns == 1)
    #expect(machine.recorder.violations.isEmpty)
  }

  @Test("that is switched off gives everything back, and nothing is written any more")
  func switchedOff() {
    machine.change { $0.swapBytes = 0 }
    machine.settle()
    #expect(machine.memory.availableBytes == 2 * gigabyte - footprint)
    machine.run(until: .at(.minutes(60)))
    #expect(machine.memory.availableBytes == 2 * gigabyte - footprint)
    #expect(machine.daemon.device?.nextWakeup == nil)
    #expect(machine.recorder.violations.isEmpty)
  }

  @Test("stands behind no app that has ended")
  func ended() {
    machine.daemon.user(.forceQuit(app: app))
    machine.settle()
    machine.run(until: .at(.minutes(11)))
    #expect(machine.memory.availableBytes == 2 * gigabyte)
    #expect(machine.processes.swap.state?.freeBytes == gigabyte)
    #expect(machine.recorder.violations.isEmpty)
  }

  @Test("saves an app from being ended when memory gets short", arguments: [0, gigabyte])
  func saves(swapBytes: Int64) {
    let machine = Self.machine(swapBytes: swapBytes, app, 800_000_000)
    machine.run(until: .at(.minutes(20)))
    // 800 and 1200 MB of 2000: nothing would be left. A budget of 512 MiB has made room for a quarter.
    machine.memory.takeForSystem(1_200_000_000)
    machine.settle()
    machine.run(until: .at(.minutes(21)))
    let isAlive = machine.processes.process(of: app) != nil
    #expect(isAlive == (swapBytes > 0))
    #expect(machine.recorder.violations.isEmpty)
  }
}
