package import TorporCore
package import TorporModel

/// What a batch of submissions comes to, before any of it is saved or done.
struct Decided {
  let batch: [Submission]
  let device: Device
  let effects: [Effect]
  let decisions: [Decision]
  /// Recipes of the apps whose installation was not refused.
  let acceptedRecipes: [(AppIdentifier, LaunchRecipe)]
  /// Those of them that are started once, in this turn, and never again.
  let runOnce: Set<AppIdentifier>
  let removed: [AppIdentifier]
  /// Streams for processes that the batch starts.
  let streams: [(app: AppIdentifier, streams: [Int32])]
  /// Streams of what was refused.
  let unwantedStreams: [Int32]
  /// Descriptors whose hand-over was accepted, by the request for it.
  let handed: [RequestIdentifier: HandedDescriptor]
  let transfers: DecidedTransfers

  var inputs: [Input] { batch.map(\.input) }

  /// What is saved of the recipes: an environment may hold secrets, and nobody needs it a second time of
  /// a command that is started once.
  var savedRecipes: [(AppIdentifier, LaunchRecipe)] {
    acceptedRecipes.map { app, recipe in
      guard runOnce.contains(app) else { return (app, recipe) }
      var recipe = recipe
      recipe.environment = []
      recipe.context = nil
      return (app, recipe)
    }
  }

  /// The processes whose ends the batch tells.
  var ends: [LaunchIdentifier] {
    batch.flatMap { submission -> [LaunchIdentifier] in
      switch submission.input {
      case .process(let launch, .exited): return [launch]
      case .device(.daemonRestarted(let survivors)):
        return survivors.filter { $0.end != nil }.map(\.launch)
      default: return []
      }
    }
  }

  /// The processes that the batch lets run, where that is the first thing that it does with them.
  var thawedFirst: [LaunchIdentifier] {
    var touched: [LaunchIdentifier] = []
    var thawed: [LaunchIdentifier] = []
    for effect in effects {
      switch effect {
      case .thaw(let launch):
        if !touched.contains(launch) { thawed.append(launch) }
        touched.append(launch)
      case .freeze(let launch), .kill(let launch), .release(let launch),
        .requestTermination(let launch),
        .inspect(let launch), .watchSockets(let launch):
        touched.append(launch)
      // A thaw stops it: it may not come before.
      case .pageOut(let order): touched.append(order.launch)
      case .readBack(let order): touched.append(order.launch)
      case .launch, .prioritize, .sampleProcessorTime, .measureUsage, .measureFootprint, .deliver,
        .reply, .record, .remove, .transfer, .service, .storage:
        break
      }
    }
    return thawed
  }

  init(_ batch: [Submission], by device: Device, at now: Instant) {
    var device = device
    var effects: [Effect] = []
    var recipes: [(AppIdentifier, LaunchRecipe)] = []
    var runOnce: Set<AppIdentifier> = []
    var streams: [(app: AppIdentifier, streams: [Int32])] = []
    var unwanted: [Int32] = []
    var handed: [RequestIdentifier: HandedDescriptor] = [:]
    var transfers = DecidedTransfers()
    var caused: [Effect] = []
    for submission in batch {
      caused.removeAll(keepingCapacity: true)
      device.handle(submission.input, at: now, into: &caused)
      if let app = submission.input.installedApp ?? caused.submittedJob,
        let recipe = submission.recipe,
        submission.input.isAdoption
          ? caused.contains(where: { $0.launches(app) }) : !caused.contains(where: \.isRefusal)
      {
        recipes.append((app, recipe))
        if case .user(.run, _) = submission.input { runOnce.insert(app) }
        if !submission.streams.isEmpty { streams.append((app, submission.streams)) }
      } else {
        unwanted += submission.streams
      }
      if let descriptor = submission.handed {
        if let id = submission.input.request, caused.contains(where: { $0.accepts(id) }) {
          handed[id] = descriptor
        } else {
          unwanted.append(descriptor.descriptor)
        }
      }
      transfers.note(submission, caused)
      effects += caused
    }
    self.batch = batch
    self.device = device
    self.effects = effects
    decisions = effects.decisions
    removed = effects.compactMap { if case .remove(let app) = $0 { app } else { nil } }
    acceptedRecipes = recipes
    self.runOnce = runOnce
    self.streams = streams
    unwantedStreams = unwanted
    self.handed = handed
    self.transfers = transfers
  }
}

extension [Effect] {
  /// What was decided, in order.
  package var decisions: [Decision] {
    compactMap { if case .record(let decision) = $0 { decision } else { nil } }
  }

  /// The app that the process of a job will be, where the input brought the job onto the device.
  fileprivate var submittedJob: AppIdentifier? {
    for effect in self {
      if case .reply(_, .job(let job, isNew: true)) = effect { return JobRecord.app(of: job) }
    }
    return nil
  }
}

extension Effect {
  fileprivate var isRefusal: Bool {
    if case .reply(_, .refused) = self { true } else { false }
  }

  /// Whether a process of the app is started, or taken over from the desktop.
  fileprivate func launches(_ app: AppIdentifier) -> Bool {
    if case .launch(let order) = self { order.app == app } else { false }
  }

  fileprivate func accepts(_ request: RequestIdentifier) -> Bool {
    if case .reply(request, .done) = self { true } else { false }
  }
}

extension Input {
  /// The app that the input brings onto the device.
  var installedApp: AppIdentifier? {
    switch self {
    case .user(.install(let manifest, _, _, _), _), .user(.run(let manifest), _),
      .device(.adopted(let manifest)):
      manifest.identifier
    case .user, .app, .process, .device, .timerFired, .transfers: nil
    }
  }

  /// Whether it takes an app over from the desktop, which nobody waits for.
  fileprivate var isAdoption: Bool {
    if case .device(.adopted) = self { true } else { false }
  }

  /// The request that waits for a reply, if any.
  package var request: RequestIdentifier? {
    switch self {
    case .app(_, _, let id), .user(_, let id): id
    case .process, .device, .timerFired, .transfers: nil
    }
  }
}
