import TorporCore
import TorporModel
import TorporWire

/// One device with a kernel that obliges at once and apps that return from every callback at once.
///
/// Nothing is looked at twice: what a host must do for each effect, and no more.
struct SimulatedPhone {
  private(set) var device: Device
  /// Inputs that the policy was given.
  private(set) var inputCount = 0
  /// Effects that it ordered.
  private(set) var effectCount = 0
  private var random: SplitMix64
  private var now: Instant = .zero
  private var plan = DayPlan()
  private let apps: [AppIdentifier]
  private var launches: [LaunchIdentifier]
  private var tasks: [BackgroundTaskIdentifier]
  /// What the device has ordered last.
  private var effects: [Effect] = []
  /// What the kernel and the apps answered and the device has not seen.
  private var answers: [Input] = []

  /// Our choice: what a person has in use, out of some 80 that are installed.
  static let appCount = 20

  /// No process; 0 names none.
  private static let noLaunch = LaunchIdentifier(rawValue: 0)

  /// A fresh device with its apps; everything that happens to it follows from the seed.
  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    device = Device(DeviceConfiguration(profile: .ios26, hasPasscode: true), at: .zero)
    apps = (0..<SimulatedPhone.appCount).map { number in
      guard let app = AppIdentifier("com.example.app\(number)") else {
        preconditionFailure("letters, digits and dots are an identifier")
      }
      return app
    }
    launches = apps.map { _ in SimulatedPhone.noLaunch }
    tasks = apps.map { _ in .invalid }
    for app in apps {
      let manifest = AppManifest(identifier: app, backgroundModes: [.remoteNotification, .fetch])
      feed(
        .user(
          action: .install(manifest: manifest, settings: AppSettings(), replaces: false),
          id: nil
        )
      )
    }
  }

  /// Lives through that many days.
  mutating func live(days: Int) {
    for day in 0..<days {
      plan.draw(appCount: apps.count, using: &random)
      let midnight = Instant.zero + .days(day)
      for index in 0..<plan.count {
        let step = plan[index]
        let moment = Instant(
          nanoseconds: midnight.nanoseconds + step.millisecondOfDay * 1_000_000
        )
        while let due = device.nextWakeup, due <= moment {
          now = due
          feed(.timerFired)
        }
        now = moment
        take(step)
      }
    }
  }

  /// The digest of the whole state, and of how much came of it.
  func digest() throws -> StateDigest {
    var digest = StateDigest(of: try SavedCodec.encode(device))
    digest.add("\(inputCount) \(effectCount)".utf8)
    return digest
  }

  // MARK: What happens

  private mutating func take(_ step: DayPlan.Step) {
    switch step.kind {
    case .open: feed(.user(action: .open(app: apps[step.app]), id: nil))
    case .home: feed(.user(action: .home(app: nil), id: nil))
    case .lock: feed(.user(action: .lock, id: nil))
    case .unlock: feed(.user(action: .unlock, id: nil))
    case .beginTask: beginTask(step.app)
    case .endTask: endTask(step.app)
    case .push:
      feed(
        .device(
          event: .push(
            Push(app: apps[step.app], payload: "{}", isVisible: true, hasContent: true)
          )
        )
      )
    case .memory: feed(.device(event: .memory(memoryReport())))
    case .power:
      let state = PowerState(isOnExternalPower: step.app == 0, batteryPercent: random.below(101))
      feed(.device(event: .power(state)))
    case .network:
      let links: [NetworkLink] = [.none, .wifi, .cellular]
      feed(.device(event: .network(NetworkState(link: links[step.app]))))
    }
  }

  private mutating func beginTask(_ app: Int) {
    guard launches[app] != SimulatedPhone.noLaunch else { return }
    // The request is named after its app, so that the reply finds its way back.
    feed(
      .app(
        launch: launches[app],
        request: .beginBackgroundTask(name: "save", hasExpirationHandler: true, key: nil),
        id: RequestIdentifier(rawValue: UInt64(app))
      )
    )
  }

  private mutating func endTask(_ app: Int) {
    guard tasks[app] != .invalid, launches[app] != SimulatedPhone.noLaunch else { return }
    let task = tasks[app]
    tasks[app] = .invalid
    feed(.app(launch: launches[app], request: .endBackgroundTask(task: task), id: nil))
  }

  /// Now and then memory is so short that somebody must go.
  private mutating func memoryReport() -> MemoryReport {
    let total: Int64 = 4 << 30
    let isCritical = random.below(6) == 0
    return MemoryReport(
      level: isCritical ? .critical : .warning,
      availableBytes: total / 100 * (isCritical ? 4 : 8),
      totalBytes: total
    )
  }

  // MARK: The kernel and the apps

  private mutating func feed(_ input: Input) {
    decide(input)
    var position = 0
    while position < answers.count {
      decide(answers[position])
      position += 1
    }
    answers.removeAll(keepingCapacity: true)
  }

  private mutating func decide(_ input: Input) {
    inputCount += 1
    device.handle(input, at: now, into: &effects)
    effectCount += effects.count
    for index in effects.indices { answer(effects[index]) }
    effects.removeAll(keepingCapacity: true)
  }

  private mutating func answer(_ effect: Effect) {
    switch effect {
    case .launch(let order):
      guard let app = apps.firstIndex(of: order.app) else { return }
      launches[app] = order.launch
      answers.append(.process(launch: order.launch, event: .started))
    case .freeze(let launch): answers.append(.process(launch: launch, event: .frozen))
    case .kill(let launch):
      if let app = launches.firstIndex(of: launch) { launches[app] = SimulatedPhone.noLaunch }
      answers.append(.process(launch: launch, event: .exited(status: .signalled(signal: 9))))
    case .inspect(let launch):
      let inspection = Inspection(footprintBytes: 100 << 20)
      answers.append(.process(launch: launch, event: .inspected(inspection)))
    case .deliver(let launch, let delivery):
      answers.append(.app(launch: launch, request: .returned(callback: delivery.token), id: nil))
      if delivery.callback.hasCompletionHandler {
        let done = AppRequest.complete(callback: delivery.token, result: .newData)
        answers.append(.app(launch: launch, request: done, id: nil))
      }
    case .reply(let request, .task(let task)): tasks[Int(request.rawValue)] = task
    case .thaw, .release, .prioritize, .requestTermination, .watchSockets, .sampleProcessorTime,
      .measureUsage, .measureFootprint, .pageOut, .readBack,
      .reply, .record, .remove, .transfer, .service, .storage:
      break
    }
  }
}
