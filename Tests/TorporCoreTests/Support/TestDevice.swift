import TorporModel

@testable import TorporCore

/// A device with an obliging kernel and apps that return from every callback at once, save those
/// they are told to be slow in.
struct TestDevice {
  private(set) var device: Device
  private(set) var now: Instant = .zero
  /// Everything that was ordered, with its time, replies and decisions included.
  private(set) var log: [(at: Instant, effect: Effect)] = []
  /// Callbacks that an app does not return from by itself, by name.
  var slowCallbacks: Set<String> = []
  /// What an app does in a callback before it returns, by the callback's name.
  var requests: [String: [AppRequest]] = [:]
  /// What an inspection finds.
  var hazards: [AppIdentifier: [Hazard]] = [:]
  /// Whether the kernel keeps to itself that a process runs, and that it ended.
  var silencesStarts = false
  var holdsExits = false
  /// Whether the kernel confirms a freeze.
  var canFreeze = true
  private(set) var appOfLaunch: [LaunchIdentifier: AppIdentifier] = [:]
  private var nextRequest: UInt64 = 1
  private var deviceIsBroken: [String] = []
  /// Whether every rule is checked after every input; a test of thousands looks once, at its end.
  var checksInvariants = true

  init(_ profile: ProfileName = .ios26, hasPasscode: Bool = true) {
    device = Device(
      DeviceConfiguration(profile: profile, hasPasscode: hasPasscode),
      at: .zero
    )
  }

  // MARK: What happens

  mutating func install(
    _ name: String,
    modes: [BackgroundMode] = [],
    tasks: [String] = [],
    accessoryProtocols: [String]? = nil,
    entitlements: [String] = [],
    isCooperative: Bool = true,
    exitsOnSuspend: Bool = false,
    savesBeforeTermination: Bool = false,
    isTransient: Bool = false
  ) {
    let manifest = AppManifest(
      identifier: app(name),
      backgroundModes: modes,
      permittedTaskIdentifiers: tasks,
      accessoryProtocols: accessoryProtocols,
      entitlements: entitlements,
      exitsOnSuspend: exitsOnSuspend,
      savesBeforeTermination: savesBeforeTermination,
      isCooperative: isCooperative,
      isTransient: isTransient
    )
    user(.install(manifest: manifest, settings: AppSettings(), replaces: false))
  }

  @discardableResult
  mutating func user(_ action: UserAction) -> Reply? { request { .user(action: action, id: $0) } }

  mutating func open(_ name: String) { user(.open(app: app(name))) }
  mutating func home() { user(.home(app: nil)) }

  @discardableResult
  mutating func ask(_ name: String, _ wish: AppRequest) -> Reply? {
    guard let launch = device.apps[app(name)]?.process.launch else { return nil }
    return request { .app(launch: launch, request: wish, id: $0) }
  }

  mutating func beginTask(_ name: String, _ task: String? = nil, hasHandler: Bool = true)
    -> BackgroundTaskIdentifier
  {
    let reply = ask(
      name,
      .beginBackgroundTask(name: task, hasExpirationHandler: hasHandler, key: nil)
    )
    if case .task(let token) = reply { return token }
    return .invalid
  }

  mutating func report(_ name: String, _ event: ProcessEvent) {
    guard let launch = device.apps[app(name)]?.process.launch else { return }
    feed(.process(launch: launch, event: event))
  }

  mutating func tell(_ event: DeviceEvent) { feed(.device(event: event)) }

  mutating func push(_ name: String) {
    tell(.push(Push(app: app(name), payload: "{}", isVisible: true, hasContent: true)))
  }

  /// Lets time pass, waking the device whenever it asked to be.
  mutating func pass(_ length: Duration) {
    let end = now + length
    while let next = device.nextWakeup, next <= end {
      now = next
      feed(.timerFired)
    }
    now = end
  }

  /// Time passes, and nobody tells the device.
  mutating func skip(_ length: Duration) { now = now + length }

  /// Time passes without anybody who could wake the device.
  mutating func sleep(_ length: Duration) {
    now = now + length
    feed(.timerFired)
  }

  /// The machine sleeps for that long, and its host notices on waking.
  mutating func suspend(_ length: Duration) {
    let from = now
    now = now + length
    tell(.slept(from: from, until: now))
  }

  // MARK: What is seen

  func app(_ name: String) -> AppIdentifier { AppIdentifier("com.example.\(name)")! }

  func state(_ name: String) -> ApplicationState? {
    device.apps[app(name)]?.process.applicationState
  }

  func lastExit(_ name: String) -> ExitReason? {
    device.apps[app(name)]?.persistentState.lastExit?.reason
  }

  func lastExitAt(_ name: String) -> Instant? {
    device.apps[app(name)]?.persistentState.lastExit?.at
  }

