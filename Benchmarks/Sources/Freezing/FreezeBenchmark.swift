import Glibc
import TorporLinux
import TorporModel
import TorporPosix

/// B1: what the daemon's freezer adds to the kernel's own time to freeze and to thaw.
///
/// Ours is `Freezer` on its loop, from the order to the confirmation it reports; the peer is a C
/// program that writes and re-reads. Both freeze the same living group in turns, and the same app
/// stamps a shared page when it runs again.
enum FreezeBenchmark {
  /// What is in a group.
  private struct Load {
    let name: String
    let processes: Int
    let threads: Int
  }

  private static let loads = [
    Load(name: "1 process", processes: 1, threads: 1),
    Load(name: "16 processes", processes: 16, threads: 1),
    Load(name: "64 threads", processes: 1, threads: 64),
    Load(name: "100 processes", processes: 100, threads: 1),
  ]

  private struct Size {
    let pairs: Int
    /// Cycles of one side before it is the other's turn: a batch has a p99 of its own.
    let cycles: Int
    let groups: Int

    static let whole = Size(pairs: 15, cycles: 100, groups: 1000)
    static let quick = Size(pairs: 2, cycles: 5, groups: 20)
  }

  static func run(_ options: Options) throws -> Report {
    let size = options.isQuick ? Size.quick : Size.whole
    var report = Report("B1", "freeze and thaw")
    guard let load = PeerProgram("group-load", options),
      let probe = PeerProgram("freeze-probe", options)
    else {
      report.notes.append("skipped: group-load and freeze-probe are not built; run scripts/bench")
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
    report.input = ["\(size.pairs) pairs of \(size.cycles) cycles for each group, in turns"]
    for kind in loads { try compare(kind, load, probe, size, tree, in: &report) }
    try freezeMany(size.groups, load, tree, in: &report)
    return report
  }

  // MARK: One group

  private static func compare(
    _ load: Load,
    _ program: PeerProgram,
    _ probe: PeerProgram,
    _ size: Size,
    _ tree: GroupTree,
    in report: inout Report
  ) throws {
    let scratch = try ScratchFolder()
    let fifo = scratch.file("fifo")
    mkfifo(fifo, 0o600)
    let page = try StampPage(path: scratch.file("page"))
    let group = try LoadedGroup(
      1,
      in: tree,
      program: program,
      arguments: [fifo, page.path, "\(load.processes)", "\(load.threads)"]
    )
    let freezer = try FreezerUnderTest(fifo: fifo)
    var figures = Figures()
    for _ in 0..<size.pairs {
      let ours = try freezer.cycles(size.cycles, on: group, page)
      let words = try probe.run([group.group.path, fifo, page.path, "\(size.cycles)"])
      let peer = words.compactMap { Double($0) }
      figures.add(ours, Cycles(interleaved: peer))
    }
    figures.report(load.name, in: &report)
  }

  /// The times of one batch, in microseconds.
  struct Cycles {
    var freeze: [Double] = []
    var thaw: [Double] = []

    init() {}

    init(interleaved nanoseconds: [Double]) {
      for (index, time) in nanoseconds.enumerated() {
        if index % 2 == 0 { freeze.append(time / 1000) } else { thaw.append(time / 1000) }
      }
    }
  }

  private struct Figures {
    private var freezeMedian = Pairs()
    private var freezeTail = Pairs()
    private var thawMedian = Pairs()
    private var thawTail = Pairs()

    mutating func add(_ ours: Cycles, _ peer: Cycles) {
      let (freeze, thaw) = (Sample(ours.freeze), Sample(ours.thaw))
      let (peerFreeze, peerThaw) = (Sample(peer.freeze), Sample(peer.thaw))
      freezeMedian.add(ours: freeze.median, peer: peerFreeze.median)
      freezeTail.add(ours: freeze.quantile(0.99), peer: peerFreeze.quantile(0.99))
      thawMedian.add(ours: thaw.median, peer: peerThaw.median)
      thawTail.add(ours: thaw.quantile(0.99), peer: peerThaw.quantile(0.99))
    }

    func report(_ name: String, in report: inout Report) {
      let unit = Unit.microseconds
      report.add("\(name): freeze p50", freezeMedian, .atMost(1.15), in: unit, peer: "C")
      report.add("\(name): freeze p99", freezeTail, .atMost(1.5), in: unit, peer: "C")
      report.add("\(name): thaw p50", thawMedian, .atMost(1.15), in: unit, peer: "C")
      report.add("\(name): thaw p99", thawTail, .atMost(1.5), in: unit, peer: "C")
    }
  }

  // MARK: Many groups

  private static func freezeMany(
    _ count: Int,
    _ program: PeerProgram,
    _ tree: GroupTree,
    in report: inout Report
  ) throws {
    var groups: [LoadedGroup] = []
    for number in 0..<count {
      let launch = UInt64(number + 2)
      groups.append(
        try LoadedGroup(launch, in: tree, program: program, arguments: ["-", "-", "1", "1"])
      )
    }
    let freezer = try FreezerUnderTest(fifo: nil)
    var times: [Double] = []
    for _ in 0..<3 {
      times.append(try freezer.freezeAll(groups))
      freezer.thawAll(groups)
    }
    // The goal is for a thousand; fewer are shown as they are.
    if count == Size.whole.groups {
      report.add("1000 groups frozen", Sample(times).median, .atMost(60), in: .milliseconds)
    } else {
      report.show("\(count) groups frozen", Unit.milliseconds.text(Sample(times).median))
    }
  }
}
