import TorporPosix

/// Listens to one stream until it is clear whether anything can be heard in it.
///
/// A child process, `pw-record`, reads the samples of only that stream; it takes 2 MiB and half a percent of a
/// processor while it runs (measured), and ends with this object.
final class LevelMeter {
  enum Outcome: Hashable {
    case heard, silent
    /// Nothing has arrived, or no program that listens can be started.
    case unknown
  }

  private let loop: EventLoop
  private var level: SoundLevel
  private var tool: ToolProcess?
  private var limit: EventLoop.Token?
  private let finished: (Outcome) -> Void
  private var hasFinished = false

  /// The time to wait for samples in addition to the required silence: 5 s.
  ///
  /// The session manager connects a stream within milliseconds; if it does not, nothing is known. Our choice.
  static let patience = Duration.seconds(5)

  /// Begins to listen to the stream with that serial number; `finished` is called once, never from within this
  /// initialiser.
  init(
    to serial: Int64,
    silentAfter silence: Duration,
    program: String,
    environment: [String],
    on loop: EventLoop,
    finished: @escaping (Outcome) -> Void
  ) {
    self.loop = loop
    self.finished = finished
    level = SoundLevel(silentAfter: silence)
    let command = [
      program, "--target", String(serial), "--format", "f32",
      "--rate", String(SoundLevel.framesPerSecond), "--channels", String(SoundLevel.channels),
      // Mixers and desktops do not show it as a recording; it ends with the stream, and does not move to another.
      "-P",
      "{ stream.monitor = true node.name = torpor-level node.dont-reconnect = true "
        + "node.passive = true state.restore-target = false }",
      "-",
    ]
    do throws(SystemError) {
      tool = try ToolProcess(command, environment: environment, on: loop) { [unowned self] event in
        switch event {
        case .printed(let bytes): take(bytes)
        case .ended: finish(.unknown)
        }
      }
      limit = loop.schedule(after: silence + LevelMeter.patience) { [unowned self] in
        limit = nil
        finish(.unknown)
      }
    } catch {
      limit = loop.schedule(after: .zero) { [unowned self] in
        limit = nil
        finish(.unknown)
      }
    }
  }

  deinit { if let limit { loop.cancel(limit) } }

  private func take(_ bytes: [UInt8]) {
    switch level.take(bytes) {
    case .heard: finish(.heard)
    case .silent: finish(.silent)
    case nil: break
    }
  }

  private func finish(_ outcome: Outcome) {
    guard !hasFinished else { return }
    hasFinished = true
    finished(outcome)
  }
}
