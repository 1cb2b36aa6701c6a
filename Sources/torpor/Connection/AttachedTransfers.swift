import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// Transfers that `torpor download` and its like stay with until they are over.
///
/// What the daemon decides says when to look again; only while bytes move is it asked at intervals.
/// Ctrl-C ends this program and leaves the transfers. Lives on the main thread.
final class AttachedTransfers {
  /// How it ended.
  enum Ending {
    case over
    /// The person has left; the transfers go on.
    case left
  }

  private(set) var awaited: AwaitedTransfers
  private let path: String
  private let name: String
  /// Whether standard output belongs to something else, so that only trouble is told.
  private let isQuiet: Bool
  private var isInterrupted = false
  private var live = LiveLines()
  private var teller = TransferTeller()
  private(set) var hasFailed = false

  /// How often transfers that move are asked for, and the screen is drawn.
  ///
  /// Four times a second: a bar that moves, and no flicker; our choice.
  private static let interval = Duration.milliseconds(250)

  /// How often they are asked for while nothing moves: what is decided about a user's own transfers is
  /// told to the owner of the daemon alone.
  ///
  /// Nobody looks closer at something that waits; our choice.
  private static let waitingInterval = Duration.seconds(2)

  /// How long further decisions are waited for before a look.
  ///
  /// 0.1 s, our choice: a look at a list takes the daemon about a millisecond.
  private static let newsPauseMicroseconds: UInt32 = 100_000

  /// Stays with those transfers; `nil`: with all that there are.
  init(_ transfers: [TransferIdentifier]?, path: String, isQuiet: Bool = false) {
    self.isQuiet = isQuiet
    awaited = AwaitedTransfers(transfers)
    self.path = path
    name =
      transfers?.count == 1 ? "transfer \(transfers?.first?.description ?? "")" : "every transfer"
  }

  /// Waits for the end of all, over restarts of the daemon, and tells of each.
  ///
  /// - Throws: `CommandFailure`.
  func wait(on first: ControlConnection) throws -> Ending {
    let loop = try EventLoop()
    let signals = try SignalWatch([SIGINT], on: loop) { [unowned self] _ in
      isInterrupted = true
      loop.stop()
    }
    defer { withExtendedLifetime(signals) {} }
    var daemon = first
    while true {
      do {
        return try follow(daemon, loop)
      } catch let failure as CommandFailure {
        draw([])
        guard case .connectionLost = failure else { throw failure }
        do {
          daemon = try ControlConnection.awaitReturn(at: path, of: name) {
            pause(loop, .seconds(1))
            return !isInterrupted
          }
        } catch {
          guard isInterrupted else { throw error }
          return leave()
        }
      }
    }
  }

  private func follow(_ daemon: ControlConnection, _ loop: EventLoop) throws -> Ending {
    let changes = ControlMethod.log(LogQuery(countMax: 0, follows: true))
    // Opened before the first look, so that no change is missed between the two.
    let events = try ControlConnection(to: path)
    try events.send(changes)
    _ = try events.receive(replyTo: changes)
    var isNews = false
    let token = try loop.register(events.number, for: .readable) { _ in
      isNews = true
      loop.stop()
    }
    defer { loop.cancel(token) }
    while true {
      try look(on: daemon)
      if awaited.isOver { return .over }
      if isInterrupted { return leave() }
      let moves = awaited.rows.contains { $0.status.state == .running }
      isNews = false
      pause(loop, moves ? Self.interval : Self.waitingInterval)
      guard isNews else { continue }
      _ = try events.receive(replyTo: changes)
      // Many decisions at once are one look.
      usleep(Self.newsPauseMicroseconds)
    }
  }

  /// Lets the loop run for that long at most.
  private func pause(_ loop: EventLoop, _ length: Duration) {
    guard !isInterrupted else { return }
    let timer = loop.schedule(after: length) { loop.stop() }
    loop.run()
    loop.cancel(timer)
  }

  private func leave() -> Ending {
    draw([])
    Terminal.complain("torpor: " + TransferText.parting(open))
    return .left
  }

  /// Those that are not over.
  private var open: [TransferIdentifier] {
    awaited.rows.filter { !$0.status.state.isFinal }.map(\.status.transfer)
  }

  // MARK: What is seen

  private func look(on daemon: ControlConnection) throws(CommandFailure) {
    let lostBefore = awaited.lost
    let ended = try awaited.look(on: daemon)
    let clock = try daemon.clock()
    let good = ended.filter { $0.status.state == .completed }.map(TransferText.result)
    var bad = ended.filter { $0.status.state != .completed }.map {
      TransferText.failure(of: $0, clock)
    }
    bad += awaited.lost.subtracting(lostBefore).sorted().map(TransferText.forgotten)
    hasFailed = hasFailed || !bad.isEmpty
    guard !isQuiet, let screen = Terminal.screen else {
      if !isQuiet { Terminal.show(teller.news(awaited.rows, clock) + good) }
      for line in bad { Terminal.complain("torpor: " + line) }
      return
    }
    if !bad.isEmpty { draw([]) }
    for line in bad { Terminal.complain("torpor: " + line) }
    draw(TransferBoard.lines(awaited.rows, clock, Terminal.style, on: screen), said: good)
  }

  private func draw(_ lines: [String], said: [String] = []) {
    let frame = live.frame(lines, said: said)
    // Whoever closed the terminal wants no more; the transfers go on.
    if !frame.isEmpty, !Terminal.show(bytes: Array(frame.utf8)) { exit(0) }
  }
}
