import Testing
import TorporModel

@testable import TorporCore

@Suite("The ledger of what apps use")
struct ConsumptionTests {
  private func device(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = TestDevice(profile)
    device.tell(.network(NetworkState(link: .wifi)))
    device.install("mail", modes: [.fetch, .remoteNotification])
    device.install("maps", modes: [.location])
    return device
  }

  private func hours(_ device: TestDevice, _ name: String, last count: Int = 240)
    -> [ConsumptionHour]
  {
    report(device, last: count).apps.first { $0.app == device.app(name) }?.hours ?? []
  }

  private func report(
    _ device: TestDevice,
    last count: Int = 240,
    usage: [AppIdentifier: ResourceUsage] = [:]
  ) -> BatteryReport {
    let question = BatteryQuestion(
      hours: count,
      at: device.now,
      showsApp: { _ in true },
      showsOwner: { _ in true }
    )
    return device.device.batteryReport(question) { launch in
      device.appOfLaunch[launch].flatMap { usage[$0] }
    }
  }

  @Test("books the time on screen and off it to the hours in which it passed")
  func hoursAreFilled() {
    var device = device()
    device.pass(.minutes(50))
    device.open("mail")
    device.pass(.minutes(25))
    _ = device.beginTask("mail", "save")
    device.home()
    device.pass(.seconds(20))
    let hours = hours(device, "mail")
    #expect(hours.map(\.begin) == [.zero, .at(.hours(1))])
    #expect(hours.map(\.onScreen.timeMicroseconds) == [600_000_000, 900_000_000])
    #expect(hours.map(\.offScreen.timeMicroseconds) == [0, 20_000_000])
    #expect(device.broken == [])
  }

