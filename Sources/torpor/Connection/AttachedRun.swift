import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// A command that `torpor run` waits for: signals go to it, its end becomes our exit status.
///
/// Lives on the main thread. A loop waits for the daemon's reply and for signals at once; the reply
/// itself is then read blocking.
final class AttachedRun {
  let app: AppIdentifier
  let launch: LaunchIdentifier
  private let path: String
  /// The last signal that was handed on.
  private var forwarded: Int32?

  init(app: AppIdentifier, launch: LaunchIdentifier, path: String) {
    self.app = app
    self.launch = launch
    self.path = path
  }

  /// Waits for the end of the command, over restarts of the daemon, and returns the exit status.
  ///
  /// - Throws: `CommandFailure`.
  func wait(on first: ControlConnection) throws -> Int32 {
    let loop = try EventLoop()
    let signals = try SignalWatch([SIGINT, SIGTERM, SIGHUP], on: loop) { [unowned self] signal in
      forward(signal)
    }
    defer { withExtendedLifetime(signals) {} }
    var daemon = first
    while true {
      do {
        let record = try end(on: daemon, loop)
        return finish(record, on: daemon)
      } catch let failure as CommandFailure {
        guard case .connectionLost = failure else { throw failure }
        daemon = try ControlConnection.awaitReturn(at: path, of: app.text)
      }
    }
  }

  private func end(on daemon: ControlConnection, _ loop: EventLoop) throws -> ExitRecord {
    try daemon.send(.wait(launch))
    let token = try loop.register(daemon.number, for: .readable) { _ in loop.stop() }
    loop.run()
    loop.cancel(token)
    guard case .ended(let record) = try daemon.receive(replyTo: .wait(launch)).result else {
      throw CommandFailure.refused(.malformedMessage(cause: "the reply to Wait is no end"))
    }
    return record
  }

  /// The command runs in a group of its own, so a signal to us does not reach it by itself.
  private func forward(_ signal: Int32) {
    forwarded = signal
    // Another connection: this one waits for the end. A daemon that is away is asked again when the
    // user sends the signal again.
    _ = try? ControlConnection(to: path).call(.quit(app: app.text))
  }

  /// Says why the system ended the command, where it did, and returns the exit status.
  private func finish(_ record: ExitRecord, on daemon: ControlConnection) -> Int32 {
    let status = RunStatus.status(of: record.reason, forwarded: forwarded)
    if RunStatus.needsWords(record.reason, forwarded: forwarded) {
      Terminal.complain("torpor: " + sentence(record, on: daemon))
    }
    return status
  }

  private func sentence(_ record: ExitRecord, on daemon: ControlConnection) -> String {
    let decisions = try? daemon.call(.log(LogQuery(countMax: 100))).result
    if case .decisions(let all) = decisions,
      let decision = all.last(where: { $0.decision.isEnd(of: launch) })?.decision
    {
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
    case .notStarted(let errno): errno == ENOENT ? 127 : 126
    case .forceQuit, .jobEnded, .exitsOnSuspend: 128 + (forwarded ?? SIGTERM)
    case .reboot, .logout: 128 + SIGTERM
    case .code, .killedFromOutside, .jetsam, .uninstall, .update, .unseen: 128 + SIGKILL
    }
  }

  /// Whether the end is news to the person who started the command.
  static func needsWords(_ reason: ExitReason, forwarded: Int32?) -> Bool {
    switch reason {
    case .exit: false
    case .forceQuit: forwarded == nil
    case .code, .crash, .killedFromOutside, .jetsam, .jobEnded, .exitsOnSuspend, .uninstall,
      .update, .reboot, .logout, .notStarted, .unseen:
      true
    }
  }
}
