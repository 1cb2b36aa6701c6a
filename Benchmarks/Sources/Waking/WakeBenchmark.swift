import Glibc
import TorporLinux
import TorporModel
import TorporPosix
import TorporWire

/// B2 (a): from an event at the daemon to the first line of a frozen app's handler.
///
/// The event is a call `Launch` over the control socket, timed from just before it is sent, so that
/// reading, deciding, journalling, thawing and the delivery are all in it. The peers do without
/// them: a C program that thaws a group and sends one byte, and a call that a message bus relays to a
/// service that is not frozen.
enum WakeBenchmark {
  private struct Size {
    let pairs: Int
    let cycles: Int

    static let whole = Size(pairs: 15, cycles: 40)
    static let quick = Size(pairs: 2, cycles: 3)
  }

  static func run(_ options: Options) throws -> Report {
    let size = options.isQuick ? Size.quick : Size.whole
    var report = Report("B2", "wake to handler")
    guard let torpord = PeerProgram("torpord", options),
      let app = PeerProgram("attached-app", options), let probe = PeerProgram("wake-probe", options)
    else {
      report.notes.append("skipped: torpord or a peer is not built; run scripts/bench")
      return report
    }
    let tree: GroupTree
    do throws(GroupFailure) {
      tree = try GroupTree(subtree: "torpor-bench-\(getpid())")
    } catch {
      report.notes.append("skipped: \(error)")
      return report
    }
    defer { tree.removeFolders() }
    report.input = ["\(size.pairs) pairs of \(size.cycles) wakes, in turns; (a) frozen app"]
    let scratch = try ScratchFolder()
    let daemon = try DaemonUnderTest(torpord, scratch: ScratchFolder(onDisk: true))
    let frozen = try FrozenApp(daemon, app, page: scratch.file("page"))
    let rival = try ProbeGroup(tree)
    let bus = try MessageBus.start(in: scratch, options)
    if case .missing(let reason) = bus { report.notes.append("no message bus: \(reason)") }

    var probed = Tails()
    var relayed = Tails()
    for _ in 0..<size.pairs {
      let ours = try frozen.wake(size.cycles)
      probed.add(ours, try probe.times([rival.path, scratch.file("rival"), "\(size.cycles)"]))
      if case .running(let bus) = bus {
        relayed.add(ours, try bus.call(size.cycles, page: scratch.file("bus-page")))
      }
    }
    probed.report("C", median: .atMost(1.3), in: &report)
    if case .running = bus { relayed.report("D-Bus", median: .atMost(1), in: &report) }
    return report
  }

  /// Medians and 99th percentiles of each batch, in microseconds.
  private struct Tails {
    private var medians = Pairs()
    private var tails = Pairs()

    mutating func add(_ ours: [Double], _ peer: [Double]) {
      medians.add(ours: Sample(ours).median, peer: Sample(peer).median)
      tails.add(ours: Sample(ours).quantile(0.99), peer: Sample(peer).quantile(0.99))
    }

    func report(_ peer: String, median goal: Goal, in report: inout Report) {
      report.add("wake p50 against \(peer)", medians, goal, in: .microseconds, peer: peer)
      report.add("wake p99 against \(peer)", tails, goal, in: .microseconds, peer: peer)
    }
  }
}

/// One app of a daemon, woken again and again.
private final class FrozenApp {
  private let daemon: DaemonUnderTest
  private let page: StampPage
  private let launch: [UInt8]
  private let app: String

  init(_ daemon: DaemonUnderTest, _ program: PeerProgram, page: String) throws {
    self.daemon = daemon
    self.page = try StampPage(path: page)
    app = try daemon.install("bench.attached", program, arguments: [page])
    launch = Control.Launch(app: app).varlinkCall.bytes
    try daemon.control.call(Control.Launch(app: app))
    try daemon.control.call(Control.Home(app: app))
    try daemon.waitForSuspended(1)
  }

  /// Wakes the app that many times; each time from the send to the handler, in microseconds.
  func wake(_ count: Int) throws -> [Double] {
    var times: [Double] = []
    for _ in 0..<count {
      let before = page.read().sequence
      let begin = Stopwatch.monotonicNanoseconds()
      try daemon.control.send(launch)
      // Waits instead of looking at the page again and again: the daemon needs the processor.
      _ = try daemon.control.reply(to: Control.Launch(app: app))
      let handled = try page.next(after: before)
      times.append(Double(handled - begin) / 1000)
      try daemon.control.call(Control.Home(app: app))
      try daemon.waitForSuspended(1)
      usleep(1000)
    }
    return times
  }
}

/// A group for the C probe, which puts its own app into it.
private final class ProbeGroup {
  let path: String
  private let group: ControlGroup

  init(_ tree: GroupTree) throws {
    guard let app = AppIdentifier("bench.probe") else { preconditionFailure("a valid identifier") }
    group = try tree.makeGroup(app, LaunchIdentifier(rawValue: 1))
    path = group.path
  }

  deinit { for _ in 0..<100 where (try? group.remove()) == nil { usleep(1000) } }
}

/// A private message bus with the probe that calls over it.
private enum MessageBus {
  case running(Running)
  case missing(String)

  static func start(in scratch: ScratchFolder, _ options: Options) throws -> MessageBus {
    guard let probe = PeerProgram("dbus-probe", options) else {
      return .missing("dbus-probe is not built (libsystemd-dev)")
    }
    guard let background = try BackgroundProgram.messageBus(in: scratch) else {
      return .missing("dbus-daemon is not installed")
    }
    return .running(Running(probe: probe, bus: background, scratch: scratch))
  }

  struct Running {
    let probe: PeerProgram
    let bus: BackgroundProgram
    let scratch: ScratchFolder

    func call(_ count: Int, page: String) throws -> [Double] {
      try probe.times([BackgroundProgram.busAddress(in: scratch), page, "\(count)"])
    }
  }
}

extension PeerProgram {
  /// Runs a probe that prints one time for each cycle in nanoseconds; gives them in microseconds.
  fileprivate func times(_ arguments: [String]) throws -> [Double] {
    try run(arguments).compactMap { Double($0) }.map { $0 / 1000 }
  }
}