  @Test("adds up to the accounts of the apps, and the receipts of runs to their hours")
  func sums() throws {
    var device = device()
    for round in 0..<30 {
      device.open(round % 3 == 0 ? "maps" : "mail")
      device.pass(.seconds(61 + round))
      _ = device.beginTask("mail", "save")
      device.home()
      device.pass(.minutes(13))
      device.push("mail")
      device.pass(.minutes(11))
      if round % 7 == 6 { device.suspend(.hours(2)) }
    }
    for name in ["mail", "maps"] {
      let account = try #require(device.device.apps[device.app(name)]).usage
      let hours = hours(device, name)
      #expect(
        hours.onScreen.timeMicroseconds == account.foregroundTime(at: device.now).microseconds
      )
      #expect(
        hours.offScreen.timeMicroseconds == account.backgroundTime(at: device.now).microseconds
      )
      #expect(hours.wakes == (account.wakes ?? WakeCounts()))
      // Neither is given positions, and no counter of the kernel was read: all energy is the planner's.
      #expect(hours.total.nanojoules == account.wakeNanojoules)
      // No hour has more than an hour, and all that was on screen or off it is in one.
      #expect(hours.allSatisfy { ($0.onScreen + $0.offScreen).timeMicroseconds <= 3_600_000_002 })
    }
    #expect(hours(device, "mail").wakes.total > 20)
    #expect(device.broken == [])
    let ledger = device.device.services.consumption
    #expect(ledger.brokenRules(on: device.device.state, hourCount: HourGrid.hoursKept + 1) == [])
  }

  @Test("gives what the kernel has counted to the place where the app used it")
  func processorTime() {
    var device = device()
    device.open("mail")
    device.pass(.seconds(10))
    _ = device.beginTask("mail", "save")
    device.home()
    device.report("mail", .measured(ResourceUsage(processor: .milliseconds(700))))
    device.pass(.seconds(5))
    device.report("mail", .measured(ResourceUsage(processor: .milliseconds(950), sentBytes: 1000)))
    let hours = hours(device, "mail")
    #expect(hours.onScreen.processorMicroseconds == 700_000)
    #expect(hours.offScreen.processorMicroseconds == 250_000)
    #expect(hours.offScreen.sentBytes == 1000)
    // 1 W for 250 ms, and 2,265 nJ for each byte over Wi-Fi.
    #expect(hours.offScreen.nanojoules >= 250_000_000 + 2_265_000)
  }

  @Test("charges nothing for what stays within the machine, and counts it")
  func loopback() {
    var device = device()
    device.open("mail")
    device.report("mail", .measured(ResourceUsage(loopbackBytes: 1000)))
    device.report("mail", .measured(ResourceUsage(loopbackBytes: 5_000_000)))
    let used = hours(device, "mail").onScreen
    #expect(used.loopbackBytes == 5_000_000)
    #expect(used.receivedBytes == 0)
    #expect(used.sentBytes == 0)
    #expect(used.nanojoules == 0)
  }

  @Test(
    "asks for the counters when an app that runs leaves the screen or comes to it, and at no other time"
  )
  func readings() {
    var device = device()
    func count() -> Int {
      device.count { if case .measureUsage = $0 { true } else { false } }
    }
    device.open("mail")
    #expect(count() == 0)
    device.home()
    #expect(count() == 1)
    device.pass(.minutes(1))
    #expect(device.state("mail") == .suspended)
    device.open("mail")
    #expect(count() == 1)
    _ = device.beginTask("mail", "save")
    device.home()
    device.open("mail")
    #expect(count() == 3)
    let wakeup = device.device.services.consumption.nextDeadline
    #expect(wakeup == nil)
  }

  @Test("counts what a launch has used from zero, and a counter that was made anew")
  func launches() {
    var device = device()
    device.open("mail")
    device.report("mail", .measured(ResourceUsage(processor: .seconds(3), receivedBytes: 5000)))
    device.report("mail", .measured(ResourceUsage(processor: .seconds(4), receivedBytes: 700)))
    device.report("mail", .exited(status: .exited(status: 0)))
    device.open("mail")
    device.report("mail", .measured(ResourceUsage(processor: .seconds(2))))
    let used = hours(device, "mail").onScreen
    #expect(used.processorMicroseconds == 6_000_000)
    #expect(used.receivedBytes == 5700)
  }

  @Test("continues after a reading in which a counter is missing where that stood before")
  func missingCounters() {
    var device = device()
    device.open("mail")
    for received in [Int64(100), nil, 110] {
      device.report("mail", .measured(ResourceUsage(receivedBytes: received)))
    }
    #expect(hours(device, "mail").total.receivedBytes == 110)
  }

  @Test("makes no hours of running of the time in which an app stood still before it ended")
  func endsWhileSuspended() {
    var device = device()
    device.open("mail")
    device.pass(.minutes(1))
    device.home()
    device.report("mail", .measured(ResourceUsage(processor: .milliseconds(1))))
    device.pass(.minutes(1))
    #expect(device.state("mail") == .suspended)
    let before = hours(device, "mail")
    device.pass(.hours(24))
    device.report("mail", .measured(ResourceUsage(processor: .milliseconds(6))))
    device.report("mail", .exited(status: .exited(status: 0)))
    let after = hours(device, "mail")
    #expect(after.map(\.begin) == before.map(\.begin))
    // One receipt at most: that of the moment in which it left the screen.
    #expect(after.flatMap(\.runs).map(\.began) == [.at(.minutes(1))])
    #expect(after.total.processorMicroseconds == 6000)
    #expect(device.broken == [])
  }

  @Test("spreads what an app has used until it was killed over the hours in which it ran")
  func killed() {
    var device = device()
    device.open("mail")
    device.pass(.hours(2) + .minutes(30))
    // The host reads the counters once more before it says that the process has ended.
    device.holdsExits = true
    device.user(.forceQuit(app: device.app("mail")))
    device.report("mail", .measured(ResourceUsage(processor: .seconds(150))))
    device.report("mail", .exited(status: .signalled(signal: 9)))
    let used = hours(device, "mail").map(\.onScreen.processorMicroseconds)
    #expect(used == [60_000_000, 60_000_000, 30_000_000])
    #expect(device.broken == [])
  }

  @Test("books the bytes of transfers by the network that the device has")
  func transfers() {
    var ledger = AppConsumption()
    let grid = HourGrid(on: WallClock(), at: .zero)
    ledger.addTransferred(900, .download, on: .wifi, isOnScreen: false, at: .zero, in: grid)
    ledger.addTransferred(50, .upload, on: .cellular, isOnScreen: false, at: .zero, in: grid)
    ledger.addTransferred(7, .upload, on: .wired, isOnScreen: true, at: .zero, in: grid)
    #expect(ledger.hours.offScreen.transferred == NetworkBytes(wifi: 900, cellular: 50))
    #expect(ledger.hours.offScreen.nanojoules == 900 * 1096 + 50 * 3507)
    #expect(ledger.hours.onScreen.transferred == NetworkBytes(wired: 7))
    #expect(ledger.hours.labels == [.transfers])
  }

  @Test("books a sleep of the machine to nobody")
  func sleep() {
    var device = device()
    device.open("mail")
    device.pass(.minutes(10))
    device.suspend(.hours(3))
    device.pass(.minutes(5))
    #expect(hours(device, "mail").onScreen.timeMicroseconds == 900_000_000)
    #expect(device.broken == [])
  }

  @Test("keeps 240 hours, and one that has nothing is not kept")
  func retention() {
    var device = device()
    device.checksInvariants = false
    for _ in 0..<260 {
      device.open("mail")
      device.pass(.minutes(1))
      device.home()
      device.pass(.minutes(119))
    }
    let hours = device.device.services.consumption[device.app("mail")].hours
    #expect(hours.count <= 121)
    #expect(hours.first.map { $0.begin >= device.now - .hours(241) } == true)
    #expect(device.device.brokenInvariants() == [])
    let ledger = device.device.services.consumption
    #expect(ledger.brokenRules(on: device.device.state, hourCount: HourGrid.hoursKept + 1) == [])
  }

  @Test("keeps at most twelve runs of an hour, and their sum")
  func runs() {
    var hour = ConsumptionHour(begin: .zero)
    for second in 0..<40 {
      hour.changeRun(began: .at(.seconds(second))) {
        $0.used.nanojoules += 5
        $0.wakes.note(.silentPush)
      }
    }
    #expect(hour.runs.count == 12)
    #expect(hour.offScreen.nanojoules == 200)
    #expect(hour.runs.map(\.count) == [29] + Array(repeating: 1, count: 11))
    #expect(hour.runs.reduce(0) { $0 + $1.wakes.total } == 40)
  }

  @Test("splits what was used over hours, to the last nanojoule")
  func parts() {
    var used = Consumption()
    used.nanojoules = 1_000_000_007
    used.timeMicroseconds = 10
    let ends: [Int64] = [0, 1, 333, 334, 998, 1000]
    let parts = zip(ends, ends.dropFirst()).map { used.part(from: $0, to: $1, of: 1000) }
    #expect(parts.reduce(Consumption()) { $0 + $1 } == used)
  }

  @Test("forgets the name and the reasons of an app that was removed, and keeps its sums")
  func removal() {
    var device = device()
    device.open("mail")
    device.pass(.minutes(3))
    device.home()
    device.pass(.minutes(1))
    device.user(.uninstall(app: device.app("mail")))
    let report = report(device)
    #expect(report.apps.isEmpty)
    #expect(report.removed.onScreen.timeMicroseconds == 180_000_000)
    #expect(report.removed.flatMap(\.runs).isEmpty)
    #expect(device.broken == [])
  }

  @Test(
    "makes no hour longer when the wall clock jumps, by days or years, forward or back",
    arguments: [1_600_000_000, 1_699_740_800, 1_700_259_200, 1_800_000_000] as [Int64]
  )
  func clockJumps(seconds: Int64) {
    var device = device()
    device.tell(.wallClock(unixNanoseconds: 1_700_000_000_000_000_000))
    device.open("mail")
    device.pass(.minutes(90))
    device.tell(.wallClock(unixNanoseconds: seconds * 1_000_000_000))
    device.pass(.minutes(90))
    let hours = hours(device, "mail")
    #expect(hours.allSatisfy { $0.onScreen.timeMicroseconds <= 3_600_000_000 })
    #expect(hours.onScreen.timeMicroseconds == 10_800_000_000)
    #expect(device.broken == [])
  }

  @Test("counts what runs as it stands when somebody asks, and changes nothing by that")
  func live() {
    var device = device()
    device.open("mail")
    device.pass(.minutes(1))
    let before = device.device
    let usage = [device.app("mail"): ResourceUsage(processor: .seconds(9))]
    let report = report(device, usage: usage)
    #expect(report.apps.first?.hours.onScreen.processorMicroseconds == 9_000_000)
    #expect(device.device == before)
  }

  @Test("reads the counters of what runs and is shown, and of nothing else")
  func onlyWhatIsShown() {
    var device = device()
    device.open("maps")
    device.home()
    device.open("mail")
    device.pass(.minutes(1))
    #expect(device.state("maps") == .suspended)
    func read(shows: [String]) -> [String] {
      var read: [String] = []
      let shown = shows.map(device.app)
      let question = BatteryQuestion(
        hours: 24,
        at: device.now,
        showsApp: shown.contains,
        showsOwner: { _ in false }
      )
      _ = device.device.batteryReport(question) { launch in
        read += device.appOfLaunch[launch].map { [$0.text] } ?? []
        return nil
      }
      return read
    }
    // What is frozen has used nothing since it was frozen.
    #expect(read(shows: ["mail", "maps"]) == ["com.example.mail"])
    #expect(read(shows: ["maps"]) == [])
  }

  @Test("says for what an app ran off screen")
  func labels() {
    var run = BackgroundRun(began: .zero)
    #expect(run.labels == [.backgroundActivity])
    run.note([.audio])
    #expect(run.labels == [.audio])
    run.wakes.note(.region)
    run.wakes.note(.voipPush)
    run.wakes.note(.visiblePush)
    run.wakes.note(.transfer)
    #expect(run.labels == [.audio, .location, .notifications, .transfers, .voip])
  }
}