  func remaining(_ name: String) -> Duration? {
    device.apps[app(name)]?.timeRemaining(at: now)
  }

  /// The names of the callbacks that the app was sent, in order.
  func callbacks(_ name: String) -> [String] {
    log.compactMap { entry in
      guard case .deliver(let launch, let delivery) = entry.effect,
        appOfLaunch[launch] == app(name)
      else { return nil }
      return delivery.callback.name
    }
  }

  /// How long the app was told, with each callback, that it had stood still; `nil` where it was told nothing.
  func standstills(_ name: String) -> [Duration?] {
    log.compactMap { entry -> Duration?? in
      guard case .deliver(let launch, let delivery) = entry.effect,
        appOfLaunch[launch] == app(name)
      else { return nil }
      return .some(delivery.suspendedFor)
    }
  }

  func times(of callback: String, _ name: String) -> [Instant] {
    log.compactMap { entry in
      guard case .deliver(let launch, let delivery) = entry.effect,
        appOfLaunch[launch] == app(name), delivery.callback.name == callback
      else { return nil }
      return entry.at
    }
  }

  func token(of callback: String, _ name: String) -> CallbackToken? {
    log.reversed().lazy.compactMap { entry -> CallbackToken? in
      guard case .deliver(let launch, let delivery) = entry.effect,
        appOfLaunch[launch] == app(name), delivery.callback.name == callback
      else { return nil }
      return delivery.token
    }.first
  }

  func decisions(_ name: String) -> [Decision] {
    log.compactMap { entry in
      guard case .record(let decision) = entry.effect, decision.app == app(name) else {
        return nil
      }
      return decision
    }
  }

  func count(of matches: (Effect) -> Bool) -> Int { log.count { matches($0.effect) } }

  /// When something about the app's background work was decided, and what.
  func decisions(_ name: String, about matches: (Decision.Action) -> Bool) -> [Decision] {
    decisions(name).filter { matches($0.action) }
  }

  /// The names of the app's requests that wait.
  func pending(_ name: String) -> [String] {
    device.apps[app(name)]?.work.requests.pending.map(\.identifier) ?? []
  }

  /// What stands in the way of a piece of the app's work now.
  func blockers(of work: String, _ name: String) -> [Reason] {
    let status = device.activity(named: work, of: app(name), at: now)
    return status?.conditions.filter { !$0.holds }.map(\.reason) ?? []
  }

  /// Every invariant that did not hold after some input.
  var broken: [String] { deviceIsBroken }

  /// The groups as a new daemon would find them.
  var survivors: [Survivor] {
    device.apps.records.compactMap { record in
      record.process.launch.map {
        Survivor(
          app: record.identifier,
          launch: $0,
          isFrozen: record.process.applicationState == .suspended
        )
      }
    }
  }

  // MARK: The kernel and the apps

  private mutating func request(_ input: (RequestIdentifier) -> Input) -> Reply? {
    let id = RequestIdentifier(rawValue: nextRequest)
    nextRequest += 1
    feed(input(id))
    for entry in log.reversed() {
      if case .reply(id, let reply) = entry.effect { return reply }
    }
    return nil
  }

  mutating func feed(_ input: Input) {
    var queue = [input]
    while !queue.isEmpty {
      let next = queue.removeFirst()
      let effects = device.handle(next, at: now)
      log += effects.map { (now, $0) }
      if checksInvariants { deviceIsBroken += device.brokenInvariants() }
      for effect in effects { queue += answers(to: effect) }
    }
  }

  private mutating func answers(to effect: Effect) -> [Input] {
    switch effect {
    case .launch(let order):
      appOfLaunch[order.launch] = order.app
      if silencesStarts { return [] }
      return [.process(launch: order.launch, event: .started)]
    case .freeze(let launch):
      let event: ProcessEvent = canFreeze ? .frozen : .freezeFailed(errno: 16)
      return [.process(launch: launch, event: event)]
    case .kill(let launch):
      if holdsExits { return [] }
      return [.process(launch: launch, event: .exited(status: .signalled(signal: 9)))]
    case .inspect(let launch):
      let found = appOfLaunch[launch].flatMap { hazards[$0] } ?? []
      return [.process(launch: launch, event: .inspected(Inspection(hazards: found)))]
    case .deliver(let launch, let delivery):
      guard !slowCallbacks.contains(delivery.callback.name) else { return [] }
      let wishes = requests[delivery.callback.name] ?? []
      return (wishes + [.returned(callback: delivery.token)]).map {
        .app(launch: launch, request: $0, id: nil)
      }
    case .thaw, .release, .prioritize, .requestTermination, .watchSockets, .sampleProcessorTime,
      .measureUsage, .measureFootprint, .pageOut, .readBack, .reply, .record, .remove, .transfer,
      .service,
      .storage:
      return []
    }
  }
}
