import Testing
import TorporModel

@testable import TorporCore

@Suite("What is booked to the hours of an app")
struct BookingTests {
  private let grid = HourGrid(on: WallClock(), at: .zero)
  private let launch = LaunchIdentifier(rawValue: 1)

  /// The counters of an app that has been there for that long.
  private func totals(
    _ device: TestDevice,
    _ name: String = "sync"
  ) -> AppTotals? {
    device.device.apps[device.app(name)].map { AppTotals($0, at: device.now) }
  }

  private func suspended() -> TestDevice {
    var device = TestDevice()
    device.install("sync")
    device.open("sync")
    device.pass(.hours(3))
    device.home()
    device.pass(.hours(1))
    return device
  }

  @Test("is nothing of what an app used before the ledger began, though it stands still then")
  func beginsWithSuspended() throws {
    var device = suspended()
    #expect(device.state("sync") == .suspended)
    let started = try #require(totals(device))
    var ledger = AppConsumption(beginningAt: started, launch, now: device.now)
    let before = ResourceUsage(processor: .hours(2), receivedBytes: 1_000_000)
    ledger.measure(before, of: launch, started, at: device.now, on: .wifi, in: grid)
    #expect(ledger.hours.isEmpty)
    // From there on it counts.
    let after = ResourceUsage(processor: .hours(2) + .seconds(1), receivedBytes: 1_000_500)
    device.pass(.minutes(1))
    ledger.measure(after, of: launch, started, at: device.now, on: .wifi, in: grid)
    #expect(ledger.hours.total.processorMicroseconds == 1_000_000)
    #expect(ledger.hours.total.receivedBytes == 500)
  }

  @Test("is all of a launch that began after the ledger")
  func beginsWithAnotherLaunch() throws {
    let device = suspended()
    let started = try #require(totals(device))
    var ledger = AppConsumption(beginningAt: started, launch, now: device.now)
    let next = LaunchIdentifier(rawValue: 2)
    let usage = ResourceUsage(processor: .seconds(4))
    ledger.measure(usage, of: next, started, at: device.now, on: .wifi, in: grid)
    #expect(ledger.hours.total.processorMicroseconds == 4_000_000)
  }

  @Test("is spread over the whole time, of which the hours of the last ten days are kept")
  func longStretches() {
    var ledger = AppConsumption()
    var used = Consumption()
    used.processorMicroseconds = 480_000
    // 480 hours at a millisecond each; 240 of them are kept.
    ledger.add(used, from: .zero, to: .at(.hours(480)), in: grid) { $0.onScreen += $1 }
    // That in which the last one ends has not begun.
    #expect(ledger.hours.count == 239)
    #expect(ledger.hours.allSatisfy { $0.onScreen.processorMicroseconds == 1000 })
    #expect(ledger.hours.first?.begin == .at(.hours(241)))
  }

  @Test("is not spread over a sleep of the machine")
  func sleeps() {
    var device = TestDevice()
    device.install("sync")
    device.open("sync")
    device.pass(.minutes(30))
    device.suspend(.hours(5))
    device.pass(.minutes(30))
    device.report("sync", .measured(ResourceUsage(processor: .seconds(60))))
    let hours = device.device.services.consumption[device.app("sync")].hours
    // The hours in which it slept have nothing; the hour before the sleep and after it have all.
    #expect(hours.total.processorMicroseconds == 60_000_000)
    #expect(!hours.contains { $0.begin >= .at(.hours(1)) && $0.begin < .at(.hours(4)) })
    #expect(hours.total.timeMicroseconds == 3_600_000_000)
    #expect(device.broken == [])
  }

  @Test("has the planner's energy at once, and the run that follows has it in its receipt")
  func plannedWakes() throws {
    var device = TestDevice(hasPasscode: false)
    device.tell(.power(PowerState(isOnExternalPower: true, batteryPercent: 80)))
    device.tell(.network(NetworkState(link: .wifi)))
    device.requests["didFinishLaunching"] = [.registerTask(identifier: "s.refresh", key: nil)]
    device.install("sync", modes: [.fetch], tasks: ["s.refresh"])
    device.open("sync")
    let request = TaskRequest(
      identifier: "s.refresh",
      kind: .appRefresh,
      earliestBegin: .hours(1)
    )
    #expect(device.ask("sync", .submitTask(request)) == .done)
    device.home()
    device.pass(.hours(30))
    let account = try #require(device.device.apps[device.app("sync")]).usage
    let hours = device.device.services.consumption[device.app("sync")].hours
    try #require(account.wakeNanojoules > 0)
    #expect(hours.total.nanojoules == account.wakeNanojoules)
    // No counter of the kernel was read, and no position: what a receipt has is the wake before its run.
    #expect(hours.flatMap(\.runs).contains { $0.used.nanojoules > 0 })
    #expect(device.broken == [])
  }

  @Test("says for what an app was charged without a run")
  func apart() {
    var hour = ConsumptionHour(begin: .zero)
    var used = Consumption()
    used.nanojoules = 5
    hour.addApart(used, for: .notifications)
    hour.addApart(used, for: .transfers)
    hour.addApart(used, for: .transfers)
    #expect(hour.labels == [.notifications, .transfers])
    #expect(hour.apart.nanojoules == 15)
    hour.addApart(used, for: .backgroundActivity)
    let wasThere = hour.takeApart(5)
    #expect(wasThere)
    #expect(hour.labels == [.notifications, .transfers])
    let isMore = hour.takeApart(16)
    #expect(!isMore)
    #expect(hour.apart.nanojoules == 15)
  }
}
