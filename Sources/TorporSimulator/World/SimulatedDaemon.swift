import Logging
package import TorporCore
import TorporDaemon
package import TorporModel
import TorporWire

/// The real driver on simulated ports; it can die and be started again on the same journal.
package final class SimulatedDaemon: HostEventSink {
  // Shape: the ports of a driver, what is left of them after a kill, and what observers are told.
  package let journal = MemoryJournal()
  /// What is recorded from the first daemon on; `nil`: nothing.
  package var recording: MemoryRecording?
  private let clock: VirtualClock
  private let recorder: TimelineRecorder
  private var driver: Driver?
  private var processes: SimulatedProcesses?
  private var services: SimulatedTransfers?
  private var desktop: SimulatedDesktop?
  private var caches: SimulatedCaches?
  private var configuration = DeviceConfiguration(profile: .ios26)
  private var aliases: [AppIdentifier: String] = [:]
  private var states: [AppIdentifier: ApplicationState] = [:]
  /// Told of every decision, and of every callback that is on its way.
  var didDecide: (Decision) -> Void = { _ in }
  var didDeliver: (Callback, AppIdentifier) -> Void = { _, _ in }
  /// What the last daemon knew, where all of it is in the journal.
  private var digestAtDeath: String?
  /// Changes with every change of the device: the same number means the same device.
  private(set) var revision = 0
  /// What was read of the device at this revision.
  private var sight = Sight()
  /// Requests of apps that wait for a reply, with who asked.
  private var asking: [RequestIdentifier: LaunchIdentifier] = [:]

  private struct Sight {
    var records: [AppRecord]?
    var brokenRules: [String]?
  }

  init(clock: VirtualClock, recorder: TimelineRecorder) {
    self.clock = clock
    self.recorder = recorder
    clock.timerFired = { [unowned self] in post(.input(.timerFired)) }
  }

  func connect(
    _ processes: SimulatedProcesses,
    _ services: SimulatedTransfers,
    _ desktop: SimulatedDesktop,
    _ caches: SimulatedCaches,
    configuration: DeviceConfiguration,
    aliases: [AppIdentifier: String]
  ) {
    self.processes = processes
    self.services = services
    self.desktop = desktop
    self.caches = caches
    self.configuration = configuration
    self.aliases = aliases
  }

  /// The policy as it stands; `nil` while no daemon runs.
  package var device: Device? { driver?.device }

  /// Whether the daemon refuses what it would have to remember.
  package var journalOutage: JournalFailure? { driver?.journalOutage }

  /// A snapshot every 500 inputs: lives have some thousands, so that they replay both from snapshots and
  /// from the first input, and a death costs no more than its daemon's own part of the life; our choice.
  private static let limits = {
    var limits = DriverLimits()
    limits.entriesPerSnapshot = 500
    return limits
  }()

  // MARK: Life

  /// Starts a daemon on the journal; one that takes over from another begins where that ended.
  package func start(machineWasRestarted: Bool) {
    defer {
      digestAtDeath = nil
      deviceChanged()
    }
    guard let processes else { preconditionFailure("the daemon was started without a kernel") }
    let isFirst = journal.entryCount == 0 && driver == nil && states.isEmpty
    do {
      let driver = try Driver(
        configuration,
        processes: processes,
        services: services,
        serviceHost: desktop,
        storage: caches,
        clock: clock,
        journal: journal,
        recording: recording,
        limits: Self.limits,
        log: Logger(label: "torpor.simulator") { _ in SwiftLogNoOpLogHandler() }
      )
      driver.sessionPort = self
      self.driver = driver
      if !machineWasRestarted, let digestAtDeath, digestAtDeath != deviceDigest() {
        recorder.violation("the journal does not replay to the device that wrote it")
      }
      if isFirst {
        driver.turn()
        if recording != nil { _ = try driver.startRecording() }
      } else {
        driver.takeOver(machineWasRestarted: machineWasRestarted)
      }
    } catch {
      recorder.violation("the journal cannot be read: \(error.cause)")
    }
  }

  /// The daemon is gone at once, with all that it had not saved.
  package func die() {
    let isWhole = processes?.isCutOff == false && driver?.journalOutage == nil
    digestAtDeath = isWhole ? deviceDigest() : nil
    driver = nil
    asking.removeAll()
    clock.arm(at: nil)
    deviceChanged()
  }

  package func turn() {
    guard let driver else { return }
    let before = driver.journalSequence
    driver.turn()
    // What cannot be saved changes the device too, and the journal does not count it.
    if driver.journalSequence != before || driver.journalOutage != nil { deviceChanged() }
  }

  private func deviceChanged() {
    revision += 1
    sight = Sight()
  }

  /// A short name for the policy as it stands.
  package func deviceDigest() -> String? { try? driver?.device.stateDigest().description }

  /// Whether a new daemon would have the same device.
  package func replaysToItself() -> Bool {
    guard let processes, let driver, driver.journalOutage == nil else { return true }
    let next = try? Driver(
      configuration,
      processes: processes,
      clock: clock,
      journal: journal,
      log: Logger(label: "torpor.simulator") { _ in SwiftLogNoOpLogHandler() }
    )
    return (try? next?.device.stateDigest().description) == deviceDigest()
  }

  // MARK: What happens

  package func post(_ event: HostEvent) {
    // While no daemon runs it is not heard.
    driver?.post(event)
  }

  /// An app asks for something; `contents` are what the transfers carry that it asks for.
  func take(
    _ request: AppRequest,
    carrying contents: [TransferContent],
    id: RequestIdentifier,
    from launch: LaunchIdentifier
  ) {
    asking[id] = launch
    if case .session(.answerChallenge(let transfer, let answer)) = request {
      // As a session of the real daemon: the credential goes past the policy, and before it.
      let credential = TransferPassword(user: "app", password: "simulated")
      driver?.useCredential(answer == .useCredential ? credential : nil, for: transfer)
    }
    let stored = contents.map { StoredTransfer(content: $0, userID: Self.user, groupID: Self.user) }
    driver?.submit(
      Submission(.app(launch: launch, request: request, id: id), transfers: stored)
    )
  }

  /// The user of all simulated apps; the number means nothing here.
  private static let user: UInt32 = 1000

  package func device(_ event: DeviceEvent) { post(.input(.device(event: event))) }

  package func user(_ action: UserAction) { post(.input(.user(action: action, id: nil))) }

  package func install(_ app: AppDefinition) {
    let recipe = LaunchRecipe(
      executable: "/apps/\(app.alias)",
      arguments: [app.alias],
      environment: [],
      workingDirectory: "/",
      userID: Self.user,
      groupID: Self.user
    )
    let install = UserAction.install(
      manifest: app.manifest,
      settings: app.settings,
      replaces: false,
      undecided: app.undecided.isEmpty ? nil : app.undecided
    )
    driver?.submit(Submission(.user(action: install, id: nil), recipe: recipe))
  }

  // MARK: What is seen

  /// Every app, in the order of identifiers; read once of each device, for all that look at it.
  var records: [AppRecord] {
    if let known = sight.records { return known }
    let records = device?.apps.records ?? []
    sight.records = records
    return records
  }

  /// The rules of its own that the device breaks; they are about the device alone, so one look at each
  /// device finds all that many would.
  var brokenRules: [String] {
    if let known = sight.brokenRules { return known }
    let broken = device?.brokenInvariants() ?? []
    sight.brokenRules = broken
    return broken
  }

  /// Records every app that stands elsewhere than before.
  func noteStates(of apps: [AppDefinition]) {
    guard let device else { return }
    for app in apps {
      let state = device.apps[app.identifier]?.process.applicationState ?? .notRunning
      guard state != states[app.identifier] ?? .notRunning else { continue }
      states[app.identifier] = state
      recorder.record(.state(state), of: app.alias)
    }
  }
}

