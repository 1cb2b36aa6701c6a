import Glibc
import Logging
import TorporCore
import TorporDaemon
import TorporLinux
import TorporModel
import TorporPosix
import TorporWire

/// The composition root: makes every adapter, joins them, and runs the loop.
///
/// The only place that knows them all. What is made first is stopped last.
final class Service {
  // Shape: the parts of the daemon, in the order in which they are made and ended.
  static let version = "0.1.0"

  private let options: Options
  private let loop: EventLoop
  private let journal: SQLiteJournal
  private let clock: ClockAdapter
  private let connections: ConnectionAdapter
  private let watchers: Watchers
  private let transfers: Transfers
  private let trash: Trash
  private let deadMan: DeadManSwitch
  private let driver: Driver
  private let sessions: SessionTable
  private let signals: SignalWatch
  private let end: ServiceEnd
  private let logouts: LogoutAdapter
  private let adoption: Adoption
  private let adoptionClaim: AdoptionClaim?
  private let notices: ServiceNotices
  private let log: Logger

  /// Takes the places that only one daemon can have, and recovers the device.
  ///
  /// `environment` is what the service manager says that has started it, if one has.
  init(_ options: Options, _ environment: ServiceEnvironment) throws {
    self.options = options
    let journalStream = JournalStream(named: environment.journalStream)
    log = Logger(label: "torpord", factory: { _ in StandardErrorLog(journal: journalStream) })
    CurrentProcess.ignoreBrokenPipes()
    CurrentProcess.keepFilesPrivate()
    do throws(SystemError) {
      try CurrentProcess.raiseOpenFilesLimit()
    } catch {
      log.warning(
        "the limit of open files was not raised, so fewer apps fit",
        metadata: ["cause": "\(error)"]
      )
    }
    try Service.makeFolders(options)
    let mailbox = Mailbox()
    let groups = try GroupTree(subtree: options.groupName)
    // Forks, so it comes before anything that the fork should not have.
    let records = AdoptionRecords(folder: options.adoptionFolder)
    try records.prepare()
    // Before the groups' lock can be taken for that of a daemon that knows nothing of them.
    adoptionClaim = AdoptionClaim(of: records)
    deadMan = try DeadManSwitch(watching: groups, recordsFolder: records.folder)
    loop = try EventLoop()
    try deadMan.keepAlive(on: loop)
    let end = ServiceEnd(on: loop, mailbox: mailbox)
    self.end = end
    signals = try SignalWatch([SIGTERM, SIGINT], on: loop) { _ in end.begin() }
    connections = ConnectionAdapter(on: loop, sink: mailbox, groups: groups) { limit in
      Service.rejection(for: limit)
    }
    try connections.listen(
      at: options.socketPath,
      mode: CurrentProcess.userID == 0 ? 0o666 : 0o600,
      inherited: try environment.socket(for: options.socketPath)
    )
    journal = try SQLiteJournal(path: options.stateFolder + "/journal.sqlite")
    if let loss = journal.loss {
      log.warning("the earlier journal is missing", metadata: ["cause": "\(loss)"])
    }
    if let replacement = journal.replacement {
      log.warning(
        "the journal and its log do not belong together",
        metadata: ["cause": "\(replacement)"]
      )
    }
    if let damage = journal.damage {
      log.warning(
        "the journal was damaged; what was accepted last may be lost",
        metadata: ["cause": "\(damage)"]
      )
    }
    clock = try ClockAdapter(
      resuming: try journal.clockAnchor(),
      floor: try journal.latestInstant(),
      wakesFromSuspend: options.wakesFromSuspend,
      on: loop,
      sink: mailbox
    )
    let processes = ProcessAdapter(
      on: loop,
      sink: mailbox,
      tree: groups,
      connections: connections,
      places: .init(
        socketPath: options.socketPath,
        logFolder: options.stateFolder + "/logs",
        jobFolder: options.stateFolder + "/jobs",
        terminalLeader: .init(path: "/proc/self/exe", option: Options.leadTerminal),
        outputWriter: .init(path: "/proc/self/exe", option: Options.writeOutput),
        containers: try journal.owners().compactMapValues(\.container)
      )
    )
    let log = self.log
    transfers = Transfers(options, groups: groups, on: loop, sink: mailbox)
    transfers.services.reportError = { userID, cause in
      log.warning(
        "a transfer service has reported a problem",
        metadata: ["user": "\(userID)", "cause": "\(cause)"]
      )
    }
    trash = Trash(
      at: options.stateFolder + "/trash",
      on: loop,
      emptiedBy: ["/proc/self/exe", Options.emptyTrash]
    )
    let slices = options.findAppSlices()
    let sliceLocks = SliceLocks(slices)
    let adoptedGroups = AdoptedGroups(
      on: loop,
      sink: mailbox,
      tree: groups,
      records: records,
      locks: sliceLocks
    )
    let governed = GovernedProcesses(started: processes, adopted: adoptedGroups)
    let machine = MachineFacts(to: mailbox)
    let bridges = Bridges(machine: machine, processes: governed)
    let descriptors = DescriptorTable(
      keptIn: options.stateFolder,
      by: .init(path: "/proc/self/exe", option: Options.keepDescriptors),
      groups: groups,
      on: loop,
      sink: mailbox
    )
    watchers = Watchers(
      options,
      groups: groups.features,
      along: clock,
      on: loop,
      sink: machine
    ) { failure in
      guard failure is RestrictionsWatch.Mistake else {
        return log.warning(
          "a fact about the machine is not available",
          metadata: ["cause": "\(failure)"]
        )
      }
      log.warning("the administrator's file has a mistake", metadata: ["cause": "\(failure)"])
    }
    driver = try Driver(
      DeviceConfiguration(profile: options.profile, hasPasscode: options.hasPasscode),
      processes: governed,
      containers: ContainerAdapter(trash: trash) { error in
        log.error(
          "the folder of an app could not be made or removed",
          metadata: ["cause": "\(error)"]
        )
      },
      outputs: JobOutputAdapter(
        folder: options.stateFolder + "/jobs",
        logFolder: options.stateFolder + "/logs"
      ),
      services: transfers.services,
      serviceHost: ServiceRouter(descriptors: descriptors, desktops: bridges),
      descriptors: descriptors,
      sounds: SoundFileAdapter(),
      storage: StorageAdapter(
        stateFolder: options.stateFolder,
        on: loop,
        sink: mailbox,
        now: { [clock] in clock.now() },
        emptyTrash: { [trash] in
          do throws(SystemError) {
            try trash.empty()
          } catch {
            log.warning("the trash could not be emptied", metadata: ["cause": "\(error)"])
          }
        }
      ) { error in
        log.error("the folders of an app could not be worked on", metadata: ["cause": "\(error)"])
      },
      clock: clock,
      journal: journal,
      recording: RecordingFile(path: options.stateFolder + "/recording.jsonl"),
      build: Service.version,
      log: log
    )
    driver.restoringProgram = Options.besideDaemon("torpor")
    adoption = Adoption(
      options,
      adoptedGroups,
      sliceLocks,
      slices: slices,
      driver: driver,
      bridges: bridges,
      on: loop,
      log: log
    )
    sessions = SessionTable(
      driver: driver,
      connections: connections,
      processes: governed,
      bridges: bridges,
      facts: DaemonFacts(
        version: Control.GetVersion.Reply(
          version: Service.version,
          processID: CurrentProcess.processID,
          stateFolder: options.stateFolder
        ),
        userID: CurrentProcess.userID,
        linkUserID: Service.userID(of: options.linkUser, log),
        containerFolder: options.stateFolder + "/containers",
        transferFolder: options.transferFolder,
        zoneRules: { try? ZoneFiles().rules(of: $0) },
        capabilities: { [watchers, clock, transfers] in
          Service.capabilities(of: groups, watchers, clock, transfers, sysRoot: options.sysRoot)
        },
        launchContext: { LaunchContext(ofProcess: $0.processID, userID: $0.userID) },
        errorText: SystemError.text(of:),
        meters: { [watchers] in watchers.meters(processes) },
        restrictionMistakes: { [watchers] in watchers.restrictionMistakes },
        adoption: adoption.scopes
      )
    )
    let driver = self.driver
    logouts = LogoutAdapter(on: loop) { user in driver.logOut(user) }
    end.isAnnounced = { bridges.isShutdownNear }
    notices = ServiceNotices(to: environment, on: loop) { error in
      log.warning("the service manager could not be notified", metadata: ["cause": "\(error)"])
    }
    end.isAsked = { [notices] in notices.stopping() }
    end.begins = { log.notice("the machine is shutting down; apps are asked to end") }
    driver.sessionPort = sessions
    transfers.services.progressed = { [weak sessions] steps in sessions?.tell(steps) }
    mailbox.owner = driver
  }

