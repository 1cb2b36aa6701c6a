import Testing
import TorporModel

@testable import TorporCore

private let gigabyte: Int64 = 1 << 30

/// A machine of 10 GB, of which that share is available.
private func report(
  _ level: MemoryPressureLevel,
  percent: Int64,
  swapFreePercent: Int64? = 100,
  readAgainPercent: Int64 = 0,
  stallPermille: Int = 0
) -> MemoryReport {
  MemoryReport(
    level: level,
    availableBytes: percent * gigabyte / 10,
    totalBytes: 10 * gigabyte,
    evidence: MemoryEvidence(
      swap: swapFreePercent.map {
        SwapState(freeBytes: $0 * 10_000_000, totalBytes: 1_000_000_000)
      },
      refaultedBytes: readAgainPercent * gigabyte / 100,
      fileCacheBytes: gigabyte,
      fullStallPermille: stallPermille
    )
  )
}

private func judged(
  _ report: MemoryReport,
  on profile: ProfileName = .linux,
  isPagingOut: Bool = false
) -> MemoryJudgment {
  MemoryJudgment(
    report,
    knownSwap: nil,
    countsSwapAsRoom: profile.countsSwapAsRoom,
    isPagingOut: isPagingOut
  )
}

@Suite("The judgment of memory")
struct MemoryJudgmentTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let said: MemoryPressureLevel
    let percent: Int64
    var swap: Int64? = 100
    var readAgain: Int64 = 0
    var stall = 0
    let level: MemoryPressureLevel
    let endsSuspended: Bool
    var testDescription: String {
      "\(said), \(percent) % available, swap \(swap.map { "\($0) % free" } ?? "none"), "
        + "\(readAgain) % read again, \(stall) permille of stalls"
    }
  }

  @Test(
    "weighs what waits against what is available, what swap has room for, and what is read again",
    arguments: [
      // Whatever waits, half of the memory is free.
      Case(said: .critical, percent: 92, level: .normal, endsSuspended: false),
      Case(
        said: .critical,
        percent: 50,
        swap: nil,
        readAgain: 100,
        stall: 900,
        level: .normal,
        endsSuspended: false
      ),
      // Waits alone are no shortage.
      Case(said: .critical, percent: 30, swap: nil, level: .normal, endsSuspended: false),
      Case(said: .warning, percent: 14, level: .warning, endsSuspended: false),
      Case(said: .normal, percent: 14, level: .normal, endsSuspended: false),
      // Short: swap is room until it is low.
      Case(said: .critical, percent: 9, level: .warning, endsSuspended: false),
      Case(said: .critical, percent: 4, level: .warning, endsSuspended: false),
      Case(said: .critical, percent: 4, swap: 11, level: .warning, endsSuspended: false),
      Case(said: .critical, percent: 4, swap: 10, level: .critical, endsSuspended: true),
      Case(said: .normal, percent: 4, swap: nil, level: .critical, endsSuspended: true),
      Case(said: .warning, percent: 9, swap: nil, level: .warning, endsSuspended: true),
      Case(said: .normal, percent: 9, swap: nil, level: .warning, endsSuspended: false),
      Case(said: .critical, percent: 9, swap: 5, level: .critical, endsSuspended: true),
      // Swap has room and does not help: what is kept of files is read again and again.
      Case(
        said: .critical,
        percent: 4,
        readAgain: 40,
        stall: 500,
        level: .critical,
        endsSuspended: true
      ),
      Case(
        said: .critical,
        percent: 4,
        readAgain: 20,
        stall: 500,
        level: .warning,
        endsSuspended: false
      ),
      Case(
        said: .critical,
        percent: 4,
        readAgain: 40,
        stall: 50,
        level: .warning,
        endsSuspended: false
      ),
      // It thrashes, and there is nowhere to write to.
      Case(
        said: .critical,
        percent: 30,
        swap: 5,
        readAgain: 40,
        stall: 500,
        level: .critical,
        endsSuspended: true
      ),
      Case(said: .warning, percent: 30, readAgain: 40, level: .warning, endsSuspended: false),
    ]
  )
  func table(_ row: Case) {
    let judgment = judged(
      report(
        row.said,
        percent: row.percent,
        swapFreePercent: row.swap,
        readAgainPercent: row.readAgain,
        stallPermille: row.stall
      )
    )
    #expect(judgment.level == row.level)
    #expect(judgment.endsSuspended == row.endsSuspended)
    #expect(judgment.isShort == (row.percent < 10))
  }

  @Test("takes waits that come from our own writing for no proof")
  func ownWriting() {
    let waits = report(.critical, percent: 9, swapFreePercent: 5)
    #expect(judged(waits).level == .critical)
    #expect(judged(waits, isPagingOut: true).level == .warning)
    #expect(!judged(waits, isPagingOut: true).endsSuspended)
    #expect(judged(report(.critical, percent: 14), isPagingOut: true).level == .normal)
    // How little is left is proof whoever writes.
    let nothingLeft = report(.normal, percent: 4, swapFreePercent: 5)
    #expect(judged(nothingLeft, isPagingOut: true).level == .critical)
  }

  @Test("counts what stands in swap and, unchanged, in memory for available, unless swap is full")
  func cachedSwap() {
    var copies = report(.critical, percent: 4, swapFreePercent: 50)
    #expect(judged(copies).level == .warning)
    #expect(judged(copies).isShort)
    copies.evidence?.cachedSwapBytes = 2 * gigabyte
    #expect(judged(copies).level == .normal)
    #expect(!judged(copies).isShort)
    copies = report(.critical, percent: 4, swapFreePercent: 5)
    copies.evidence?.cachedSwapBytes = 2 * gigabyte
    #expect(judged(copies).level == .critical)
    #expect(judged(copies).isShort)
  }

  @Test("goes by the numbers of the kernel's table where swap is no room (JE1)")
  func withoutRoom() {
    for (percent, level) in [(16, MemoryPressureLevel.normal), (14, .warning), (4, .critical)] {
      #expect(judged(report(.normal, percent: Int64(percent)), on: .ios26).level == level)
    }
    #expect(judged(report(.critical, percent: 60), on: .ios26).level == .normal)
  }

  @Test("believes the word of a device that has no figures, where swap is no room")
  func word() {
    let word = MemoryReport(level: .critical, availableBytes: 6, totalBytes: 10)
    #expect(judged(word, on: .ios26).level == .critical)
    #expect(judged(word, on: .ios26).endsSuspended)
    #expect(!judged(word, on: .ios26).endsRunning)
    #expect(judged(word).level == .normal)
    #expect(!judged(word).endsSuspended)
    let warning = MemoryReport(level: .warning, availableBytes: 6, totalBytes: 10)
    #expect(judged(warning, on: .ios26).level == .warning)
    #expect(!judged(warning, on: .ios26).endsSuspended)
  }
}