extension SimulatedDaemon: SessionPort {
  package func deliver(_ delivery: Delivery, to launch: LaunchIdentifier) {
    guard let processes, !processes.isCutOff, let process = processes.process(launch) else {
      return
    }
    if processes.isFrozenOrFreezing(launch) {
      recorder.violation(
        "\(delivery.callback.name) was sent to '\(process.app.alias)' while it is frozen",
        of: process.app.alias
      )
    }
    didDeliver(delivery.callback, process.app.identifier)
    if delivery.callback.endsApp { processes.didOrderEnd(launch) }
    // The app runs after the daemon's turn, not inside it.
    clock.schedule(at: clock.now() + processes.latencies.message) { process.receive(delivery) }
  }

  package func reply(
    _ reply: Reply,
    to request: RequestIdentifier,
    beside descriptors: [Int32]
  ) {
    guard let launch = asking.removeValue(forKey: request), let processes, !processes.isCutOff,
      let process = processes.process(launch)
    else { return }
    clock.schedule(at: clock.now() + processes.latencies.message) {
      process.receive(reply, to: request)
    }
  }

  package func note(_ decision: Decision, entry: LedgerEntry?) {
    // A dying daemon carries nothing out any more: what it has not saved either, nobody has decided, and
    // the next daemon decides it anew. What it has saved stands, for the next one replays it.
    guard entry != nil || processes?.isCutOff != true else { return }
    didDecide(decision)
    let alias = decision.app.flatMap { aliases[$0] }
    recorder.record(.decided(decision), of: alias, launch: decision.launch)
    if case .end(let reason) = decision.action {
      recorder.record(.ended(reason), of: alias, launch: decision.launch)
    }
  }

  func submissions(for event: HostEvent) -> [Submission] { [] }

  package func turnEnded() -> Bool { false }
}
