package import Logging
package import TorporCore
import TorporModel

/// Hosts the core: takes in what happened, has it decided, saves it, and has it done.
///
/// One turn:
/// 1. Take everything out of the mailbox; peers' bytes become inputs.
/// 2. Read the clock once: all inputs of the turn happen at that moment. If the machine has slept since
///    the last turn, that is the first of them.
/// 3. Decide: feed every input to the device and collect its effects.
/// 4. Save: inputs, decisions and recipes, in one transaction. Groups that will run are thawed just
///    before: an app that nobody has told anything waits on, so that nothing is done early but time
///    is won (decision 0015).
/// 5. Do: run the effects in order; what they set off is posted to the mailbox.
/// 6. Begin again while the mailbox holds anything; then arm the one timer.
///
/// Lives on the thread of the host's loop; nothing here is locked. The driver owns the device and the
/// mailbox; adapters own everything that touches the machine.
package final class Driver: HostEventSink {
  // Shape: one port for each thing that the host does; the six steps of a turn need them all.
  package private(set) var device: Device
  private var mailbox: [HostEvent] = []
  private var submissions: [Submission] = []
  private(set) var owners: [AppIdentifier: RecipeOwner] = [:]
  private(set) var formerOwners: [AppIdentifier: UInt32] = [:]
  private var streams: [AppIdentifier: [Int32]] = [:]
  /// Recipes of commands that the turn starts, and nothing starts again.
  private var recipesOfTurn: [AppIdentifier: LaunchRecipe] = [:]
  private var isStopping = false
  /// Whether the outlet has more to do than one turn should take.
  private var hasUnfinishedQueries = false
  let processes: any ProcessPort
  let containers: (any ContainerPort)?
  let outputs: (any JobOutputPort)?
  let services: (any TransferPort)?
  private let serviceHost: (any ServicePort)?
  let descriptors: (any DescriptorPort)?
  let sounds: (any SoundPort)?
  let storage: (any StoragePort)?
  /// What brings back the program of an offloaded app; `nil`: nothing is there that does.
  package var restoringProgram: String?
  /// Reports of transfers that came while the journal could not be written.
  private var postponed = PostponedReports()
  /// Whether a peer has said something in this turn, who may be waiting for the journal.
  private var wasAsked = false
  let clock: any ClockPort
  let keeper: JournalKeeper
  /// The programs that were running at the takeover and are not in the journal.
  var unknownSurvivors: [Survivor] = []
  /// Whether a setting of the device was changed that is not saved yet.
  package private(set) var hasUnsavedSettings = false
  /// Set before the first turn; weak, because outlets ask the driver.
  package weak var sessionPort: (any SessionPort)?
  let log: Logger

  /// Recovers the device from the journal, or begins a new journal with the configuration.
  ///
  /// - Throws: `JournalFailure` when the journal can be neither read nor begun.
  package init(
    _ configuration: DeviceConfiguration,
    processes: any ProcessPort,
    containers: (any ContainerPort)? = nil,
    outputs: (any JobOutputPort)? = nil,
    services: (any TransferPort)? = nil,
    serviceHost: (any ServicePort)? = nil,
    descriptors: (any DescriptorPort)? = nil,
    sounds: (any SoundPort)? = nil,
    storage: (any StoragePort)? = nil,
    clock: any ClockPort,
    journal: any JournalPort,
    recording: (any RecordingPort)? = nil,
    build: String = "",
    limits: DriverLimits = DriverLimits(),
    log: Logger
  ) throws(JournalFailure) {
    self.processes = processes
    self.containers = containers
    self.outputs = outputs
    self.services = services
    self.serviceHost = serviceHost
    self.descriptors = descriptors
    self.sounds = sounds
    self.storage = storage
    self.clock = clock
    self.log = log
    let recorder = recording.map { file in
      Recorder(file, clock: clock, build: build) { failure in
        log.error(
          "the recording cannot be written",
          metadata: ["path": "\(failure.path)", "cause": "\(failure.cause)"]
        )
      }
    }
    keeper = JournalKeeper(journal, clock: clock, limits: limits, recorder: recorder)
    let now = clock.now()
    if let recovered = try keeper.recover() {
      device = recovered
      // A recipe whose app ended while the journal could not be written is nobody's.
      owners = try keeper.owners().filter { recovered.keepsRecipe(of: $0.key) }
    } else {
      device = Device(configuration, at: now)
      submissions.append(Submission(.device(event: .configured(configuration))))
    }
  }

  /// Whether the host was asked to stop and everything is saved.
  package var hasStopped: Bool { isStopping && mailbox.isEmpty && submissions.isEmpty }

  /// Adds an event to the mailbox; the host calls `turn()` before it sleeps again.
  package func post(_ event: HostEvent) { mailbox.append(event) }

  /// Adds an input with what belongs to it.
  package func submit(_ submission: Submission) { submissions.append(submission) }

  /// Writes a snapshot, so that the next start has nothing to replay.
  ///
  /// - Throws: `JournalFailure` when it could not be written; the journal is whole without it.
  package func snapshot() throws(JournalFailure) { try keeper.snapshot(of: device) }

  // MARK: Turns

  /// Works until the mailbox is empty.
  package func turn() {
    repeat {
      for submission in drain() { submissions.append(submission) }
      runTurn()
    } while !mailbox.isEmpty || !submissions.isEmpty
    arm()
  }

  private func drain() -> [Submission] {
    let events = mailbox
    mailbox.removeAll(keepingCapacity: true)
    var drained: [Submission] = []
    for event in events {
      switch event {
      case .input(.timerFired):
        // Timers may fire early or late; only what is due is worth an entry in the journal.
        if let next = device.nextWakeup, next <= clock.now() {
          drained.append(Submission(.timerFired))
        }
      case .input(let input): drained.append(Submission(input))
      case .transfers(let reports, let details):
        drained.append(Submission(.transfers(reports), details: details))
      case .connected, .received, .closed:
        wasAsked = true
        drained += sessionPort?.submissions(for: event) ?? []
      case .stopRequested: isStopping = true
      }
    }
    return drained
  }

  private func runTurn() {
    var batch = submissions
    submissions.removeAll(keepingCapacity: true)
    let reading = clock.read()
    let now = reading.now
    let isHealed = keeper.outage != nil && keeper.heal(with: device, at: now, isAskedFor: wasAsked)
    wasAsked = false
    if isHealed {
      log.notice("the journal can be written again")
      hasUnsavedSettings = false
      batch = postponed.removeAll() + batch
    }
    if reading.slept > .zero {
      // Before whatever the sleep alone makes due.
      let sleep = DeviceEvent.slept(from: now + (.zero - reading.slept), until: now)
      batch.insert(Submission(.device(event: sleep)), at: 0)
    }
    // What was decided meanwhile is saved even where nothing new has happened.
    if !batch.isEmpty || isHealed && keeper.hasUnsaved {
      let turn = Decided(batch, by: device, at: now)
      keeper.outage == nil ? save(turn, at: now) : goOnUnsaved(turn, at: now)
    }
    hasUnfinishedQueries = sessionPort?.turnEnded() ?? false
  }

  private func save(_ turn: Decided, at now: Instant) {
    let early = turn.thawedFirst
    for launch in early { processes.thaw(launch) }
    do throws(JournalFailure) {
      let (late, rows) = try keeper.save(
        turn.inputs,
        turn.decisions,
        recipes: turn.savedRecipes,
        removed: turn.removed,
        transfers: turn.transfers,
        device: turn.device
      )
      device = turn.device
      for (app, recipe) in turn.acceptedRecipes {
        owners[app] = RecipeOwner(recipe)
        if turn.runOnce.contains(app) { recipesOfTurn[app] = recipe }
      }
      defer { recipesOfTurn.removeAll() }
      keep(turn.streams)
      processes.discard(turn.unwantedStreams)
      // Before anything is started, which may have the number of a process before a loss of power.
      for launch in turn.ends { processes.forgetEnd(of: launch) }
      stopPurge(
        thatConcerns: turn.transfers.accepted.map(\.stored),
        turn.acceptedRecipes.map(\.1)
      )
      run(turn.effects, handed: turn.handed, thawed: early)
      for (decision, row) in late { sessionPort?.noteSaved(decision, entry: row) }
      for (decision, row) in zip(turn.decisions, rows) { sessionPort?.note(decision, entry: row) }
      keeper.record(device)
      keeper.snapshotIfDue(of: device)
    } catch {
      log.error(
        "the journal cannot be written",
        metadata: ["path": "\(error.path)", "cause": "\(error.cause)"]
      )
      keeper.fail(error, at: now)
      goOnUnsaved(turn, at: now)
      freezeAgain(early)
    }
  }

  /// What was thawed for a turn that could not be saved stands still again, unless it runs all the same.
  private func freezeAgain(_ thawed: [LaunchIdentifier]) {
    for launch in thawed {
      let process = device.apps.slot(of: launch).flatMap { device.apps.process(inSlot: $0) }
      if process?.isFrozenOrFreezing == true { processes.freeze(launch) }
    }
  }

  /// Requests that would have to be remembered are refused; what the kernel and the clock say is
  /// followed all the same, for a rule that stops with the disk is no rule.
  private func goOnUnsaved(_ turn: Decided, at now: Instant) {
    guard let failure = keeper.outage?.failure else { return }
    var facts: [Submission] = []
    for submission in turn.batch {
      switch submission.input.durability.whileUnsaved {
      case .followed: facts.append(submission)
      case .postponed: postponed.add(submission)
      case .refused:
        processes.discard(submission.streams)
        if let handed = submission.handed { processes.discard([handed.descriptor]) }
        if let id = submission.input.request {
          sessionPort?.reply(.refused(.notSaved(cause: failure.cause)), to: id, beside: [])
        }
      }
    }
    guard !facts.isEmpty else { return }
    let decided = Decided(facts, by: device, at: now)
    if decided.device.conditions.settings != device.conditions.settings {
      hasUnsavedSettings = true
    }
    device = decided.device
    keeper.keep(decided.decisions, removed: decided.removed)
    processes.discard(decided.unwantedStreams)
    run(decided.effects, handed: decided.handed)
    for decision in decided.decisions { sessionPort?.note(decision, entry: nil) }
  }

  private func arm() {
    let soon = hasUnfinishedQueries ? clock.now() : nil
    let next = [device.nextWakeup, keeper.outage?.retryAt, sessionPort?.nextDeadline, soon]
      .compactMap { $0 }.min()
    clock.arm(at: next)
    clock.set(device.alarms)
  }

  // MARK: Effects

  private func run(
    _ effects: [Effect],
    handed: [RequestIdentifier: HandedDescriptor],
    thawed: [LaunchIdentifier] = []
  ) {
    var attempts: [TransferOrder] = []
    var thawed = thawed
    // Behind all else: an app is called before its full share of the processor is written into each of its sessions.
    var raised: [LaunchIdentifier] = []
    for effect in effects {
      switch effect {
      case .launch(let order): launch(order)
      case .freeze(let launch): processes.freeze(launch)
      case .thaw(let launch):
        if let done = thawed.firstIndex(of: launch) {
          thawed.remove(at: done)
        } else {
          processes.thaw(launch)
        }
      case .prioritize(let launch, .foreground): raised.append(launch)
      case .prioritize(let launch, .background):
        raised.removeAll { $0 == launch }
        processes.prioritize(launch, .background)
      case .kill(let launch): processes.kill(launch)
      case .release(let launch): processes.release(launch)
      case .requestTermination(let launch): processes.requestTermination(launch)
      case .inspect(let launch): processes.inspect(launch)
      case .watchSockets(let launch): processes.watchSockets(launch)
      case .sampleProcessorTime(let launch): processes.sampleProcessorTime(launch)
      case .measureUsage(let launch): processes.measureUsage(launch)
      case .measureFootprint(let launch): processes.measureFootprint(launch)
      case .pageOut(let order): processes.pageOut(order)
      case .readBack(let order): processes.readBack(order)
      case .deliver(let launch, let delivery): sessionPort?.deliver(delivery, to: launch)
      case .reply(let request, let reply):
        // Behind what is ordered for one of the same name that was handed over before.
        if let descriptor = handed[request] { descriptors?.keep(descriptor) }
        answer(reply, to: request)
      case .record: break  // Saved with the turn.
      case .remove(let app):
        storage?.forget(app)
        if let owner = owners.removeValue(forKey: app) {
          rememberOwner(owner.userID, of: app)
          containers?.remove(for: owner)
          outputs?.remove(app, of: owner)
          if let job = JobRecord.job(ofApp: app) { outputs?.remove(job, ofUser: owner.userID) }
        }
      case .transfer(.start(let order)): attempts.append(order)
      case .transfer(let effect):
        // An attempt that was ordered before is begun before it is stopped.
        begin(&attempts)
        run(effect)
      case .service(let effect): serviceHost?.perform(effect)
      case .storage(let order): perform(order)
      }
    }
    begin(&attempts)
    for launch in raised { processes.prioritize(launch, .foreground) }
    for (_, unused) in streams { processes.discard(unused) }
    streams.removeAll()
  }

  /// Answers a request; a descriptor that the app gets back is sent with the reply.
  private func answer(_ reply: Reply, to request: RequestIdentifier) {
    guard let descriptors, case .service(.descriptor(let app, let name)) = reply else {
      sessionPort?.reply(reply, to: request, beside: [])
      return
    }
    guard let number = descriptors.take(DescriptorName(app: app, name: name)) else {
      let refusal = Refusal.service(.descriptor(.unknown(name: name)))
      sessionPort?.reply(.refused(refusal), to: request, beside: [])
      return
    }
    sessionPort?.reply(reply, to: request, beside: [number])
    processes.discard([number])
  }

  /// 4096 former apps, as many as the device holds; our choice.
  ///
  /// Then the memory begins anew.
  private func rememberOwner(_ userID: UInt32, of app: AppIdentifier) {
    if formerOwners.count >= AppTable.countMax { formerOwners.removeAll() }
    formerOwners[app] = userID
  }

  private func launch(_ order: LaunchOrder) {
    guard let recipe = recipesOfTurn[order.app] ?? keeper.recipe(of: order.app) else {
      // ENOENT: nothing says how the app is started, as after a journal from elsewhere.
      let notFound: Int32 = 2
      post(
        .input(
          .process(launch: order.launch, event: .exited(status: .notStarted(errno: notFound)))
        )
      )
      return
    }
    storage?.stop(order.app)
    containers?.prepare(for: RecipeOwner(recipe))
    processes.launch(
      order,
      recipe: order.failure?.recipe(inPlaceOf: recipe) ?? restoring(recipe, of: order.app),
      streams: streams.removeValue(forKey: order.app) ?? []
    )
  }

  private func keep(_ fresh: [(app: AppIdentifier, streams: [Int32])]) {
    for (app, descriptors) in fresh {
      if let unused = streams.updateValue(descriptors, forKey: app) { processes.discard(unused) }
    }
  }
}
