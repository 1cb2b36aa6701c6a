import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// A command that `torpor run` waits for: signals go to it, its end becomes our exit status.
///
/// Lives on the main thread. One loop waits for the daemon's reply, for signals, and for the terminal
/// where there is one; the reply itself is then read blocking.
final class AttachedRun {
  private let app: AppIdentifier
  private let launch: LaunchIdentifier
  private let path: String
  /// The command's file and where it runs, for the words about a start that failed.
  private let recipe: (executable: String, workingDirectory: String)
  private let loop: EventLoop
  private let signals: PassedSignals
  /// Joins the command's terminal with ours; `nil` where it has none.
  private let relay: TerminalRelay?
  /// The last signal that was handed on, and those that found no daemon.
  private var forwarded: Int32?
  private var unsent: [Int32] = []
  /// Whether the daemon's reply is there to be read.
  private var isAnswered = false

  init(
    app: AppIdentifier,
    launch: LaunchIdentifier,
    of request: Control.Run,
    path: String,
    loop: EventLoop,
    signals: PassedSignals,
    relay: TerminalRelay?
  ) {
    recipe = (request.executable, request.workingDirectory)
    self.app = app
    self.launch = launch
    self.path = path
    self.loop = loop
    self.signals = signals
    self.relay = relay
  }

  /// Waits for the end of the command, over restarts of the daemon, and returns the exit status.
  ///
  /// - Throws: `CommandFailure`.
  func wait(on first: ControlConnection) throws -> Int32 {
    defer { relay?.restore() }
    let ofTerminal = try relay.map { _ in
      try SignalWatch(
        [SIGTSTP, SIGWINCH, SIGCONT].filter { !PassedSignals.isIgnored($0) },
        on: loop,
        originHandler: { [unowned self] signal, isOfKernel in
          forward(signal, isOfKernel: isOfKernel)
        }
      )
    }
    defer { withExtendedLifetime(ofTerminal) {} }
    relay?.goesOn = { [unowned self] in goOn(inFront: $0) }
    relay?.isStopped = { [unowned self] in leaveTerminal() }
    relay?.isStranded = { [app] in
      Terminal.reportError(
        "torpor: \(app) needs keyboard input in the background, and no shell can bring it to the foreground. "
          + "It is waiting. End: `torpor quit \(app)`"
      )
    }
    try relay?.begin()
    signals.pass { [unowned self] in forward($0, isOfKernel: $1) }
    var daemon = first
    while true {
      do {
        guard let record = try end(on: daemon) else { return statusWithoutDaemon() }
        return finish(record, on: daemon)
      } catch let failure as CommandFailure {
        guard case .connectionLost = failure else { throw failure }
        guard let next = try reconnect() else { return statusWithoutDaemon() }
        daemon = next
        for signal in unsent { send(signal) }
        unsent = []
      }
    }
  }

  // MARK: The end

  /// The command's end as the daemon tells it; `nil` where there is nothing to wait for any more.
  private func end(on daemon: ControlConnection) throws -> ExitRecord? {
    try daemon.send(Control.Wait(launch: launch))
    isAnswered = false
    let token = try loop.register(daemon.number, for: .readable) { [unowned self] _ in
      isAnswered = true
      loop.stop()
    }
    defer { loop.cancel(token) }
    while !isAnswered, !isOver { loop.run() }
    if !isAnswered, relay?.isHungUp == false { awaitAnswer() }
    guard isAnswered else { return nil }
    return try daemon.receive(replyTo: Control.Wait(launch: launch)).reply.exit
  }

  /// Whether the terminal says that there is nothing to wait for.
  private var isOver: Bool { relay.map { $0.end != nil || $0.isHungUp } ?? false }

  /// The command has ended and the daemon has not said why: it may have been ended by the system.
  private func awaitAnswer() {
    var isLate = false
    let limit = loop.schedule(after: AttachedRun.answerLimit) { [loop] in
      isLate = true
      loop.stop()
    }
    while !isAnswered, !isLate { loop.run() }
    loop.cancel(limit)
  }

  /// How long the daemon may take to say why a command ended, before its status alone is passed on.
  ///
  /// 2 s: our choice; it takes less than a millisecond, and longer where the daemon is being restarted
  /// or waits for what the command has left running.
  private static let answerLimit = Duration.seconds(2)

  /// Waits for a daemon that went away; the terminal is served meanwhile.
  private func reconnect() throws -> ControlConnection? {
    guard relay != nil else { return try ControlConnection.awaitReturn(at: path, of: app.text) }
    // The command goes on and has its terminal, which would be hung up with this program's end.
    while !isOver {
      let daemon = try? ControlConnection.awaitReturn(at: path, of: app.text, isTold: false) {
        var isPassed = false
        let moment = loop.schedule(after: .seconds(1)) { [loop] in
          isPassed = true
          loop.stop()
        }
        while !isPassed, !isOver { loop.run() }
        loop.cancel(moment)
        return !isOver
      }
      if let daemon { return daemon }
    }
    return nil
  }

  private func statusWithoutDaemon() -> Int32 {
    // The leader passes the hang-up on, which a frozen command does not hear.
    if relay?.isHungUp == true { _ = isPassedByDaemon(SIGHUP) }
    relay?.finish()
    switch relay?.end {
    case .exited(let status): return status
    case .signalled(let signal): return 128 + signal
    case nil: return 128 + SIGHUP
    }
  }

