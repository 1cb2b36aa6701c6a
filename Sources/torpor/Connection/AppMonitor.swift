import Glibc
import TorporModel
import TorporPosix
import TorporText
import TorporWire

/// Shows the apps as they change, and what they use at every interval, until the person has seen enough.
///
/// Changes are sent by the daemon; what is only measured is asked for. Survives a restart of the daemon. Lives on the main thread.
final class AppMonitor {
  /// 1 s: a figure can be read before it changes, and a look costs the daemon about a millisecond; our choice.
  static let intervalUsual = Duration.seconds(1)

  /// How long changes are collected before they are shown: 0.1 s, which is as soon as a person sees; our choice.
  private static let changesTogether = Duration.milliseconds(100)

  /// How soon the second look follows the first, which can show no shares: 0.5 s; our choice.
  private static let firstInterval = Duration.milliseconds(500)

  private let path: String
  private let interval: Duration
  private let countMax: Int?
  private let printsJSON: Bool
  private let loop: EventLoop
  private var hasQuit = false
  private var live = LiveLines()
  private var looks = Looks()
  private var changes: EventLoop.Token?
  private var order = TopOrder()
  private var isDrawingSoon = false
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
    let keys =
      Terminal.screen == nil || printsJSON
      ? nil : TopKeys.watch(on: loop) { [unowned self] in press($0) }
    defer { keys?.end() }
    let resized = try SignalWatch([SIGWINCH], on: loop) { [unowned self] _ in resize() }
    defer { withExtendedLifetime(resized) {} }
    var daemon = try ControlConnection(to: path)
    defer { stopFollowing() }
    while !hasQuit {
      guard try isSeen(on: daemon) else {
        stopFollowing()
        guard let next = try awaitReturn() else { return }
        daemon = next
        continue
      }
      if let countMax, shown >= countMax { return }
      follow()
      pause(shown == 0 ? min(interval, Self.firstInterval) : interval)
    }
  }

  /// Has the daemon send what changes, where a person looks and it does not yet; where it cannot, the intervals
  /// show the changes.
  private func follow() {
    guard changes == nil, Terminal.screen != nil, !printsJSON else { return }
    let call = Control.Watch(follows: true)
    guard let daemon = try? ControlConnection(to: path), (try? daemon.send(call)) != nil else {
      return
    }
    changes = try? loop.register(daemon.number, for: .readable) { [unowned self] _ in
      do {
        guard let seen = try daemon.newest(replyTo: call) else { return }
        // An answer to a question that was asked later may be here already.
        guard seen.device.at >= looks.latest?.device.at ?? .zero else { return }
        looks.latest = AppSample(apps: seen.apps, device: seen.device)
        drawSoon()
      } catch {
        // The next look says that it has gone, or it is followed again.
        stopFollowing()
      }
    }
  }

  private func stopFollowing() {
    if let changes { loop.cancel(changes) }
    changes = nil
  }

  private func drawSoon() {
    guard !isDrawingSoon, looks.last != nil else { return }
    isDrawingSoon = true
    _ = loop.schedule(after: Self.changesTogether) { [unowned self] in
      isDrawingSoon = false
      redraw()
    }
  }

  /// Takes what was typed.
  private func press(_ keys: [TopKey]) {
    if keys.contains(.quit) { return quit() }
    for key in keys { order.press(key) }
    redraw()
  }

  /// Draws on an empty screen: the lines of the old one were broken anew by the terminal.
  private func resize() {
    guard Terminal.screen != nil, !printsJSON, looks.latest != nil else { return }
    // To the top, and empty from there (ECMA-48: CUP, ED).
    Terminal.pass(Array("\u{1b}[H\u{1b}[J".utf8)[...])
    live = LiveLines()
    redraw()
  }

  private func redraw() {
    if let latest = looks.latest, Terminal.screen != nil { show(latest) }
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
      (looks.last, looks.previous) = (nil, nil)
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
    if printsJSON {
      guard let answer = try answer(to: Control.List(), on: daemon),
        let device = try self.answer(to: Control.Status(), on: daemon)?.reply.device
      else { return }
      shown += 1
      return Terminal.show(answer.parameters, clock(device))
    }
    guard let seen = try answer(to: Control.Watch(), on: daemon)?.reply else { return }
    let sample = AppSample(apps: seen.apps, device: seen.device)
    looks.latest = sample
    let isFirst = looks.last == nil
    // On a terminal the first look is worth showing without its shares; in a file it is not.
    if !isFirst { shown += 1 }
    if !isFirst || Terminal.screen != nil { show(sample) }
    (looks.previous, looks.last) = (looks.last, sample)
  }

  private func clock(_ device: DeviceStatus) -> WallClock {
    WallClock(
      now: device.at,
      wallMicroseconds: device.wallMicroseconds,
      calendar: WallClock.CalendarTime.local
    )
  }

  private func show(_ sample: AppSample) {
    let screen = Terminal.screen
    let lines = TopBoard.lines(
      sample,
      since: looks.base(of: sample),
      processorCount: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
      clock(sample.device),
      Terminal.style,
      columns: screen?.columns,
      rows: screen.map { $0.rows - 1 },
      order: screen.map { _ in order }
    )
    guard screen != nil else { return Terminal.show(shown > 1 ? [""] + lines : lines) }
    Terminal.pass(Array(live.frame(lines, Terminal.style).utf8)[...])
  }
}

/// What a monitor has seen.
private struct Looks {
  /// The shortest time over which a share of the processor means something: the kernel counts some apps by ticks of
  /// 4 to 10 ms; 0.4 s, our choice.
  private static let shareMin = Duration.milliseconds(400)

  /// What was measured last, and before that.
  var last: AppSample?
  var previous: AppSample?
  /// What is on the screen.
  var latest: AppSample?

  /// Against which look the shares of another are computed: a change shortly after a look is compared with the look
  /// before that.
  func base(of sample: AppSample) -> AppSample? {
    let isLong = last.map { sample.device.at - $0.device.at >= Self.shareMin } ?? true
    return isLong ? last : previous ?? last
  }
}
