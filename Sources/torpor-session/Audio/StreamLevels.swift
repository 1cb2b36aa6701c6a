import TorporPosix

/// The silent streams among those to which the daemon wants to listen.
///
/// After sound was found, the next check follows later, so that listening costs almost nothing: a tenth of a second in
/// ten. The result for a stream is kept as long as it is running, even while the daemon does not ask; the stream is
/// checked at once when the daemon asks again.
final class StreamLevels {
  /// The durations of checks and pauses.
  struct Timing {
    /// The duration of silence after which a stream counts as silent.
    ///
    /// 5 s: longer than the gap between two pieces of music (2 s on a CD), and short compared with an app's time for
    /// background tasks. Our choice.
    var silence = Duration.seconds(5)
    /// The same for a stream that was silent before: it may have begun to sound, and there is nothing to wait for.
    var stillSilent = Duration.milliseconds(500)
    /// The pause between two checks of a stream.
    ///
    /// 10 s: an app that becomes silent runs at most 15 s longer. Our choice.
    var rest = Duration.seconds(10)
  }

  private let environment: [String]
  private let program: String?
  private let timing: Timing
  private let loop: EventLoop
  private var meters: [UInt32: LevelMeter] = [:]
  private var rests: [UInt32: EventLoop.Token] = [:]
  private var streams: [UInt32: AudioGraph.Stream] = [:]
  private var wanted: Set<UInt32> = []
  /// The nodes of streams in which nothing can be heard.
  private(set) var silent: Set<UInt32> = []
  /// Called when a check has changed `silent`.
  var changed: () -> Void = {}

  /// Makes one that does not listen to any stream; `environment` locates PipeWire.
  init(environment: [String], timing: Timing, on loop: EventLoop) {
    self.environment = environment
    self.timing = timing
    self.loop = loop
    let folders = environment.first { $0.hasPrefix("PATH=") }?.dropFirst("PATH=".count)
    // It is installed with pw-dump, without which no stream is known; if it is missing, nothing is silent.
    program = ToolProcess.path(of: "pw-record", in: folders.map { String($0) } ?? "/usr/bin:/bin")
  }

  deinit { for token in rests.values { loop.cancel(token) } }

  /// The number of streams that are being listened to.
  var listeningCount: Int { meters.count }

  /// Takes the running streams, and those to listen to.
  func follow(_ running: [AudioGraph.Stream], listeningTo wanted: Set<UInt32>) {
    let before = streams
    streams = Dictionary(running.map { ($0.node, $0) }) { first, _ in first }
    // The number may belong to another stream in the meantime.
    let same = Set(streams.keys.filter { before[$0]?.serial == streams[$0]?.serial })
    silent.formIntersection(same)
    for node in self.wanted.subtracting(wanted.intersection(same)) { leave(node) }
    self.wanted = wanted.intersection(streams.keys)
    for node in self.wanted where meters[node] == nil && rests[node] == nil { listen(to: node) }
  }

  private func leave(_ node: UInt32) {
    meters[node] = nil
    if let token = rests.removeValue(forKey: node) { loop.cancel(token) }
  }

  private func listen(to node: UInt32) {
    guard let program, let stream = streams[node] else { return }
    meters[node] = LevelMeter(
      to: stream.serial,
      silentAfter: silent.contains(node) ? timing.stillSilent : timing.silence,
      program: program,
      environment: environment,
      on: loop
    ) { [unowned self] outcome in
      finished(node, outcome)
    }
  }

  private func finished(_ node: UInt32, _ outcome: LevelMeter.Outcome) {
    let meter = meters.removeValue(forKey: node)
    // The meter is the caller: it is released later.
    _ = loop.schedule(after: .zero) { _ = meter }
    rests[node] = loop.schedule(after: timing.rest) { [unowned self] in
      rests[node] = nil
      if wanted.contains(node) { listen(to: node) }
    }
    let wasSilent = silent.contains(node)
    switch outcome {
    case .heard: silent.remove(node)
    case .silent: silent.insert(node)
    case .unknown: return
    }
    if silent.contains(node) != wasSilent { changed() }
  }
}
