import TorporPosix
import TorporWire

/// Reports the programs that are playing or recording sound and pictures, and, if the daemon asks, the streams that are
/// silent.
final class AudioPart: Part {
  let name = "audio"
  private let outbox: Outbox
  private let loop: EventLoop
  /// The environment for PipeWire's programs.
  private let environment: [String]
  private var source: PipeWireAudio?
  private let levels: StreamLevels
  private var running: [AudioGraph.Stream] = []
  /// The launches with streams to which the daemon wants to listen.
  private var launches: Set<String> = []
  /// The processes of the desktop's launches among them.
  private var processIDs: Set<Int32> = []

  /// The variables that locate programs and PipeWire (pipewire(1)).
  private static let variables = [
    "PATH", "HOME", "XDG_RUNTIME_DIR", "PIPEWIRE_RUNTIME_DIR", "PIPEWIRE_REMOTE",
    "PIPEWIRE_CONFIG_DIR", "PIPEWIRE_MODULE_DIR", "SPA_PLUGIN_DIR",
  ]

  /// Makes a part that reports nothing before `start`.
  init(
    on loop: EventLoop,
    outbox: Outbox,
    timing: StreamLevels.Timing = StreamLevels.Timing(),
    environment: (String) -> String?
  ) {
    self.outbox = outbox
    self.loop = loop
    let variables = AudioPart.variables.compactMap { name in
      environment(name).map { "\(name)=\($0)" }
    }
    self.environment = variables
    levels = StreamLevels(environment: variables, timing: timing, on: loop)
    levels.changed = { [unowned self] in tell() }
  }

  func start() {
    let source = PipeWireAudio(environment: environment, on: loop) { [unowned self] in take($0) }
    self.source = source
    source.start()
  }

  func obey(_ order: BridgeOrder) {
    guard case .listen(let launches, let pids) = order else { return }
    self.launches = Set(launches)
    processIDs = Set(pids ?? [])
    listen()
  }

  func attached() {
    (launches, processIDs) = ([], [])
    listen()
  }

  private func take(_ news: PipeWireAudio.News) {
    switch news {
    case .running(let streams):
      outbox.tell(self, isAvailable: true)
      running = streams
    case .cannotTell(let cause):
      outbox.tell(self, isAvailable: false, because: cause)
      // Without PipeWire, none of its streams makes a sound.
      running = []
    }
    listen()
    tell()
  }

  private func listen() {
    let playing = launches.isEmpty ? [] : running.filter { $0.kind == .playback }
    // A process of an app of the desktop counts as a separate launch.
    let names = Set(processIDs.map { "process \($0)" })
    let wanted = AudioPart.heard(of: playing, in: launches.union(names)) {
      processIDs.contains($0) ? "process \($0)" : AppGroup.launch(ofProcess: $0)
    }
    levels.follow(running, listeningTo: wanted)
  }

  /// Returns the nodes of the streams to listen to, the oldest first.
  static func heard(
    of playing: [AudioGraph.Stream],
    in launches: Set<String>,
    launchOf: (Int32) -> String?
  ) -> Set<UInt32> {
    var counts: [String: Int] = [:]
    var nodes: Set<UInt32> = []
    for stream in playing.sorted(by: { $0.serial < $1.serial }) {
      guard nodes.count < listenedMax, let launch = launchOf(stream.pid), launches.contains(launch),
        counts[launch, default: 0] < listenedOfLaunchMax
      else { continue }
      counts[launch, default: 0] += 1
      nodes.insert(stream.node)
    }
    return nodes
  }

  /// The maximum numbers of streams of one launch, and of all launches, to listen to; the others count as sound.
  ///
  /// A player has one or two, and each costs a process of 2 MiB: our choices.
  static let listenedOfLaunchMax = 4
  static let listenedMax = 16

  private func tell() {
    outbox.tell(.audio(streams: AudioGraph.facts(of: running, silent: levels.silent)))
  }
}
