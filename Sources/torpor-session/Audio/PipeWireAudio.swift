import TorporPosix
import TorporWire

/// The programs that play and record, as reported by PipeWire.
///
/// A child process, `pw-dump --monitor`, follows PipeWire's objects and prints changes; linking libpipewire would save
/// its memory (6 MiB measured) but add a different kind of event loop to this process. It costs nothing while no stream
/// begins or ends and no volume changes.
final class PipeWireAudio {
  /// A report to its owner.
  enum News: Hashable, Sendable {
    case running([AudioGraph.Stream])
    /// The state is unknown; the cause, as the end of a sentence.
    case cannotTell(cause: String)
  }

  private let environment: [String]
  private let program: String?
  private let loop: EventLoop
  private let report: (News) -> Void
  private var tool: ToolProcess?
  private var stream = JSONStream(arrayBytesMax: PipeWireAudio.arrayBytesMax)
  private var graph = AudioGraph()
  private var told: News?
  private var retry: EventLoop.Token?
  private var retrySeconds = PipeWireAudio.retrySecondsMin

  /// The maximum length of an array that is read: 8 MiB.
  ///
  /// The first one has all objects, about 1 KiB each, and 60 KiB on a machine with one sink (measured). Our choice.
  static let arrayBytesMax = 8 << 20
  /// The pause before PipeWire is looked for again: 1 s, and twice as long each time, up to 60 s.
  ///
  /// Our choice: a restarting server is found soon, and a missing one costs a process a minute.
  static let retrySecondsMin = 1
  static let retrySecondsMax = 60

  /// Makes a watch that reports nothing before `start`; `environment` locates PipeWire.
  init(environment: [String], on loop: EventLoop, report: @escaping (News) -> Void) {
    self.environment = environment
    self.loop = loop
    self.report = report
    let folders = environment.first { $0.hasPrefix("PATH=") }?.dropFirst("PATH=".count)
    program = ToolProcess.path(of: "pw-dump", in: folders.map { String($0) } ?? "/usr/bin:/bin")
  }

  deinit { if let retry { loop.cancel(retry) } }

  func start() {
    guard let program else {
      return tell(.cannotTell(cause: "pw-dump is not installed (Debian: pipewire-bin)"))
    }
    stream = JSONStream(arrayBytesMax: PipeWireAudio.arrayBytesMax)
    graph = AudioGraph()
    do throws(SystemError) {
      tool = try ToolProcess(
        [program, "--monitor", "--no-colors"],
        environment: environment,
        on: loop
      ) { [unowned self] event in
        switch event {
        case .printed(let bytes): take(bytes)
        case .ended: lose(cause: "PipeWire does not answer")
        }
      }
    } catch {
      lose(cause: error.description)
    }
  }

  private func take(_ bytes: [UInt8]) {
    stream.append(bytes)
    do throws(JSONStream.Fault) {
      var hasNews = false
      while let objects = try stream.next() {
        graph.take(objects)
        hasNews = true
      }
      guard hasNews else { return }
      retrySeconds = PipeWireAudio.retrySecondsMin
      tell(.running(graph.running))
    } catch {
      lose(cause: "pw-dump prints something that cannot be read")
    }
  }

  private func lose(cause: String) {
    tell(.cannotTell(cause: cause))
    guard retry == nil else { return }
    retry = loop.schedule(after: .seconds(retrySeconds)) { [unowned self] in
      retry = nil
      start()
    }
    retrySeconds = min(retrySeconds * 2, PipeWireAudio.retrySecondsMax)
    // Later, because this very object may be the caller.
    _ = loop.schedule(after: .zero) { [weak self] in self?.letGo() }
  }

  /// Ends the child process, unless another has been started in the meantime.
  private func letGo() { if retry != nil { tool = nil } }

  private func tell(_ news: News) {
    guard news != told else { return }
    told = news
    report(news)
  }
}
