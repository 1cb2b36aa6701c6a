import TorporCore
import TorporDaemon
import TorporModel
import TorporWire

@testable import TorporSimulator

/// A device that is lived input by input, with a kernel that does at once what it is told, and its recording.
struct LivedDevice {
  // Shape: the device, what its kernel counts, and the lines that were recorded.
  private(set) var device: Device
  private(set) var now: Instant = .zero
  /// The kernel's counters.
  private(set) var counters: [LaunchIdentifier: ResourceUsage] = [:]
  private(set) var launches: [AppIdentifier: LaunchIdentifier] = [:]
  private var lines: [RecordingLine] = []
  private var sequence: UInt64 = 0
  private var isRecorded = false

  init(_ profile: ProfileName = .linux) {
    device = Device(DeviceConfiguration(profile: profile, hasPasscode: false), at: .zero)
    turn(.device(event: .network(NetworkState(link: .wifi))))
  }

  static func app(_ name: String) -> AppIdentifier { AppIdentifier("com.example.\(name)")! }

  // MARK: What happens

  mutating func turn(_ inputs: Input...) { turn(inputs) }

  /// One turn, and those in which the kernel answers.
  mutating func turn(_ inputs: [Input]) {
    var inputs = inputs
    while !inputs.isEmpty {
      var effects: [Effect] = []
      for input in inputs { effects += device.handle(input, at: now) }
      sequence += UInt64(inputs.count)
      if isRecorded {
        lines.append(
          .turn(
            RecordedTurn(
              at: now,
              decisions: effects.decisions,
              inputs: inputs,
              sequence: sequence,
              wallNanoseconds: now.nanoseconds
            )
          )
        )
      }
      inputs = effects.compactMap { answer($0) }
    }
  }

  mutating func user(_ action: UserAction) { turn(.user(action: action, id: nil)) }

  /// A command that runs on when its user goes home.
  mutating func run(_ name: String) {
    let app = Self.app(name)
    let manifest = AppManifest(identifier: app, isCooperative: false, isTransient: true)
    user(.run(manifest: manifest))
    user(.exempt(app: app, lasting: nil))
  }

  /// Time passes, and the device is woken whenever it asked to be.
  mutating func pass(_ length: Duration) {
    let end = now + length
    while let next = device.nextWakeup, next <= end {
      now = next
      turn(.timerFired)
    }
    now = end
  }

  /// Time passes without a turn.
  mutating func skip(_ length: Duration) { now = now + length }

  /// The command has used that much more, and the kernel is asked.
  mutating func use(_ name: String, _ processor: Duration, receives bytes: Int64 = 0) {
    if let input = used(name, processor, receives: bytes) { turn(input) }
  }

  /// The same as an input, for a turn of several.
  mutating func used(_ name: String, _ processor: Duration, receives bytes: Int64 = 0) -> Input? {
    guard let launch = launches[Self.app(name)] else { return nil }
    let usage = (counters[launch] ?? ResourceUsage())
      .adding(ResourceUsage(processor: processor, receivedBytes: bytes, sentBytes: 0))
    counters[launch] = usage
    return .process(launch: launch, event: .measured(usage))
  }

  mutating func record() {
    isRecorded = true
    lines = [
      .header(
        RecordingHeader(
          at: now,
          build: "0.1.0",
          bytesMax: 1 << 30,
          daysMax: 10,
          sequence: sequence,
          wallNanoseconds: now.nanoseconds
        )
      ),
      .state(
        RecordedState(
          at: now,
          device: device,
          sequence: sequence,
          wallNanoseconds: now.nanoseconds
        )
      ),
    ]
  }

  /// What was recorded, as a file.
  func recording() throws -> RecordedFile {
    RecordedFile(try lines.flatMap { try SavedCodec.encode($0) + [UInt8(ascii: "\n")] })
  }

  // MARK: The kernel

  private mutating func answer(_ effect: Effect) -> Input? {
    switch effect {
    case .launch(let order):
      launches[order.app] = order.launch
      counters[order.launch] = ResourceUsage()
      return .process(launch: order.launch, event: .started)
    case .freeze(let launch): return .process(launch: launch, event: .frozen)
    case .inspect(let launch):
      return .process(launch: launch, event: .inspected(Inspection(usage: counters[launch])))
    case .measureUsage(let launch):
      return counters[launch].map { .process(launch: launch, event: .measured($0)) }
    case .kill(let launch):
      launches = launches.filter { $0.value != launch }
      return .process(launch: launch, event: .exited(status: .signalled(signal: 9)))
    case .requestTermination(let launch):
      launches = launches.filter { $0.value != launch }
      return .process(launch: launch, event: .exited(status: .signalled(signal: 15)))
    case .thaw, .release, .prioritize, .watchSockets, .sampleProcessorTime, .measureFootprint,
      .pageOut,
      .readBack, .deliver, .reply, .record, .remove, .transfer, .service, .storage:
      return nil
    }
  }
}
