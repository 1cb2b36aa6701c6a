import Testing
import TorporCore
import TorporDaemon
import TorporModel
import TorporText
import TorporWire

@testable import TorporSimulator

@Suite("The sums of a replay")
struct ReplaySumTests {
  private func changes(without name: String) -> ReplayChanges {
    var changes = ReplayChanges()
    changes.without = [LivedDevice.app(name).text]
    changes.words = ["no \(name)"]
    return changes
  }

  // MARK: Long lives

  @Test(
    "ten days of 60 busy apps, in a life of ten and a half, add up to what the kernel counted, also of hours that the ledger has forgotten"
  )
  func longLife() throws {
    var life = LivedDevice()
    let names = (0..<60).map { "app\($0)" }
    for name in names { life.run(name) }
    life.user(.home(app: nil))
    // Half a day before the recording, which it does not count.
    for _ in 0..<3 {
      life.skip(.hours(4))
      life.turn(names.compactMap { life.used($0, .seconds(3), receives: 999) })
    }
    life.record()
    var fed: [AppIdentifier: UseTable.Use] = [:]
    for round in 1...60 {
      life.skip(.hours(4))
      var inputs: [Input] = []
      for (index, name) in names.enumerated() where life.launches[LivedDevice.app(name)] != nil {
        let (milliseconds, bytes) = (Int64(1000 + round * 7 + index), Int64(5000 + round * index))
        if let input = life.used(name, .milliseconds(milliseconds), receives: bytes) {
          inputs.append(input)
          fed[LivedDevice.app(name), default: UseTable.Use()].processorMicroseconds +=
            milliseconds * 1000
          fed[LivedDevice.app(name), default: UseTable.Use()].networkBytes += bytes
        }
      }
      life.turn(inputs)
      // One ends for good in the middle; its hours are kept under its name.
      if round == 30 { life.user(.forceQuit(app: LivedDevice.app("app7"))) }
    }
    #expect(life.now == .zero + .hours(252))

    let report = try life.recording().replay(changes(without: "app0"))
    #expect(report.exact.isExact && report.exact.gapCount == 0)
    let other = try #require(report.other)
    for name in names {
      let app = LivedDevice.app(name)
      let (recorded, replayed) = (other.recorded.apps[app], other.used.apps[app])
      #expect(recorded?.processorMicroseconds == fed[app]?.processorMicroseconds, "\(name)")
      #expect(recorded?.networkBytes == fed[app]?.networkBytes, "\(name)")
      #expect(replayed == (name == "app0" ? nil : recorded), "\(name)")
    }
    let lasting = try #require(other.recorded.apps[LivedDevice.app("app1")])
    #expect(lasting.offScreenMicroseconds == 240 * 3_600_000_000)
    // The ledger by itself does not have it all any more: the sums are not read from it at the end.
    let kept = UseLedger(life.device, at: life.now)
    let beginning = UseLedger(Device(DeviceConfiguration(profile: .linux), at: .zero), at: .zero)
    let left = kept.increase(since: beginning, on: life.device).total.processorMicroseconds
    #expect(
      left < other.recorded.total.processorMicroseconds,
      "nothing was forgotten: it shows nothing"
    )
  }

  // MARK: Another setting

  static let fetching = """
    scenario: Two apps that fetch
    rule: "BF9"
    profile: ios10
    device: {charging: true, network: wifi}
    start: "2026-03-02T08:30:00Z"
    end: 3d
    apps:
      news:
        info: {UIBackgroundModes: [fetch]}
        history: {opensAt: ["08:00"], days: 14}
        on:
          didFinishLaunching: [{setMinimumBackgroundFetchInterval: minimum}]
          performFetch: [{work: 2s}, {complete: newData}]
      quiet:
        info: {UIBackgroundModes: [fetch]}
        history: {opensAt: ["08:00"], days: 14}
        on:
          didFinishLaunching: [{setMinimumBackgroundFetchInterval: minimum}]
          performFetch: [{work: 1s}, {complete: newData}]
    script:
      - {at: 0s, launch: news}
      - {at: 10s, launch: quiet}
      - {at: 20s, home: true}
      - {at: 1m, lock: true}
    expect:
      - {app: news, exit: none, between: [0s, 3d]}
    """

  @Test(
    "under another setting each app has used what its own runs used, and no more or less",
    arguments: [[], ["news"], ["news", "quiet"]]
  )
  func anotherSetting(off: [String]) throws {
    let scenario = try ScenarioLoader.load(text: Self.fetching, file: "fetching.yaml")
    let file = RecordedFile(ScenarioRun(scenario, isRecorded: true).recording)
    var changes = ReplayChanges()
    let alias = { (name: String) in
      try #require(scenario.apps.first { $0.alias == name }).identifier
    }
    for name in off {
      let app = try alias(name).text
      changes.settings.append(Control.ChangeSetting(app: app, backgroundRefresh: .off))
    }
    // Something is different in any case.
    if off.isEmpty { changes.settings = [Control.ChangeSetting(jobNotifications: false)] }
    changes.words = ["a test"]
    let report = try file.replay(changes)
    #expect(report.exact.isExact)
    let other = try #require(report.other)
    for (name, seconds) in [("news", 2), ("quiet", 1)] {
      let app = try alias(name)
      let fetches = other.difference.wakes.filter { $0.key.app == app }
      let recorded = fetches.reduce(0) { $0 + $1.value.recorded }
      let replayed = fetches.reduce(0) { $0 + $1.value.other }
      #expect(recorded > 3, "\(name) hardly fetches: the test shows nothing")
      let used = { (table: UseTable) in table.apps[app]?.processorMicroseconds ?? 0 }
      #expect(used(other.recorded) == Int64(recorded * seconds * 1_000_000), "\(name)")
      #expect(used(other.used) == Int64(replayed * seconds * 1_000_000), "\(name)")
      if off.contains(name) { #expect(replayed == 0) }
      if off.isEmpty { #expect(replayed == recorded) }
    }
    if off.isEmpty { #expect(other.recorded == other.used && other.tally == .init()) }
  }

  // MARK: Restarts of the daemon

  /// Two commands run; on the other device one of them stands still since then.
  private func split() throws -> (life: LivedDevice, other: OtherDevice, launch: LaunchIdentifier) {
    var life = LivedDevice()
    life.run("still")
    life.run("runs")
    life.user(.home(app: nil))
    life.use("still", .seconds(1))
    life.use("runs", .seconds(1))
    let launch = try #require(life.launches[LivedDevice.app("still")])
    var other = OtherDevice(life.device, DeviceChanges(), habits: Habits())
    let freeze = Input.user(action: .endExemption(app: LivedDevice.app("still")), id: nil)
    let orders = other.handle(freeze, at: life.now)
    other.finish(orders, at: life.now)
    life.skip(.seconds(10))
    other.advance(to: turn(at: life.now), recordedWakeup: nil)
    #expect(other.process(of: LivedDevice.app("still"))?.isFrozen == true)
    other.readUse(at: life.now)
    return (life, other, launch)
  }

  private func turn(at moment: Instant) -> RecordedTurn {
    RecordedTurn(at: moment, decisions: [], inputs: [], sequence: 0, wallNanoseconds: 0)
  }

  private func processor(_ other: OtherDevice, _ name: String) -> Int64 {
    other.use.sum.apps[LivedDevice.app(name)]?.processorMicroseconds ?? 0
  }

  @Test("what an app used that ended without a daemon counts only where it ran")
  func endedWithoutADaemon() throws {
    var (life, other, launch) = try split()
    let before = processor(other, "still")
    let running = try #require(life.launches[LivedDevice.app("runs")])
    for (name, total) in [("still", 3), ("runs", 3)] {
      let launch = name == "still" ? launch : running
      let usage = ResourceUsage(processor: .seconds(total))
      let measured = Input.process(launch: launch, event: .measured(usage))
      _ = other.follow(measured, frozen: [], [], at: life.now)
    }
    life.skip(.seconds(10))
    let survivors = [launch, running].map { launch in
      Survivor(
        app: launch == running ? LivedDevice.app("runs") : LivedDevice.app("still"),
        launch: launch,
        isFrozen: false,
        end: .exited(status: 0),
        usage: ResourceUsage(processor: .seconds(5))
      )
    }
    let restart = Input.device(event: .daemonRestarted(survivors: survivors))
    _ = other.follow(restart, frozen: [], [], at: life.now)
    other.readUse(at: life.now)
    #expect(processor(other, "still") == before, "it stood still")
    #expect(processor(other, "runs") == 4_000_000)
    #expect(other.process(of: LivedDevice.app("still")) == nil)
    #expect(other.launches.ended(by: .device(event: .booted)).isEmpty, "nothing is known to run")
    #expect(other.recordedLaunches.ended(by: .device(event: .booted)).isEmpty)
  }

  @Test(
    "a process that stands still on one device only is not let run by what the host found of the other"
  )
  func foundOtherwise() throws {
    var (life, other, launch) = try split()
    life.skip(.seconds(10))
    let survivors = [
      Survivor(app: LivedDevice.app("still"), launch: launch, isFrozen: false),
      Survivor(
        app: LivedDevice.app("runs"),
        launch: try #require(life.launches[LivedDevice.app("runs")]),
        isFrozen: false
      ),
    ]
    other.decisions = []
    let restart = Input.device(event: .daemonRestarted(survivors: survivors))
    _ = other.follow(restart, frozen: [], [], at: life.now)
    #expect(other.process(of: LivedDevice.app("still"))?.isFrozen == true)
    #expect(other.decisions.allSatisfy { $0.action != .thaw }, "\(other.decisions)")
  }

  // MARK: Counters

  @Test("a process from before the recording is counted from where the ledger has booked it")
  func countedFromTheBeginning() throws {
    var life = LivedDevice()
    life.run("old")
    life.user(.home(app: nil))
    life.use("old", .seconds(40), receives: 1000)
    life.record()
    life.skip(.minutes(1))
    life.use("old", .seconds(2), receives: 10)
    life.use("old", .seconds(3), receives: 20)
    let other = try #require(try life.recording().replay(changesOfNothing).other)
    let used = other.used.apps[LivedDevice.app("old")]
    #expect(used?.processorMicroseconds == 5_000_000 && used?.networkBytes == 30)
    #expect(other.recorded == other.used)
  }

  private var changesOfNothing: ReplayChanges {
    var changes = ReplayChanges()
    changes.settings = [Control.ChangeSetting(jobNotifications: false)]
    changes.words = ["jobNotifications=off"]
    return changes
  }

  @Test(
    "a counter that begins again, and one that is missing for a time, count alike on both devices"
  )
  func countersBeginAgain() {
    let (launch, other) = (LaunchIdentifier(rawValue: 1), LaunchIdentifier(rawValue: 7))
    var meters = TorporSimulator.Meters()
    func read(_ bytes: Int64?) {
      meters.read(
        ResourceUsage(receivedBytes: bytes),
        of: launch,
        for: other,
        counts: true
      )
    }
    read(100)
    read(nil)
    read(150)
    #expect(meters.own(other)?.receivedBytes == 150)
    read(30)
    #expect(meters.own(other)?.receivedBytes == 180)
  }
}
