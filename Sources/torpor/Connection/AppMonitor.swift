import Glibc
import TorporModel
import TorporPosix
import TorporText
import TorporWire

/// Looks at the apps again and again, and shows each look until the person has seen enough.
///
/// Survives a restart of the daemon. Lives on the main thread.
final class AppMonitor {
  /// 2 s: a figure can be read before it changes, and a look costs the daemon about a millisecond; our choice.
  static let intervalUsual = Duration.seconds(2)

  /// How soon the second look follows the first, which can show no shares: 0.5 s; our choice.
  private static let firstInterval = Duration.milliseconds(500)

  private let path: String
  private let interval: Duration
  private let countMax: Int?
  private let printsJSON: Bool
  private let loop: EventLoop
  private var hasQuit = false
  private var live = LiveLines()
  private var last: AppSample?
  private var shown = 0

  /// `countMax`: the number of samples; `nil`: until it is stopped.
  ///
  /// - Throws: `SystemError` when the process has no descriptor left.
  init(path: String, interval: Duration, countMax: Int?, printsJSON: Bool) throws {
    self.path = path
    self.interval = interval
    self.countMax = countMax
    self.printsJSON = printsJSON
    loop = try EventLoop()
  }

  /// Shows the apps until a key, a signal or the last look ends it.
  ///
  /// - Throws: `CommandFailure`.
  func watch() throws {
    let signals = try SignalWatch([SIGINT, SIGTERM, SIGQUIT, SIGHUP], on: loop) {
      [unowned self] _ in quit()
    }
    defer { withExtendedLifetime(signals) {} }
    // What standard output is not shown on has no keys either.
    let keys = Terminal.screen == nil || printsJSON ? nil : QuitKey.watch(on: loop, handler: quit)
    defer { keys?.end() }
    var daemon = try ControlConnection(to: path)
    while !hasQuit {
      guard try isSeen(on: daemon) else {
        guard let next = try awaitReturn() else { return }
        daemon = next
        continue
      }
      if let countMax, shown >= countMax { return }
      pause(shown == 0 ? min(interval, Self.firstInterval) : interval)
    }
  }

  /// Shows a look; `false`: the daemon went away.
  ///
  /// - Throws: `CommandFailure`.
  private func isSeen(on daemon: ControlConnection) throws(CommandFailure) -> Bool {
    do {
      try look(on: daemon)
      return true
    } catch {
      guard case .connectionLost = error else { throw error }
      last = nil
      return false
    }
  }

  /// Waits for a daemon that went away; `nil`: the person has quit.
  ///
  /// - Throws: `CommandFailure.failed` where none came back.
  private func awaitReturn() throws(CommandFailure) -> ControlConnection? {
    let waiting = "The daemon does not answer; waiting for it to come back."
    if Terminal.screen == nil || printsJSON {
      Terminal.reportError("torpor: \(waiting)")
    } else {
      Terminal.pass(Array(live.frame([waiting], Terminal.style).utf8)[...])
    }
    for _ in 0..<ControlConnection.returnLimitSeconds {
      pause(.seconds(1))
      if hasQuit { return nil }
      if let daemon = try? ControlConnection(to: path) { return daemon }
    }
    throw .failed(
      "The daemon at \(path) did not come back within \(ControlConnection.returnLimitSeconds) s. "
        + "Start it, and run `torpor top` again."
    )
  }

  /// Makes a call and waits for its reply in the loop, so that a key or a signal counts although the daemon hangs;
  /// `nil`: the person has quit.
  ///
  /// - Throws: as `ControlConnection.call`.
  private func answer<Call: WireCall>(
    to call: Call,
    on daemon: ControlConnection
  ) throws(CommandFailure) -> ControlConnection.Answer<Call.Reply>? {
    try daemon.send(call)
    var isAnswered = false
    let token: EventLoop.Token
    do throws(SystemError) {
      token = try loop.register(daemon.number, for: .readable) { [unowned self] _ in
        isAnswered = true
        loop.stop()
      }
    } catch {
      return try daemon.receive(replyTo: call)
    }
    defer { loop.cancel(token) }
    while !isAnswered, !hasQuit { loop.run() }
    return hasQuit ? nil : try daemon.receive(replyTo: call)
  }

  private func quit() {
    hasQuit = true
    loop.stop()
  }

  private func pause(_ length: Duration) {
    guard !hasQuit else { return }
    let timer = loop.schedule(after: length) { [unowned self] in loop.stop() }
    loop.run()
    loop.cancel(timer)
  }

  private func look(on daemon: ControlConnection) throws(CommandFailure) {
    guard let answer = try answer(to: Control.List(), on: daemon),
      let device = try self.answer(to: Control.Status(), on: daemon)?.reply.device
    else { return }
    let clock = WallClock(
      now: device.at,
      wallMicroseconds: device.wallMicroseconds,
      calendar: WallClock.CalendarTime.local
    )
    let sample = AppSample(apps: answer.reply.apps, device: device)
    defer { last = sample }
    if printsJSON {
      shown += 1
      return Terminal.show(answer.parameters, clock)
    }
    // On a terminal the first look is worth showing without its shares; in a file it is not.
    guard last != nil || Terminal.screen != nil else { return }
    if last != nil { shown += 1 }
    show(sample, clock)
  }

  private func show(_ sample: AppSample, _ clock: WallClock) {
    let screen = Terminal.screen
    let lines = TopBoard.lines(
      sample,
      since: last,
      processorCount: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
      clock,
      Terminal.style,
      columns: screen?.columns,
      rows: screen.map { $0.rows - 1 }
    )
    guard screen != nil else { return Terminal.show(shown > 1 ? [""] + lines : lines) }
    Terminal.pass(Array(live.frame(lines, Terminal.style).utf8)[...])
  }
}

/// The key that ends a live view.
final class QuitKey {
  private let loop: EventLoop
  private let terminal: ControllingTerminal
  private let modes: TerminalModes
  private var token: EventLoop.Token?
  private var continued: SignalWatch?

  /// Calls `handler` on the loop's thread when q is typed; `nil` where no terminal can be read.
  static func watch(on loop: EventLoop, handler: @escaping () -> Void) -> QuitKey? {
    guard let terminal = ControllingTerminal(), terminal.isInFront,
      let modes = TerminalModes(of: terminal.number)
    else { return nil }
    let key = QuitKey(terminal, modes, on: loop)
    key.begin(handler)
    return key
  }

  private init(_ terminal: ControllingTerminal, _ modes: TerminalModes, on loop: EventLoop) {
    self.terminal = terminal
    self.modes = modes
    self.loop = loop
  }

  private func begin(_ handler: @escaping () -> Void) {
    setModes()
    token = try? loop.register(terminal.number, for: .readable) { [unowned self] _ in
      guard let bytes = terminal.read(bytesMax: 64) else { return end() }
      if bytes.contains(UInt8(ascii: "q")) { handler() }
    }
    // The shell has set the modes that it likes while this program was stopped.
    continued = try? SignalWatch([SIGCONT], on: loop) { [unowned self] _ in setModes() }
  }

  private func setModes() {
    if terminal.isInFront { modes.keyByKey.apply(to: terminal.number) }
  }

  /// Gives the terminal its modes back.
  func end() {
    continued = nil
    if let token { loop.cancel(token) }
    token = nil
    if terminal.isInFront { modes.apply(to: terminal.number) }
  }
}
