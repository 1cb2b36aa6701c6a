import Glibc
import TorporModel
import TorporPosix
import TorporText
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

  /// When all of a long list are looked at again, on `CLOCK_BOOTTIME`; those in front are at each look.
  private var wholeLookNanoseconds =
    BootClock.nanoseconds() + AttachedTransfers.wholeLookPause.nanoseconds

  /// How long is waited after a whole look: 2 s, and 20 times what the look took.
  ///
  /// So a list of any length takes a twentieth of the time; our choice.
  private static let wholeLookPause = Duration.seconds(2)
  private static let wholeLookShare: Int64 = 20

  /// How often they are asked for while nothing moves: what is decided about a user's own transfers is
  /// told to the owner of the daemon alone.
  ///
  /// What waits does not need to be looked at more closely; our choice.
  private static let waitingInterval = Duration.seconds(2)

  /// How many transfers that move may be left for each decision about them to be told: 100, a page.
  ///
  /// Our choice.
  private static let followedMax = 100

  /// How long further decisions are waited for before a look.
  ///
  /// 20 ms, our choice: a look at a page takes the daemon about a millisecond.
  private static let newsPauseMicroseconds: UInt32 = 20_000

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
          // Its services move no byte without it; what came stays where it is.
          daemon = try ControlConnection.awaitReturn(
            at: path,
            of: name,
            goesOn: "continues, when a daemon runs again, where it stopped"
          ) {
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
    var changes: Changes?
    while true {
      try look(on: daemon)
      if awaited.isOver { return .over }
      if isInterrupted { return leave() }
      let moves = awaited.open.contains { $0.status.state == .running }
      let length = moves ? Self.interval : Self.waitingInterval
      if moves, awaited.leftCount > Self.followedMax {
        // Who looks at intervals need not be told of each of ten thousand.
        changes = nil
        pause(loop, length)
      } else if let changes {
        guard try changes.wait({ pause(loop, length) }) else { continue }
        // Many decisions at once are one look.
        usleep(Self.newsPauseMicroseconds)
      } else {
        // Opened before the look that finds nothing to do, so that no change is missed between the two.
        changes = try Changes(at: path, on: loop)
      }
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
    Terminal.reportError("torpor: " + TransferText.parting(open))
    return .left
  }

  /// Those that are not over.
  private var open: [TransferIdentifier] {
    awaited.rows.filter { !$0.status.state.isFinal }.map(\.status.transfer)
  }

  // MARK: What is seen

  private func look(on daemon: ControlConnection) throws(CommandFailure) {
    let lostBefore = awaited.lost
    let begin = BootClock.nanoseconds()
    let isWhole = begin >= wholeLookNanoseconds
    let ended = try awaited.look(on: daemon, isWhole: isWhole)
    if isWhole {
      let end = BootClock.nanoseconds()
      let pause = max((end - begin) * Self.wholeLookShare, Self.wholeLookPause.nanoseconds)
      wholeLookNanoseconds = end + pause
    }
    let clock = try daemon.clock()
    let good = ended.filter { $0.status.state == .completed }.map(TransferText.result)
    var bad = ended.filter { $0.status.state != .completed }.map {
      TransferText.failure(of: $0, clock)
    }
    bad += awaited.lost.subtracting(lostBefore).sorted().map(TransferText.forgotten)
    hasFailed = hasFailed || !bad.isEmpty
    guard !isQuiet, let screen = Terminal.screen else {
      if !isQuiet { Terminal.show(teller.news(awaited.open, clock) + good) }
      for line in bad { Terminal.reportError("torpor: " + line) }
      return
    }
    if !bad.isEmpty { draw([]) }
    for line in bad { Terminal.reportError("torpor: " + line) }
    draw(board(clock, on: screen), said: good)
  }

  private func board(_ clock: WallClock, on screen: TransferBoard.Screen) -> [String] {
    TransferBoard.lines(awaited.rows, of: awaited.count, clock, Terminal.style, on: screen)
  }

  private func draw(_ lines: [String], said: [String] = []) {
    let frame = live.frame(lines, said: said, Terminal.style)
    Terminal.pass(Array(frame.utf8)[...])
  }
}

/// What is decided about transfers, as it is decided.
private final class Changes {
  private let connection: ControlConnection
  private let loop: EventLoop
  private var token: EventLoop.Token?
  private var isNews = false
  private static let call = Control.Log(countMax: 0, follows: true)

  init(at path: String, on loop: EventLoop) throws {
    self.loop = loop
    connection = try ControlConnection(to: path)
    try connection.send(Self.call)
    _ = try connection.receive(replyTo: Self.call)
    token = try loop.register(connection.number, for: .readable) { [unowned self] _ in
      isNews = true
      loop.stop()
    }
  }

  deinit {
    if let token { loop.cancel(token) }
  }

  /// Whether anything was decided while `pause` ran the loop.
  func wait(_ pause: () -> Void) throws -> Bool {
    isNews = false
    pause()
    if isNews { _ = try connection.receive(replyTo: Self.call) }
    return isNews
  }
}
