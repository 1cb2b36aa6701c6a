import TorporCore
import TorporModel

/// The policy on a phone whose battery and display are those of a trace: one app, which is in front while the display is
/// on.
struct ReplayedPhone {
  private(set) var device: Device
  private(set) var now = Instant.zero
  private let app: AppIdentifier
  private var launch: LaunchIdentifier?
  private var processor = Duration.zero
  private var isOn = false
  private var answers: [Input] = []

  init() {
    guard let app = AppIdentifier("com.example.phone") else {
      preconditionFailure("letters and dots are an identifier")
    }
    self.app = app
    device = Device(DeviceConfiguration(profile: .ios26, hasPasscode: true), at: .zero)
    let manifest = AppManifest(identifier: app)
    feed(
      .user(
        action: .install(manifest: manifest, settings: AppSettings(), replaces: false),
        id: nil
      )
    )
  }

  /// Lives through the events up to that moment, from the one after the last.
  mutating func live(_ events: some Sequence<(at: Instant, event: BatteryTrace.Event)>) {
    for (moment, event) in events {
      while let due = device.nextWakeup, due <= moment {
        now = due
        feed(.timerFired)
      }
      now = max(now, moment)
      take(event)
    }
  }

  /// What the battery page says of the machine's own costs.
  var fit: EnergyFit.Outcome? {
    let question = BatteryQuestion(
      hours: HourGrid.hoursKept,
      at: now,
      showsApp: { _ in true },
      showsOwner: { _ in true }
    )
    return device.batteryReport(question) { _ in nil }.fit
  }

  /// The whole hours on the battery that the ledger keeps.
  var hours: [EnergyFit.Hour] {
    device.services.consumption.hoursOnBattery(until: now, at: now)
  }

  private mutating func take(_ event: BatteryTrace.Event) {
    switch event {
    case .battery(let energy, let isPlugged):
      let percent = Int(energy * 100 / BatteryTrace.fullMicrowattHours)
      let power = PowerState(
        isOnExternalPower: isPlugged,
        batteryPercent: percent,
        microwattHours: energy
      )
      feed(.device(event: .power(power)))
    case .processor(let used):
      processor = used
      measure()
    case .screen(let isOn):
      guard isOn != self.isOn else { return }
      self.isOn = isOn
      feed(.user(action: isOn ? .open(app: app) : .home(app: nil), id: nil))
    }
  }

  private mutating func measure() {
    guard let launch else { return }
    feed(.process(launch: launch, event: .measured(ResourceUsage(processor: processor))))
  }

  private mutating func feed(_ input: Input) {
    answers.append(input)
    var position = 0
    while position < answers.count {
      for effect in device.handle(answers[position], at: now) { answer(effect) }
      position += 1
    }
    answers.removeAll(keepingCapacity: true)
  }

  /// A kernel that obliges at once, and an app that returns from every callback at once.
  private mutating func answer(_ effect: Effect) {
    switch effect {
    case .launch(let order):
      launch = order.launch
      answers.append(.process(launch: order.launch, event: .started))
    case .freeze(let launch): answers.append(.process(launch: launch, event: .frozen))
    case .kill(let launch):
      answers.append(.process(launch: launch, event: .exited(status: .signalled(signal: 9))))
    case .inspect(let launch):
      let inspection = Inspection(footprintBytes: 100 << 20)
      answers.append(.process(launch: launch, event: .inspected(inspection)))
    case .measureUsage(let launch):
      let usage = ResourceUsage(processor: processor)
      answers.append(.process(launch: launch, event: .measured(usage)))
    case .deliver(let launch, let delivery):
      answers.append(.app(launch: launch, request: .returned(callback: delivery.token), id: nil))
    case .thaw, .release, .prioritize, .requestTermination, .watchSockets, .sampleProcessorTime,
      .measureFootprint, .pageOut, .readBack, .reply, .record, .remove, .transfer, .service,
      .storage:
      break
    }
  }
}