  /// Governs until it is asked to stop.
  func run() throws {
    // What the journal gave back, before anything new happens: a replay elsewhere must give the same.
    let digest = try driver.device.stateDigest()
    log.notice(
      driver.journalSequence == 0 ? "began a new journal" : "recovered the journal",
      metadata: ["entry": "\(driver.journalSequence)", "digest": "\(digest)"]
    )
    driver.takeOver(machineWasRestarted: clock.isNewBoot)
    saveClock()
    do throws(SystemError) {
      try trash.empty()
    } catch {
      log.warning(
        "the folders of removed apps could not be deleted",
        metadata: ["cause": "\(error)"]
      )
    }
    watchers.start(with: driver.device)
    watchLogouts()
    turn()
    log.notice(
      "ready",
      metadata: ["socket": "\(options.socketPath)", "state": "\(options.stateFolder)"]
    )
    let rest = RestWatch(on: loop)
    // The start is work too.
    rest.turnEnded()
    notices.ready("serves \(options.socketPath)") { [weak rest] in
      rest?.passOverTurn()
    }
    loop.run {
      turn()
      rest.turnEnded()
      end.turnEnded(governsProcesses: driver.governsProcesses)
      if driver.hasStopped { loop.stop() }
    }
    stop()
  }

  /// A user's own daemon ends with its user.
  private func watchLogouts() {
    guard CurrentProcess.userID == 0 else { return }
    do throws(SystemError) {
      try logouts.start()
    } catch {
      log.warning(
        "logouts cannot be detected, so apps outlive them",
        metadata: ["cause": "\(error)"]
      )
    }
  }

  /// Works until nothing is left to do, and nothing that the device wants to know is untold.
  private func turn() {
    repeat {
      repeat { driver.turn() } while watchers.follow(driver.device)
    } while adoption.follow(driver.device)
  }

  /// Remembers the boot, after the device has been told of it: a daemon that dies in between tells
  /// the next one's device again, which is harmless, and never not at all, which is not.
  private func saveClock() {
    do throws(JournalFailure) {
      guard try journal.clockAnchor()?.bootID != clock.start.bootID else { return }
      try journal.save(clock.start)
    } catch {
      log.warning("the clock could not be saved", metadata: ["cause": "\(error)"])
    }
  }

  private func stop() {
    connections.stop()
    do {
      try driver.snapshot()
      try journal.save(clock.anchor())
    } catch {
      log.error("the snapshot could not be written", metadata: ["cause": "\(error)"])
    }
    log.notice(end.isOfMachine ? "stopped with the machine" : "stopped; apps keep running")
  }
}
