import Glibc
import TorporPosix

/// The signals that `torpor run` passes to its command, watched from before the command exists.
///
/// A signal that comes before the daemon has said what it started waits until then: the command may be
/// running already, and its reader may know so from its output. One that asks for the end of a program
/// ends this one where the daemon does not answer. Lives on the main thread.
final class PassedSignals {
  /// Signals that a shell or a person sends to a program, and that end it unless it handles them.
  static let all = [SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM]

  /// Those that ask a program to end, as in `SessionTable`.
  static let ending: Set<Int32> = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// How long the daemon may take to answer once this program was asked to end.
  ///
  /// 2 s: our choice, as for the end of a command; a start takes milliseconds, and a person waits who
  /// has pressed a key.
  private static let answerLimit = Duration.seconds(2)

  private let loop: EventLoop
  private var watch: SignalWatch?
  private var early: [(signal: Int32, isOfKernel: Bool)] = []
  private var handler: ((_ signal: Int32, _ isOfKernel: Bool) -> Void)?
  /// The first signal that asked for the end before the daemon's answer.
  private var endingSignal: Int32?

  /// Blocks the signals from here on; make it before any thread exists.
  ///
  /// - Throws: `SystemError` when the process has no descriptor left.
  init(on loop: EventLoop) throws {
    self.loop = loop
    watch = try SignalWatch(
      PassedSignals.all.filter { !PassedSignals.isIgnored($0) },
      on: loop,
      originHandler: { [unowned self] signal, isOfKernel in receive(signal, isOfKernel) }
    )
  }

  /// Waits until the daemon's answer can be read; ends this program, by the signal, where it was asked
  /// to end and the daemon does not answer in time.
  ///
  /// - Throws: `SystemError` when the connection cannot be watched.
  func awaitAnswer(on daemon: ControlConnection) throws {
    var isAnswered = false
    var isLate = false
    var limit: EventLoop.Token?
    let token = try loop.register(daemon.number, for: .readable) { [loop] _ in
      isAnswered = true
      loop.stop()
    }
    defer {
      loop.cancel(token)
      if let limit { loop.cancel(limit) }
    }
    while !isAnswered, !isLate {
      loop.run()
      guard endingSignal != nil, limit == nil else { continue }
      limit = loop.schedule(after: PassedSignals.answerLimit) { [loop] in
        isLate = true
        loop.stop()
      }
    }
    if !isAnswered, let endingSignal { PassedSignals.end(by: endingSignal) }
  }

  /// Hands each signal to `handler` from here on, those that waited first.
  func pass(to handler: @escaping (_ signal: Int32, _ isOfKernel: Bool) -> Void) {
    self.handler = handler
    let waiting = early
    early = []
    for one in waiting { handler(one.signal, one.isOfKernel) }
  }

  private func receive(_ signal: Int32, _ isOfKernel: Bool) {
    if let handler { return handler(signal, isOfKernel) }
    early.append((signal, isOfKernel))
    guard endingSignal == nil, PassedSignals.ending.contains(signal) else { return }
    endingSignal = signal
    loop.stop()
  }

  /// Whether the process was started to ignore the signal, as by nohup(1); then so does the command.
  static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return action.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) } == 1
  }

  /// Ends the program as the signal would have, had it not been watched.
  private static func end(by signal: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    raise(signal)
    sigprocmask(SIG_UNBLOCK, &set, nil)
  }
}
