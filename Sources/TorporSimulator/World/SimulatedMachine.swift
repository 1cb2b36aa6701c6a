import TorporCore
package import TorporModel

/// A whole simulated device: clock, kernel, memory, apps, and the daemon that governs them.
///
/// Everything reaches the daemon as events in its mailbox and comes back as orders to the ports,
/// in the driver's own turns, exactly as on a real machine.
package final class SimulatedMachine {
  // Shape: one property for each simulated device, and one method for each thing that a scenario does to them.
  package let clock: VirtualClock
  package let recorder: TimelineRecorder
  package let daemon: SimulatedDaemon
  package let apps: [AppDefinition]
  package internal(set) var device: DeviceDefinition
  let memory: SimulatedMemory
  let processes: SimulatedProcesses
  let transfers: SimulatedTransfers
  let desktop: SimulatedDesktop
  let caches: SimulatedCaches
  private var storages: [AppIdentifier: AppStorage] = [:]
  private var definitions: [AppIdentifier: AppDefinition] = [:]
  /// Where apps stood that were removed, as apps that do not run.
  private(set) var removed: [AppIdentifier: AppStatus] = [:]
  private var requestCount: UInt64 = 0
  let transferWatch = TransferWatch()
  private let memoryWatch = MemoryWatch()
  private let watches: [any Watch]
  private var payloadCount = 0
  private var wasAwake = false
  /// How often was looked whether all is as it must be.
  private(set) var lookCount = 0
  /// How many things have happened at the moment at which the machine stands.
  var progress = (at: Instant.zero, count: 0)
  /// After how many looks the machine stops, as one that goes round; a scenario has an end of its own.
  package var looksMax = Int.max
  private var standsStill = false
  /// The end of the kernel's patience, while more memory is in use than there is.
  var exhaustion: VirtualClock.Scheduled?

  /// Makes a device with its apps installed and nothing running; the daemon is not started yet.
  package init(
    device: DeviceDefinition,
    profile: ProfileName,
    apps: [AppDefinition],
    wallNanoseconds: Int64,
    latencies: SimulatedProcesses.Latencies = SimulatedProcesses.Latencies()
  ) {
    let clock = VirtualClock(wallNanoseconds: wallNanoseconds)
    let recorder = TimelineRecorder(clock: clock)
    let daemon = SimulatedDaemon(clock: clock, recorder: recorder)
    self.clock = clock
    self.recorder = recorder
    self.daemon = daemon
    self.device = device
    self.apps = apps
    memory = SimulatedMemory(totalBytes: device.memoryBytes) { report in
      daemon.post(.input(.device(event: .memory(report))))
    }
    for app in apps {
      definitions[app.identifier] = app
      let storage = AppStorage()
      storage.cacheBytes = app.cacheBytes
      storages[app.identifier] = storage
    }
    let storages = storages
    caches = SimulatedCaches(clock: clock, recorder: recorder) { storages[$0] }
    processes = SimulatedProcesses(clock: clock, recorder: recorder, sink: daemon)
    transfers = SimulatedTransfers(
      clock: clock,
      recorder: recorder,
      sink: daemon,
      bandwidthBytesPerSecond: device.bandwidthBytesPerSecond
    )
    transfers.setNetwork(device.network != .none)
    transfers.setFreeStorage(device.storageBytes)
    desktop = SimulatedDesktop(clock: clock, recorder: recorder, daemon: daemon)
    watches = [
      BackgroundWorkWatch(), transferWatch, PushWatch(), NotificationWatch(), WakeWatch(),
      LedgerWatch(),
      SavingWatch(),
      memoryWatch,
    ]
    daemon.didDecide = { [unowned self] in for watch in watches { watch.decided($0) } }
    daemon.didDeliver = { [unowned self] in for watch in watches { watch.delivered($0, to: $1) } }
    processes.makeProcess = { [unowned self] order, _ in makeProcess(order) }
    processes.latencies = latencies
    processes.didEnd = { [unowned self] launch in memory.set(nil, for: launch) }
    processes.didOrderEnd = { [unowned memoryWatch] in memoryWatch.ordered($0) }
    processes.didPage = { [unowned self] in memory.setPagedOut($1, of: $0) }
    processes.setSwap(totalBytes: device.swapBytes)
    memory.swap = { [unowned processes] in processes.swap.state }
    memory.willPost = { [unowned memoryWatch] in memoryWatch.reported($0) }
    memoryWatch.isAlive = { [unowned processes] in processes.isAlive($0) }
    memoryWatch.endsOneByOne = profile == .linux
    caches.isAlive = { [unowned processes] in processes.process(of: $0) != nil }
    caches.post = { [unowned daemon] in daemon.device(.caches($0)) }
    caches.didFree = { [unowned self] in free($0) }
    daemon.connect(
      processes,
      transfers,
      desktop,
      caches,
      configuration: DeviceConfiguration(
        profile: profile,
        hasPasscode: device.hasPasscode,
        isLocked: device.isLocked || device.isBootedLocked,
        wasUnlockedSinceBoot: !device.isBootedLocked,
        backgroundRefresh: device.backgroundRefresh
      ),
      aliases: Dictionary(uniqueKeysWithValues: apps.map { ($0.identifier, $0.alias) })
    )
  }

  deinit { clock.cancelAll() }

  /// The program of an offloaded app comes back before it runs.
  private func restoreProgram(of app: AppIdentifier) {
    guard daemon.device?.apps[app]?.persistentState.offloadedSince != nil else { return }
    clock.schedule(at: clock.now() + Self.unpackingTime) { [unowned self] in
      daemon.user(.restoreProgram(app: app))
    }
  }

  /// Some 20 MB of a program; our choice.
  private static let unpackingTime = Duration.milliseconds(100)

  private func makeProcess(_ order: LaunchOrder) -> SimulatedProcess? {
    guard let app = definitions[order.app], let storage = storages[order.app] else {
      recorder.violation("\(order.app) was launched and is not installed")
      return nil
    }
    let process = SimulatedProcess(
      launch: order.launch,
      app: app,
      environment: ProcessEnvironment(
        clock: clock,
        recorder: recorder,
        ask: { [unowned self] in
          for watch in watches { watch.asked($1, by: app.identifier) }
          return ask($1, carrying: $2, from: $0)
        },
        setFootprint: { [unowned self] bytes, launch in
          processes.post(launch, .footprint(bytes: bytes))
          memory.set(bytes, for: launch)
        },
        report: { [unowned self] in report($0, of: $1) },
        wasTold: { [unowned self] in transferWatch.wasTold(of: $0) },
        didRead: { [unowned self] in desktop.links.wasRead($0, by: app.identifier) },
        reads: { [unowned self] in desktop.links.reads(app.identifier, $0) },
        didEnd: { [unowned self] in processes.end($0, $1) },
        storage: storage
      )
    )
    process.resources.isShrunk = !order.destination.isForeground
    restoreProgram(of: order.app)
    return process
  }

  private func ask(
    _ request: AppRequest,
    carrying contents: [TransferContent],
    from launch: LaunchIdentifier
  ) -> RequestIdentifier {
    requestCount += 1
    let id = RequestIdentifier(rawValue: requestCount)
    daemon.take(request, carrying: contents, id: id, from: launch)
    return id
  }

  private func report(_ event: ProcessEvent, of launch: LaunchIdentifier) {
    processes.post(launch, event)
  }

  /// The storage of an app; it survives its processes.
  package func storage(of app: AppIdentifier) -> AppStorage? { storages[app] }

  /// The app is about to be removed: what it has used until now stays known.
  func noteRemoval(of app: AppIdentifier) {
    guard var status = daemon.device?.status(of: app, at: clock.now()) else { return }
    status.state = .notRunning
    removed[app] = status
  }

  // MARK: Life of the daemon

  /// Starts the daemon for the first time and tells it what the device is and has.
  package func start() {
    daemon.start(machineWasRestarted: false)
    tellWallClock()
    tellTimeZone()
    for app in apps {
      daemon.install(app)
      tellHistory(of: app)
    }
    if device.isLowPowerMode { daemon.user(.change(setting: .lowPowerMode(true))) }
    tellFacts()
    settle()
  }

  /// The daemon dies at that point, and the next one takes over what runs.
  package func crashDaemon(at point: DeathPoint = .betweenTurns) {
    switch point {
    case .betweenTurns: replaceDaemon()
    case .beforeSaving, .afterSaving:
      daemon.journal.deathPoint = point
      daemon.journal.died = { [unowned self] in
        processes.isCutOff = true
        transfers.isCutOff = true
        desktop.isCutOff = true
        caches.isCutOff = true
      }
    }
  }

  private func replaceDaemon() {
    daemon.die()
    processes.isCutOff = false
    transfers.isCutOff = false
    daemon.journal.isCutOff = false
    processes.daemonDied()
    transfers.daemonDied()
    desktop.daemonDied()
    caches.daemonDied()
    daemon.start(machineWasRestarted: false)
    for watch in watches { watch.daemonStarted(self, machineWasRestarted: false) }
    tellWallClock()
    tellFacts()
    desktop.links.daemonStarted(living: Set(processes.living.map(\.app.identifier)))
    for process in processes.living {
      process.reconnect()
      process.tellSound()
    }
  }

  /// The machine loses power and starts again.
  package func reboot() {
    if !daemon.replaysToItself() {
      recorder.violation("the journal does not replay to the device that wrote it")
    }
    daemon.die()
    processes.losePower()
    transfers.daemonDied()
    desktop.daemonDied()
    caches.daemonDied()
    desktop.links.losePower()
    daemon.journal.losePower()
    memory.restart()
    daemon.start(machineWasRestarted: true)
    for watch in watches { watch.daemonStarted(self, machineWasRestarted: true) }
    tellWallClock()
    tellFacts()
  }

  /// The machine sleeps for that long, or until the device wants it awake: nothing runs, and nothing is
  /// delivered.
  func sleep(for length: Duration) {
    let began = clock.now()
    let running = processes.living.filter { !$0.isFrozen }
    let sleeps = clock.sleep(for: length) { [unowned self] in
      recorder.record(.script("the machine is awake again"))
      transfers.awake()
      for process in running { process.thaw() }
      for watch in watches { watch.slept(for: clock.now() - began) }
    }
    guard sleeps else { return }
    // The kernel freezes all that runs, in whatever group it stands.
    for process in running { process.freeze() }
    transfers.sleep()
  }

  /// A server sends a push to the device.
  func send(_ push: Push) {
    for watch in watches { watch.pushed(push) }
    daemon.device(.push(push))
  }

  /// A payload that no other push of this life has; of that many bytes at least.
  func makePayload(bytesMin: Int) -> String {
    payloadCount += 1
    let filling = String(repeating: "x", count: bytesMin)
    return "{\"aps\":{},\"n\":\(payloadCount),\"text\":\"\(filling)\"}"
  }

  /// Works until nothing more happens at this moment, then looks whether all is as it must be.
  package func settle() {
    // Nobody is awake who could do or look at anything.
    guard !clock.isAsleep else { return }
    daemon.turn()
    processes.turnEnded()
    if processes.isCutOff {
      replaceDaemon()
      daemon.turn()
      processes.turnEnded()
    }
    watchExhaustion()
    daemon.noteStates(of: apps)
    let isAwake = processes.runsAnything
    if isAwake, !wasAwake { recorder.record(.deviceWoke) }
    wasAwake = isAwake
    lookCount += 1
    for invariant in Invariants.all {
      for sentence in invariant.broken(self) { recorder.violation(sentence) }
    }
    for watch in watches {
      for sentence in watch.broken(self) { recorder.violation(sentence) }
    }
  }

  /// Runs everything that is due until `moment`, and stands there then.
  ///
  /// A machine on which time stands still, because each thing sets off the next at the same moment, or
  /// that has more to do than it may, stays there; that is a broken rule.
  package func run(until moment: Instant) {
    while !standsStill, clock.runNext(upTo: moment) {
      settle()
      standsStill = !mayContinue()
    }
    clock.advance(to: moment)
  }

  /// Enters into the timeline what happens outside the device.
  func note(_ sentence: String) { recorder.record(.script(sentence)) }
}
