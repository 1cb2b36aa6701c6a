import Glibc
import TorporCore
import TorporLinux
import TorporModel
import TorporPosix

/// The daemon's freezer on a loop of its own, timed from outside.
final class FreezerUnderTest {
  private let loop: EventLoop
  private let freezer: Freezer
  private let outcomes: Outcomes
  private let fifo: Descriptor?

  /// The kernel did not do what was asked.
  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  /// What the freezer has reported; on the same thread as everything here.
  private final class Outcomes {
    var frozenCount = 0
    var failure: Int32?
  }

  /// Makes a freezer; a byte written to the FIFO is what the frozen app finds when it runs again.
  init(fifo path: String?) throws(SystemError) {
    loop = try EventLoop()
    let outcomes = Outcomes()
    self.outcomes = outcomes
    freezer = Freezer(on: loop) { _, event in
      switch event {
      case .frozen: outcomes.frozenCount += 1
      case .freezeFailed(let errno): outcomes.failure = errno
      default: break
      }
    }
    if let path { fifo = try Files.open(path, O_RDWR) } else { fifo = nil }
  }

  /// Freezes and thaws the group that many times.
  func cycles(
    _ count: Int,
    on group: LoadedGroup,
    _ page: borrowing StampPage
  ) throws -> FreezeBenchmark.Cycles {
    var cycles = FreezeBenchmark.Cycles()
    for _ in 0..<count {
      let begin = Stopwatch.monotonicNanoseconds()
      try freeze([group])
      let frozen = Stopwatch.monotonicNanoseconds()
      let before = page.read().sequence
      writeByte()
      let thaw = Stopwatch.monotonicNanoseconds()
      freezer.thaw(group.launch, group.group)
      let runs = try page.next(after: before)
      cycles.freeze.append(Double(frozen - begin) / 1000)
      cycles.thaw.append(Double(runs - thaw) / 1000)
      usleep(100)
    }
    return cycles
  }

  /// Freezes all groups and returns how long it took until the last was confirmed, in milliseconds.
  func freezeAll(_ groups: [LoadedGroup]) throws -> Double {
    let begin = Stopwatch.monotonicNanoseconds()
    try freeze(groups)
    return Double(Stopwatch.monotonicNanoseconds() - begin) / 1e6
  }

  func thawAll(_ groups: [LoadedGroup]) {
    for group in groups { freezer.thaw(group.launch, group.group) }
  }

  private func freeze(_ groups: [LoadedGroup]) throws {
    outcomes.frozenCount = 0
    for group in groups { freezer.freeze(group.launch, group.group) }
    while outcomes.frozenCount < groups.count {
      if let code = outcomes.failure { throw Failed(description: "not frozen: errno \(code)") }
      loop.runOnce(timeoutMilliseconds: 1000)
    }
  }

  private func writeByte() {
    guard let number = fifo.number else { return }
    _ = write(number, "x", 1)
  }
}

extension Optional where Wrapped == Descriptor {
  /// The descriptor's number, if there is one.
  fileprivate var number: Int32? {
    switch self {
    case .some(let descriptor): descriptor.rawValue
    case .none: nil
    }
  }
}