  // MARK: Signals

  /// The command runs in a session of its own, so a signal to us does not reach it by itself.
  private func forward(_ signal: Int32, isOfKernel: Bool) {
    if PassedSignals.all.contains(signal) { forwarded = signal }
    guard let relay else { return send(signal) }
    // The daemon knows whether it is frozen and would not hear one that asks it to end.
    let isEnding = !isOfKernel && PassedSignals.ending.contains(signal)
    guard isEnding, isPassedByDaemon(signal) else {
      return relay.pass(signal, isOfKernel: isOfKernel)
    }
  }

  private func send(_ signal: Int32) {
    // Another connection: this one waits for the end.
    do {
      _ = try ControlConnection(to: path).call(Control.Signal(launch: launch, number: signal))
    } catch CommandFailure.notReachable, CommandFailure.connectionLost {
      unsent.append(signal)
    } catch {
      // It has ended, and we are about to be told.
    }
  }

  private func isPassedByDaemon(_ signal: Int32) -> Bool {
    (try? ControlConnection(to: path).call(Control.Signal(launch: launch, number: signal))) != nil
  }

  /// The command was stopped, so that it has its terminal in the foreground no longer, which kept it from
  /// being frozen off screen; only its session's leader and this program are told.
  private func leaveTerminal() {
    guard let daemon = try? ControlConnection(to: path),
      let status = try? daemon.call(Control.Why(app: app.text)).reply.app,
      !status.state.isForeground
    else { return }
    _ = try? daemon.call(Control.Home(app: app.text))
  }

  /// Has a command go on that may have been frozen while it was stopped or behind.
  ///
  /// In front it is on screen; behind it gets the time of any app that leaves it, unless it never has.
  private func goOn(inFront: Bool) {
    guard let daemon = try? ControlConnection(to: path) else { return }
    if !inFront, let status = try? daemon.call(Control.Why(app: app.text)).reply.app,
      status.state.isForeground
    {
      return
    }
    _ = try? daemon.call(Control.Launch(app: app.text))
    if !inFront { _ = try? daemon.call(Control.Home(app: app.text)) }
  }

  // MARK: The verdict

  /// Says why the system ended the command, where it did, and returns the exit status.
  private func finish(_ record: ExitRecord, on daemon: ControlConnection) -> Int32 {
    relay?.finish()
    if let remaining = record.remaining {
      Terminal.reportError("torpor: " + RunStatus.sentence(remaining: remaining, of: app))
    }
    if RunStatus.needsWords(record.reason, forwarded: forwarded) {
      Terminal.reportError("torpor: " + sentence(record, on: daemon))
    }
    return RunStatus.status(of: record.reason, forwarded: forwarded)
  }

  private func sentence(_ record: ExitRecord, on daemon: ControlConnection) -> String {
    let errno: Int32? =
      switch record.reason {
      case .notStarted(let errno), .notInFolder(_, let errno): errno
      default: nil
      }
    if let errno {
      return StartFailure.sentence(
        errno: errno,
        executable: recipe.executable,
        workingDirectory: recipe.workingDirectory
      )
    }
    let decisions = try? daemon.call(Control.Log(countMax: 100)).reply.decisions
    if let decision = decisions?.last(where: { $0.decision.isEnd(of: launch) })?.decision {
      return decision.sentence()
    }
    return record.reason.done(to: app.text)
  }
}

extension Decision {
  fileprivate func isEnd(of launch: LaunchIdentifier) -> Bool {
    if case .end = action { self.launch == launch } else { false }
  }
}

/// Exit statuses of `torpor run`, by the conventions of shells.
enum RunStatus {
  /// The status with which `torpor run` ends.
  static func status(of reason: ExitReason, forwarded: Int32?) -> Int32 {
    switch reason {
    case .exit(let status): status
    case .crash(let signal): 128 + signal
    case .notStarted(let errno), .notInFolder(_, let errno): errno == ENOENT ? 127 : 126
    case .forceQuit, .jobEnded, .exitsOnSuspend: 128 + (forwarded ?? SIGTERM)
    case .reboot, .logout: 128 + SIGTERM
    case .code, .killedExternally, .jetsam, .outOfMemory, .uninstall, .update, .released, .unseen:
      128 + SIGKILL
    }
  }

  /// What is said where the command has ended and what it started has not.
  static func sentence(remaining: Int, of app: AppIdentifier) -> String {
    (remaining == 1 ? "1 process" : "\(remaining) processes")
      + " that it started continue\(remaining == 1 ? "s" : "") as \(app). "
      + "Details: `torpor why \(app)`. End: `torpor quit \(app)`"
  }

  /// Whether the end is news to the person who started the command.
  static func needsWords(_ reason: ExitReason, forwarded: Int32?) -> Bool {
    switch reason {
    case .exit: false
    // As of every program whose reader has seen enough, and of one that a key or a person has ended.
    case .crash(SIGPIPE), .crash(SIGINT): false
    case .crash(let signal): signal != forwarded
    case .forceQuit: forwarded == nil
    case .code, .killedExternally, .jetsam, .outOfMemory, .jobEnded, .exitsOnSuspend, .uninstall,
      .update,
      .reboot, .logout, .released, .notStarted, .notInFolder, .unseen:
      true
    }
  }
}
