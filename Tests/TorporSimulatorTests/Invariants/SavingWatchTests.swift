import Testing
import TorporCore
import TorporModel

@testable import TorporSimulator

@Suite("The watch over apps that save before their end")
struct SavingWatchTests {
  private static func app(_ number: Int) -> AppDefinition {
    let alias = "app\(number)"
    guard let identifier = AppIdentifier("com.example.\(alias)") else {
      preconditionFailure("'com.example.\(alias)' is an app identifier")
    }
    var app = AppDefinition(
      alias: alias,
      manifest: AppManifest(identifier: identifier, name: alias)
    )
    app.memory.foregroundBytes = 30_000_000
    app.memory.backgroundBytes = 30_000_000
    return app
  }

  /// A machine of 1 GB on which all apps are suspended.
  private static func machine(
    _ apps: [AppDefinition],
    _ profile: ProfileName = .ios26
  ) -> SimulatedMachine {
    var device = DeviceDefinition()
    device.memoryBytes = 1_000_000_000
    let machine = SimulatedMachine(
      device: device,
      profile: profile,
      apps: apps,
      wallNanoseconds: 0
    )
    machine.start()
    for app in apps {
      machine.daemon.user(.open(app: app.identifier))
      machine.settle()
      machine.run(until: machine.clock.now() + .seconds(2))
      machine.daemon.user(.home(app: nil))
      machine.settle()
    }
    machine.run(until: machine.clock.now() + .minutes(1))
    return machine
  }

  @Test(
    "tells of an app that did not ask, of one that is not ended, and of one that saves too long"
  )
  func tells() {
    let app = Self.app(1)
    let machine = Self.machine([app])
    let watch = SavingWatch()
    watch.delivered(.willTerminateForMemory, to: app.identifier)
    let broken = watch.broken(machine)
    #expect(broken.first == "app1 was told to save, and did not ask for it")
    #expect(broken.last?.hasSuffix("had time to save before its end, and is not ended") == true)
    machine.run(until: machine.clock.now() + .milliseconds(400))
    #expect(watch.broken(machine).allSatisfy { !$0.contains("its memory is not free") })
    machine.run(until: machine.clock.now() + .milliseconds(1))
    #expect(watch.broken(machine).contains { $0.hasSuffix("and its memory is not free") })
  }

  @Test(
    "has nothing to tell of drawn lives in which apps save, overrun, crash, and lose the daemon"
  )
  func drawnLives() {
    var seen: Set<String> = []
    for seed in UInt64(0)..<40 {
      var random = SplitMix64(seed: seed)
      var apps = (1...6).map(Self.app)
      RandomSaves.add(to: &apps, using: &random)
      let machine = Self.machine(apps, random.pick(ProfileName.allCases))
      // 4 % are free then: below the critical line, and above half of it.
      machine.memory.takeForSystem(machine.memory.availableBytes - 40_000_000)
      machine.settle()
      machine.run(until: machine.clock.now() + random.duration(.zero, .milliseconds(400)))
      if random.chance(40) {
        machine.crashDaemon(
          at: random.pick([.betweenTurns, .beforeSaving, .afterSaving])
        )
        seen.insert("lost the daemon")
      }
      machine.settle()
      machine.run(until: machine.clock.now() + .seconds(5))
      #expect(machine.recorder.violations.isEmpty, "seed \(seed)")
      for entry in machine.recorder.entries {
        guard case .decided(let decision) = entry.event, case .end = decision.action else {
          continue
        }
        for condition in decision.conditions {
          switch condition.reason {
          case .stateSaved: seen.insert(condition.holds ? "saved" : "did not finish")
          case .noTimeToSave: seen.insert(condition.subject ?? "")
          default: break
          }
        }
      }
    }
    #expect(seen == ["saved", "did not finish", "lost the daemon"])
  }
}
