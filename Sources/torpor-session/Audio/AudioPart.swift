import TorporPosix
import TorporWire

/// Which programs sound or record now.
final class AudioPart: Part {
  let name = "audio"
  private let outbox: Outbox
  private let pipeWire: (@escaping (PipeWireAudio.News) -> Void) -> PipeWireAudio
  private var source: PipeWireAudio?

  /// Makes a part that says nothing before `start`; `environment` says where PipeWire is.
  init(on loop: EventLoop, outbox: Outbox, environment: [String]) {
    self.outbox = outbox
    pipeWire = { PipeWireAudio(environment: environment, on: loop, report: $0) }
  }

  func start() {
    let source = pipeWire { [unowned self] in take($0) }
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
