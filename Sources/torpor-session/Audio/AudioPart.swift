import TorporPosix
import TorporWire

/// Which programs sound or record now, sound and pictures; and which streams are silent, where the daemon asks.
final class AudioPart: Part {
  let name = "audio"
  private let outbox: Outbox
  private let loop: EventLoop
  /// What PipeWire's programs are started with.
  private let environment: [String]
  private var source: PipeWireAudio?
  private let levels: StreamLevels
  private var running: [AudioGraph.Stream] = []
  /// In whose streams the daemon wants to be listened.
  private var launches: Set<String> = []

  /// The variables that say where programs and PipeWire are (pipewire(1)).
  private static let variables = [
    "PATH", "HOME", "XDG_RUNTIME_DIR", "PIPEWIRE_RUNTIME_DIR", "PIPEWIRE_REMOTE",
    "PIPEWIRE_CONFIG_DIR", "PIPEWIRE_MODULE_DIR", "SPA_PLUGIN_DIR",
  ]

  /// Makes a part that says nothing before `start`.
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
    guard case .listen(let launches) = order else { return }
    self.launches = Set(launches)
    listen()
  }

  func attached() {
    launches = []
    listen()
  }

  private func take(_ news: PipeWireAudio.News) {
    switch news {
    case .running(let streams):
      outbox.tell(self, isAvailable: true)
      running = streams
    case .cannotTell(let cause):
      outbox.tell(self, isAvailable: false, because: cause)
      // Without PipeWire nothing of it sounds.
      running = []
    }
    listen()
    tell()
  }

  private func listen() {
    let wanted =
      launches.isEmpty
      ? []
      : running.filter { stream in
        stream.kind == .playback
          && AppGroup.launch(ofProcess: stream.pid).map(launches.contains) == true
      }
    levels.follow(running, listeningTo: Set(wanted.map(\.node)))
  }

  private func tell() {
    outbox.tell(.audio(streams: AudioGraph.facts(of: running, silent: levels.silent)))
  }
}
