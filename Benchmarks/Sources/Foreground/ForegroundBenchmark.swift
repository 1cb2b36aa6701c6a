import Glibc
import TorporCore
import TorporLinux
import TorporPosix

/// B9: what a program in front loses to four that burn off screen.
///
/// The one in front needs 8 ms of a processor every 16 ms. Alone: the four are frozen. Ours: they get what the policy
/// gives work off screen. The peer: everybody gets the same, as without Torpor.
enum ForegroundBenchmark {
  private struct Size {
    let rounds: Int
    let frames: Int

    static let whole = Size(rounds: 11, frames: 300)
    static let quick = Size(rounds: 2, frames: 50)
  }

  private static let burningCount = 4

  static func run(_ options: Options) throws -> Report {
    let size = options.isQuick ? Size.quick : Size.whole
    var report = Report("B9", "foreground first")
    guard let program = PeerProgram("frame-probe", options) else {
      report.notes.append("skipped: frame-probe is not built; run scripts/bench")
      return report
    }
    let tree: GroupTree
    do throws(GroupFailure) {
      tree = try GroupTree(subtree: "torpor-bench-frames-\(getpid())")
    } catch {
      report.notes.append("skipped: \(error)")
      return report
    }
    defer { tree.removeFolders() }
    let shares = ProcessorShares(tree.features)
    if case .unavailable(let reason) = shares.way {
      report.notes.append("skipped: \(reason)")
      return report
    }
    report.input = [
      "\(size.rounds) rounds of \(size.frames) frames each: alone, ours, equal shares; by \(shares.way)"
    ]
    try measure(size, program, tree, shares, in: &report)
    return report
  }

  private static func measure(
    _ size: Size,
    _ program: PeerProgram,
    _ tree: GroupTree,
    _ shares: ProcessorShares,
    in report: inout Report
  ) throws {
    let front = try FrameProgram(1, in: tree, program: program, argument: "\(size.frames)")
    let burning = try (0..<burningCount).map {
      try FrameProgram(UInt64($0 + 2), in: tree, program: program, argument: "burn")
    }
    var median = Pairs()
    var tail = Pairs()
    var equal: [Double] = []
    for _ in 0..<size.rounds {
      for program in burning { try program.group.setFreeze(true) }
      let alone = Sample(try front.draw())
      for program in burning {
        try program.group.setFreeze(false)
        shares.set(.background, of: program.group, base: 0)
      }
      let ours = Sample(try front.draw())
      for program in burning { shares.set(.foreground, of: program.group, base: 0) }
      equal.append(Sample(try front.draw()).quantile(0.99))
      median.add(ours: ours.median, peer: alone.median)
      tail.add(ours: ours.quantile(0.99), peer: alone.quantile(0.99))
    }
    report.add("frame p50", median, .atMost(1.05), in: .milliseconds, peer: "alone")
    report.add("frame p99", tail, .atMost(1.05), in: .milliseconds, peer: "alone")
    report.show("frame p99, equal shares", Unit.milliseconds.text(Sample(equal).median))
  }
}
