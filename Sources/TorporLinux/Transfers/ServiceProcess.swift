internal import Glibc
internal import TorporCore
internal import TorporPosix

/// One process that works for a user, and the socket to it.
///
/// It has ended when its stream has, so that everything it said is told before its end, and when it
/// is reaped, so that the next one finds its files free.
final class ServiceProcess: ServiceLine {
  private let process: ProcessHandle
  private let status: Descriptor
  private let program: String
  private let loop: EventLoop
  /// How long it may take to end after its connection has, and its connection after it.
  private let patience: Duration
  /// It was killed before it ran; says what was done about that.
  private let killedAtBirth: () -> String?
  private let handler: (ServiceEvent) -> Void
  private var connection: StreamConnection?
  /// The watch on the process; `nil` once it is reaped.
  private var watch: EventLoop.Token?
  /// When patience with a process or a connection that should have ended is over.
  private var patienceEnd: EventLoop.Token?
  private var start = Start()
  /// Whether the process was never reported.
  private var isUnwanted = false

  /// Bytes that wait for the process to read them: 16 MiB.
  ///
  /// Orders about 100,000 transfers are 2 MiB, and 512 attempts with the longest contents as much
  /// again; one that lets more pile up does not read. Our choice.
  private static let queuedBytesMax = 16 << 20

  init(
    _ process: ProcessHandle,
    status: consuming Descriptor,
    socket: consuming Descriptor,
    program: String,
    patience: Duration,
    on loop: EventLoop,
    killedAtBirth: @escaping () -> String?,
    _ handler: @escaping (ServiceEvent) -> Void
  ) throws(SystemError) {
    self.process = process
    self.status = status
    self.program = program
    self.patience = patience
    self.loop = loop
    self.killedAtBirth = killedAtBirth
    self.handler = handler
    do throws(SystemError) {
      // Keeps the object until the process is reaped, even when it is released elsewhere.
      watch = try loop.register(process.number, for: .readable) { [self] _ in exited() }
      connection = try StreamConnection(
        socket,
        on: loop,
        limits: .init(queuedBytesMax: ServiceProcess.queuedBytesMax, descriptorsMax: 0)
      ) { [unowned self] event in
        handle(event)
      }
    } catch {
      isUnwanted = true
      kill()
      throw error
    }
  }

  func send(_ bytes: [UInt8]) { connection?.send(bytes) }

  func close() { connection?.closeAfterFlush() }

  func kill() {
    start.isKilledByDaemon = true
    try? process.send(signal: SIGKILL)
  }

  private func handle(_ event: StreamConnection.Event) {
    switch event {
    case .received(let bytes, let descriptors):
      Descriptor.close(descriptors)
      start.hasSpoken = true
      handler(.received(bytes))
    case .exceededDescriptors: kill()
    case .ended:
      connection = nil
      if watch == nil { tellEnd() } else { wait { $0.kill() } }
    }
  }

  private func exited() {
    guard let watch else { return }
    let end = process.end()
    guard end != .stillRuns else { return }
    loop.cancel(watch)
    self.watch = nil
    start.isKilled = end == .ended(.signalled(signal: SIGKILL))
    // What it has said may still have to be read; and another process may hold its end of the socket.
    if connection == nil { tellEnd() } else { wait { $0.connection?.close() } }
  }

  private func wait(then act: @escaping (ServiceProcess) -> Void) {
    if let patienceEnd { loop.cancel(patienceEnd) }
    // Keeps the object until its end is reported, even when it is released elsewhere.
    patienceEnd = loop.schedule(after: patience) { [self] in
      patienceEnd = nil
      act(self)
    }
  }

  /// Never from inside a call: the sender may be in the middle of something.
  private func tellEnd() {
    if let patienceEnd { loop.cancel(patienceEnd) }
    patienceEnd = nil
    guard !isUnwanted else { return }
    let event: ServiceEvent =
      switch ProcessStart.outcome(on: status.rawValue, executable: program) {
      case .failed(let error):
        .notStarted(cause: error.description, isLasting: error.isLasting)
      case .running where start.wasKilledBeforeItRan:
        killedAtBirth().map { .notStarted(cause: $0, isLasting: false) } ?? .ended
      case .running, .born, .notKnownYet: .ended
      }
    _ = loop.schedule(after: .zero) { [handler] in handler(event) }
  }
}

/// What tells a process that was killed before it ran from one that died of something.
private struct Start {
  /// How long after its start a process that said nothing counts as killed before it ran.
  ///
  /// 1 s: the kernel kills it within microseconds, but the daemon may be late to see that. Our choice.
  private static let birthNanoseconds: Int64 = 1_000_000_000

  private let atNanoseconds = BootClock.nanoseconds()
  var hasSpoken = false
  var isKilled = false
  var isKilledByDaemon = false

  var wasKilledBeforeItRan: Bool {
    isKilled && !isKilledByDaemon && !hasSpoken
      && BootClock.nanoseconds() - atNanoseconds < Start.birthNanoseconds
  }
}
