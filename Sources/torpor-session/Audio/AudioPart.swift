import TorporPosix
import TorporWire

/// Which programs sound or record now.
final class AudioPart: Part {
  let name = "audio"
  private let outbox: Outbox
  private let loop: EventLoop
  /// What PipeWire's programs are started with.
  private let environment: [String]
  private var source: PipeWireAudio?

  /// The variables that say where programs and PipeWire are (pipewire(1)).
  private static let variables = [
    "PATH", "HOME", "XDG_RUNTIME_DIR", "PIPEWIRE_RUNTIME_DIR", "PIPEWIRE_REMOTE",
    "PIPEWIRE_CONFIG_DIR", "PIPEWIRE_MODULE_DIR", "SPA_PLUGIN_DIR",
  ]

  /// Makes a part that says nothing before `start`.
  init(on loop: EventLoop, outbox: Outbox, environment: (String) -> String?) {
    self.outbox = outbox
    self.loop = loop
    self.environment = AudioPart.variables.compactMap { name in
      environment(name).map { "\(name)=\($0)" }
    }
  }

  func start() {
    let source = PipeWireAudio(environment: environment, on: loop) { [unowned self] in take($0) }
    self.source = source
    source.start()
  }

  private func take(_ news: PipeWireAudio.News) {
    switch news {
    case .sounding(let streams):
      outbox.tell(self, isAvailable: true)
      outbox.tell(.audio(streams: streams))
    case .cannotTell(let cause):
      outbox.tell(self, isAvailable: false, because: cause)
      // Without PipeWire nothing of it sounds.
      outbox.tell(.audio(streams: []))
    }
  }
}
